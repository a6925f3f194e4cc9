import { taxMonthOf, taxMonthRange, taxYearInWords } from '../../journal/nouns/dates.js';
import type { Hold } from '../../journal/nouns/holds.js';
import { Money } from '../../journal/nouns/money.js';
import { type Person, pathOf } from '../../journal/nouns/pay-run.js';
import { nothingReturned } from './eps.js';
import { sourceInWords, sourceOf } from './file-source.js';
import type { ReturnedYear } from './returned.js';
import { aggregatedIn } from './aggregated.js';
import type { ReadContext } from './file-answers.js';
import { type NiContext, niQuestions } from './ni-questions.js';
import { hold } from './payment-questions.js';
import { type PensionTotals, pensionTotalHold } from './pension-totals.js';
import { employerPensionsOf, type PayslipRead, payslipOf } from './payslip-of.js';
import type { KnownPayment, KnownYear } from './year-to-date.js';

/** What was received of one tax month, in the form of the service's own payroll document. */
export interface FileDocument {
  readonly year: number;
  readonly period: number;
  readonly json: Readonly<Record<string, unknown>>;
  /** Who was paid, by the names in the files; a person matched to no one has a place of their own. */
  readonly people: readonly Person[];
}

/** One payslip a person and pay date, whatever week the file names. */
export function payslipsOf(known: KnownYear, context: ReadContext): readonly DatedPayslip[] {
  const jobs = aggregatedIn(known, context.people);
  return [...known.values()].flatMap((payments) => payslipsOfPerson(payments, { ...context, jobs }));
}

export function payslipsOfPerson(payments: readonly KnownPayment[], context: NiContext): readonly DatedPayslip[] {
  const of = { pensions: employerPensionsOf(payments, context), ni: niQuestions(payments, context) };
  return [...byPayDate(payments)].map(([datedOn, ofDay]) => {
    const [first] = ofDay;
    const source = first && sourceOf(first.filed.frequency);
    return { datedOn, ...(source !== undefined && { source }), read: payslipOf(ofDay, context, of) };
  });
}

export interface DatedPayslip {
  readonly datedOn: string;
  readonly source?: string;
  readonly read: PayslipRead;
}

/** What the returns of a year have that its payslips do not. */
export interface ReturnedInYear {
  readonly returned: ReturnedYear;
  /** By tax month, 1 to 12. */
  readonly allowance: ReadonlyMap<number, Money>;
}

type DocumentContext = Pick<ReadContext, 'year' | 'people'> & { readonly pensionTotals?: PensionTotals };

/** One document per tax month, that of the pay date; also for a month in which, by a return, no one was paid. */
export function documentsOf(
  payslips: readonly DatedPayslip[],
  context: DocumentContext,
  inYear?: ReturnedInYear,
  moved: readonly MovedPayment[] = [],
): readonly FileDocument[] {
  const months = new Map<number, DatedPayslip[]>();
  for (const { datedOn } of moved) months.set(taxMonthOf(datedOn) - 1, []);
  for (const month of [...(inYear?.returned.months.keys() ?? []), ...(inYear?.returned.noPayment ?? [])])
    months.set(month - 1, []);
  for (const payslip of payslips) {
    const period = taxMonthOf(payslip.datedOn) - 1;
    const same = months.get(period);
    if (same === undefined) months.set(period, [payslip]);
    else same.push(payslip);
  }
  const firstPaid = Math.min(...payslips.map(({ datedOn }) => taxMonthOf(datedOn)));
  return [...months]
    .sort(([a], [b]) => a - b)
    .map(([period, ofMonth]) => {
      const header = inYear === undefined ? {} : returnedJson(period, inYear, firstPaid);
      const elsewhere = moved.filter(({ datedOn }) => taxMonthOf(datedOn) - 1 === period);
      return documentOf(
        period,
        ofMonth,
        context,
        elsewhere.length === 0 ? header : { ...header, moved: movedIn(elsewhere) },
      );
    });
}

/** A payment of a day on which another source pays. */
export interface MovedPayment {
  readonly datedOn: string;
  readonly source: string | undefined;
}

/** Their pay dates. */
function movedIn(payslips: readonly MovedPayment[]): readonly object[] {
  const days = new Map(
    payslips.map(({ datedOn, source }) => [
      `${datedOn} ${source}`,
      { dated_on: datedOn, source: sourceInWords(source) },
    ]),
  );
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
}

function byPayDate(payments: readonly KnownPayment[]): ReadonlyMap<string, readonly KnownPayment[]> {
  const days = new Map<string, KnownPayment[]>();
  for (const one of payments) days.set(one.filed.paidOn, [...(days.get(one.filed.paidOn) ?? []), one]);
  return days;
}

