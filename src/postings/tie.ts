import type { EntityManager } from 'typeorm';
import { addDays, taxMonthRange } from '../journal/dates.js';
import { Money } from '../journal/money.js';
import { PayPeriodRecord, type StoredPayment, TaxYearRecord } from './pay-period.entity.js';

/** What payroll says is owed to HMRC for a month, against what our journals say. */
export type HmrcTie =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'agrees' | 'differs';
      readonly expected: Money;
      readonly due: Money;
      readonly dueOn: string;
    };

/** HMRC is paid by the 22nd after the tax month, or the 19th by post: before the next tax month is over. */
const dueWithinDays = 30;

export async function tiesOf(
  em: EntityManager,
  companyIds: readonly string[],
  month: { readonly year: number; readonly period: number },
): Promise<ReadonlyMap<string, HmrcTie>> {
  if (companyIds.length === 0) return new Map();
  const periods = await em
    .createQueryBuilder(PayPeriodRecord, 'p')
    .select(['p.companyId', 'p.year', 'p.period', 'p.j814', 'p.cis'])
    .where('p.companyId IN (:...companyIds) AND p.year = :year AND p.period = :period', { companyIds, ...month })
    .getMany();
  const years = await em
    .createQueryBuilder(TaxYearRecord, 'y')
    .where('y.companyId IN (:...companyIds) AND y.year = :year', { companyIds, year: month.year })
    .getMany();
  return new Map(
    periods.map((period) => {
      const payments = years.find((year) => year.companyId === period.companyId)?.payments ?? [];
      return [period.companyId, tieOf(period, payments)] as const;
    }),
  );
}

export function tieOf(
  period: Pick<PayPeriodRecord, 'year' | 'period' | 'j814' | 'cis'>,
  payments: readonly StoredPayment[],
): HmrcTie {
  const payment = paymentAfter(period, payments);
  const due = Money.tryParse(payment?.amountDue);
  if (payment === undefined || due === undefined) return { kind: 'unknown' };
  const expected = period.j814.minus(period.cis);
  return { kind: expected.equals(due) ? 'agrees' : 'differs', expected, due, dueOn: payment.dueOn };
}

function paymentAfter(period: { year: number; period: number }, payments: readonly StoredPayment[]) {
  const { to } = taxMonthRange(period.year, period.period + 1);
  const latest = addDays(to, dueWithinDays);
  return payments.find((payment) => payment.dueOn > to && payment.dueOn <= latest);
}
