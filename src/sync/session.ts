import type { Books } from '../books/books.js';
import type { Clock } from '../ground/clock.js';
import type { Company } from '../companies/company.js';
import type { Database } from '../ground/database.js';
import type { Policy } from '../journal/policy.js';
import type { Decisions } from '../record/decisions.js';
import type { HeldLease } from '../record/leases.js';
import type { Outbox } from '../record/outbox.js';
import type { PostingLog } from '../record/posting-log.js';
import type { SyncProgress, SyncRequest } from '../record/sync-record.entity.js';
import type { Problem } from '../ground/problem.js';
import type { Writes } from '../record/writes.js';

/** What the sync needs of the rest of the program; the same for every company. */
export interface SyncTools {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: PostingLog;
  readonly writes: Writes;
  readonly decisions: Decisions;
  /** Kept in the same unit of work, delivered later. */
  readonly outbox: Pick<Outbox, 'put'>;
  readonly limits: SyncLimits;
  policyAt(companyId: string, version: number): Promise<Policy>;
}

export interface SyncLimits {
  readonly deadlineSeconds: number;
  readonly settleWindowSeconds: number;
}

/** What one sync of one company's books carries along. */
export interface Session extends SyncTools {
  readonly company: Company;
  readonly books: Books;
  readonly lease: HeldLease;
  readonly syncId: string;
  readonly request: SyncRequest;
  readonly counts: Counts;
  /** What could not be done for one run or period, while the others went on. */
  readonly problems: Problem[];
  /** Periods of which it is not certain what payroll says now, as year × 12 + period. */
  readonly unread: Set<number>;
  readonly progress: (progress: Omit<SyncProgress, 'company'>) => Promise<void>;
}

/** What this sync did, beside what it found. */
export interface Counts {
  posted: number;
  adopted: number;
  amended: number;
  /** The runs behind these numbers, by tag. */
  readonly touched: Set<string>;
  /** How often the service answered a write in a way that promises nothing, by answer and tag. */
  readonly tries: Map<string, number>;
}

/** What every line of the log that a sync writes says first. */
export const saidBy = ({ company, syncId, request }: Session) => ({
  companyId: company.id,
  syncId,
  trigger: request.trigger,
  actor: request.actor,
});

const londonDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' });

/** The day in London: tax years, pay dates and schedules are British. */
export function today(clock: Clock): string {
  return londonDay.format(clock.now());
}
