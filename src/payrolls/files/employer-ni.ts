import { Money } from '../../journal/nouns/money.js';
import type { FiledPayment, NiOfLetter, PayFrequency } from './fps.js';

/** Employer's class 1 NI of a tax year: thresholds a year, and the rate on earnings above them. */
interface Rates {
  readonly percent: Money;
  readonly secondary: Money;
  /** Under 21, apprentices under 25 and veterans: nothing up to here. */
  readonly upper: Money;
  /** Freeports and investment zones: nothing up to here. */
  readonly zones: Money;
}

const pounds = (whole: number) => Money.pence(BigInt(whole) * 100n);
const percent = (amount: Money, of: Money) => amount.share(of, pounds(100));

/** By the year that the tax year ends in. */
const ratesOf: Readonly<Record<number, Rates>> = {
  2026: { percent: pounds(15), secondary: pounds(5_000), upper: pounds(50_270), zones: pounds(25_000) },
  2027: { percent: pounds(15), secondary: pounds(5_000), upper: pounds(50_270), zones: pounds(25_000) },
};

type Threshold = Exclude<keyof Rates, 'percent'>;

/** Where an employer begins to pay for earnings of each letter. */
const thresholdOf: Readonly<Record<string, Threshold>> = {
  ...{ A: 'secondary', B: 'secondary', C: 'secondary', J: 'secondary' },
  ...{ H: 'upper', M: 'upper', V: 'upper', Z: 'upper' },
  ...{ F: 'zones', I: 'zones', L: 'zones', S: 'zones' },
  ...{ N: 'zones', E: 'zones', D: 'zones', K: 'zones' },
};

/** No one owes NI for it. */
const letterWithoutNi = 'X';

/** Tables go by bands of a pound a week and round their own way. */
const toleranceAPeriod = pounds(1);

export type NiCheck =
  | { readonly is: 'agrees' }
  | { readonly is: 'not made'; readonly why: string }
  | { readonly is: 'improbable'; readonly expected: Money; readonly sent: Money; readonly bothShares: boolean };

interface Asked {
  readonly year: number;
  readonly payment: FiledPayment;
  /** Someone was paid before in the same earnings period: their thresholds are used up. */
  readonly again: boolean;
  /** This program sends the employee's share too, as a person has said. */
  readonly bothShares: boolean;
}

/** Whether the employer's NI fits these earnings. A wrong figure balances, so nothing else shows it. */
export function checkEmployerNi({ year, payment, again, bothShares }: Asked): NiCheck {
  const letters = payment.ni.filter((one) => one.letter !== letterWithoutNi);
  if (letters.length === 0) return { is: 'agrees' };
  const rates = ratesOf[year];
  const why = rates === undefined ? 'the year’s rates are not known' : whyNotMade(payment, letters, again);
  if (rates === undefined || why !== undefined) return { is: 'not made', why: why ?? '' };
  const counted = letters.filter((one) => !one.earnings.isZero() || !one.employer.isZero());
  const candidates = [
    ...(payment.director === 'AN' ? [] : periodsOf(payment).map((part) => inPeriod(counted, rates, part))),
    // With the period all year, a director's NI is made up to the year's with the last payment.
    ...(payment.director === undefined ? [] : [toDate(letters, rates, payment)]),
  ].map((one) => (bothShares ? { ...one, sent: one.sent.minus(one.employee) } : one));
  const periods = Math.max(1, payment.periodsCovered);
  const tolerance = pounds(0).plus(Money.sum(Array.from({ length: periods }, () => toleranceAPeriod)));
  const isNear = (a: Money, b: Money) => a.minus(b).abs().compare(tolerance) <= 0;
  if (candidates.some(({ expected, sent }) => isNear(expected, sent))) return { is: 'agrees' };
  if (mayHaveEarnedBefore(payment, counted, rates, bothShares, tolerance))
    return { is: 'not made', why: 'a person who became a director in the year may have earned before' };
  const [first] = candidates;
  if (first === undefined) return { is: 'agrees' };
  const both = candidates.find(
    ({ expected, sent, employee }) => !employee.isZero() && isNear(expected.plus(employee), sent),
  );
  return { is: 'improbable', ...pick(both ?? first), bothShares: both !== undefined };
}

const pick = ({ expected, sent }: Compared) => ({ expected, sent });

