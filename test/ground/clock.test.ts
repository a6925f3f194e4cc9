import { systemClock } from '../../src/ground/clock.js';

test('the system clock sleeps, and an abort wakes it with its reason', async () => {
  await systemClock.sleep(0);
  const reason = new Error('stopping');
  const aborted = AbortSignal.abort(reason);
  await expect(systemClock.sleep(60_000, aborted)).rejects.toBe(reason);
});

test('monotonic time never goes back', () => {
  const first = systemClock.monotonicMs();
  expect(systemClock.monotonicMs()).toBeGreaterThanOrEqual(first);
});
