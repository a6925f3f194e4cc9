import { In, Not } from 'typeorm';
import type { Rows } from '../../ground/rows.js';
import { wholeRun } from '../../record/log/carried.js';
import { Posting, standingStates } from '../../record/runs/posting.entity.js';
import { Write } from '../../record/runs/write.entity.js';
import { type RecordAtWork, logLine } from '../at-work/record-at-work.js';
import { tookEffect } from './found.js';

type Postings = readonly Readonly<Posting>[];

/** Of several sets in the books with one tag, one is the run's own: if that one is gone, the oldest of the others. */
export async function settleDoubles(rows: Rows, companyId: string, tag: string): Promise<void> {
  const left = await rows.find(Posting, {
    where: { companyId, tag, state: In(standingStates) },
    order: { createdAt: 'ASC' },
  });
  const [oldest] = left;
  if (!oldest) return;
  const finding = left.length === 1 && oldest.finding === 'doubled' ? null : oldest.finding;
  const isOwn = left.some(({ state }) => state === 'in_books');
  if (isOwn && finding === oldest.finding) return;
  await rows.update(Posting, { id: oldest.id }, { finding, ...(isOwn ? {} : { state: 'in_books' as const }) });
}

export async function recordGone(rows: Rows, record: RecordAtWork, gone: Postings): Promise<void> {
  const { db, log, company, decisions } = record;
  const endedAt = await db.now(rows);
  for (const { id, runTag, tag, journalSet, fingerprint, policyVersion } of gone) {
    await rows.update(Posting, { id }, { state: 'missing', endedAt });
    await settleDoubles(rows, company.id, tag);
    const ours = { companyId: company.id, setUrl: journalSet, kind: 'remove' as const, state: Not('done' as const) };
    const removal = await rows.findOneBy(Write, ours);
    if (removal) await tookEffect(rows, removal.id, endedAt);
    const spent = await decisions.spend(rows, { companyId: company.id, runTag, kind: 'remove' });
    await log.append(rows, {
      ...logLine(record),
      act: 'remove',
      outcome: 'found',
      tag,
      journalSet,
      fingerprint,
      policyVersion,
      answer: 'a double that someone removed from the books',
      carries: [...wholeRun(runTag), ...spent],
    });
  }
}
