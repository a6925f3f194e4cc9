import type { Attempt, WriteOutcome } from '../../books/attempt.js';
import { Limited, Unauthorised } from '../../books/errors.js';
import { Problem } from '../../ground/problem.js';
import { wholeRun } from '../../record/carried.js';
import type { Write } from '../../record/write.entity.js';
import type { NewWrite, OpenWrite } from '../../record/writes.js';
import type { Session } from '../session.js';
import { lookFor } from './look-for.js';

/**
 * What became of a write, as far as the sync is concerned. `again`: nothing was done, look and decide once more.
 * `not_sent`: nothing was done, and trying at once would not help.
 */
export type Sent =
  | { readonly is: 'done'; readonly open: OpenWrite; readonly outcome: Extract<WriteOutcome, { kind: 'done' }> }
  | { readonly is: 'refused'; readonly status: number; readonly words: string }
  | { readonly is: 'in_doubt' }
  | { readonly is: 'again' }
  | { readonly is: 'not_sent' };

/** Longer waits are left to the next sync. */
const waitSecondsMax = 120;
/** Refused for what it says. Where access or the set is missing, the next look finds what came all the same. */
const looksBeforeRefused: ReadonlySet<number> = new Set([400, 409, 422]);

/** The books are another process's now; whatever was sent is settled by it. */
export class LeaseLost extends Problem {
  constructor(company: string) {
    super({
      title: 'Another process took over',
      detail: `${company}: this process was away for longer than its lease, so it sends nothing more.`,
      todo: 'Nothing to do: the next sync, or the process that took over, goes on.',
      status: 503,
    });
  }
}

/** Sends once: intent committed, sent, and the answer recorded. Sent again only after a look, and decided anew. */
export async function send(
  session: Session,
  write: NewWrite,
  put: (attempt: Attempt) => Promise<WriteOutcome>,
): Promise<Sent> {
  const { company, clock } = session;
  let open: OpenWrite | undefined;
  let lost = false;
  const attempt: Attempt = {
    async begin() {
      const asked = { wall: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
      const begun = await session.writes.begin(session.lease, write, open);
      lost = begun === null;
      if (!begun) return null;
      open = { id: begun.id, attempt: begun.attempt };
      return { wall: new Date(asked.wall + begun.forMs), monotonicMs: asked.monotonicMs + begun.forMs };
    },
  };
  const outcome = await put(attempt);
  if (lost) throw new LeaseLost(company.name);
  return conclude(session, write, open, outcome);
}

/** What an answer means. */
async function conclude(
  session: Session,
  write: NewWrite,
  open: OpenWrite | undefined,
  outcome: WriteOutcome,
): Promise<Sent> {
  const { name } = session.company;
  const drop = (why: string) => (open ? end(session, write, open, 'dropped', why) : undefined);
  if (outcome.kind === 'notSent') {
    await drop(outcome.why);
    session.problems.push(notSent(name, write.tag, outcome.why));
    return { is: 'not_sent' };
  }
  if (outcome.kind === 'unauthorised') {
    const unauthorised = new Unauthorised(`${name}: the tokens are not accepted any more.`);
    if (open && outcome.answered)
      return lookThenAgain(session, write, open, { answer: 'not authorised', error: unauthorised, triesMax: 2 });
    throw unauthorised;
  }
  if (outcome.kind === 'limited') {
    const limited = new Limited(`${name}: posting waits.`, outcome.retryAfterSeconds);
    if (open && outcome.answered) return afterLimit(session, write, open, limited);
    throw limited;
  }
  if (!open) throw new Error(`${write.tag} was sent without a row`);
  if (outcome.kind === 'done') return { is: 'done', open, outcome };
  if (outcome.kind === 'inDoubt') {
    await end(session, write, open, 'in_doubt', outcome.why);
    return { is: 'in_doubt' };
  }
  const { status, words } = outcome;
  const seen = looksBeforeRefused.has(status) && (await lookOnce(session, write, open, `${status} ${words}`));
  if (seen) return seen;
  await end(session, write, open, 'refused', `${status} ${words}`);
  return { is: 'refused', status, words };
}

/** The service listens again when it said so; what it did meanwhile is seen then, or by the next sync. */
async function afterLimit(session: Session, write: NewWrite, open: OpenWrite, limited: Limited): Promise<Sent> {
  const answer = 'too many requests';
  if (limited.retryAfterSeconds > waitSecondsMax) {
    await leaveToOneLook(session, write, open, answer);
    throw limited;
  }
  await session.books.rest(limited.retryAfterSeconds);
  return lookThenAgain(session, write, open, { answer, error: limited, triesMax: 3 });
}

interface NotActed {
  readonly answer: string;
  readonly error: Problem;
  readonly triesMax: number;
}

/**
 * After an answer behind which the service may have acted: one look, then everything is decided and guarded once more
 * before it is sent again. The list may lag: a set was seen to be there that a look a moment later did not show, and then
 * it is the movement that equals this write that keeps it in doubt.
 */
async function lookThenAgain(
  session: Session,
  write: NewWrite,
  open: OpenWrite,
  { answer, error, triesMax }: NotActed,
): Promise<Sent> {
  const seen = await lookOnce(session, write, open, answer);
  if (seen) return seen;
  await end(session, write, open, 'released', answer);
  const { tries } = session.counts;
  const key = `${answer} ${write.tag}`;
  tries.set(key, (tries.get(key) ?? 0) + 1);
  if ((tries.get(key) ?? 0) >= triesMax) throw error;
  return { is: 'again' };
}

/** Its address shows what became of a set; a list may lag, and then the guard must stand behind it. */
const oneLookDecides = ({ company }: Session, { kind, setUrl }: NewWrite): boolean =>
  setUrl !== null || (kind === 'post' && company.policy.guard === 'on');

/** One look at what an answer that promised nothing may have done; undefined: nothing. */
async function lookOnce(session: Session, write: NewWrite, open: OpenWrite, answer: string): Promise<Sent | undefined> {
  const seen = await lookFor(session, write).catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });
  if (!(seen instanceof Problem)) {
    if (seen.value.is === 'not_there' && oneLookDecides(session, write)) return undefined;
    if (seen.value.is === 'there') return { is: 'done', open, outcome: { kind: 'done', set: seen.value.set } };
  } else session.problems.push(seen);
  await leaveToOneLook(session, write, open, answer);
  return { is: 'in_doubt' };
}

