import { Money } from '../../journal/nouns/money.js';
import type { FiledPayment, NiOfLetter } from './fps.js';
import {
  checkedOf,
  directorsPart,
  type Due,
  judgeShare,
  letterChanged,
  type NiAsked,
  type NiCheck,
  onePeriod,
  partOfYear,
  type Periods,
} from './ni-check.js';
import { type EmployeeRates, niLetters, type NiYear, percent, pounds } from './ni-year.js';

/**
 * Whether the employee's NI fits these earnings: 2,600.00 a month under letter A owe 8 % above 1,048, 124.16. Pay after
 * statutory deductions may agree with a wrong figure, and need not be in the file. Letters of other rates are never
 * summed: which of them used the thresholds up is not in the file.
 */
export function checkEmployeeNi(asked: NiAsked): NiCheck {
  const { payment } = asked;
  const checked = checkedOf(asked);
  if ('is' in checked) return checked;
  const { letters, used, rates: of } = checked;
  const counted = letters.filter((one) => used.includes(one) || !one.employee.isZero());
  const checks = [...new Set(counted.map(ratesOf))].map((name) => {
    const own = counted.filter((one) => ratesOf(one) === name);
    const isShared = used.some((one) => !own.includes(one));
    // Of pensioners nothing is due, whatever they earned under another letter.
    if (isShared && name !== 'nil') return { is: 'not made', why: letterChanged(payment) } as const;
    return checkLetters(own, { ...of, rates: of.employee[name] }, payment);
  });
  return (
    checks.find((one) => one.is === 'improbable') ?? checks.find((one) => one.is === 'not made') ?? together(checks)
  );
}

const ratesOf = ({ letter }: NiOfLetter): keyof NiYear['employee'] => niLetters[letter]?.employee ?? 'standard';

function together(checks: readonly NiCheck[]): NiCheck {
  const offs = checks.flatMap((one) => (one.is === 'agrees' && one.off !== undefined ? [one.off] : []));
  return offs.length === 0 ? { is: 'agrees' } : { is: 'agrees', off: Money.sum(offs) };
}

interface OfRates extends Pick<NiYear, 'primary' | 'upperLimit'> {
  readonly rates: EmployeeRates;
}

function checkLetters(letters: readonly NiOfLetter[], of: OfRates, payment: FiledPayment): NiCheck {
  const { earnings, sent } = inAll(letters);
  return judgeShare(payment, letters, {
    ofPeriod: (periods) => inPeriod(letters, of, periods),
    ofYear: toDate(letters, of, payment),
    limits: () => ({
      // Least where nothing of the thresholds was used before, or all of them was.
      least: least(due(earnings, of, directorsLimits(of, payment)), percent(earnings, of.rates.above)),
      most: percent(earnings, highest(of.rates)),
      sent,
    }),
  });
}

const inAll = (letters: readonly NiOfLetter[]) => ({
  earnings: Money.sum(letters.map((one) => one.earnings)),
  sent: Money.sum(letters.map((one) => one.employee)),
  other: Money.sum(letters.map((one) => one.employer)),
});

/**
 * Of several periods, least is due if each was paid up to the primary threshold and one of them the rest, and most if
 * all was paid in one, or in as few as are paid just up to the upper limit.
 */
function inPeriod(letters: readonly NiOfLetter[], of: OfRates, periods: Periods): Due {
  const { earnings, ...shares } = inAll(letters);
  const evenly = due(earnings, of, limitsOf(of, periods));
  if (periods.periods === 1) return { least: evenly, most: evenly, ...shares };
  const one = limitsOf(of, onePeriod(periods));
  const free = one.primary.share(pounds(periods.periods - 1), pounds(1));
  const upToLimit = earnings.share(due(one.upperLimit, of, one), one.upperLimit);
  return {
    least: least(evenly, due(earnings.minus(free), of, one)),
    most: [due(earnings, of, one), upToLimit].reduce(most, evenly),
    ...shares,
  };
}

/** Directors: the whole year is one earnings period, from the week of appointment on. */
function toDate(letters: readonly NiOfLetter[], of: OfRates, payment: FiledPayment): Due {
  const owed = due(Money.sum(letters.map((one) => one.earningsToDate)), of, directorsLimits(of, payment));
  return {
    least: owed,
    most: owed,
    sent: Money.sum(letters.map((one) => one.employeeToDate)),
    other: Money.sum(letters.map((one) => one.employerToDate)),
  };
}

type Limits = Pick<NiYear, 'primary' | 'upperLimit'>;

const directorsLimits = ({ primary, upperLimit }: Limits, payment: FiledPayment): Limits => ({
  primary: directorsPart(primary, payment),
  upperLimit: directorsPart(upperLimit, payment),
});

const limitsOf = ({ primary, upperLimit }: Limits, periods: Periods): Limits => ({
  primary: partOfYear(primary, periods),
  upperLimit: partOfYear(upperLimit, periods),
});

function due(earnings: Money, { rates }: OfRates, { primary, upperLimit }: Limits): Money {
  const main = positive(least(earnings, upperLimit).minus(primary));
  return percent(main, rates.main).plus(percent(positive(earnings.minus(upperLimit)), rates.above));
}

const positive = (amount: Money): Money => (amount.isPositive() ? amount : Money.zero);
const least = (a: Money, b: Money): Money => (a.compare(b) < 0 ? a : b);
const most = (a: Money, b: Money): Money => (a.compare(b) > 0 ? a : b);
const highest = ({ main, above }: EmployeeRates): Money => most(main, above);
