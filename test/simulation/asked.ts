/**
 * What persons asked for and nothing has come of yet. A decision is spent once: whatever the program then does to the
 * books a second time, nobody asked for.
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

  /** It was not to be. */
  forget(run: string, acts: readonly Act[]): void {
    for (const act of acts) this.spend(run, act);
  }

  /** Who loses the database loses what was decided. */
  clear(): void {
    this.#standing = new Set();
  }

  /** As it stands now. */
  get all(): ReadonlySet<string> {
    return this.#standing;
  }

  /** A backup brings back what was decided when it was made. */
  add(standing: ReadonlySet<string>): void {
    this.#standing = new Set([...this.#standing, ...standing]);
  }
}
