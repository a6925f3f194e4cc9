import type { JournalSet } from '../books/journal-set.js';
import type { Company } from '../companies/company.js';
import type { KeptSurroundings } from '../companies/surroundings.js';
import type { Problem } from '../ground/problem.js';
import type { DateRange } from '../journal/dates.js';
import type { Decision } from '../record/decision.entity.js';
import type { PayPeriodRecord, StoredPayment } from '../record/pay-period.entity.js';
import type { SyncRequest } from '../record/sync-record.entity.js';
import type { RunFacts } from './run-facts.js';
import type { FetchedYear } from './steps/fetch.js';

/** All that a sync knows, read-only in depth. `fold` is the only function that makes new facts, of old ones. */
export interface Facts {
  readonly company: Company;
  readonly request: SyncRequest;
  /** By tag: the pay runs of the tax years at work and of those beside them, since a pay date moves across 5 April too. */
  readonly runs: ReadonlyMap<string, RunFacts>;
  readonly periods: readonly Readonly<PayPeriodRecord>[];
  /** What is due to HMRC, by tax year. */
  readonly payments: ReadonlyMap<number, readonly StoredPayment[]>;
  /** Periods, as year × 12 + period, whose figures are not the stored ones. */
  readonly refigured: ReadonlySet<number>;
  /** What persons decided and nothing has carried out, of this company and its practice. */
  readonly decisions: readonly Readonly<Decision>[];
  /** Ignored runs whose pay date moved: the decisions that go along. */
  readonly inherited: readonly Readonly<Decision>[];
  /** What was read of payroll and is not kept yet. */
  readonly fetched: readonly FetchedYear[];
  /** What was asked of the books beside payroll, and is not kept yet. */
  readonly asked?: KeptSurroundings;
  /** Periods of which it is not certain what payroll has now, as year × 12 + period. */
  readonly unread: ReadonlySet<number>;
  /** What could not be done for one run or period, while the others went on. */
  readonly problems: readonly Problem[];
  readonly look?: Look;
  readonly guarded?: Guarded;
  /** The record changed in a way that changes how payroll is mapped. */
  readonly outdated: boolean;
  /** Statutory pay or its recovery was posted: what is open of it is worked out anew once nothing else is left to be done. */
  readonly isRecoverable?: boolean;
  /** Trouble that ends the sync. */
  readonly brokenOff?: { readonly error: unknown };
}

/**
 * What the books show around the pay periods at work, just before something is sent. It serves one sending after another
 * as long as the guard stands behind it and every change since is our own and confirmed.
 */
export interface Look {
  /** The run it was taken for, and all that it may serve. */
  readonly tag: string;
  readonly serves: ReadonlySet<string>;
  /** By our monotonic clock. */
  readonly takenMs: number;
  readonly range: DateRange;
  readonly sets: readonly JournalSet[];
}

/** The double-posting guard was asked about a run. Movement is read twice before it holds anything. */
export interface Guarded {
  readonly tag: string;
  readonly passed: boolean;
}