function documentOf(
  period: number,
  payslips: readonly DatedPayslip[],
  { year, people, pensionTotals: totals = {} }: DocumentContext,
  header: Readonly<Record<string, unknown>>,
): FileDocument {
  const roles = new Map([...people.values()].map(({ user, role }) => [user, role]));
  const { to } = taxMonthRange(year, period + 1);
  const lastDay = payslips.length === 0 ? to : '';
  return {
    year,
    period,
    json: {
      period,
      dated_on: payslips.map(({ datedOn }) => datedOn).reduce((a, b) => (a > b ? a : b), lastDay),
      // A return is sent at or before the payment, so whatever was received is filed.
      status: 'filed',
      ...header,
      payslips: compared(confirmedOrAsked(payslips, year), { year, period, totals }).map(payslipJson),
    },
    people: payslips.map(({ read }) => ({
      url: read.user,
      path: pathOf(read.user),
      role: roles.get(read.user) ?? (read.director ? 'Director' : 'Employee'),
      firstName: read.firstName,
      lastName: read.lastName,
    })),
  };
}

/** What was said of earlier years is asked once a pay run, on the first payslip that it is about. */
function confirmedOrAsked(payslips: readonly DatedPayslip[], year: number): readonly DatedPayslip[] {
  const runs = new Set<string>();
  return payslips.map((one) => {
    const run = `${one.datedOn} ${one.source ?? ''}`;
    if (one.read.unconfirmed !== true || runs.has(run)) return one;
    runs.add(run);
    return asking(one, toConfirm(year));
  });
}

const asking = (one: DatedPayslip, question: Hold): DatedPayslip => ({
  ...one,
  read: { ...one.read, asked: [...one.read.asked, question] },
});

/** The last pay date completes what the provider takes for the month. */
function compared(
  payslips: readonly DatedPayslip[],
  of: { readonly year: number; readonly period: number; readonly totals: PensionTotals },
): readonly DatedPayslip[] {
  const differs = pensionTotalHold(
    payslips.map(({ read }) => read),
    of,
  );
  const last = payslips.reduce<DatedPayslip | undefined>((a, b) => (a && a.datedOn >= b.datedOn ? a : b), undefined);
  if (differs === undefined || last === undefined) return payslips;
  return payslips.map((one) => (one === last ? asking(one, differs) : one));
}

const toConfirm = (year: number) =>
  hold(
    'employer_pension_unknown',
    `What the employer pays into pensions is confirmed once each tax year, and for ${taxYearInWords(year)} it is not yet. Confirm it, or say what has changed since 6 April.`,
    { field: 'employer_pension' },
  );

/**
 * `firstPaid`: the tax month of the first file; a return's amounts for months before it may be in the books already.
 */
function returnedJson(
  period: number,
  { returned, allowance }: ReturnedInYear,
  firstPaid: number,
): Readonly<Record<string, unknown>> {
  const { months, allowanceClaimed: claimed } = returned;
  const month = months.get(period + 1);
  const ofAllowance = (claimed === true && allowance.get(period + 1)) || Money.zero;
  const { recovered, compensation, cisSuffered, levy } = month ?? nothingReturned;
  const amounts = { recovered, compensation, cisSuffered, levy, allowance: ofAllowance };
  if (Object.values(amounts).every((one) => one.isZero())) return {};
  const { since, levySince } = month ?? { since: period + 1, levySince: period + 1 };
  const isUnchecked = month !== undefined && since < firstPaid;
  return {
    ...(!cisSuffered.isZero() && !isUnchecked && { construction_industry_scheme_deduction: cisSuffered.toString() }),
    returned: {
      ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amount.toString()])),
      since,
      ...(levySince !== since && !levy.isZero() && { levySince }),
      ...(isUnchecked && { unchecked: true }),
    },
  };
}

const payslipJson = ({ datedOn, source, read }: DatedPayslip) => ({
  user: read.user,
  dated_on: datedOn,
  ...(source !== undefined && { of_source: source }),
  ...(read.taxCode !== undefined && { tax_code: read.taxCode }),
  ...(read.director && { ni_calc_type: 'Director' }),
  ...(read.leaving && { leaving_payslip: true }),
  ...Object.fromEntries([...read.figures].map(([field, amount]) => [field, amount.toString()])),
  ...(read.asked.length > 0 && { asked: read.asked }),
  ...(read.noted.length > 0 && { noted: read.noted }),
});
