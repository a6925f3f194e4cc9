import type { Money } from '../../journal/nouns/money.js';
import type { PensionsSaid } from './pension-answers.js';

/** The person in the books behind a payroll id; `role` as the books have it. */
export interface PersonInBooks {
  readonly user: string;
  readonly role: string;
}

/** What people have answered about a source of files. */
export interface FileAnswers extends PensionsSaid {
  /** By pay date and payroll id: the same, if a report has it. */
  readonly pensionsReported?: ReadonlyMap<string, Money>;
  /** Whether this program counts the relief-at-source pension among the deductions from net pay; undefined: not asked. */
  readonly reliefInDeductions?: boolean;
  /** This program sends the employee's share of NI within the employer's. */
  readonly bothShares: boolean;
  /** It sends the employer's share within the employee's. */
  readonly bothAsEmployees?: boolean;
  /** It takes NI from HMRC's tables, which differ a little from earnings worked out exactly. */
  readonly niTables?: boolean;
  /** Payroll ids of people who owe no NI at any pay: under 16, or insured abroad. */
  readonly withoutNi?: readonly string[];
  /**
   * By payroll id, then field: statutory pay, or class 1A, of this year from before the first file. Returns have both
   * as year to date.
   */
  readonly paidBefore: Readonly<Record<string, Readonly<Record<string, Money>>>>;
}

export interface ReadContext {
  readonly year: number;
  readonly people: ReadonlyMap<string, PersonInBooks>;
  readonly answers: FileAnswers;
}
