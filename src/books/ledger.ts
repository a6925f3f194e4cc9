import type { DateRange } from '../journal/nouns/dates.js';
import type { Money } from '../journal/nouns/money.js';

/**
 * What was read, and when by the service's own clock, if it gave the time. For several pages the time of the first, so
 * it is never too late.
 */
export interface Seen<T> {
  readonly value: T;
  readonly at?: Date;
}

/** For answers whose day, by the service's clock, matters. */
export type SeenAt<T> = Required<Seen<T>>;

export interface CompanyRecord {
  /** Stable: the service's id of the company, or its subdomain if it sends no id. */
  readonly identity: string;
  readonly name: string;
  readonly subdomain?: string;
  readonly type: string;
  readonly currency?: string;
  /** The day from which transactions count. */
  readonly startDate?: string;
  /** The last day of its accounting years: '03-31'. */
  readonly accountingYearEnd?: string;
  /** Its accounting years, whatever their length. */
  readonly accountingYears: readonly DateRange[];
}

/** Only UK companies have UK payroll. */
export const isOfUk = ({ type }: CompanyRecord): boolean => type.startsWith('Uk');

/** The movement of one account over a range of days. */
export interface TrialBalanceLine {
  /** As shown on reports: '401', '902-3'. */
  readonly code: string;
  readonly name?: string;
  readonly userPath?: string;
  /** Only on a bank account's line. */
  readonly bankAccount?: string;
  readonly total: Money;
}

export interface BankAccount {
  readonly url: string;
  readonly name: string;
  readonly currency?: string;
}

/** A bank transaction, signed as by the service: money out of the account is negative. */
export interface BankTransaction {
  readonly url: string;
  readonly datedOn: string;
  readonly amount: Money;
  readonly unexplained: Money;
  /** How it was explained, without categories: one bank line may pay several people. */
  readonly explanations: readonly { readonly datedOn?: string; readonly amount: Money }[];
}

export interface FinalAccounts {
  readonly periodStartsOn: string;
  readonly periodEndsOn: string;
  /** They have been sent, so nothing may move in their days. */
  readonly isClosed: boolean;
}

/** A client of a practice, in the minimal form. */
export interface Client {
  readonly name: string;
  readonly subdomain: string;
}
