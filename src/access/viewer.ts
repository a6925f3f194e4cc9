/** A reader of rows: of which companies, and whether with pay. */
export interface Viewer {
  /** Ids; null is every company. */
  readonly companies: readonly string[] | null;
  /**
   * Without it a view gives states, days, counts and ticks: no amount of payroll, no name of who is paid, and no words
   * in which someone may have written either. A total is an amount too: Ash pays one director and three staff, and the
   * four together less the staff is the director's pay.
   */
  readonly pay: boolean;
}

/** A person who can run a command can read the database, so nothing is hidden. */
export const everything: Viewer = { companies: null, pay: true };
