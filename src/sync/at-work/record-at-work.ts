import type { Company } from '../../companies/company.js';
import type { Clock } from '../../ground/clock.js';
import type { Database } from '../../ground/database.js';
import type { Policy } from '../../journal/policy/policy.js';
import type { Decisions } from '../../record/runs/decisions.js';
import type { Outbox } from '../../record/messages/outbox.js';
import type { PostingLog } from '../../record/log/posting-log.js';
import type { SyncRequest } from '../../record/runs/sync-record.entity.js';
import type { Begun, NewWrite, Writes } from '../../record/runs/writes.js';

/** The parts of the record that are the same for every company. */
export interface RecordTools {
  /** For reading: a sync writes through `work`, and the state of a write through `writes`. */
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

/** One company's record while a sync works on its books: read as it is, written under the lease of the books. */
export interface RecordAtWork extends RecordTools {
  readonly company: Company;
  readonly syncId: string;
  readonly request: SyncRequest;
  readonly tally: Tally;
  /**
   * A unit of work. Once another process has taken the books, it ends in `LeaseLost` and writes nothing: that process
   * may have read the record already, and would not notice a later change.
   */
  readonly work: Database['work'];
  /** Commits the intent to send, unless the lease is lost or something was decided since this sync began to read. */
  readonly begin: (write: NewWrite) => Promise<Begun>;
  /** Whatever an earlier holder of the lease was sending when it ended is in doubt. */
  readonly doubt: () => Promise<void>;
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
  /**
   * Writes that had their second look in this sync (id → run). The due date is cleared once their run has been decided.
   */
  readonly lookedAgain: Map<string, string>;
}

/** The fields that begin every log line of a sync. */
export const logLine = ({ company, syncId, request }: RecordAtWork) => ({
  companyId: company.id,
  syncId,
  trigger: request.trigger,
  actor: request.actor,
});
