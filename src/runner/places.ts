import type { Waits } from '../books/waits.js';

/** Those who wait for the service keep their rows in memory: their number has a bound too. */
const lentMax = 64;

/**
 * So many syncs are at work at once in one process. Who waits until the service listens again lends its place to another,
 * so that no company waits for another's limit; when all come back at once, they are a few too many for a while.
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

  /** More can never be at it at once. */
  get most(): number {
    return this.count + lentMax;
  }

  /** Called whenever a place may have become free. */
  onFree(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** In a place, whether or not one is free: the caller has asked. */
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
