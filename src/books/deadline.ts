import type { Clock } from '../clock.js';

export class DeadlinePassed extends Error {
  constructor(seconds: number) {
    super(`no answer within ${seconds} seconds`);
    this.name = 'DeadlinePassed';
  }
}

/** Made once: a reason of its own for every request that ends in time would cost more than the timer. */
const inTime = new Error('it ended in time');

/** Aborts what is going on when the time is over, by the clock of the program. */
export async function withDeadline<T>(
  clock: Clock,
  seconds: number,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const exchange = new AbortController();
  const timer = new AbortController();
  clock.sleep(seconds * 1000, timer.signal).then(
    () => exchange.abort(new DeadlinePassed(seconds)),
    () => {},
  );
  try {
    return await act(exchange.signal);
  } finally {
    timer.abort(inTime);
  }
}
