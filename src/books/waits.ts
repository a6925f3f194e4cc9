/** A caller that waits until the service accepts requests again does no work, so others may take its place. */
export class Waits {
  #count = 0;
  readonly #listeners = new Set<() => void>();

  /** How many are waiting now. */
  get count(): number {
    return this.#count;
  }

  /** Calls the listener whenever one more begins to wait. */
  onMore(listener: () => void): void {
    this.#listeners.add(listener);
  }

  async during<T>(wait: Promise<T>): Promise<T> {
    this.#count += 1;
    for (const listener of this.#listeners) listener();
    try {
      return await wait;
    } finally {
      this.#count -= 1;
    }
  }
}
