/**
 * What persons asked for and has not been carried out yet. A decision is used up once: if the program does the same to
 * the books a second time, no one asked for it.
 */
export type Act = 'post' | 'amend' | 'reverse';

export class Asked {
  #standing: ReadonlySet<string> = new Set();

  ask(run: string, acts: readonly Act[]): void {
    this.#standing = new Set([...this.#standing, ...acts.map((act) => `${act} ${run}`)]);
  }

  stands(run: string, act: Act): boolean {
    return this.#standing.has(`${act} ${run}`);
  }

  spend(run: string, act: Act): void {
    this.#standing = new Set([...this.#standing].filter((one) => one !== `${act} ${run}`));
  }

  /** The acts were refused, so no one asks for them any more. */
  forget(run: string, acts: readonly Act[]): void {
    for (const act of acts) this.spend(run, act);
  }

  /** Losing the database loses the decisions in it. */
  clear(): void {
    this.#standing = new Set();
  }

  /** What is asked for now. */
  get all(): ReadonlySet<string> {
    return this.#standing;
  }

  /** Restoring a backup brings back the decisions in it. */
  add(standing: ReadonlySet<string>): void {
    this.#standing = new Set([...this.#standing, ...standing]);
  }
}
