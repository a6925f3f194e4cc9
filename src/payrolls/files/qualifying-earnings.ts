import { Money } from '../../journal/nouns/money.js';
import type { PayFrequency } from './fps.js';

/** Where earnings count for automatic enrolment, in pounds a pay period: from, and up to. */
type Band = readonly [lower: number, upper: number];

/** As the Pensions Regulator publishes them. The year has been the same since 2021/22: 6,240 to 50,270. */
const sinceApril2021: Readonly<Partial<Record<PayFrequency, Band>>> = {
  W1: [120, 967],
  W2: [240, 1_934],
  W4: [480, 3_867],
  M1: [520, 4_189],
  M3: [1_560, 12_568],
  M6: [3_120, 25_135],
  MA: [6_240, 50_270],
};

/** By the year that the tax year ends in. */
const bandsOf: Readonly<Record<number, typeof sinceApril2021>> = { 2026: sinceApril2021, 2027: sinceApril2021 };

interface PayPeriods {
  readonly year: number;
  readonly frequency: PayFrequency;
  readonly periodsCovered: number;
}

/** The part of these earnings within the band; undefined if the band is not known. */
export function qualifyingPart(earnings: Money, of: PayPeriods): Money | undefined {
  const band = bandsOf[of.year]?.[of.frequency];
  const count = periodsIn(of);
  if (band === undefined || count === 0) return undefined;
  const [lower, upper] = band.map((pounds) => Money.pence(BigInt(pounds * count) * 100n)) as [Money, Money];
  const counted = earnings.compare(upper) > 0 ? upper : earnings;
  const part = counted.minus(lower);
  return part.isPositive() ? part : Money.zero;
}

const weeksIn: Readonly<Partial<Record<PayFrequency, number>>> = { W2: 2, W4: 4 };

/** Some programs count a fortnight as one period, others as two weeks. */
function periodsIn({ frequency, periodsCovered }: PayPeriods): number {
  const weeks = weeksIn[frequency] ?? 1;
  return periodsCovered % weeks === 0 ? periodsCovered / weeks : periodsCovered;
}
