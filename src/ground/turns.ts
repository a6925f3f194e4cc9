import { setImmediate } from 'node:timers/promises';

/**
 * How long something may go on without a pause. Its last step comes on top, such as a read of 200 lines of the log,
 * which takes as long again on a busy machine: together they stay far below 100 ms, the longest that anyone may wait.
 */
const atOnceMs = 10;

/**
 * For long work that waits for nothing, such as writing lines that a database in this process gives at once. Await the
 * result after each step: it gives others a turn once the work has gone on long enough. By time and not by steps, since
 * a line may have two words or a policy's twenty changes.
 */
export function turns(nowMs: () => number = () => performance.now()): () => Promise<void> {
  let since = nowMs();
  return async () => {
    if (nowMs() - since < atOnceMs) return;
    await setImmediate();
    since = nowMs();
  };
}

/** Of reading, checking or mapping; these take 2 to 12 ms, and on a busy machine three times that. */
const payslipsAtOnce = 100;

/** Gives others a turn once enough payslips were done since the last. */
export type PayslipTurn = (done: number) => Promise<void>;

/**
 * The same where a payroll is worked out: told how many payslips were done, it lets others have a turn after 100, so
 * that 3,000 people keep no one waiting for a second. By number and not by time: a simulation that is run again goes the
 * same way.
 */
export function payslipTurns(): PayslipTurn {
  let since = 0;
  return async (done) => {
    since += done;
    if (since < payslipsAtOnce) return;
    await setImmediate();
    since = 0;
  };
}

/** What is made in steps, each of which says of how many payslips it was. */
export async function stepsInTurns<Made>(steps: Iterator<number, Made, void>, turn: PayslipTurn): Promise<Made> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await turn(step.value);
  }
}

/** What is made of each, some payslips at a time. */
export async function madeInTurns<One, Made>(
  all: readonly One[],
  turn: PayslipTurn,
  make: (some: readonly One[]) => readonly Made[],
): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < all.length; at += payslipsAtOnce) {
    const some = all.slice(at, at + payslipsAtOnce);
    made.push(...make(some));
    await turn(some.length);
  }
  return made;
}
