import { taxMonthOf } from '../../journal/nouns/dates.js';
import { type Person, pathOf } from '../../journal/nouns/pay-run.js';
import { type PayslipRead, payslipOf, type ReadContext } from './payslip-of.js';
import type { KnownPayment, KnownYear } from './year-to-date.js';

/** What was received of one tax month, in the form of the service's own payroll document. */
export interface FileDocument {
  readonly year: number;
  readonly period: number;
  readonly json: Readonly<Record<string, unknown>>;
  /** Who was paid, by the names in the files; whoever is matched to nobody has a place of their own. */
  readonly people: readonly Person[];
}

/** One payslip a person and pay date, whatever week the file names. */
export function payslipsOf(known: KnownYear, context: ReadContext): readonly DatedPayslip[] {
  return [...known.values()].flatMap((payments) =>
    [...byPayDate(payments)].map(([datedOn, ofDay]) => ({ datedOn, read: payslipOf(ofDay, context) })),
  );
}

export interface DatedPayslip {
  readonly datedOn: string;
  readonly read: PayslipRead;
}

/** One document a tax month, that of the pay date. */
export function documentsOf(
  payslips: readonly DatedPayslip[],
  context: Pick<ReadContext, 'year' | 'people'>,
): readonly FileDocument[] {
  const months = new Map<number, DatedPayslip[]>();
  for (const payslip of payslips) {
    const period = taxMonthOf(payslip.datedOn) - 1;
    const same = months.get(period);
    if (same === undefined) months.set(period, [payslip]);
    else same.push(payslip);
  }
  return [...months].sort(([a], [b]) => a - b).map(([period, ofMonth]) => documentOf(period, ofMonth, context));
}

function byPayDate(payments: readonly KnownPayment[]): ReadonlyMap<string, readonly KnownPayment[]> {
  const days = new Map<string, KnownPayment[]>();
  for (const one of payments) days.set(one.filed.paidOn, [...(days.get(one.filed.paidOn) ?? []), one]);
  return days;
}

function documentOf(
  period: number,
  payslips: readonly DatedPayslip[],
  { year, people }: Pick<ReadContext, 'year' | 'people'>,
): FileDocument {
  const roles = new Map([...people.values()].map(({ user, role }) => [user, role]));
  return {
    ...{ year, period },
    json: {
      period,
      dated_on: payslips.map(({ datedOn }) => datedOn).reduce((a, b) => (a > b ? a : b)),
      // A return is sent at or before the payment, so what was received is filed.
      status: 'filed',
      payslips: payslips.map(payslipJson),
    },
    people: payslips.map(({ read }) => ({
      ...{ url: read.user, path: pathOf(read.user) },
      role: roles.get(read.user) ?? (read.director ? 'Director' : 'Employee'),
      ...{ firstName: read.firstName, lastName: read.lastName },
    })),
  };
}

const payslipJson = ({ datedOn, read }: DatedPayslip) => ({
  user: read.user,
  dated_on: datedOn,
  ...(read.taxCode !== undefined && { tax_code: read.taxCode }),
  ...(read.director && { ni_calc_type: 'Director' }),
  ...(read.leaving && { leaving_payslip: true }),
  ...Object.fromEntries([...read.figures].map(([field, amount]) => [field, amount.toString()])),
  ...(read.asked.length > 0 && { asked: read.asked }),
  ...(read.noted.length > 0 && { noted: read.noted }),
});
