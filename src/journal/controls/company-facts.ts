import type { Money } from '../money.js';
import type { ClaimedPay } from '../paye/claims.js';
import type { Accepted, Bank } from './control.js';
import type { HmrcMonth } from './hmrc.js';
import type { Policy } from '../policy.js';

/** A company's payroll and books on one day, ready to be judged. */
export interface CompanyFacts {
  readonly on: string;
  readonly policy: Policy['controls'];
  /** By account code and person; credits positive. */
  readonly balances: readonly Balance[];
  /** By pay date. */
  readonly runs: readonly RunCharged[];
  readonly months: readonly MonthFacts[];
  /** Adjustments of ours that are in the books. */
  readonly adjustments: readonly AdjustmentCharge[];
  readonly notes: readonly ControlNote[];
  /** The last day on which a control was clear, by its key. */
  readonly clearTo: ReadonlyMap<string, string>;
  /** People by their path. */
  readonly names: ReadonlyMap<string, { readonly name: string; readonly user: string }>;
  /** The accounts that the books have; absent until their chart is read. */
  readonly chart?: ReadonlySet<string>;
  readonly bank?: Bank;
}

export interface Balance {
  readonly account: string;
  readonly userPath?: string;
  readonly name: string;
  readonly amount: Money;
}

export type LiabilityKind = 'pay' | 'paye' | 'pension' | 'other';

export interface ChargedLine {
  readonly account: string;
  readonly userPath?: string;
  /** Credits positive. */
  readonly amount: Money;
  readonly from: readonly string[];
}

export interface PostedLine extends ChargedLine {
  /** The set's own date: a reversal may have another day than the run. */
  readonly datedOn: string;
  /** The set's address in the books. */
  readonly journalSet?: string;
}

export interface RunCharged {
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  /** The kinds of liability on its accounts, by the policy it was mapped with. */
  readonly kinds: ReadonlyMap<string, LiabilityKind>;
  readonly lines: readonly ChargedLine[];
  /** The lines of our sets of this run that are in the books. */
  readonly posted?: readonly PostedLine[];
  /** 'perhaps' if somebody else posts this payroll. */
  readonly inBooks: 'yes' | 'no' | 'perhaps';
}

export type MonthFacts = Pick<HmrcMonth, 'year' | 'period' | 'cisSuffered' | 'due' | 'owedElsewhere'> & {
  readonly statutoryPay: readonly ClaimedPay[];
};

export interface AdjustmentCharge {
  readonly account: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly amount: Money;
  /** Its set's address in the books. */
  readonly journalSet?: string;
}

/** Entered by a person: opening debts, and differences whose cause they named. */
export interface ControlNote {
  readonly account: string;
  readonly userPath?: string;
  readonly kind: 'brought_forward' | 'accepted';
  readonly as: Accepted['as'];
  readonly amount: Money;
  readonly dueOn?: string;
  readonly reason: string;
}

export const controlKey = (account: string, userPath?: string): string => `${account} ${userPath ?? ''}`.trim();
