import type { Money } from '../money.js';
import type { Accepted, Bank } from './control.js';
import type { Charge, HmrcMonth } from './hmrc.js';
import type { ControlsPolicy } from './controls-policy.js';

/** What a company's payroll and books hold on one day, ready to be judged. */
export interface CompanyFacts {
  readonly on: string;
  readonly policy: ControlsPolicy;
  /** By account code and person; credits positive. */
  readonly balances: readonly Balance[];
  /** By pay date. */
  readonly runs: readonly RunCharged[];
  readonly months: readonly MonthFacts[];
  /** Companion sets of ours that stand in the books. */
  readonly companions: readonly CompanionCharge[];
  readonly notes: readonly ControlNote[];
  /** The last day on which a control was clear, by its key. */
  readonly clearTo: ReadonlyMap<string, string>;
  /** People by their path. */
  readonly names: ReadonlyMap<string, { readonly name: string; readonly user: string }>;
  /** The accounts that the books have; absent while their chart was never read. */
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
  /** Of its set: a reversal may have another day than the run. */
  readonly datedOn: string;
  /** The set's address in the books. */
  readonly journalSet?: string;
}

export interface RunCharged {
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  /** What its accounts are for, by the policy it was mapped with. */
  readonly kinds: ReadonlyMap<string, LiabilityKind>;
  readonly lines: readonly ChargedLine[];
  /** What our sets of it hold, where they stand in the books. */
  readonly posted?: readonly PostedLine[];
  /** Perhaps: whoever posts payroll there, it is not us. */
  readonly inBooks: 'yes' | 'no' | 'perhaps';
}

export type MonthFacts = Pick<HmrcMonth, 'year' | 'period' | 'cisSuffered' | 'due' | 'owedElsewhere'> & {
  readonly statutoryPay: readonly Charge[];
};

export interface CompanionCharge {
  readonly account: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly amount: Money;
  /** Its set's address in the books. */
  readonly journalSet?: string;
}

/** What a person entered: opening debts, and differences with a name. */
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
