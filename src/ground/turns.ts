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

/** Of reading, checking or mapping; these take 20 to 60 ms. */
const payslipsAtOnce = 500;

/**
 * The same where a payroll is worked out: told how many payslips were done, it lets others have a turn after 500, so
 * that 3,000 people keep no one waiting for a second. By number and not by time: a simulation that is run again goes the
 * same way.
 */
export function payslipTurns(): (done: number) => Promise<void> {
  let since = 0;
  return async (done) => {
    since += done;
    if (since < payslipsAtOnce) return;
    await setImmediate();
    since = 0;
  };
}
