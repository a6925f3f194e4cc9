import type { DateRange } from '../journal/dates.js';
import type { Money } from '../journal/money.js';

/** What was read, and when by the service's own clock, if it named the time. Of several pages: of the first, so never too late. */
export interface Seen<T> {
  readonly value: T;
  readonly at?: Date;
}

/** Where the service's day matters. */
export type SeenAt<T> = Required<Seen<T>>;

export interface CompanyRecord {
  /** Stable: the service's id of the company, or its subdomain where it sends no id. */
  readonly identity: string;
  readonly name: string;
  readonly subdomain?: string;
  readonly type: string;
  readonly currency?: string;
  /** From which day transactions count. */
  readonly startDate?: string;
  /** The day its accounting years end on: '03-31'. */
  readonly accountingYearEnd?: string;
  /** Its accounting years, of whatever length. */
  readonly accountingYears: readonly DateRange[];
}

/** A period in the list of a payroll year: no payslips. */
export interface PeriodHeader {
  readonly url?: string;
  readonly period: number;
  readonly datedOn: string;
  readonly status: string;
  readonly frequency?: string;
  readonly allowanceClaimed: boolean;
  readonly allowanceAmount: Money;
  readonly cisDeduction: Money;
  readonly updatedAt?: string;
}

/** What is due to the tax authority. */
export interface Payment {
  readonly dueOn: string;
  readonly amountDue?: Money;
  readonly status?: string;
}

export interface PayrollYear {
  readonly year: number;
  readonly periods: readonly PeriodHeader[];
  readonly payments: readonly Payment[];
}

/** Movement of one account over a range. */
export interface TrialBalanceLine {
  /** As shown on reports: '401', '902-3'. */
  readonly code: string;
  readonly name?: string;
  readonly userPath?: string;
  /** Of a bank account's line. */
  readonly bankAccount?: string;
  readonly total: Money;
}

export interface BankAccount {
  readonly url: string;
  readonly name: string;
  readonly currency?: string;
}

/** A bank transaction, as the service signs it: what left the account is negative. */
export interface BankTransaction {
  readonly url: string;
  readonly datedOn: string;
  readonly amount: Money;
  readonly unexplained: Money;
  /** What it was explained as, without categories: one line of the bank may pay several people. */
  readonly explanations: readonly { readonly datedOn?: string; readonly amount: Money }[];
}

export interface FinalAccounts {
  readonly periodStartsOn: string;
  readonly periodEndsOn: string;
  readonly filingStatus: string;
}

/** A client of a practice, in the minimal form. */
export interface Client {
  readonly name: string;
  readonly subdomain: string;
}
