import type { ObjectLiteral } from 'typeorm';
import type { Viewer } from '../../access/viewer.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { comesAsFiles } from '../../journal/policy/moves.js';
import { bankDayOnOrBefore } from '../../journal/nouns/bank-days.js';
import { hmrcDueOn } from '../../journal/paye/due-days.js';
import { type EnteredKind, isEntered } from '../../journal/nouns/adjustment.js';
import { addDays, taxYearOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import {
  adjustmentDueOn,
  type BilledFor,
  billedFor,
  paymentReference,
  type TaxMonth,
} from '../../journal/paye/bills.js';
import { paymentsOfYear } from '../../journal/paye/month.js';
import { givenMonth, type PaymentDue, schemeYear, type YearsCredit } from '../../journal/paye/scheme-year.js';
import { defaultPolicy, parsePolicy, type Policy } from '../../journal/policy/policy.js';
import { type Adjustment, isAdjustment, isTakenBack, owedByLines } from '../../record/runs/adjustment.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { termsOf } from '../../record/runs/scheme-month.js';
import { type SaidPaid, saidPaid } from './hmrc-said-paid.js';
import { TaxYearRecord } from '../../record/runs/pay-period.entity.js';
import { parsedOnce, policiesOfFiles, schemeYears } from '../checks/scheme-years.js';

/** One thing that a company has to pay HMRC: a month's PAYE as payroll has it, or what a person entered in addition. */
export interface HmrcDue {
  readonly companyId: string;
  readonly company: string;
  /** As control accounts name it: "paye 2026-06", or an adjustment by its tag. */
  readonly id: string;
  readonly what: 'paye' | EnteredKind;
  /** The tax month, or for the bill of Class 1A the tax year alone. */
  readonly month: BilledFor;
  readonly amount?: Money;
  /** Payroll of these days is not filed yet: more may come. */
  readonly isSoFar?: true;
  /** The same, and nothing of it is filed: what will be due is not known. */
  readonly isUnfiled?: true;
  /** Payroll that comes as files gives no amount: it is worked out from them. */
  readonly isWorkedOut?: true;
  /** Credit of the tax year: what of it was set against this, and what is left for the next. */
  readonly credit?: { readonly used: Money; readonly left: Money };
  /** Of the last payment of a tax year: the credit that is left, which goes on to no other year. */
  readonly yearsCredit?: YearsCredit;
  /** It lacks what was withheld from subcontractors. */
  readonly isWithoutCis300?: true;
  /** Returns that were sent after the payment's day made it more: it was due then, and is due now. */
  readonly underpaidSince?: string;
  readonly dueOn: string;
  /** The bank working day on or before it. */
  readonly payBy: string;
  /** The company's Accounts Office reference. */
  readonly reference?: string;
  /** That, with the digits of the month or the bill. */
  readonly paymentReference?: string;
  readonly paid?: SaidPaid;
}

/** The usual day on which a month's PAYE is due; for a viewer of one company only, that company's own. */
export async function dueDayShown(rows: ReadRows, viewer: Viewer, month: TaxMonth): Promise<string> {
  const query = rows
    .createQueryBuilder()
    .select('v.policy', 'policy')
    .from(CompanyRow, 'c')
    .innerJoin(PolicyVersion, 'v', 'v.companyId = c.id AND v.version = c.policyVersion')
    .where(`c.life <> 'left'`)
    .limit(2);
  onlyAmong(query, 'c.id', viewer.companies);
  const [one, another] = await query.getRawMany<{ policy: string }>();
  return hmrcDueOn(month, one && !another ? parsePolicy(JSON.parse(one.policy)).controls : defaultPolicy.controls);
}

/**
 * What is due to HMRC from one day to another, sorted by company and day: payroll's own payments, one a quarter for
 * companies that pay quarterly, and levies, Class 1A and other adjustments that these do not include.
 */
export async function hmrcDue(rows: ReadRows, viewer: Viewer, from: string, to: string): Promise<readonly HmrcDue[]> {
  // A payment is due within some weeks after its tax year, at the latest.
  const years = await withCompanies(rows, viewer, TaxYearRecord, {
    where: 'y.year BETWEEN :first AND :last',
    values: { first: taxYearOf(from) - 1, last: taxYearOf(to) },
  });
  const adjustments = await withCompanies(rows, viewer, PayRunRecord, { where: `y.kind <> 'payroll'` });
  const yearsPaid = new Map([...new Set(years.map(([{ year }]) => year))].map((year) => [year, paymentsOfYear(year)]));
  const found: readonly Found[] = [
    ...(await workedOutDues(rows, viewer)),
    ...years.flatMap(([row, of]) =>
      comesAsFiles(of.policy) ? [] : givenDues(row, of, yearsPaid.get(row.year) ?? paymentsOfYear(row.year)),
    ),
    ...adjustments.flatMap(([row, of]) =>
      (isAdjustment(row) ? entered(row, of.policy) : []).map((due) => ({ companyId: row.companyId, of, due })),
    ),
  ];
  const unfiled = await monthsUnfiled(rows, viewer);
  const inDays = found.filter(({ due: { dueOn } }) => from <= dueOn && dueOn <= to).map(shown);
  const paidOf = await saidPaid(rows, viewer, [...new Set(inDays.map(({ due }) => due.id))]);
  return inDays
    .map(({ due: { amount, credit, yearsCredit, ...named }, of }): HmrcDue => {
      const isSoFar = named.what === 'paye' && of.some((month) => unfiled.has(monthKey(month)));
      const paid = paidOf({ ...named, amount });
      const isUnfiled = isSoFar && amount?.isZero() === true && credit === undefined;
      const due = { ...named, ...(isSoFar && { isSoFar }), ...(isUnfiled && { isUnfiled }), ...(paid && { paid }) };
      const credits = { ...(credit && { credit }), ...(yearsCredit && { yearsCredit }) };
      return viewer.pay && amount !== undefined && !isUnfiled ? { ...due, amount, ...credits } : due;
    })
    .sort((a, b) => byText(a.company, b.company) || byText(a.dueOn, b.dueOn));
}

interface MonthOf {
  readonly companyId: string;
  readonly year: number;
  readonly period: number;
}

const monthKey = ({ companyId, year, period }: MonthOf): string => `${companyId} ${year} ${period}`;

async function monthsUnfiled(rows: ReadRows, viewer: Viewer): Promise<ReadonlySet<string>> {
  const query = rows
    .createQueryBuilder()
    .select('r.companyId', 'companyId')
    .addSelect('r.year', 'year')
    .addSelect('r.period', 'period')
    .from(PayRunRecord, 'r')
    .where(`r.kind = 'payroll' AND r.state IN ('not_ready', 'overdue')`);
  onlyAmong(query, 'r.companyId', viewer.companies);
  return new Set((await query.getRawMany<MonthOf>()).map(monthKey));
}

const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

interface OfCompany {
  readonly company: string;
  readonly policy: Policy;
}

async function withCompanies<Row extends TaxYearRecord | PayRunRecord>(
  rows: ReadRows,
  viewer: Viewer,
  entity: new () => Row,
  { where, values = {} }: { readonly where: string; readonly values?: ObjectLiteral },
): Promise<readonly (readonly [Row, OfCompany])[]> {
  const query = rows
    .createQueryBuilder<Row>(entity, 'y')
    .innerJoin(CompanyRow, 'c', 'c.id = y.companyId')
    .innerJoin(PolicyVersion, 'v', 'v.companyId = c.id AND v.version = c.policyVersion')
    .addSelect('c.name', 'company')
    .addSelect('v.policy', 'policy')
    .where(`c.life <> 'left'`)
    .andWhere(where, values)
    .orderBy('y.year');
  onlyAmong(query, 'c.id', viewer.companies);
  const { raw, entities } = await query.getRawAndEntities<Raw>();
  const policyOf = parsedOnce();
  return entities.map((row, index) => {
    const { company, policy } = raw[index] as Raw;
    return [row, { company, policy: policyOf(policy) }];
  });
}

interface Raw {
  readonly company: string;
  readonly policy: string;
}

type Due = Omit<
  HmrcDue,
  'companyId' | 'company' | 'isSoFar' | 'isUnfiled' | 'payBy' | 'reference' | 'paymentReference'
>;

/** What a company has to pay, whenever that is. */
interface Found {
  readonly companyId: string;
  readonly of: OfCompany;
  readonly due: Due;
}

/** With the months whose pay it covers. */
interface Shown {
  readonly due: HmrcDue;
  readonly of: readonly MonthOf[];
}

function shown({ companyId, of: { company, policy }, due }: Found): Shown {
  const { accountsOffice } = policy.controls;
  const { year, period = 0 } = due.month;
  // Credit comes from any earlier month of the tax year.
  const span = due.credit === undefined && due.yearsCredit === undefined ? monthsAtOnce(policy.controls) : period + 1;
  const of = Array.from({ length: span }, (_, back) => ({
    companyId,
    year,
    period: period - back,
  }));
  const named = {
    companyId,
    company,
    ...due,
    payBy: bankDayOnOrBefore(due.dueOn),
    ...(accountsOffice !== null && {
      reference: accountsOffice,
      paymentReference: paymentReference(accountsOffice, due.month),
    }),
  };
  return { due: named, of };
}

const monthsAtOnce = ({ payePeriod }: Policy['controls']) => (payePeriod === 'quarterly' ? 3 : 1);

/** What a person entered, unless payroll's own payment includes it or it was taken back. */
function entered(row: Adjustment, { accounts, controls }: Policy): readonly Due[] {
  const { kind, year, period, dueOn: dueOnGiven, inPayment } = row;
  if (!isEntered(kind) || inPayment || row.state === 'ignored' || isTakenBack(row)) return [];
  const adjustment = { kind, year, period, ...(dueOnGiven !== null && { dueOn: dueOnGiven }) };
  const paidIn = controls.payePeriod === 'quarterly' ? Math.floor(period / 3) * 3 + 2 : period;
  const month = billedFor({ ...adjustment, period: paidIn });
  const dueOn = adjustmentDueOn(adjustment, controls);
  const amount = row.entered === null ? row.payeNi : owedByLines(row.entered, accounts.payeNi);
  return [{ id: row.tag, what: kind, month, dueOn, amount }];
}

/** Payroll's own payments. */
function givenDues(
  { companyId, year, payments }: TaxYearRecord,
  of: OfCompany,
  paymentAfter: ReturnType<typeof paymentsOfYear>,
): readonly Found[] {
  const months = periods.flatMap((period) => {
    const given = paymentAfter(period, payments ?? []);
    return given === undefined ? [] : [givenMonth(period, Money.tryParse(given.amountDue) ?? Money.zero)];
  });
  return schemeYear(months, termsOf(of.policy, { year, type: undefined })).payments.map((one) => ({
    companyId,
    of,
    due: dueOf(one),
  }));
}

async function workedOutDues(rows: ReadRows, viewer: Viewer): Promise<readonly Found[]> {
  const companies = await policiesOfFiles(rows, viewer.companies, `c.life <> 'left'`);
  const years = await schemeYears(rows, companies);
  return [...years].flatMap(([id, all]) =>
    all.flatMap(({ payments }) =>
      payments.flatMap(duesOf).map((due) => ({ companyId: id, of: companies.get(id) as OfCompany, due })),
    ),
  );
}

function duesOf(payment: PaymentDue): readonly Due[] {
  const { year, period, dueOn, underpaid, underpaidOn, isWorkedOut } = payment;
  if (underpaidOn === undefined || underpaid.isZero()) return [dueOf(payment)];
  const late: Due = {
    id: `${payeId(payment)} underpaid`,
    what: 'paye',
    month: { year, period },
    amount: underpaid,
    dueOn: underpaidOn,
    underpaidSince: dueOn,
  };
  return [dueOf(payment), { ...late, ...(isWorkedOut && { isWorkedOut }) }];
}

/** As `controls/judge/items.ts` names a month's or a quarter's PAYE. */
const payeId = ({ year, period }: TaxMonth): string => `paye ${year}-${String(period + 1).padStart(2, '0')}`;

function dueOf(payment: PaymentDue): Due {
  const { year, period, due, dueOn, isWorkedOut, creditUsed, creditLeft, yearsCredit, isWithoutCis300 } = payment;
  return {
    id: payeId(payment),
    what: 'paye',
    month: { year, period },
    amount: due,
    dueOn,
    ...(isWorkedOut && { isWorkedOut }),
    ...(!(creditUsed.isZero() && creditLeft.isZero()) && { credit: { used: creditUsed, left: creditLeft } }),
    ...(yearsCredit && { yearsCredit }),
    ...(isWithoutCis300 && { isWithoutCis300 }),
  };
}

const periods = Array.from({ length: 12 }, (_, period) => period);

/** A month ahead, and a month back so that late payments are shown too. */
export const dueWindow = (on: string): { readonly from: string; readonly to: string } => ({
  from: addDays(on, -31),
  to: addDays(on, 31),
});
