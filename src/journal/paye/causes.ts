import { Money } from '../nouns/money.js';
import { balanceOf, type MonthToTie, noRecovery, recoveriesOf } from './balance.js';
import { isWithin } from './recovery.js';

export type Cause = 'on_other_accounts' | 'levy' | 'quarterly_payer' | 'late_correction' | 'nil_due';

/** What an unexplained difference may come from. */
export interface Causes {
  readonly causes: readonly Cause[];
  /** How much is on other accounts, when that is a cause. */
  readonly owedElsewhere?: Money;
}

export function causesOf(month: MonthToTie, before: readonly MonthToTie[], difference: Money): Causes {
  const { due = Money.zero, owedElsewhere } = month;
  if (difference.equals(owedElsewhere)) return { causes: ['on_other_accounts'], owedElsewhere };
  if (due.isZero()) return { causes: ['nil_due', 'quarterly_payer', 'late_correction'] };
  if (isPaidByTheQuarter(month, before)) return { causes: ['quarterly_payer'] };
  const others: readonly Cause[] = difference.isPositive() ? ['levy', 'late_correction'] : ['late_correction'];
  if (owedElsewhere.isZero()) return { causes: others };
  return { causes: ['on_other_accounts', ...others], owedElsewhere };
}

/** Nothing was due for the earlier months of the quarter, and now all of them are due together. */
function isPaidByTheQuarter(month: MonthToTie, before: readonly MonthToTie[]): boolean {
  const others = before.filter(({ period }) => quarterOf(period) === quarterOf(month.period));
  if (others.length === 0 || others.some(({ due }) => due?.isZero() === false)) return false;
  const quarter = [...others, month];
  const elsewhere = Money.sum(quarter.map((one) => one.owedElsewhere));
  const { tolerance, all } = recoveriesOf(quarter);
  return [noRecovery, ...all()].some((recovery) => {
    const left = Money.sum([month.due ?? Money.zero, ...quarter.map((one) => balanceOf(one, recovery).negated())]);
    const pennies = recovery === noRecovery ? 0 : tolerance;
    return isWithin(left, pennies) || isWithin(left.minus(elsewhere), pennies);
  });
}

/** PAYE quarters end on 5 July, October, January and April. */
export function quarterOf(period: number): number {
  return Math.floor(period / 3);
}
