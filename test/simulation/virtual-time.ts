import type { Clock } from '../../src/ground/clock.js';

interface Timer {
  readonly atMs: number;
  readonly order: number;
  wake(): void;
}

/** No act of the program takes so many days: it must be waiting for ever. */
const stuckAfterMs = 12 * 86_400_000;
const idleTurnsMax = 2000;

/** Time that passes only when nothing is left to do: sleeping costs nothing and wakes in order. */
export class VirtualTime {
  #nowMs = 0;
  #order = 0;
  #timers: Timer[] = [];
  #busy = 0;

  constructor(private readonly startsAt: Date) {}

  /** Milliseconds since the beginning of the history. */
  get ms(): number {
    return this.#nowMs;
  }

  /** True time: the accounting service's clock is right. */
  now(): Date {
    return new Date(this.startsAt.getTime() + this.#nowMs);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer: Timer = {
        atMs: this.#nowMs + Math.max(0, ms),
        order: this.#order++,
        wake: () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
      };
      const stop = () => {
        this.#timers = this.#timers.filter((one) => one !== timer);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#insert(timer);
    });
  }

  /** Lets time pass until the act has ended. What it left behind goes on with the next act. */
  async until<T>(act: Promise<T>): Promise<T> {
    let over = false;
    let idleTurns = 0;
    const ended = () => {
      over = true;
    };
    act.then(ended, ended);
    const giveUpMs = this.#nowMs + stuckAfterMs;
    for (;;) {
      await restOfTurn();
      if (over) return act;
      if (this.#busy > 0) continue;
      const next = this.#timers.shift();
      if (!next) {
        // Opening a database reads a folder, the only thing that takes real time.
        if (++idleTurns > idleTurnsMax) throw new Error('everything waits and nothing will wake it');
        await new Promise((resolve) => setTimeout(resolve, 1));
        continue;
      }
      idleTurns = 0;
      if (next.atMs > giveUpMs) throw new Error('it waits for more than twelve days');
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.wake();
    }
  }

  /** No time passes while something takes real time, such as a database server. */
  async whileBusy<T>(act: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await act();
    } finally {
      this.#busy -= 1;
    }
  }

  #insert(timer: Timer): void {
    const after = this.#timers.findIndex((one) => one.atMs > timer.atMs);
    this.#timers.splice(after < 0 ? this.#timers.length : after, 0, timer);
  }
}

/** Lets everything run that can run without waiting. */
const restOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The clocks of the processes' machine: someone may set the wall clock; the monotonic one never jumps. */
export class MachineClock implements Clock {
  #offMs = 0;

  constructor(readonly time: VirtualTime) {}

  now(): Date {
    return new Date(this.time.now().getTime() + this.#offMs);
  }

  monotonicMs(): number {
    return this.time.ms;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.time.sleep(ms, signal);
  }

  jump(ms: number): void {
    this.#offMs += ms;
  }

  /** Sets the wall clock to the true time. */
  setRight(): void {
    this.#offMs = 0;
  }
}
