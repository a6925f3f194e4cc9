import type { JournalSet } from '../../books/journal-set.js';
import type { Company } from '../../companies/company.js';
import type { KeptSurroundings } from '../../companies/surroundings.js';
import type { Problem } from '../../ground/problem.js';
import type { DateRange } from '../../journal/nouns/dates.js';
import type { Policy } from '../../journal/policy/policy.js';
import type { Decision } from '../../record/runs/decision.entity.js';
import type { PayPeriodRecord, StoredPayment } from '../../record/runs/pay-period.entity.js';
import type { SyncRequest } from '../../record/runs/sync-record.entity.js';
import type { RunFacts } from './run-facts.js';
import type { FetchedYear } from './fetched.js';

/**
 * Everything a sync knows, read-only in depth. Only `fold.ts` makes new facts from old ones; what a step makes with its
 * `withFound` stays in that step.
 */
export interface Facts {
  readonly company: Company;
  readonly request: SyncRequest;
  /**
   * By tag: the pay runs of the years at work and of the years next to them, since a pay date can move across 5 April.
   */
  readonly runs: ReadonlyMap<string, RunFacts>;
  /** The policies that runs were posted with, by version. */
  readonly policies: ReadonlyMap<number, Policy>;
  readonly periods: readonly Readonly<PayPeriodRecord>[];
  /** What is due to HMRC, by tax year. */
  readonly payments: ReadonlyMap<number, readonly StoredPayment[]>;
  /** Periods (year × 12 + period) whose figures differ from the stored ones. */
  readonly refigured: ReadonlySet<number>;
  /** Decisions of people that nothing has carried out yet, for this company and its practice. */
  readonly decisions: readonly Readonly<Decision>[];
  /** Decisions to ignore that move with a run whose pay date moved. */
  readonly inherited: readonly Readonly<Decision>[];
  /** What was read from payroll and is not stored yet. */
  readonly fetched: readonly FetchedYear[];
  /** What was asked of the books besides payroll, and is not stored yet. */
  readonly asked?: KeptSurroundings;
  /** Periods (year × 12 + period) for which we are not sure what payroll has now. */
  readonly unread: ReadonlySet<number>;
  /** What went wrong for one run or period while the others went on. */
  readonly problems: readonly Problem[];
  readonly look?: Look;
  readonly guarded?: Guarded;
  /** The record has changed, so payroll must be mapped again. */
  readonly outdated: boolean;
  /** A recovery or an allowance follows from what was posted: it is worked out once nothing else is left to do. */
  readonly isFollowed?: boolean;
  /** Trouble that ends the sync. */
  readonly brokenOff?: { readonly error: unknown };
}

/**
 * The books around the pay periods at work, just before something is sent. One look may serve several posts, as long as
 * the guard checks each of them and every change since is our own and confirmed.
 */
export interface Look {
  /** The run it was taken for, and every run it may serve. */
  readonly tag: string;
  readonly serves: ReadonlySet<string>;
  /** By our monotonic clock. */
  readonly takenMs: number;
  readonly range: DateRange;
  readonly sets: readonly JournalSet[];
}

/** The guard's answer about a run. It reads the movement twice before it holds anything. */
export interface Guarded {
  readonly tag: string;
  readonly passed: boolean;
}
