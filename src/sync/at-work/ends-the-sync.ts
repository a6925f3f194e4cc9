import { OtherBooks } from '../../books/errors.js';
import { DecidedSince } from './decided-since.js';
import { LeaseLost } from './lease-lost.js';

/**
 * Trouble after which nothing more is recorded. Another process works on the books now, and on their record; or
 * decisions must be read again first; or another company's books are answering.
 */
export const endsTheSync = (error: unknown): boolean =>
  [LeaseLost, DecidedSince, OtherBooks].some((kind) => error instanceof kind);
