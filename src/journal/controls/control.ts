import type { Money } from '../money.js';

/** Amounts owed are positive throughout: the credit of a liability account. */

/** One payment to be made. */
export interface Debt {
  /** "Pay of 31 May 2026" */
  readonly what: string;
  /** When it enters the books. */
  readonly arisesOn: string;
  /** Absent if it is not paid on a certain day: a journal clears it. */
  readonly dueOn?: string;
  readonly amount: Money;
}

/** A debt that is to be paid on a certain day. */
export type DueDebt = Debt & { readonly dueOn: string };

export const hasDay = (debt: Debt): debt is DueDebt => debt.dueOn !== undefined;

/** An amount in the books besides a debt, which no payment clears: it needs a journal. */
export interface JournalNeeded {
  /** "Statutory pay 811.18 at 92 % not posted; confirm the rate" */
  readonly what: string;
  readonly arisesOn: string;
  /** Until the payment it goes with is due, it may properly be there. */
  readonly dueOn: string;
  readonly amount: Money;
}

/** A debit on another account that may be a payment of ours, coded wrongly. */
export interface Elsewhere {
  readonly account: string;
  readonly name: string;
  readonly amount: Money;
  /** Nothing but payroll's own payments is booked there, so an amount that fits has no other explanation. */
  readonly onlyPayroll: boolean;
}

export const acceptedStates = [
  'hmrc_interest_or_penalty',
  'refund_or_set_off',
  'rounding',
  'brought_forward',
  'accepted',
] as const;
export type AcceptedState = (typeof acceptedStates)[number];

/** A difference whose cause a person named; it holds until the difference changes. */
export interface Accepted {
  readonly as: AcceptedState;
  readonly amount: Money;
  readonly reason: string;
}

/** A payment out of a bank account; receipts are negative. A transaction explained in part is two lines. */
export interface BankLine {
  readonly datedOn: string;
  readonly amount: Money;
  readonly explained: boolean;
}

/** With no bank account there is nothing to read. */
export interface Bank {
  readonly accounts: number;
  readonly lines: readonly BankLine[];
  /** Dated after the day judged, so in no balance. */
  readonly later?: readonly BankLine[];
  /** Why the lines could not be read. */
  readonly problem?: string;
}

export interface NotInBooks {
  readonly what: string;
  readonly amount: Money;
  /** If not, it may be there all the same, posted by somebody else. */
  readonly isCertain: boolean;
}

export interface ControlFacts {
  readonly on: string;
  readonly balance: Money;
  /** Oldest first, including debts brought forward and known debts that arise later. */
  readonly debts: readonly Debt[];
  readonly journals: readonly JournalNeeded[];
  /**
   * Part of a debt that may have been taken off its payment, and then needs a journal: statutory pay recovered, which
   * payroll's own payment does not show for every employer. By rate, oldest first.
   */
  readonly recoveries?: readonly (readonly JournalNeeded[])[];
  /** What the books lack of what is charged, or have too much of: pay runs not posted, or changed since. */
  readonly notInBooks?: readonly NotInBooks[];
  /** Amounts that may be on this account or not, as whoever posts them decides. */
  readonly mayHold?: readonly { readonly what: string; readonly amount: Money }[];
  readonly elsewhere?: readonly Elsewhere[];
  readonly accepted?: readonly Accepted[];
  /** Absent while the lines are not read; then no verdict depends on them. */
  readonly bank?: Bank;
  /** The last day on which the account was settled or reconciled: what was due by then is paid. */
  readonly clearTo?: string;
  readonly graceBankDays?: number;
}

export const controlStates = [
  'reconciled',
  'settled',
  'not_paid',
  'paid_early',
  'paid_short',
  'paid_over',
  'paid_twice',
  'paid_not_yet_explained',
  'cannot_tell_yet',
  'needs_a_journal',
  'coded_elsewhere',
  'coded_to_one_person',
  ...acceptedStates,
  'ambiguous',
  'unexplained',
  'cannot_tell',
] as const;
export type ControlState = (typeof controlStates)[number];

export interface Because {
  readonly what: string;
  readonly amount: Money;
  readonly due?: string;
  /** The day on which a bank line of that amount was seen. */
  readonly seen?: string;
  /** Why the bank was not read, where that alone leaves it open. */
  readonly unread?: string;
}

export interface ControlVerdict {
  readonly state: ControlState;
  /** What the payslips and adjustments dated up to the day come to. */
  readonly charged: Money;
  /** What may properly be on the account on the day. */
  readonly owed: Money;
  readonly difference: Money;
  /** They sum to the difference. */
  readonly because: readonly Because[];
  /** When several explanations fit; each sums to the difference. */
  readonly alternatives?: readonly (readonly Because[])[];
}

const clear: ReadonlySet<ControlState> = new Set(['reconciled', 'settled', ...acceptedStates]);

/** Clear means that nobody needs to look. */
export const isClear = ({ state }: Pick<ControlVerdict, 'state'>): boolean => clear.has(state);
