import type { Waits } from '../books/waits.js';

/** A sync that waits for the service keeps its rows in memory, so the number of lent places is limited too. */
const lentMax = 64;

/**
 * How many syncs one process works on at once. A sync that waits for the service's rate limit lends its place to
 * another, so that no company waits for another's limit. When several come back together, there are too many for a
 * while.
 */
export class Places {
  #taken = 0;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly count: number,
    private readonly waits: Waits,
  ) {
    waits.onMore(() => this.#wake());
  }

  /** How many may take a place now. */
  get free(): number {
    return this.count + Math.min(this.waits.count, lentMax) - this.#taken;
  }

  /** More can never be at work at once. */
  get most(): number {
    return this.count + lentMax;
  }

  /** Called whenever a place may have become free. */
  onFree(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Takes a place without waiting, even when none is free: the caller has checked. */
  async taken<T>(act: () => Promise<T>): Promise<T> {
    this.#taken += 1;
    try {
      return await act();
    } finally {
      this.#taken -= 1;
      this.#wake();
    }
  }

  /** Waits for a place. */
  async run<T>(act: () => Promise<T>): Promise<T> {
    while (this.free <= 0) await this.#untilWoken();
    return this.taken(act);
  }

  #untilWoken(): Promise<void> {
    return new Promise((resolve) => {
      const listener = () => {
        this.#listeners.delete(listener);
        resolve();
      };
      this.#listeners.add(listener);
    });
  }

  #wake(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
