import type { Clock } from '../ground/clock.js';

/** A slower answer, or a reader that slept, proves too little: with bounds a minute apart no request could go. */
const roundTripMaxMs = 10_000;

/**
 * The time at the service, learned from its `Date` headers. A header is cut to the second and takes time to arrive, so
 * the true time is between two bounds, and every answer may narrow them.
 */
export class ServiceClock {
  /** Both bounds are the service's time when our monotonic clock was at 0. */
  #earliestMs: number | undefined;
  #latestMs = 0;

  constructor(private readonly clock: Clock) {}

  get known(): boolean {
    return this.#earliestMs !== undefined;
  }

  /** `sentMs` and `receivedMs` are by our monotonic clock. */
  learn(date: Date, sentMs: number, receivedMs: number): void {
    if (receivedMs - sentMs > roundTripMaxMs) return;
    const earliest = date.getTime() - receivedMs;
    const latest = date.getTime() + 1000 - sentMs;
    const before = this.#earliestMs;
    // No overlap with the bounds so far: the service's clock was set.
    const moved = before === undefined || earliest > this.#latestMs || latest < before;
    this.#earliestMs = moved ? earliest : Math.max(earliest, before);
    this.#latestMs = moved ? latest : Math.min(latest, this.#latestMs);
  }

  /** Certainly not later than the service's time; our own time while nothing is known. */
  earliest(): Date {
    return this.#earliestMs === undefined ? this.clock.now() : new Date(this.#earliestMs + this.clock.monotonicMs());
  }

  /** Certainly not earlier than the service's time. */
  latest(): Date {
    return this.#earliestMs === undefined ? this.clock.now() : new Date(this.#latestMs + this.clock.monotonicMs());
  }
}
