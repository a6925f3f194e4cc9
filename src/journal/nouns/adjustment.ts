import { inWords, isDate, isTaxYear, taxMonthRange, taxYearInWords, taxYearRange } from './dates.js';
import { generationOf, monthTagOf, parseTag, prefixIn, runTagOf } from './identity.js';
import type { Entry, Journal } from './journal.js';
import { Money } from './money.js';

/** What payroll owes the books besides its pay runs: journal sets of their own, with their own tags. */
export const enteredKinds = ['levy', 'class1a', 'other'] as const;
export type EnteredKind = (typeof enteredKinds)[number];
export const isEntered = (kind: string): kind is EnteredKind => (enteredKinds as readonly string[]).includes(kind);

/** What an employer's returns (EPS) say of a tax month, where payroll comes as files. */
export const returnedKinds = ['levy', 'cis', 'allowance'] as const;
export type ReturnedKind = (typeof returnedKinds)[number];

/** An adjustment is a run of another kind: recovered statutory pay, what a return says, or what a person entered. */
export const adjustmentKinds = ['recovery', 'cis', 'allowance', ...enteredKinds] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];
export const runKinds = ['payroll', ...adjustmentKinds] as const;
export type RunKind = (typeof runKinds)[number];

export interface AdjustmentTag {
  /** Without the generation. */
  readonly base: string;
  readonly year: number;
  readonly period: number;
  readonly kind: AdjustmentKind;
  /** Counts adjustments: a tax month may have several of a kind. */
  readonly number: number;
  readonly act: 'post' | 'reversal';
  readonly generation: number;
}

const adjustmentTag = /^(\d{4})-(\d{2}):(levy|class1a|other|cis|allowance)-([1-9]\d*)$/;
const adjustmentSuffix = /:(recovery|(?:levy|class1a|other|cis|allowance)-[1-9]\d*)$/;
/** An adjustment's name, as `adjustmentName` makes it. */
export const adjustmentNames = /^(recovery|(levy|class1a|other|cis|allowance)-[1-9]\d{0,5})$/;
export const recoverySuffix = ':recovery';

/**
 * Made from the run's own tag when the recovery is first posted. It stays the same even if the run's pay date moves.
 */
export function recoveryTagOf(runTag: string): string {
  return `${runTag}${recoverySuffix}`;
}

export function adjustmentTagOf(
  prefix: string,
  { year, period, kind, number }: Pick<AdjustmentTag, 'year' | 'period' | 'kind' | 'number'>,
): string {
  return `${monthTagOf(prefix, year, period)}:${kind}-${number}`;
}

/** "recovery", "levy-1": the name within its tax month. */
export const adjustmentName = ({ kind, number }: Pick<AdjustmentTag, 'kind' | 'number'>): string =>
  kind === 'recovery' ? 'recovery' : `${kind}-${number}`;

/** Undefined if the tag is not that of one of our adjustments. */
export function parseAdjustmentTag(prefix: string, tag: string | undefined): AdjustmentTag | undefined {
  const own = prefixIn(prefix, tag);
  if (tag === undefined || own === undefined) return undefined;
  const parts = generationOf(tag);
  if (!parts) return undefined;
  const { base, kind: act, generation } = parts;
  if (base.endsWith(recoverySuffix)) {
    const run = parseTag(prefix, base.slice(0, -recoverySuffix.length));
    // A recovery belongs to a posted set, never to a reversal.
    if (run?.kind !== 'post') return undefined;
    return { base, year: run.year, period: run.period, kind: 'recovery', number: 1, act, generation };
  }
  const found = adjustmentTag.exec(base.slice(own.length + 1));
  if (!found) return undefined;
  const [, year, period, kind, number] = found;
  const named = { year: Number(year), period: Number(period), kind: kind as AdjustmentKind, number: Number(number) };
  return { base, ...named, act, generation };
}

