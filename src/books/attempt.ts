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
  /** No usable token; or, `answered`, a 401 of the service, which may have acted all the same. */
  | { readonly kind: 'unauthorised'; readonly answered: boolean }
  /** Our own quota is used up for longer than a request may last; or, `answered`, a 429, behind which it may have acted. */
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number; readonly answered: boolean }
  | { readonly kind: 'inDoubt'; readonly why: string }
  /** Nothing reached the socket: no lease, send-by passed, or no connection could be made. */
  | { readonly kind: 'notSent'; readonly why: string };
