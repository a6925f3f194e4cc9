import type { Money } from '../../journal/nouns/money.js';

/** One debt of payroll: a week's net pay, a month's PAYE. A claim is a negative one. */
export interface Item {
  readonly id: string;
  /** "Net pay of 31 October 2025" */
  readonly what: string;
  /** Of an undated one: the day on which it arises. */
  readonly due: string;
  readonly amount: Money;
  /** Without a due day: whatever is cleared beyond the others comes off it. */
  readonly isUndated?: true;
}

/** What is open of an item past its due day. `due`: the bank feed may not have its payment yet. */
export interface OpenItem {
  readonly item: Item;
  readonly left: Money;
  readonly state: 'due' | 'no_payment_posted' | 'part_paid' | 'on_account' | 'one_of_these';
  /** For `one_of_these`: all items that the same payment fits. */
  readonly among?: readonly Item[];
}

/** What was cleared beyond what was due. */
export interface Beyond {
  /**
   * `credit`: a claim that nothing was set against yet. `other_postings`: nothing was due, and this company does not
   * pay ahead.
   */
  readonly state: 'paid_twice' | 'paid_over' | 'credit' | 'credited' | 'other_postings';
  readonly amount: Money;
  /** The days in which it was cleared. */
  readonly from: string;
  readonly to: string;
  readonly item?: Item;
}
