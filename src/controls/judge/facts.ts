import type { Money } from '../../journal/nouns/money.js';
import type { SchemeYear } from '../../journal/paye/scheme-year.js';
import type { Policy } from '../../journal/policy/policy.js';
import type { AdjustmentKind } from '../../journal/nouns/adjustment.js';
import type { NamedState } from '../../record/control-answer.js';

/** A company's payroll on one day, as our records have it, ready to be judged with the balances of its books. */
export interface CompanyFacts {
  readonly on: string;
  /** The cut-over, or the first day of the books: what was there before is brought forward. */
  readonly start: string;
  readonly policy: Policy['controls'];
  /** By account code, of every policy that a run was mapped with. */
  readonly kinds: ReadonlyMap<string, LiabilityKind>;
  /** Where payroll gives no figure: what HMRC is due by the returns, which waits for no journal. */
  readonly scheme?: SchemeFacts;
  /** Adjustments that are not in the books, or not as they are now. */
  readonly waiting?: readonly WaitingAdjustment[];
  /** By pay date, none from before the start. */
  readonly runs: readonly RunFacts[];
  /** Adjustments of ours that are in the books. */
  readonly adjustments: readonly AdjustmentFacts[];
  /** CIS suffered by tax month, and what payroll's own payment lacks because statutory pay was recovered. */
  readonly months: readonly MonthFacts[];
  readonly notes: readonly Note[];
  /** People by their path. */
  readonly names: ReadonlyMap<string, { readonly name: string; readonly user: string }>;
  /** The accounts that the books have; absent until their chart is read. */
  readonly chart?: ReadonlySet<string>;
}

export type LiabilityKind = 'pay' | 'paye' | 'pension' | 'other';

export interface TaxMonth {
  readonly year: number;
  /** 0 to 11. */
  readonly period: number;
}

/** Amounts owed are positive throughout: the credit of a liability account. */
export interface Line {
  readonly account: string;
  readonly userPath?: string;
  readonly amount: Money;
}

export interface ChargedLine extends Line {
  readonly from: readonly string[];
}

/** The set's own date: a reversal may have another day than the run. */
export interface PostedLine extends Line {
  readonly datedOn: string;
  /** The set's address in the books. */
  readonly journalSet?: string;
}

export interface RunFacts extends TaxMonth {
  readonly datedOn: string;
  /** Which of the company's payroll sources has it; absent for its first. */
  readonly fromSource?: string;
  /** What payroll charges, whether or not it is in the books. */
  readonly lines: readonly ChargedLine[];
  /** What our sets of this run put into the books; undefined if others post it, or if we do not know. */
  readonly posted?: readonly PostedLine[];
  /** What is in the books a second time. */
  readonly doubled?: readonly PostedLine[];
  /** 'perhaps' if someone else may have posted it, or the service did not answer: the ledger shows whether. */
  readonly inBooks: 'yes' | 'no' | 'perhaps';
  /** The last write is still being looked for. */
  readonly isInDoubt: boolean;
  /** What the books have beyond what was posted. */
  readonly altered: readonly Line[];
  /** "held", "waits for approval": why it is not in the books. */
  readonly waits: string;
  readonly todo: string;
}

export interface AdjustmentFacts extends TaxMonth {
  readonly tag: string;
  readonly kind: AdjustmentKind;
  readonly lines: readonly PostedLine[];
  /** It is in the books a second time: no one owes that. */
  readonly isDoubled?: true;
  /** As the person who entered it says, or the usual day. */
  readonly dueOn: string;
  readonly inPayment: boolean;
}

export interface SchemeFacts {
  /** PAYE and NI. */
  readonly account: string;
  readonly years: readonly SchemeYear[];
  /**
   * What its payments since the start have from before that: pay runs of the month in which reading begins, less credit
   * of earlier months. It is in the balance of the day before.
   */
  readonly before: Money;
}

/** An adjustment that the books lack, or have otherwise than it is now. */
export interface WaitingAdjustment extends TaxMonth {
  readonly kind: AdjustmentKind;
  /** What it would add to each account. */
  readonly lines: readonly Line[];
  /** Of what a person entered: its own day, unless it goes with its month’s payment. */
  readonly apart?: { readonly tag: string; readonly dueOn: string };
  /** A person decided that it is not posted here. */
  readonly isIgnored: boolean;
  /** It was sent, and is looked for. */
  readonly isInDoubt?: true;
  readonly waits: string;
  readonly todo: string;
}

export interface MonthFacts extends TaxMonth {
  readonly cisSuffered: Money;
  /** The account does not show it yet: no receipt of it is explained. */
  readonly isCisToCome?: true;
  /** What HMRC is to be paid, as payroll has it, if that is less than the journals by recovered statutory pay. */
  readonly gap?: Money;
}

/** Entered by a person: opening debts, and parts whose cause they named. */
export interface Note extends Line {
  readonly kind: 'brought_forward' | 'accepted';
  readonly as: NamedState;
  /** Of an accepted one. */
  readonly item: string;
  readonly dueOn?: string;
  readonly reason: string;
}

export interface Balance extends Line {
  readonly name: string;
}

/** What the books showed at the end of a day, by place. */
export type DayBalances = ReadonlyMap<string, Balance>;
export type Balances = ReadonlyMap<string, DayBalances>;

export const placeKey = (account: string, userPath?: string): string => `${account} ${userPath ?? ''}`.trim();
export const keyOf = ({ account, userPath }: { readonly account: string; readonly userPath?: string }): string =>
  placeKey(account, userPath);

export function byPlace(lines: readonly Balance[]): DayBalances {
  const found = new Map<string, Balance>();
  for (const line of lines) {
    const before = found.get(keyOf(line));
    found.set(keyOf(line), before === undefined ? line : { ...before, amount: before.amount.plus(line.amount) });
  }
  return found;
}

export const isAt =
  ({ account, userPath }: { readonly account: string; readonly userPath?: string }) =>
  (one: { readonly account: string; readonly userPath?: string }): boolean =>
    one.account === account && one.userPath === userPath;

/** What is charged to each place, and what was posted there: gathered once, since a company may have 2,000 people. */
export interface Charges {
  readonly charged: ReadonlyMap<string, readonly { readonly datedOn: string; readonly line: ChargedLine }[]>;
  readonly posted: ReadonlyMap<string, readonly { readonly datedOn: string; readonly amount: Money }[]>;
}

export function chargesOf({ runs, adjustments }: CompanyFacts): Charges {
  const charged = new Map<string, { datedOn: string; line: ChargedLine }[]>();
  const posted = new Map<string, { datedOn: string; amount: Money }[]>();
  const post = (line: Line, datedOn: string) => {
    const own = posted.get(keyOf(line)) ?? [];
    own.push({ datedOn, amount: line.amount });
    posted.set(keyOf(line), own);
  };
  for (const { datedOn, lines, posted: ours, doubled = [], altered, inBooks } of runs) {
    for (const line of lines) {
      const own = charged.get(keyOf(line)) ?? [];
      own.push({ datedOn, line });
      charged.set(keyOf(line), own);
      // If others post this payroll, it is in the books as payroll has it.
      if (ours === undefined && inBooks === 'yes') post(line, datedOn);
    }
    for (const line of [...(ours ?? []), ...doubled]) post(line, line.datedOn);
    for (const line of altered) post(line, datedOn);
  }
  for (const { lines } of adjustments) for (const line of lines) post(line, line.datedOn);
  return { charged, posted };
}
