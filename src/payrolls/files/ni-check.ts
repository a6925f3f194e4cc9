import { Money } from '../../journal/nouns/money.js';
import type { FiledPayment, NiOfLetter, PayFrequency } from './fps.js';
import { letterWithoutNi, niLetters, niYears, type NiYear, pounds } from './ni-year.js';

export type NiCheck =
  /** `off`: what was sent beyond what is due, within what tables round; absent if it is no figure of its period alone. */
  | { readonly is: 'agrees'; readonly off?: Money }
  | { readonly is: 'not made'; readonly why: string }
  | {
      readonly is: 'improbable';
      readonly expected: Money;
      readonly sent: Money;
      /** It fits if the other share is in it. */
      readonly bothShares: boolean;
    };

export interface NiAsked {
  readonly year: number;
  /** With each share by itself. */
  readonly payment: FiledPayment;
  /** Someone was paid before in the same earnings period: their thresholds are used up. */
  readonly again: boolean;
}

/** Which share of NI a program sends within the other, as a person has said. */
export interface SharesSent {
  /** The employee's, within the employer's. */
  readonly bothShares: boolean;
  /** The employer's, within the employee's. */
  readonly bothAsEmployees?: boolean;
}

/** Each share by itself. */
export function ownShares(
  letters: readonly NiOfLetter[],
  { bothShares, bothAsEmployees = false }: SharesSent,
): readonly NiOfLetter[] {
  const less = (is: boolean, share: Money, other: Money) => (is ? share.minus(other) : share);
  return letters.map((one) => ({
    ...one,
    employer: less(bothShares, one.employer, one.employee),
    employerToDate: less(bothShares, one.employerToDate, one.employeeToDate),
    employee: less(bothAsEmployees, one.employee, one.employer),
    employeeToDate: less(bothAsEmployees, one.employeeToDate, one.employerToDate),
  }));
}

/** What one share may be. Of several periods at once it depends on how the pay fell over them. */
export interface Due {
  readonly least: Money;
  readonly most: Money;
  readonly sent: Money;
  /** The other share, as it was sent. */
  readonly other: Money;
}

/** Tables go by bands of a pound a week and round their own way. */
const toleranceAPeriod = pounds(1);

export const toleranceOf = ({ periodsCovered }: FiledPayment): Money =>
  Money.sum(Array.from({ length: Math.max(1, periodsCovered) }, () => toleranceAPeriod));

const within = ({ least, most }: Due, sent: Money): Money =>
  sent.compare(least) < 0 ? least : sent.compare(most) > 0 ? most : sent;

const offOf = (due: Due, sent: Money): Money => sent.minus(within(due, sent));

/** Whether it fits any of the ways in which it may have been worked out; if not, how it differs from the first. */
function judge(ways: readonly [Due, ...Due[]], tolerance: Money): Exclude<NiCheck, { is: 'not made' }> {
  const isNear = (off: Money) => off.abs().compare(tolerance) <= 0;
  const offs = ways.map((due) => offOf(due, due.sent)).filter(isNear);
  const [off] = offs.toSorted((a, b) => a.abs().compare(b.abs()));
  if (off !== undefined) return { is: 'agrees', off };
  const both = ways.find((due) => !due.other.isZero() && isNear(offOf(due, due.sent.minus(due.other))));
  const shown = both ?? ways[0];
  const of = both === undefined ? shown.sent : shown.sent.minus(shown.other);
  return { is: 'improbable', expected: within(shown, of), sent: shown.sent, bothShares: both !== undefined };
}

/** What is sent of a payment, against its periods and, of a director, the year. */
export function judgeShare(
  payment: FiledPayment,
  letters: readonly NiOfLetter[],
  { ofPeriod, ofYear, limits }: Share,
): NiCheck {
  const tolerance = toleranceOf(payment);
  const check = judge(waysOf(payment, periodsOf(payment).map(ofPeriod), ofYear), tolerance);
  if (check.is === 'agrees') return payment.director === undefined ? check : { is: 'agrees' };
  const { least, most, sent } = limits();
  const between = { least: least.minus(tolerance), most: most.plus(tolerance), sent };
  return mayHaveEarnedBefore(payment, letters, between) ? { is: 'not made', why: earnedBefore } : check;
}

/** One share of the NI, the employee's or the employer's. */
interface Share {
  readonly ofPeriod: (periods: Periods) => Due;
  readonly ofYear: Due;
  /** What may be due if the thresholds were used before, or were not. */
  readonly limits: () => Omit<Due, 'other'>;
}

/**
 * With the period all year, a director's NI is made up to the year's with the last payment. Until then, nothing due to
 * date and nothing sent would hide that none was sent of a period.
 */
