import { type Clock, systemClock } from '../../../ground/clock.js';

/** The demo's time: the machine's, plus as much as the story has moved it ahead. */
export class DemoClock implements Clock {
  #aheadMs = 0;

  now(): Date {
    return new Date(systemClock.now().getTime() + this.#aheadMs);
  }

  monotonicMs(): number {
    return systemClock.monotonicMs() + this.#aheadMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal);
  }

  forward(ms: number): void {
    this.#aheadMs += ms;
  }
}
