import { type Clock, systemClock } from '../../src/ground/clock.js';

/** Real time, except that plain waits are skipped: only a deadline, which can be cancelled, is really waited for. */
export class HastyClock implements Clock {
  #skippedMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#skippedMs);
  }

  monotonicMs(): number {
    return performance.now() + this.#skippedMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal) return systemClock.sleep(ms, signal);
    this.#skippedMs += ms;
    return new Promise((resolve) => setImmediate(resolve));
  }

  get skippedSeconds(): number {
    return this.#skippedMs / 1000;
  }
}
