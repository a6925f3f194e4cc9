import { pick } from '../../ground/pick.js';
import type { ReadRows } from '../../ground/rows.js';
import { monthTagIn } from '../../journal/nouns/identity.js';
import { decisionInWords } from '../../journal/policy/decision-in-words.js';
import { namesOf } from '../../record/actors.js';
import { LogEntry } from '../../record/log/log-entry.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import { entryKey, reasonsOf, type Why, whyFor } from '../log/log-reasons.js';
import { aboutInWords } from '../log/log-words.js';
import type { Viewer } from '../../access/viewer.js';

/** One thing that happened to a pay run. */
export interface HistoryEvent {
  readonly at: Date;
  readonly actor: string;
  readonly act: string;
  readonly outcome: string;
  readonly answer?: string;
  readonly journalSet?: string;
  readonly holdCodes: readonly string[];
  /** A person's own words. */
  readonly reason?: string;
  /** What was decided about a payslip field. */
  readonly decided?: string;
  /** To whom, for which month, which settings. */
  readonly about: readonly string[];
}

const eventsMax = 50;

/** Newest first. What an entry refers to is kept elsewhere, because the log keeps only a hash of it. */
export async function historyOf(
  rows: ReadRows,
  viewer: Pick<Viewer, 'pay'>,
  run: Pick<PayRunRecord, 'companyId' | 'tag'>,
  postings: readonly Posting[],
): Promise<readonly HistoryEvent[]> {
  // A client is asked about the whole month.
  const tags = [...new Set([run.tag, monthTagIn(run.tag), ...postings.map((posting) => posting.tag)])];
  const entries = await rows
    .createQueryBuilder(LogEntry, 'e')
    .where('e.companyId = :companyId AND e.tag IN (:...tags)', { companyId: run.companyId, tags })
    .orderBy('e.id', 'DESC')
    .limit(eventsMax)
    .getMany();
  const reasons = await reasonsOf(rows, entries);
  const people = await namesOf(
    rows,
    entries.map(({ actor }) => actor),
  );
  return entries.map((entry) => {
    const why = whyFor(viewer, reasons.get(entryKey(entry)));
    return {
      ...pick(entry, ['at', 'act', 'outcome']),
      actor: people.get(entry.actor) ?? entry.actor,
      answer: why.said ?? entry.answer ?? undefined,
      journalSet: entry.journalSet ?? undefined,
      holdCodes: entry.holdCodes ?? [],
      reason: why.reason,
      decided: wordsOf(why),
      // A decision is told in its own words, not by the id that only a terminal takes.
      about: aboutInWords(pick(why, ['to', 'clientOf', 'changed'])),
    };
  });
}

function wordsOf({ decided }: Why): string | undefined {
  if (decided?.field === undefined || decided.as === undefined) return undefined;
  return decisionInWords(decided.field, decided.as);
}
