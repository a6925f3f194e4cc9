import { mapPeriod } from '../journal/mapping/mapper.js';
import { Money } from '../journal/nouns/money.js';
import { type PayPeriod, pathOf } from '../journal/nouns/pay-run.js';
import { adjustmentsOf, type PaymentsGiven } from '../journal/paye/adjustments-of.js';
import type { Adjustment } from './adjustments.js';
import { gathered, placeOf } from './amounts.js';
import type { Payroll } from './run.js';

interface Of extends Pick<Payroll, 'people' | 'prefix' | 'decided'> {
  readonly periods: readonly PayPeriod[];
}

/** Recovery, levy and CIS, as payroll's payments show them. */
export function adjustmentsIn(
  { periods, people, prefix, decided = [] }: Of,
  given: PaymentsGiven,
): readonly Adjustment[] {
  // Since when we would post recoveries ourselves is no matter here: an audit is of what others posted.
  const policy = { ...given.policy, recovery: { ...given.policy.recovery, post: 'ask' as const, from: null } };
  const onPaye = (pence: bigint) => new Map(pence === 0n ? [] : [[policy.accounts.payeNi, pence] as const]);
  return periods.flatMap((period): readonly Adjustment[] => {
    const context = { prefix, policy: { ...policy, postFrom: null }, people, decided, offline: true };
    const { journals, paye } = adjustmentsOf(period, mapPeriod(period, context), { ...given, policy });
    const at = { period: period.period, datedOn: period.datedOn };
    const recovery = journals.map(({ entries }): Adjustment => {
      const lines = entries.map(({ category, user, debit }) => {
        const whose = user === undefined ? undefined : pathOf(user);
        return [placeOf(category, whose), debit.toPence()] as const;
      });
      return { is: 'recovery', ...at, amounts: gathered(lines) };
    });
    const cis: Adjustment = { is: 'cis', ...at, amounts: onPaye(period.cisDeduction.toPence()) };
    const left = paye === undefined ? 0n : Money.parse(paye.left).toPence();
    const all = [...recovery, cis, { is: 'levy', ...at, amounts: onPaye(left) } as const];
    return all.filter(({ amounts }) => amounts.size > 0);
  });
}
