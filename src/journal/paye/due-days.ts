import { addDays, taxMonthRange } from '../nouns/dates.js';
import type { Policy } from '../policy/policy.js';

/** When a company pays HMRC. */
export type DueRule = Pick<Policy['controls'], 'payePeriod' | 'collectionDay'>;

interface TaxMonth {
  readonly year: number;
  /** 0 to 11. */
  readonly period: number;
}

const usualDay = 22;

/** The tax month whose payment this goes into: the last of the quarter for a company that pays quarterly. */
export const lastPeriodOf = ({ period }: TaxMonth, { payePeriod }: DueRule): number =>
  payePeriod === 'quarterly' ? Math.floor(period / 3) * 3 + 2 : period;

/** The 19th after it: what is sent to HMRC later changes no payment whose day has passed. */
export const sentByOf = (of: TaxMonth, rule: DueRule): string =>
  `${taxMonthRange(of.year, lastPeriodOf(of, rule) + 1).to.slice(0, 8)}19`;

/** The 22nd, or the day of the direct debit: the first such day after the tax month or quarter ends on the 5th. */
export function hmrcDueOn(of: TaxMonth, rule: DueRule): string {
  const monthEnd = taxMonthRange(of.year, lastPeriodOf(of, rule) + 1).to;
  const day = rule.collectionDay ?? usualDay;
  const own = `${monthEnd.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return own > monthEnd ? own : dayOfNextMonth(monthEnd, day);
}

/** A day of the calendar month after a date's: "2026-06-22" for the 22nd after 31 May 2026. */
export function dayOfNextMonth(date: string, day: number): string {
  const next = addDays(`${date.slice(0, 8)}28`, 7).slice(0, 8);
  return `${next}${String(day).padStart(2, '0')}`;
}
