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
import { niLetters, type NiYear, percent } from './ni-year.js';

/** Whether the employer's NI fits these earnings. A wrong figure balances, so nothing else shows it. */
export function checkEmployerNi(asked: NiAsked): NiCheck {
  const { payment } = asked;
  const checked = checkedOf(asked);
  if ('is' in checked) return checked;
  const { letters, used, rates } = checked;
  const thresholds = new Set(used.map(({ letter }) => niLetters[letter]?.from));
  if (thresholds.size > 1) return { is: 'not made', why: letterChanged(payment) };
  const counted = letters.filter((one) => !one.earnings.isZero() || !one.employer.isZero());
  const earnings = Money.sum(counted.map((one) => one.earnings));
  return judgeShare(payment, counted, {
    ofPeriod: (periods) => inPeriod(counted, rates, periods),
    ofYear: toDate(letters, rates, payment),
    limits: () => ({
      least: above(earnings, directorsPart(thresholdIn(counted, rates), payment), rates),
      most: above(earnings, Money.zero, rates),
      sent: Money.sum(counted.map((one) => one.employer)),
    }),
  });
}

const thresholdIn = ([first]: readonly NiOfLetter[], rates: NiYear): Money =>
  rates[niLetters[first?.letter ?? '']?.from ?? 'secondary'];

/** The less evenly the pay fell over several periods, the less of their thresholds was used. */
function inPeriod(letters: readonly NiOfLetter[], rates: NiYear, periods: Periods): Due {
  const threshold = thresholdIn(letters, rates);
  const earnings = Money.sum(letters.map((one) => one.earnings));
  return {
    least: above(earnings, partOfYear(threshold, periods), rates),
    most: above(earnings, partOfYear(threshold, onePeriod(periods)), rates),
    sent: Money.sum(letters.map((one) => one.employer)),
    other: Money.sum(letters.map((one) => one.employee)),
  };
}

/** Directors: the whole year is one earnings period, from the week of appointment on. */
function toDate(letters: readonly NiOfLetter[], rates: NiYear, payment: FiledPayment): Due {
  const earnings = Money.sum(letters.map((one) => one.earningsToDate));
  const due = above(earnings, directorsPart(thresholdIn(letters, rates), payment), rates);
  return {
    least: due,
    most: due,
    sent: Money.sum(letters.map((one) => one.employerToDate)),
    other: Money.sum(letters.map((one) => one.employeeToDate)),
  };
}

function above(earnings: Money, threshold: Money, rates: NiYear): Money {
  const part = earnings.minus(threshold);
  return part.isPositive() ? percent(part, rates.employer) : Money.zero;
}
