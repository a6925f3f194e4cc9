import type { Clock } from '../ground/clock.js';

/** An answer that took longer, or whose reader slept, proves too little: bounds a minute apart would let no request go. */
const roundTripMaxMs = 10_000;

/**
 * What time it is at the service, learned from its `Date` headers. A header is cut to the second and travels,
 * so the truth lies between two bounds, and every answer may narrow them.
 */
export class ServiceClock {
  /** Both: the service's time when our monotonic clock stood at 0. */
  #earliestMs: number | undefined;
  #latestMs = 0;

  constructor(private readonly clock: Clock) {}

  get known(): boolean {
    return this.#earliestMs !== undefined;
  }

  /** `sentMs` and `receivedMs` by our monotonic clock. */
  learn(date: Date, sentMs: number, receivedMs: number): void {
    if (receivedMs - sentMs > roundTripMaxMs) return;
    const earliest = date.getTime() - receivedMs;
    const latest = date.getTime() + 1000 - sentMs;
    const before = this.#earliestMs;
    // No overlap with what was believed: the service's clock was set.
    const moved = before === undefined || earliest > this.#latestMs || latest < before;
    this.#earliestMs = moved ? earliest : Math.max(earliest, before);
    this.#latestMs = moved ? latest : Math.min(latest, this.#latestMs);
  }

  /** Surely not later than it is there. Our own time while nothing is known. */
  earliest(): Date {
    return this.#earliestMs === undefined ? this.clock.now() : new Date(this.#earliestMs + this.clock.monotonicMs());
  }

  /** Surely not earlier than it is there. */
  latest(): Date {
    return this.#earliestMs === undefined ? this.clock.now() : new Date(this.#latestMs + this.clock.monotonicMs());
  }
}
