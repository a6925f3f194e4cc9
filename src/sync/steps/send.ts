import type { Books } from '../../books/books.js';
import type { Attempt, WriteOutcome } from '../../books/attempt.js';
import { Limited, Unauthorised } from '../../books/errors.js';
import type { JournalSet } from '../../books/journal-set.js';
import { Problem, problem } from '../../ground/problem.js';
import { guardSees } from '../../journal/allocation/cost-accounts.js';
import type { Write } from '../../record/runs/write.entity.js';
import type { NewWrite } from '../../record/runs/writes.js';
import type { LedgerAtWork } from '../at-work/books-at-work.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';
import type { Company } from '../../companies/company.js';
import type { Event } from '../facts/event.js';
import { linesOf } from '../facts/content.js';
import { DecidedSince } from '../at-work/decided-since.js';
import { LeaseLost } from '../at-work/lease-lost.js';
import { isForContent, refusalText } from '../facts/refusal.js';
import { isAdjustmentTag } from '../facts/run-facts.js';
import type { LookTime } from '../facts/settle-window.js';
import { lookFor } from './look-for.js';

/** Longer waits are left to the next sync. */
const waitSecondsMax = 120;

/** A write that arrived, as its answer or one look shows. */
export interface Arrived {
  readonly is: 'done';
  readonly open: Readonly<Write>;
  readonly set?: JournalSet;
  /** When its answer came, by the clock that all processes on one database share. */
  readonly at: Date;
}

type NotArrived<Of = Event> = Of extends { is: 'refused' | 'in_doubt' | 'released' | 'put_off' | 'not_sent' }
  ? Of
  : never;
export type Sent = Arrived | NotArrived;

/** Commits the intent, then sends, once. The outcome is recorded together with what follows from it. */
export async function send(
  books: LedgerAtWork,
  write: NewWrite,
  put: (attempt: Attempt) => Promise<WriteOutcome>,
): Promise<Sent> {
  const { company, clock, begin } = books.record;
  let open: Write | undefined;
  let begunMs = 0;
  let stopped: Problem | undefined;
  const attempt: Attempt = {
    async begin() {
      const asked = { wall: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
      const begun = await begin(write);
      if (begun.is === 'lease_lost') stopped = new LeaseLost(company.name);
      if (begun.is === 'decided_since') stopped = new DecidedSince(company.name);
      if (begun.is !== 'begun') return null;
      open = begun.write;
      begunMs = asked.monotonicMs;
      return { wall: new Date(asked.wall + begun.forMs), monotonicMs: asked.monotonicMs + begun.forMs };
    },
  };
  const outcome = await put(attempt);
  if (stopped) throw stopped;
  if (open && outcome.kind === 'done') {
    const at = new Date(open.createdAt.getTime() + clock.monotonicMs() - begunMs);
    return { is: 'done', open, set: outcome.set, at };
  }
  return conclude(books, write, open, outcome);
}

async function conclude(
  books: LedgerAtWork,
  write: NewWrite,
  open: Write | undefined,
  outcome: WriteOutcome,
): Promise<Sent> {
  const { name } = books.record.company;
  const tag = write.runTag;
  if (outcome.kind === 'notSent') return { is: 'not_sent', tag, open, problem: notSent(name, write.tag, outcome.why) };
  if (outcome.kind === 'unauthorised') {
    const problem = new Unauthorised(`${name}: the tokens are not accepted any more.`);
    if (!open || !outcome.answered) throw problem;
    return lookThenAgain(books, open, { answer: 'not authorised', problem, triesMax: 2 });
  }
  if (outcome.kind === 'limited')
    return putOff(books.ledger, tag, new Limited(`${name}: posting waits.`, outcome.retryAfterSeconds));
  if (!open) throw new Error(`${write.tag} was sent without a row`);
  if (outcome.kind === 'done') throw new Error(`${write.tag} arrived and was not seen to`);
  if (outcome.kind === 'inDoubt') return { is: 'in_doubt', tag, open, answer: outcome.why, waitedMs: 0 };
  const { status, words } = outcome;
  // Where access is missing, only the next post has the guard in front of it.
  const refused = { is: 'refused', tag, open, status, words } as const;
  const looks = isForContent(status) || !isGuarded(books.record.company, open);
  if (!looks) return refused;
  const seen = await lookOnce(books, open, refusalText({ status, words }));
  if (seen.is !== 'not_there') return seen;
  return open.kind === 'post' && isForContent(status) ? { ...refused, minuteFrom: seen.look } : refused;
}

/** Nothing was begun. After the wait the look and the guard's reading are too old, so both are done again. */
async function putOff(ledger: Books, tag: string, problem: Limited): Promise<Sent> {
  if (problem.retryAfterSeconds > waitSecondsMax) throw problem;
  await ledger.rest(problem.retryAfterSeconds);
  return { is: 'put_off', tag, answer: 'no room for a request', problem, triesMax: 3 };
}

/**
 * After an answer that does not show whether the service acted: one look, then everything is decided and guarded again
 * before it is sent again. The list may lag: one look has shown a set that another, a moment later, did not. Then
 * movement equal to this write keeps it in doubt.
 */
async function lookThenAgain(
  books: LedgerAtWork,
  open: Write,
  { answer, problem, triesMax }: { readonly answer: string; readonly problem: Problem; readonly triesMax: number },
): Promise<Sent> {
  const seen = await lookOnce(books, open, answer);
  return seen.is === 'not_there' ? { is: 'released', tag: open.runTag, open, answer, problem, triesMax } : seen;
}

function isGuarded({ policy, prefix }: Company, { kind, runTag, target }: NewWrite): boolean {
  const lines = linesOf(target.lines);
  return kind === 'post' && guardSees(policy, lines, isAdjustmentTag(prefix, runTag) ? lines : undefined);
}

/** A set's address shows the outcome. A list may lag, so the guard must be on as well. */
const oneLookDecides = (company: Company, write: NewWrite): boolean =>
  write.setUrl !== null || isGuarded(company, write);

interface NotThere {
  readonly is: 'not_there';
  readonly look: LookTime;
}

/** One look at what an unclear answer may have done. */
async function lookOnce(books: LedgerAtWork, open: Write, answer: string): Promise<Sent | NotThere> {
  const { db, company } = books.record;
  const own = await db.read((rows) => db.now(rows));
  const seen = await lookFor(books, open).catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });
  if (seen instanceof Problem) return { ...leftToOneLook(books.record, open, answer), problem: seen };
  if (seen.value.is === 'not_there' && oneLookDecides(company, open))
    return { is: 'not_there', look: { own, service: seen.at } };
  if (seen.value.is !== 'there') return leftToOneLook(books.record, open, answer);
  return { is: 'done', open, set: seen.value.set, at: await db.read((rows) => db.now(rows)) };
}

/** It probably did nothing. If one look decides, no settle window has to pass. */
function leftToOneLook(
  { company, limits }: RecordAtWork,
  open: Write,
  answer: string,
): Extract<Event, { is: 'in_doubt' }> {
  const waitedMs = oneLookDecides(company, open) ? limits.settleWindowSeconds * 1000 : 0;
  return { is: 'in_doubt', tag: open.runTag, open, answer, waitedMs };
}

function notSent(company: string, tag: string, why: string): Problem {
  return problem('journal-not-sent', {
    detail: `${company}, ${tag}: ${why}. Nothing reached the books.`,
    todo: 'Nothing to do if it passes: the next sync sends it. If it stays, `counterfoil doctor` shows what to mend.',
  });
}
