import { In, Not } from 'typeorm';
import type { Rows } from '../ground/rows.js';
import { wholeRun } from '../record/carried.js';
import { Posting, standingStates } from '../record/posting.entity.js';
import { Write } from '../record/write.entity.js';
import { tookEffect } from './record.js';
import { type Run, standing } from './runs.js';
import { saidBy, type Session } from './session.js';

/** Of the sets with one tag that stand, one is the run's own: the oldest, where the one that was has gone. */
export async function settleDoubles(em: Rows, companyId: string, tag: string): Promise<void> {
  const left = await em.find(Posting, {
    where: { companyId, tag, state: In(standingStates) },
    order: { createdAt: 'ASC' },
  });
  const [oldest] = left;
  if (oldest && !left.some(({ state }) => state === 'in_books'))
    await em.update(Posting, { id: oldest.id }, { state: 'in_books' });
}

/** Somebody took one of two equal tags out of the books, as was to be done: nothing is missing. */
export async function forgetGoneDoubles(session: Session, run: Run): Promise<void> {
  const seen = new Set(run.seen?.map(({ url }) => url));
  const isThere = ({ journalSet }: Posting) => seen.has(journalSet);
  const gone = standing(run).filter(
    (one) => !isThere(one) && standing(run).some((twin) => twin.tag === one.tag && isThere(twin)),
  );
  if (gone.length === 0) return;
  const { db, log, company, decisions } = session;
  run.postings = await db.work(async (em) => {
    const endedAt = await db.now(em);
    for (const { id, tag, journalSet, fingerprint, policyVersion } of gone) {
      await em.update(Posting, { id }, { state: 'missing', endedAt });
      await settleDoubles(em, company.id, tag);
      const ours = { companyId: company.id, setUrl: journalSet, kind: 'remove' as const, state: Not('done' as const) };
      const removal = await em.findOneBy(Write, ours);
      if (removal) await tookEffect(em, removal.id, endedAt);
      const spent = await decisions.spend(em, { companyId: company.id, runTag: run.tag, kind: 'remove' });
      await log.append(em, {
        ...saidBy(session),
        act: 'remove',
        outcome: 'found',
        tag,
        journalSet,
        fingerprint,
        policyVersion,
        answer: 'a double that somebody took out of the books',
        carries: [...wholeRun(run.tag), ...spent],
      });
    }
    return em.findBy(Posting, { companyId: company.id, runTag: run.tag });
  });
}
