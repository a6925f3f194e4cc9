import type { Books } from '../../books/books.js';
import type { PayrollSource } from '../../payrolls/source.js';
import type { Company } from '../../companies/company.js';
import type { Clock } from '../../ground/clock.js';
import type { Database } from '../../ground/database.js';
import type { Policy } from '../../journal/policy/policy.js';
import type { Decided } from '../../record/decided.js';
import type { Decisions } from '../../record/runs/decisions.js';
import type { HeldLease } from '../../record/leases.js';
import type { Outbox } from '../../record/messages/outbox.js';
import type { PostingLog } from '../../record/log/posting-log.js';
import type { SyncProgress, SyncRequest } from '../../record/runs/sync-record.entity.js';
import type { Writes } from '../../record/runs/writes.js';

/** What a sync needs from the rest of the program; the same for every company. */
export interface SyncTools {
  /** For reading: what a sync writes goes through `work`, and the state of a write through `writes`. */
  readonly db: Pick<Database, 'read' | 'now' | 'clock'>;
  readonly clock: Clock;
  readonly log: PostingLog;
  readonly writes: Writes;
  readonly decisions: Decisions;
  /** Messages are stored in the same unit of work and delivered later. */
  readonly outbox: Pick<Outbox, 'put'>;
  readonly limits: SyncLimits;
  policyAt(companyId: string, version: number): Promise<Policy>;
}

export interface SyncLimits {
  readonly deadlineSeconds: number;
  readonly settleWindowSeconds: number;
}

/** One company's books while a sync works on them, under their lease. */
export interface BooksAtWork extends SyncTools {
  readonly company: Company;
  /** The ledger in the accounting service, with this company's tokens. */
  readonly service: Books;
  readonly payroll: PayrollSource;
  readonly lease: HeldLease;
  /** What had been decided when this sync began to read. */
  readonly decided: Decided;
  /**
   * A unit of work that ends in `LeaseLost`, and writes nothing, once another process has taken the books: it may have
   * read the record already, and would not notice what changed after that.
   */
  readonly work: Database['work'];
  readonly syncId: string;
  readonly request: SyncRequest;
  readonly tally: Tally;
  /** Shows how far the sync is. Throws between two steps when the process is stopping. */
  readonly progress: (progress: Omit<SyncProgress, 'company'>) => Promise<void>;
}

/** What this sync has done so far. Counted as it is committed, so that a sync that breaks off has its numbers too. */
export interface Tally {
  posted: number;
  adopted: number;
  amended: number;
  /** The runs behind these numbers, by tag. */
  readonly touched: Set<string>;
  /** The runs whose writes were looked for, by tag: they are decided again, whatever was found. */
  readonly settled: Set<string>;
  /** The writes that were looked for once more, with their runs: it is over once something was decided from it. */
  readonly lookedAgain: Map<string, string>;
}

/** The fields with which every log line of a sync begins. */
export const logLine = ({ company, syncId, request }: BooksAtWork) => ({
  companyId: company.id,
  syncId,
  trigger: request.trigger,
  actor: request.actor,
});
