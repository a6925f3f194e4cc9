import type { Line } from '../journal/identity.js';
import type { Money } from '../journal/money.js';

/** A line of a journal set, as the books hold it. */
export interface SetEntry extends Line {
  /** Absolute. */
  readonly url: string;
  readonly description: string;
}

/** The service's record of a journal. */
export interface JournalSet {
  /** Absolute. */
  readonly url: string;
  /** The opening balances have none. */
  readonly datedOn?: string;
  readonly description: string;
  readonly tag?: string;
  readonly entries: readonly SetEntry[];
  readonly updatedAt?: string;
}

export interface EntryToSend {
  /** '401', without sub-account suffix. */
  readonly category: string;
  /** On 902. */
  readonly user?: string;
  readonly debit: Money;
  readonly description: string;
}

export interface SetToSend {
  readonly datedOn: string;
  readonly description: string;
  readonly tag: string;
  readonly entries: readonly EntryToSend[];
}

/** An entry with its url is changed or destroyed; one without is added, at every sending. */
export interface SetChange {
  readonly datedOn?: string;
  readonly tag?: string;
  readonly description?: string;
  readonly entries: readonly (
    | { readonly url: string; readonly destroy: true }
    | (EntryToSend & { readonly url?: string })
  )[];
}
