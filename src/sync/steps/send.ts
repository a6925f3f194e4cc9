import type { Attempt, WriteOutcome } from '../../books/attempt.js';
import { Limited, Unauthorised } from '../../books/errors.js';
import { Problem } from '../../ground/problem.js';
import { wholeRun } from '../../record/carried.js';
import type { Write } from '../../record/write.entity.js';
import type { NewWrite, OpenWrite } from '../../record/writes.js';
import type { Session } from '../session.js';

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
const limitedTriesMax = 3;

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

/** Sends once: intent committed, sent, and the answer recorded; the row is `sending` exactly while bytes may be under way. */
export async function send(
  session: Session,
  write: NewWrite,
  put: (attempt: Attempt) => Promise<WriteOutcome>,
): Promise<Sent> {
  const { company, clock, limits } = session;
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
  for (let tries = 1; ; tries++) {
    const outcome = await put(attempt);
    if (lost) throw new LeaseLost(company.name);
    if (outcome.kind === 'unauthorised') {
      if (open) await end(session, write, open, 'dropped', 'not authorised');
      throw new Unauthorised(`${company.name}: the tokens are not accepted any more.`);
    }
    if (outcome.kind === 'limited') {
      if (open) await end(session, write, open, 'dropped', 'too many requests');
      const seconds = outcome.retryAfterSeconds;
      if (seconds > waitSecondsMax || tries >= limitedTriesMax)
        throw new Limited(`${company.name}: posting waits.`, seconds);
      await session.books.rest(seconds);
      if (seconds > limits.deadlineSeconds) return { is: 'again' };
      continue;
    }
    if (outcome.kind === 'notSent') {
      if (open) await end(session, write, open, 'dropped', outcome.why);
      session.problems.push(notSent(company.name, write.tag, outcome.why));
      return { is: 'not_sent' };
    }
    if (!open) throw new Error(`${write.tag} was sent without a row`);
    switch (outcome.kind) {
      case 'done':
        return { is: 'done', open, outcome };
      case 'refused':
        await end(session, write, open, 'refused', `${outcome.status} ${outcome.words}`);
        return { is: 'refused', status: outcome.status, words: outcome.words };
      case 'inDoubt':
        await end(session, write, open, 'in_doubt', outcome.why);
        return { is: 'in_doubt' };
    }
  }
}

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
): Promise<void> {
  const { db, log, request, syncId } = session;
  await db.work(async (em) => {
    if (!(await session.writes.end(em, open, state, answer))) throw new LeaseLost(session.company.name);
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
