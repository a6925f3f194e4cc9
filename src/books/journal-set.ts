import type { Line } from '../journal/nouns/identity.js';
import type { Money } from '../journal/nouns/money.js';

/** A line of a journal set as the books hold it. */
export interface SetEntry extends Line {
  /** An absolute url. */
  readonly url: string;
  readonly description: string;
}

/** The service's record of a journal. */
export interface JournalSet {
  /** An absolute url. */
  readonly url: string;
  /** Absent for the opening balances. */
  readonly datedOn?: string;
  readonly description: string;
  readonly tag?: string;
  readonly entries: readonly SetEntry[];
  readonly updatedAt?: string;
}

export interface EntryToSend {
  /** '401', without a sub-account suffix. */
  readonly category: string;
  /** Only on 902. */
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

/** An entry with its url is changed or destroyed; one without is added, each time this is sent. */
export interface SetChange {
  readonly datedOn?: string;
  readonly tag?: string;
  readonly description?: string;
  readonly entries: readonly (
    | { readonly url: string; readonly destroy: true }
    | (EntryToSend & { readonly url?: string })
  )[];
}
