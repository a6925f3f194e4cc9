import type { JournalSet } from './journal-set.js';

/** Once this is past, by either clock, nothing more is sent. */
export interface SendBy {
  readonly wall: Date;
  readonly monotonicMs: number;
}

/**
 * One attempt at a write. Called after all queueing and immediately before the socket is used, it commits the write's
 * row as `sending` and returns its send-by; null if the lease is lost, and then nothing is sent.
 */
export interface Attempt {
  begin(): Promise<SendBy | null>;
}

/** Every possible outcome of a write. */
export type WriteOutcome =
  /** `set` is absent for removals. `at` is the service's own time. */
  | { readonly kind: 'done'; readonly set?: JournalSet; readonly at?: Date }
  /** 400, 403, 404, 409, 422, in the service's own words. */
  | { readonly kind: 'refused'; readonly status: number; readonly words: string }
  /** No usable token; or, `answered`, a 401 of the service, which may have acted anyway. */
  | { readonly kind: 'unauthorised'; readonly answered: boolean }
  /** Our own quota is used up for longer than a request may last: nothing was begun. */
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  /** A 429 too: the service may have acted. */
  | { readonly kind: 'inDoubt'; readonly why: string }
  /** Nothing reached the socket: no lease, send-by passed, or no connection could be made. */
  | { readonly kind: 'notSent'; readonly why: string };
