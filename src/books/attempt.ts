import type { JournalSet } from './journal-set.js';

/** Past it, by either clock, nothing is sent any more. */
export interface SendBy {
  readonly wall: Date;
  readonly monotonicMs: number;
}

/**
 * One attempt at a write. Asked after all queueing and immediately before the socket, it commits its row as `sending`
 * and answers its send-by; null when the lease is lost: then nothing is sent.
 */
export interface Attempt {
  begin(): Promise<SendBy | null>;
}

/** Everything that can become of a write. */
export type WriteOutcome =
  /** `set` is absent for removals. `at` is the service's own time. */
  | { readonly kind: 'done'; readonly set?: JournalSet; readonly at?: Date }
  /** 400, 403, 404, 409, 422, in the service's own words. */
  | { readonly kind: 'refused'; readonly status: number; readonly words: string }
  /** A second 401, after one refresh and one more `begin()`; or no usable token at all. */
  | { readonly kind: 'unauthorised' }
  /** Not acted upon: a 429, or our own quota, used up for longer than a request may last. */
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'inDoubt'; readonly why: string }
  /** Nothing reached the socket: no lease, send-by passed, or no connection could be made. */
  | { readonly kind: 'notSent'; readonly why: string };
