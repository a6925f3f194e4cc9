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
