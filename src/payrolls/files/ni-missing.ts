import type { Hold } from '../../journal/nouns/holds.js';
import type { Money } from '../../journal/nouns/money.js';
import type { ReadContext } from './file-answers.js';
import type { FiledPayment } from './fps.js';
import { directorsPart, partOfYear, periodsOf } from './ni-check.js';
import { niYears } from './ni-year.js';
import { hold, nameOf, payForTax } from './payment-questions.js';
import { keyOf } from './year-to-date.js';

/** Pay above what employees pay NI from, and no figures of NI: under 16, or insured abroad; or left out. */
export function missingNi(filed: FiledPayment, { year, answers }: ReadContext): readonly Hold[] {
  if (filed.ni.length > 0 || filed.aggregated || filed.afterLeaving || filed.occupationalPension === true) return [];
  const key = keyOf(filed);
  if (answers.withoutNi?.includes(key) === true) return [];
  const primary = niYears[year]?.primary;
  if (primary === undefined) return [];
  const [pay, from] = filed.director === 'AN' ? ofYear(filed, primary) : ofPeriod(filed, primary);
  if (pay.compare(from) <= 0) return [];
  return [
    hold(
      'ni_missing',
      `${nameOf(filed)} is paid ${pay.inPounds()}, more than the ${from.inPounds()} from which employees pay NI, and the file has no NI figures for this person. If none is owed (under 16, or insured abroad), say so once: payroll id ${key} is without NI. Otherwise correct it in payroll, and receive the file that comes of it.`,
      { field: 'NIlettersAndValues', amount: pay.toString() },
    ),
  ];
}

const ofYear = (filed: FiledPayment, primary: Money) => [filed.toDate.taxable, directorsPart(primary, filed)] as const;

const ofPeriod = (filed: FiledPayment, primary: Money) =>
  [payForTax(filed), partOfYear(primary, longestOf(filed))] as const;

/** Some programs count a fortnight as one period, others as two weeks: the longer, so that no one is asked in vain. */
function longestOf(filed: FiledPayment) {
  const months = monthsOf[filed.frequency];
  if (months !== undefined) return { of: 12, count: months };
  const isIrregular = filed.frequency === 'IO' || filed.frequency === 'IR';
  const [longest] = periodsOf(isIrregular ? { ...filed, frequency: 'W1' } : filed);
  return longest ?? { of: 52, count: 1 };
}

const monthsOf: Readonly<Partial<Record<FiledPayment['frequency'], number>>> = { M3: 3, M6: 6, MA: 12 };
