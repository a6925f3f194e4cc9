import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/ground/clock.js';

interface Sleeper {
  readonly atMs: number;
  wake(): void;
}

/** After so many turns of the event loop without a change among the sleepers, everything waits for time to pass. */
const idleTurns = 10;

/** Time that passes only when everything waits for it. Only for code without a network, on SQLite. */
export class VirtualClock implements Clock {
  #ms: number;
  #sleepers: Sleeper[] = [];

  constructor(start: Date) {
    this.#ms = start.getTime();
  }

  now(): Date {
    return new Date(this.#ms);
  }

  monotonicMs(): number {
    return this.#ms;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { atMs: this.#ms + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal.reason);
      });
    });
  }

  /** Lets time pass until the act has ended. */
  async through<T>(act: Promise<T>): Promise<T> {
    let over = false;
    const done = act.finally(() => {
      over = true;
    });
    done.catch(() => {});
    while (!over) {
      for (let i = 0; i < idleTurns && !over; i++) await turn();
      if (!over) this.#advance();
    }
    return done;
  }

  #advance(): void {
    const next = this.#sleepers.reduce<Sleeper | undefined>((a, b) => (a && a.atMs <= b.atMs ? a : b), undefined);
    if (!next) return;
    this.#ms = Math.max(this.#ms, next.atMs);
    const due = this.#sleepers.filter((sleeper) => sleeper.atMs <= this.#ms);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.atMs > this.#ms);
    for (const sleeper of due) sleeper.wake();
  }
}
