import type { Chart } from '../journal/chart.js';
import type { DateRange } from '../journal/dates.js';
import type { PayPeriod, Person } from '../journal/pay-run.js';
import type { Attempt, WriteOutcome } from './attempt.js';
import type { JournalSet, SetChange, SetToSend } from './journal-set.js';
import type { CompanyRecord, FinalAccounts, PayrollYear, Seen, TrialBalanceLine } from './ledger.js';

/** One company's books in the accounting service. */
export interface Books {
  /** How many requests were sent so far through this object. */
  readonly requests: number;
  company(): Promise<Seen<CompanyRecord>>;
  users(): Promise<readonly Person[]>;
  chart(): Promise<Chart>;
  payrollYear(year: number): Promise<PayrollYear>;
  /** `raw` is the service's `period` object, to be stored. */
  payPeriod(year: number, period: number): Promise<{ period: PayPeriod; raw: unknown }>;
  /** The whole list, or LookupFailed. */
  journalSets(range: DateRange & { tag?: string }): Promise<Seen<readonly JournalSet[]>>;
  /** Undefined: the service says there is none (404). */
  journalSet(url: string): Promise<Seen<JournalSet | undefined>>;
  trialBalance(range: DateRange): Promise<readonly TrialBalanceLine[]>;
  finalAccounts(): Promise<readonly FinalAccounts[]>;
  /** One cheap request, for its Date header. */
  serverTime(): Promise<Date>;
  post(set: SetToSend, attempt: Attempt): Promise<WriteOutcome>;
  amend(url: string, change: SetChange, attempt: Attempt): Promise<WriteOutcome>;
  remove(url: string, attempt: Attempt): Promise<WriteOutcome>;
}
