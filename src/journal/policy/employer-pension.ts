import * as z from 'zod';
import { isDate } from '../nouns/dates.js';
import { Money } from '../nouns/money.js';

/** What the employer pays into someone's pension for a pay date. */
export type PensionRule =
  | { readonly kind: 'amount'; readonly amount: Money }
  | {
      readonly kind: 'share';
      readonly percent: Money;
      /** All of the pay, or the part within the band of automatic enrolment. */
      readonly of: 'gross' | 'qualifying';
      /** Of the pay before salary was given up for the pension, which no file has. */
      readonly beforeSacrifice: boolean;
      /** What was given up, and is paid in as well: an amount, or a share of the pay before it. */
      readonly sacrificed?: Sacrificed;
    };

type Sacrificed =
  | { readonly kind: 'amount'; readonly amount: Money }
  | { readonly kind: 'share'; readonly percent: Money };

/** Absent: from the start. */
export interface PensionAnswer {
  readonly from?: string;
  readonly pays: PensionRule;
}

/** Instead of a payroll id: everyone who is not named and pays nothing in, and everyone who is not named and pays in. */
export const paysNothing = '*';
export const paysIn = '+';

const expected =
  'an amount such as "71.40", a share such as "3%", "3% of qualifying earnings" or "3% before sacrifice + 100.00 sacrificed"; with a date if it changes: "71.40; 85.00 from 2026-04-06"';

export const employerPensionExpects =
  'an amount a pay date, or a share such as "3%" or "3% of qualifying earnings", by payroll id; "*" for those who are not named and pay nothing in, "+" for those who are not named and pay in';

export const employerPensionShape: z.ZodType<string> = z
  .string()
  .max(1000)
  .refine((text) => pensionAnswers(text) !== undefined, `${expected} is expected`);

/** By date: "71.40; 85.00 from 2026-04-06". Undefined: it is not one. */
export function pensionAnswers(text: string): readonly PensionAnswer[] | undefined {
  const answers = text.split(';').map((part) => answerIn(part.trim()));
  if (!answers.every((one) => one !== undefined)) return undefined;
  const dates = answers.map(({ from }) => from ?? '');
  return dates.every((from, at) => at === 0 || from > (dates[at - 1] ?? '')) ? answers : undefined;
}

function answerIn(part: string): PensionAnswer | undefined {
  const [said = '', from, ...more] = part.split(' from ');
  const pays = pensionRule(said);
  if (pays === undefined || more.length > 0 || (from !== undefined && !isDate(from))) return undefined;
  return { ...(from !== undefined && { from }), pays };
}

const amount = /^\d{1,9}(\.\d{2})?$/;
const share = /^(\d{1,2}(?:\.\d{1,2})?)%( of gross| of qualifying earnings)?( before sacrifice)?$/;

/** "3% of qualifying earnings before sacrifice + 5% sacrificed" */
function pensionRule(text: string): PensionRule | undefined {
  if (amount.test(text)) return { kind: 'amount', amount: Money.parse(text) };
  const [whole = '', added, ...more] = text.split(' + ');
  const [, percent, of, before] = share.exec(whole) ?? [];
  const sacrificed = added === undefined ? undefined : sacrificedIn(added);
  if (percent === undefined || more.length > 0 || (added === undefined) !== (sacrificed === undefined))
    return undefined;
  if (before !== undefined && sacrificed === undefined) return undefined;
  return {
    kind: 'share',
    percent: Money.parse(percent),
    of: of === ' of qualifying earnings' ? 'qualifying' : 'gross',
    beforeSacrifice: before !== undefined,
    ...(sacrificed && { sacrificed }),
  };
}

function sacrificedIn(text: string): Sacrificed | undefined {
  const [given = '', word, ...more] = text.split(' ');
  if (word !== 'sacrificed' || more.length > 0) return undefined;
  if (amount.test(given)) return { kind: 'amount', amount: Money.parse(given) };
  return /^\d{1,2}(\.\d{1,2})?%$/.test(given) ? { kind: 'share', percent: Money.parse(given.slice(0, -1)) } : undefined;
}

/** What holds on a day. */
export const pensionAnswerOn = (answers: readonly PensionAnswer[], day: string): PensionAnswer | undefined =>
  answers.findLast(({ from }) => from === undefined || from <= day);

/** As it was said, with another answer from a day on. What was said for that day and later is replaced. */
export function pensionSaidFrom(before: string | undefined, pays: string, from: string | undefined): string {
  if (from === undefined) return pays;
  const kept = (before ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && (part.split(' from ')[1] ?? '') < from);
  return [...kept, `${pays} from ${from}`].join('; ');
}