/** It probably did nothing: where one look decides, no window need pass. */
const leaveToOneLook = (session: Session, write: NewWrite, open: OpenWrite, answer: string): Promise<void> => {
  const waitedMs = oneLookDecides(session, write) ? session.limits.settleWindowSeconds * 1000 : 0;
  return end(session, write, open, 'in_doubt', answer, waitedMs);
};

function notSent(company: string, tag: string, why: string): Problem {
  return new Problem({
    title: 'A journal could not be sent',
    detail: `${company}, ${tag}: ${why}. Nothing reached the books.`,
    todo: 'Nothing to do if it passes: the next sync sends it. If it stays, `counterfoil doctor` says what to mend.',
    status: 502,
  });
}

async function end(
  session: Session,
  write: NewWrite,
  open: OpenWrite,
  state: Write['state'],
  answer: string,
  waitedMs = 0,
): Promise<void> {
  const { db, log, request, syncId } = session;
  await db.work(async (em) => {
    const windowMs = session.limits.settleWindowSeconds * 1000;
    const lookAgainAt = state === 'released' ? new Date((await db.now(em)).getTime() + windowMs) : null;
    if (!(await session.writes.end(em, open, { state, answer, waitedMs, lookAgainAt })))
      throw new LeaseLost(session.company.name);
    if (state === 'dropped') return;
    await log.append(em, {
      companyId: write.companyId,
      syncId,
      trigger: request.trigger,
      actor: write.actor,
      act: write.kind,
      outcome: state,
      tag: write.tag,
      fingerprint: write.targetFingerprint,
      policyVersion: write.policyVersion,
      answer,
      ref: open.id,
      carries: wholeRun(write.runTag),
    });
  });
}
