import { Money } from '../nouns/money.js';
import type { ClaimedPay } from '../mapping/claims.js';
import { owing, type PayeOwing } from './month.js';
import { recoveredOf } from './recovery.js';
import { recoveryFactorsOn } from './recovery-rates.js';
import { type oneRateEach, waysOf } from './ways.js';

/** What one tax month's payroll owes the tax authority. */
export interface Liability extends PayeOwing {
  /** The year the tax year ends in. */
  readonly year: number;
  /** 0 to 11. */
  readonly period: number;
  /** The credit of 814: tax, NI and loans, less the employment allowance. */
  readonly owed: Money;
  /** Owed to the tax authority as well, but on another account by policy. */
  readonly owedElsewhere: Money;
  readonly cisSuffered: Money;
  /** Part of it is recovered outside the payroll data. */
  readonly statutoryPay: readonly ClaimedPay[];
}

export interface MonthToTie extends Liability {
  /** The amount due according to the service; absent if it has none yet. */
  readonly due?: Money;
  /** Statutory pay taken off this month's payment, as it is in the books: so its rate is known. */
  readonly recovered?: Money;
  /** Adjustments in the books that payroll's own payment includes, such as a levy. */
  readonly adjustments?: Money;
}

/** How much statutory pay was recovered in each month, and at which rates: "0.92 and 1.085". */
export interface Recovery {
  readonly rates: string;
  readonly alike: boolean;
  readonly of: ReadonlyMap<MonthToTie, Money>;
}

export const noRecovery: Recovery = { rates: '', alike: true, of: new Map() };

/** What may have been recovered of these months' statutory pay, in every way of claiming. */
export interface Recoveries {
  /** A penny for every payslip's pay, since someone may have rounded each. */
  readonly tolerance: number;
  readonly all: () => Iterable<Recovery>;
}

export function recoveriesOf(
  months: readonly MonthToTie[],
  ways: typeof oneRateEach | typeof waysOf = waysOf,
): Recoveries {
  const pays = months.flatMap((month) => month.statutoryPay);
  return {
    tolerance: pays.length,
    all: function* () {
      for (const { isSmall, alike } of ways(pays)) {
        const of = new Map(months.map((month) => [month, recoveredOf(month.statutoryPay, isSmall).total]));
        const rates = new Set(pays.map((pay) => rateOf(pay, isSmall(pay))));
        yield { rates: [...rates].sort().join(' and '), alike, of };
      }
    },
  };
}

const rateOf = ({ datedOn }: ClaimedPay, isSmall: boolean): string =>
  recoveryFactorsOn(datedOn)[isSmall ? 1 : 0].replace(/0$/, '');

export function balanceOf(month: MonthToTie, recovery: Recovery): Money {
  return owing(month).minus(month.recovered ?? recovery.of.get(month) ?? Money.zero);
}

/** What is due for the last of these months: a month that owes less than nothing is set against the next. */
export function balance(
  before: Money,
  months: readonly MonthToTie[],
  recovery: Recovery,
): { readonly due: Money; readonly credit: Money } {
  let credit = before;
  let due = Money.zero;
  for (const month of months) {
    const left = balanceOf(month, recovery).plus(credit);
    due = left.isNegative() ? Money.zero : left;
    credit = left.isNegative() ? left : Money.zero;
  }
  return { due, credit };
}

export function totalDue(months: readonly MonthToTie[], recovery: Recovery): Money {
  return Money.sum(months.map((_, index) => balance(Money.zero, months.slice(0, index + 1), recovery).due));
}
