import type { Money } from '../journal/nouns/money.js';
import type { PayPeriod, Person } from '../journal/nouns/pay-run.js';

/** A period in the list of a payroll year, without payslips. */
export const headerFields = [
  ...(['url', 'period', 'datedOn', 'status', 'frequency', 'updatedAt', 'moved'] as const),
  ...(['allowanceClaimed', 'allowanceAmount', 'cisDeduction', 'returned'] as const),
];
export type PeriodHeader = Pick<PayPeriod, (typeof headerFields)[number]>;

/** Payroll has not been run for it yet. */
export const isUnfiled = ({ status }: PeriodHeader): boolean => status === 'unfiled';

/** An amount due to the tax authority. */
export interface Payment {
  readonly dueOn: string;
  readonly amountDue?: Money;
  readonly status?: string;
}

export interface ListedYear {
  readonly year: number;
  readonly periods: readonly PeriodHeader[];
  readonly payments: readonly Payment[];
}

/** A pay period, and its source's own text of it, to be hashed and stored. */
export interface Document {
  readonly period: PayPeriod;
  readonly text: string;
}

/** Where a company's payslips come from: all that a sync asks of payroll. */
export interface PayrollSource {
  year(year: number): Promise<ListedYear>;
  /** `period` is 0 to 11. */
  period(year: number, period: number): Promise<Document>;
  people(): Promise<readonly Person[]>;
}
