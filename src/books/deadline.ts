import type { Clock } from '../ground/clock.js';

export class DeadlinePassed extends Error {
  constructor(seconds: number) {
    super(`no answer within ${seconds} seconds`);
    this.name = 'DeadlinePassed';
  }
}

/** Made once: a reason of its own for every request that ends in time would cost more than the timer. */
const inTime = new Error('it ended in time');

/** Aborts what is going on when the time is over, by the clock of the program. The signal ends with it in any case. */
export async function withDeadline<T>(
  clock: Clock,
  seconds: number,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const exchange = new AbortController();
  clock.sleep(seconds * 1000, exchange.signal).then(
    () => exchange.abort(new DeadlinePassed(seconds)),
    () => {},
  );
  try {
    return await act(exchange.signal);
  } finally {
    exchange.abort(inTime);
  }
}