function waysOf(payment: FiledPayment, byPeriod: readonly Due[], byYear: Due): readonly [Due, ...Due[]] {
  const [first, ...others] = byPeriod;
  if (payment.director === 'AN' || first === undefined) return [byYear];
  const isMadeUp = isLastOfYear(payment) || !byYear.most.isZero() || !first.sent.isZero();
  return payment.director === 'AL' && isMadeUp ? [first, ...others, byYear] : [first, ...others];
}

const isLastOfYear = ({ month = 0, week = 0, leavingOn }: FiledPayment): boolean =>
  month === 12 || week >= 52 || leavingOn !== undefined;

/** What either share is checked by. */
interface Checked {
  readonly letters: readonly NiOfLetter[];
  /** Those that something was earned under, in the period or, by the year, since 6 April. */
  readonly used: readonly NiOfLetter[];
  readonly rates: NiYear;
}

/** Or how the check ends before it begins. */
export function checkedOf({ year, payment, again }: NiAsked): Checked | Exclude<NiCheck, { is: 'improbable' }> {
  const letters = payment.ni.filter((one) => one.letter !== letterWithoutNi);
  if (letters.length === 0) return { is: 'agrees' };
  const rates = niYears[year];
  if (rates === undefined) return { is: 'not made', why: 'the year’s rates are not known' };
  const isByYear = payment.director === 'AN';
  const used = letters.filter((one) => !(isByYear ? one.earningsToDate : one.earnings).isZero());
  const why = whyNotMade(payment, { letters, used, again });
  return why === undefined ? { letters, used, rates } : { is: 'not made', why };
}

interface Asked extends Pick<NiAsked, 'again'>, Pick<Checked, 'letters' | 'used'> {}

/** Where earnings alone do not show what is due. */
function whyNotMade(payment: FiledPayment, { letters, used, again }: Asked): string | undefined {
  const unknown = letters.find((one) => !Object.hasOwn(niLetters, one.letter));
  if (unknown !== undefined) return `NI letter ${unknown.letter} is not known`;
  if (payment.aggregated) return 'the earnings of several jobs are taken together';
  if (again) return 'it is a second payment in the same earnings period';
  if (payment.afterLeaving) return 'it was paid after leaving';
  if (periodsAYear[payment.frequency] === undefined) return `pay is not weekly or monthly (${payment.frequency})`;
  if (payment.periodsCovered === 0) return 'it covers no whole earnings period';
  if (used.some((one) => one.earnings.isNegative())) return 'NI letters were re-allocated';
  return undefined;
}

export const letterChanged = ({ director }: FiledPayment): string =>
  `the letter changed within the ${director === 'AN' ? 'year' : 'period'}`;

const periodsAYear: Readonly<Partial<Record<PayFrequency, number>>> = { W1: 52, W2: 52, W4: 52, M1: 12 };

/** Weeks or months that a payment covers, and how many earnings periods they are. */
export interface Periods {
  readonly of: number;
  readonly count: number;
  readonly periods: number;
}

/** Some programs count a fortnight as one period, others as two weeks. */
export function periodsOf({ frequency, periodsCovered: count }: FiledPayment): readonly Periods[] {
  const of = periodsAYear[frequency] ?? 12;
  const weeks = frequency === 'W2' ? 2 : frequency === 'W4' ? 4 : 1;
  const counts = weeks > 1 && count >= weeks && count % weeks === 0 ? [count * weeks, count] : [count * weeks];
  return counts.map((one) => ({ of, count: one, periods: one / weeks }));
}

export const onePeriod = ({ of, count, periods }: Periods): Periods => ({ of, count: count / periods, periods: 1 });

/** As HMRC has it: one week or month to the nearest pound, several up to the next. */
export function partOfYear(year: Money, { of, count }: Pick<Periods, 'of' | 'count'>): Money {
  const exact = year.share(pounds(count), pounds(of)).toPence();
  return Money.pence((count === 1 ? (exact + 50n) / 100n : (exact + 99n) / 100n) * 100n);
}

/** A director's threshold is the year's; from the week of appointment on, its share of the year. */
export const directorsPart = (year: Money, { directorSinceWeek: since }: FiledPayment): Money =>
  since === undefined ? year : partOfYear(year, { of: 52, count: Math.max(1, 53 - since) });

/**
 * What was earned in the year before someone became a director has its own thresholds, and is not shown separately. The
 * payment's NI is then anything between the two that are given.
 */
function mayHaveEarnedBefore(
  { director, directorSinceWeek: since }: FiledPayment,
  letters: readonly NiOfLetter[],
  { least, most, sent }: Omit<Due, 'other'>,
): boolean {
  if (director !== 'AN' || since === undefined) return false;
  if (letters.every((one) => one.earnings.equals(one.earningsToDate))) return false;
  return sent.compare(least) >= 0 && sent.compare(most) <= 0;
}

const earnedBefore = 'a person who became a director in the year may have earned before';