/** Where earnings alone do not show what is due. */
function whyNotMade(payment: FiledPayment, letters: readonly NiOfLetter[], again: boolean): string | undefined {
  const unknown = letters.find((one) => !Object.hasOwn(thresholdOf, one.letter));
  if (unknown !== undefined) return `NI letter ${unknown.letter} is not known`;
  if (payment.aggregated) return 'the earnings of several jobs are taken together';
  if (again) return 'it is a second payment in the same earnings period';
  if (payment.afterLeaving) return 'it was paid after leaving';
  if (periodsAYear[payment.frequency] === undefined) return `pay is not weekly or monthly (${payment.frequency})`;
  if (payment.periodsCovered === 0) return 'it covers no whole earnings period';
  const isYear = payment.director === 'AN';
  const used = letters.filter((one) => !(isYear ? one.earningsToDate : one.earnings).isZero());
  if (used.some((one) => one.earnings.isNegative())) return 'NI letters were re-allocated';
  const thresholds = new Set(used.map((one) => thresholdOf[one.letter]));
  return thresholds.size > 1 ? `the letter changed within the ${isYear ? 'year' : 'period'}` : undefined;
}

const periodsAYear: Readonly<Partial<Record<PayFrequency, number>>> = { W1: 52, W2: 52, W4: 52, M1: 12 };

interface Periods {
  readonly of: number;
  readonly count: number;
}

/** Weeks or months that the payment covers. Some programs count a fortnight as one period, others as two weeks. */
function periodsOf({ frequency, periodsCovered: count }: FiledPayment): readonly Periods[] {
  const of = periodsAYear[frequency] ?? 12;
  const weeks = frequency === 'W2' ? 2 : frequency === 'W4' ? 4 : 1;
  const counts = weeks > 1 && count >= weeks && count % weeks === 0 ? [count * weeks, count] : [count * weeks];
  return counts.map((one) => ({ of, count: one }));
}

interface Compared {
  readonly expected: Money;
  readonly sent: Money;
  readonly employee: Money;
}

function inPeriod(letters: readonly NiOfLetter[], rates: Rates, { of, count }: Periods): Compared {
  const [first] = letters;
  const threshold =
    first === undefined ? Money.zero : partOfYear(rates[thresholdOf[first.letter] ?? 'secondary'], of, count);
  const earnings = Money.sum(letters.map((one) => one.earnings));
  return {
    expected: above(earnings, threshold, rates),
    sent: Money.sum(letters.map((one) => one.employer)),
    employee: Money.sum(letters.map((one) => one.employee)),
  };
}

/** Directors: the whole year is one earnings period, from the week of appointment on. */
function toDate(letters: readonly NiOfLetter[], rates: Rates, { directorSinceWeek: since }: FiledPayment): Compared {
  const [first] = letters;
  const threshold = first === undefined ? Money.zero : directorsThreshold(first, rates, since);
  const earnings = Money.sum(letters.map((one) => one.earningsToDate));
  return {
    expected: above(earnings, threshold, rates),
    sent: Money.sum(letters.map((one) => one.employerToDate)),
    employee: Money.sum(letters.map((one) => one.employeeToDate)),
  };
}

/**
 * What was earned in the year before someone became a director has its own thresholds, and is not shown separately. The
 * payment's NI is then between the NI with the whole threshold and the NI with none of it.
 */
function mayHaveEarnedBefore(
  payment: FiledPayment,
  letters: readonly NiOfLetter[],
  rates: Rates,
  bothShares: boolean,
  tolerance: Money,
): boolean {
  const [first] = letters;
  const { director, directorSinceWeek: since } = payment;
  if (director !== 'AN' || since === undefined || first === undefined) return false;
  if (letters.every((one) => one.earnings.equals(one.earningsToDate))) return false;
  const earnings = Money.sum(letters.map((one) => one.earnings));
  const sent = Money.sum(letters.map((one) => (bothShares ? one.employer.minus(one.employee) : one.employer)));
  const least = above(earnings, directorsThreshold(first, rates, since), rates).minus(tolerance);
  const most = above(earnings, Money.zero, rates).plus(tolerance);
  return sent.compare(least) >= 0 && sent.compare(most) <= 0;
}

function directorsThreshold({ letter }: NiOfLetter, rates: Rates, since: number | undefined): Money {
  const whole = rates[thresholdOf[letter] ?? 'secondary'];
  return since === undefined ? whole : partOfYear(whole, 52, Math.max(1, 53 - since));
}

function above(earnings: Money, threshold: Money, rates: Rates): Money {
  const part = earnings.minus(threshold);
  return part.isPositive() ? percent(part, rates.percent) : Money.zero;
}

/** As HMRC has it: one week or month to the nearest pound, several up to the next. */
function partOfYear(year: Money, of: number, count: number): Money {
  const exact = year.share(pounds(count), pounds(of)).toPence();
  return Money.pence((count === 1 ? (exact + 50n) / 100n : (exact + 99n) / 100n) * 100n);
}
