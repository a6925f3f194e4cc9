import { OtherBooks } from '../../books/errors.js';
import { DecidedSince } from './decided-since.js';
import { LeaseLost } from './lease-lost.js';

/**
 * Trouble after which nothing more is recorded: the books, and so the record, belong to another process now; what was
 * decided is read again first; or the books that answer are another company's.
 */
export const endsTheSync = (error: unknown): boolean =>
  [LeaseLost, DecidedSince, OtherBooks].some((kind) => error instanceof kind);
