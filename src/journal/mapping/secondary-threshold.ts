import { Money } from '../nouns/money.js';

/** Where Class 1 NI of employers begins, by the year that the tax year ends in; the newest first. */
const thresholds = [
  { fromYear: 2026, week: Money.parse('96.00'), month: Money.parse('417.00') },
  { fromYear: 2023, week: Money.parse('175.00'), month: Money.parse('758.00') },
  { fromYear: 2022, week: Money.parse('170.00'), month: Money.parse('737.00') },
  { fromYear: 2021, week: Money.parse('169.00'), month: Money.parse('732.00') },
  { fromYear: 2020, week: Money.parse('166.00'), month: Money.parse('719.00') },
  { fromYear: 2019, week: Money.parse('162.00'), month: Money.parse('702.00') },
  { fromYear: 2018, week: Money.parse('157.00'), month: Money.parse('680.00') },
  { fromYear: 2016, week: Money.parse('156.00'), month: Money.parse('676.00') },
  // The allowance began in 2014/15, and nothing else asks for earlier years.
  { fromYear: 0, week: Money.parse('153.00'), month: Money.parse('663.00') },
] as const;

/** The secondary threshold of one payslip. */
export function secondaryThreshold(year: number, frequency: string | undefined): Money {
  const row = thresholds.find(({ fromYear }) => fromYear <= year) as (typeof thresholds)[number];
  return frequency === 'Weekly' ? row.week : row.month;
}
