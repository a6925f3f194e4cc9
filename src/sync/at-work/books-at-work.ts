import type { Books } from '../../books/books.js';
import type { PayrollSource } from '../../payrolls/source.js';
import type { SyncProgress } from '../../record/runs/sync-record.entity.js';
import type { RecordAtWork } from './record-at-work.js';

/**
 * One company's books while a sync works on them, under their lease. The story has all of it; each part takes what it
 * uses.
 */
export interface BooksAtWork {
  readonly record: RecordAtWork;
  /** The ledger in the accounting service, with this company's tokens. */
  readonly ledger: Books;
  readonly payroll: PayrollSource;
  /** Shows how far the sync is. Throws between two steps when the process is stopping. */
  readonly progress: (progress: Omit<SyncProgress, 'company'>) => Promise<void>;
}

/** What a step that reads or changes the books may use: no payroll. */
export type LedgerAtWork = Pick<BooksAtWork, 'record' | 'ledger'>;
