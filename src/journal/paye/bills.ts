import { type AdjustmentKind, hasYearsBill } from '../nouns/adjustment.js';
import { hmrcDueOn, type DueRule } from './due-days.js';
import { taxMonthOf, taxYearOf } from '../nouns/dates.js';

export interface TaxMonth {
  readonly year: number;
  /** 0 to 11. */
  readonly period: number;
}

/** What a payment to HMRC is for: a tax month, or the tax year's bill of Class 1A. */
export type BilledFor = TaxMonth | { readonly year: number; readonly period?: undefined };

interface Adjusted extends TaxMonth {
  readonly kind: AdjustmentKind;
  /** As the person who entered it says; absent for the usual day. */
  readonly dueOn?: string;
}

const class1aDay = (year: number): string => `${year}-07-22`;

/**
 * A levy falls due with its month's payment. To 2026/27, class 1A has a bill of its own, due 22 July, unless a person
 * says a day.
 */
export function adjustmentDueOn({ kind, year, period, dueOn }: Adjusted, rule: DueRule): string {
  return dueOn ?? (hasYearsBill({ kind, year }) ? class1aDay(year) : hmrcDueOn({ year, period }, rule));
}

/** Class 1A that is due on another day goes with the month that is paid then, such as that of a termination award. */
export function billedFor({ kind, year, period, dueOn }: Adjusted): BilledFor {
  if (kind !== 'class1a' || (dueOn === undefined && !hasYearsBill({ kind, year }))) return { year, period };
  if (dueOn === undefined || dueOn === class1aDay(year)) return { year };
  const month = taxYearOf(dueOn) * 12 + taxMonthOf(dueOn) - 2;
  return { year: Math.floor(month / 12), period: month % 12 };
}

const classOneA = 13;

/**
 * The Accounts Office reference and four digits: the tax year's end and the tax month, or 13 for Class 1A. Without them
 * HMRC puts the money where it thinks it belongs. 123PA000123452607 is month 7 of 2025/26.
 */
export function paymentReference(accountsOffice: string, { year, period }: BilledFor): string {
  const month = period === undefined ? classOneA : period + 1;
  return `${accountsOffice}${String(year).slice(-2)}${String(month).padStart(2, '0')}`;
}
