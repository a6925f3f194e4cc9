import * as z from 'zod';
import { inWords, isDate, monthInWords, taxYearInWords, taxYearTyped } from '../nouns/dates.js';
import { Money } from '../nouns/money.js';
import { taxYearShape } from './paid-before.js';

/**
 * What only HMRC and the employer know: what HMRC paid, what a month is due by HMRC's own figure, what was withheld
 * from subcontractors, and whether another company uses the year's employment allowance.
 */
export const hmrcEntries = {
  paid: 'HMRC advanced or repaid',
  cis300: 'CIS withheld (CIS300)',
  due: 'Due, by a P32 or HMRC’s account',
  late_less: 'Sent to HMRC after the 19th: less is due',
  late_more: 'Sent to HMRC after the 19th: more is due',
  sent_said: 'When files that came until then were sent is said',
  allowance_shared: 'Another company uses the allowance',
  allowance_not_shared: 'No other company uses the allowance',
} as const;
export type HmrcEntryKind = keyof typeof hmrcEntries;

export interface HmrcEntry {
  readonly what: HmrcEntryKind;
  /** "2026/27" */
  readonly year: string;
  /** The tax month, 1 to 12. */
  readonly month?: number | undefined;
  readonly on?: string | undefined;
  readonly amount?: string | undefined;
}

const month = z.int('a tax month is expected, 1 to 12').min(1).max(12);
const on = z.string().refine(isDate, 'a date is expected, such as "2026-07-03"');
/** Files of one day may come before and after someone says when they were sent. */
const moment = z.iso.datetime('a moment is expected, such as "2026-07-23T09:30:00.000Z"');
const amount = z.string().regex(/^\d{1,9}(\.\d{2})?$/, 'pounds are expected, such as "500" or "500.00"');

const entry = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('paid'), year: taxYearShape, on, amount }),
  z.strictObject({ what: z.enum(['cis300', 'due']), year: taxYearShape, month, amount }),
  z.strictObject({ what: z.enum(['late_less', 'late_more']), year: taxYearShape, month, on, amount }),
  z.strictObject({ what: z.literal('sent_said'), year: taxYearShape, on: moment }),
  z.strictObject({ what: z.enum(['allowance_shared', 'allowance_not_shared']), year: taxYearShape }),
]);

export const hmrcAccountShape: z.ZodType<readonly HmrcEntry[]> = z.array(entry).max(500);

/** What of a month was sent after its 19th, with the day: what it takes off is below nil. */
export const lateOf = (
  all: readonly HmrcEntry[],
  of: { readonly year: number; readonly period: number },
): readonly { readonly sentOn: string; readonly amount: Money }[] =>
  all
    .filter((one) => one.year === taxYearInWords(of.year) && one.month === of.period + 1)
    .flatMap(({ what, on: sentOn, amount: sum }) => {
      if ((what !== 'late_less' && what !== 'late_more') || sentOn === undefined || sum === undefined) return [];
      const more = Money.parse(sum);
      return [{ sentOn, amount: what === 'late_less' ? more.negated() : more }];
    });

/** Until when files came of which someone has said when they were sent to HMRC. */
export const sendingSaidUntil = (all: readonly HmrcEntry[]): string | undefined =>
  all
    .flatMap(({ what, on: until }) => (what === 'sent_said' && until !== undefined ? [until] : []))
    .sort()
    .at(-1);

/** The last entry about a month counts. */
export const amountOf = (
  all: readonly HmrcEntry[],
  what: 'cis300' | 'due',
  of: { readonly year: number; readonly period: number },
): string | undefined =>
  all.findLast((one) => one.what === what && one.year === taxYearInWords(of.year) && one.month === of.period + 1)
    ?.amount;

/** "May 2026: £836.60" */
export function entryInWords({ what, year: tax, month: number, on: day, amount: sum }: HmrcEntry): string {
  if (what === 'sent_said' && day !== undefined) return `${inWords(day.slice(0, 10))}, ${day.slice(11, 16)} UTC`;
  const of = taxYearTyped(tax);
  const when = number === undefined || of === undefined ? tax : monthInWords(of, number - 1);
  return [when, day && inWords(day), sum && `£${sum}`].filter(Boolean).join(', ');
}
