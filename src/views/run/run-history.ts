import type { ReadRows } from '../../ground/rows.js';
import { In } from 'typeorm';
import { decisionInWords } from '../../journal/mapping/decision-in-words.js';
import { Decision } from '../../record/runs/decision.entity.js';
import { namesOf } from '../../record/actors.js';
import { LogEntry } from '../../record/log/log-entry.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Posting } from '../../record/runs/posting.entity.js';

/** One thing that happened to a pay run. */
export interface HistoryEvent {
  readonly at: Date;
  readonly actor: string;
  readonly act: string;
  readonly outcome: string;
  readonly policyVersion?: number;
  readonly answer?: string;
  readonly journalSet?: string;
  readonly holdCodes: readonly string[];
  /** A person's own words. */
  readonly reason?: string;
  /** What was decided about a payslip field; amounts only for viewers who may see pay. */
  readonly decided?: string;
}

const eventsMax = 50;

/** The newest first. A decision's reason comes from the decision, because the log keeps only a hash of it. */
export async function historyOf(
  rows: ReadRows,
  run: Pick<PayRunRecord, 'companyId' | 'tag'>,
  postings: readonly Posting[],
  decisions: readonly Decision[],
): Promise<readonly HistoryEvent[]> {
  const tags = [...new Set([run.tag, ...postings.map((posting) => posting.tag)])];
  const entries = await rows
    .createQueryBuilder(LogEntry, 'e')
    .where('e.companyId = :companyId AND e.tag IN (:...tags)', { companyId: run.companyId, tags })
    .orderBy('e.id', 'DESC')
    .limit(eventsMax)
    .getMany();
  const known = new Map([...decisions, ...(await decisionsOf(rows, entries))].map((one) => [one.id, one]));
  const people = await namesOf(
    rows,
    entries.flatMap(({ format, actor }) => (format === 2 ? [actor] : [])),
  );
  return entries.map((entry) => ({
    at: entry.at,
    actor: people.get(entry.actor) ?? entry.actor,
    act: entry.act,
    outcome: entry.outcome,
    policyVersion: entry.policyVersion ?? undefined,
    answer: entry.answer ?? undefined,
    journalSet: entry.journalSet ?? undefined,
    holdCodes: entry.holdCodes ?? [],
    reason: entry.ref === null ? undefined : known.get(entry.ref)?.reason,
    decided: wordsOf(entry.ref === null ? undefined : known.get(entry.ref)),
  }));
}

/** A decision for a person or the practice is not among the run's own, because it has no run's tag. */
async function decisionsOf(rows: ReadRows, entries: readonly LogEntry[]): Promise<readonly Decision[]> {
  const ids = entries.flatMap(({ act, ref }) => (act === 'decide' && ref !== null ? [ref] : []));
  return ids.length === 0 ? [] : rows.findBy(Decision, { id: In(ids) });
}

function wordsOf(decision: Decision | undefined): string | undefined {
  if (decision?.field == null || decision.treatment === null) return undefined;
  return decisionInWords(decision.field, decision.treatment);
}
