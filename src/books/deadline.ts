import type { Clock } from '../ground/clock.js';

export class DeadlinePassed extends Error {
  constructor(seconds: number) {
    super(`no answer within ${seconds} seconds`);
    this.name = 'DeadlinePassed';
  }
}

/** Made once: an error for every request that ends in time would cost more than the timer. */
const inTime = new Error('it ended in time');

/** Aborts `act` when the time is over, by the program's clock. The signal is also aborted when `act` ends. */
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