/** The pay run that any set's tag belongs to, and the adjustment's name; an adjustment belongs to its tax month only. */
export function adjustmentIn(tag: string): { readonly run: string; readonly adjustment?: string } {
  const base = runTagOf(tag);
  const adjustment = adjustmentSuffix.exec(base)?.[1];
  return adjustment === undefined
    ? { run: base }
    : { run: runTagOf(base.slice(0, -adjustment.length - 1)), adjustment };
}

export interface EnteredAdjustment {
  readonly year: number;
  /** 0 to 11. */
  readonly period: number;
  readonly kind: EnteredKind;
  readonly number: number;
  /** Debits positive, credits negative. */
  readonly lines: readonly { readonly account: string; readonly amount: Money }[];
  readonly reason: string;
  /** Only if it is not the usual day. */
  readonly dueOn?: string;
}

export const adjustmentWords: Readonly<Record<AdjustmentKind, string>> = {
  recovery: 'Statutory pay recovered',
  cis: 'CIS suffered',
  allowance: 'Employment allowance',
  levy: 'Apprenticeship levy',
  class1a: 'Class 1A National Insurance',
  other: 'PAYE adjustment',
};

/** What is wrong with it, in words; empty if it can be posted. */
export function adjustmentProblems({ year, period, lines, dueOn }: EnteredAdjustment): readonly string[] {
  const balance = Money.sum(lines.map((line) => line.amount));
  const problems: string[] = [];
  if (!isTaxYear(year)) problems.push('the tax year is written 2026/27, or as the year it ends in: 2027');
  if (!Number.isInteger(period) || period < 0 || period > 11) problems.push('a tax month is one of twelve');
  if (dueOn !== undefined && !isDate(dueOn)) problems.push('the due date is a date, such as 2026-07-22');
  if (lines.filter((line) => !line.amount.isZero()).length < 2)
    problems.push('an adjustment has at least two lines that are not nil');
  if (!balance.isZero()) problems.push(`the lines must balance: they come to ${balance.inPounds()}`);
  return problems;
}

/** From 2027/28 benefits are payrolled, and their Class 1A is paid with its month; before, it is one bill of the year. */
export const hasYearsBill = ({ kind, year }: { readonly kind: string; readonly year: number }): boolean =>
  kind === 'class1a' && year <= lastYearOfBill;
const lastYearOfBill = 2027;

/** Dated the last day of its tax month; a bill of Class 1A accrues at the end of the tax year. */
export function adjustmentJournal(prefix: string, adjustment: EnteredAdjustment): Journal {
  const { year, period, kind, lines, reason } = adjustment;
  const month = taxMonthRange(year, period + 1);
  const datedOn = hasYearsBill({ kind, year }) ? taxYearRange(year).to : month.to;
  const entries = lines
    .filter((line) => !line.amount.isZero())
    .map(
      ({ account, amount }): Entry => ({
        category: account,
        debit: amount,
        description: adjustmentWords[kind],
        from: [],
      }),
    );
  return {
    datedOn,
    description: `${adjustmentWords[kind]}, ${taxYearInWords(year)} month ${period + 1}: ${reason.trim()}`,
    tag: adjustmentTagOf(prefix, adjustment),
    entries,
  };
}

/** Of a return: dated the last day of its tax month. */
export function returnedJournal(
  prefix: string,
  { year, period, kind, number }: Pick<AdjustmentTag, 'year' | 'period' | 'number'> & { readonly kind: ReturnedKind },
  entries: readonly Entry[],
): Journal {
  return {
    datedOn: taxMonthRange(year, period + 1).to,
    description: `${adjustmentWords[kind]}, ${taxYearInWords(year)} month ${period + 1}`,
    tag: adjustmentTagOf(prefix, { year, period, kind, number }),
    entries: entries.filter(({ debit }) => !debit.isZero()),
  };
}

/** "Statutory pay recovered, 2025/26 month 3, paid 30 June 2025" */
export function recoveryDescription(year: number, period: number, datedOn: string): string {
  return `Statutory pay recovered, ${taxYearInWords(year)} month ${period + 1}, paid ${inWords(datedOn)}`;
}
