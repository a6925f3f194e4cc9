import { lastDayOfPeriod, paymentDueOn } from '../engine/calendar.js';
import { decimalText, parsePence, shareOf } from '../engine/pence.js';
import type { JsonObject } from '../engine/json.js';
import { type Row, timestamp } from '../engine/table.js';
import { pathOf } from '../engine/uri.js';

/** A period as the service writes it, with `payslips` among its fields. */
export type PeriodDocument = JsonObject;

/** Where periods come from until someone replaces them; generated again at every read, never kept. */
export interface PayrollSource {
  period(year: number, period: number): PeriodDocument | undefined;
  profiles?(year: number): readonly JsonObject[];
  /** Payments written in a scenario; without them they are worked out from the periods. */
  payments?(year: number): readonly JsonObject[] | undefined;
}

export interface Period {
  readonly period: number;
  readonly fields: JsonObject;
  readonly payslips: readonly JsonObject[];
  readonly createdAt: number;
  updatedAt: number;
}

export interface Payment {
  readonly due_on: string;
  readonly amount_due: string;
  readonly status?: string;
}

type Header = Omit<Period, 'payslips'> & { readonly due: bigint };

const OWED = ['tax_deducted', 'employee_ni', 'employer_ni', 'student_loan_deduction', 'postgrad_loan_deduction'];
const RECOVERED = [
  ...['maternity', 'paternity', 'shared_parental', 'adoption', 'parental_bereavement', 'neonatal_care'].map(
    (kind) => `statutory_${kind}_pay`,
  ),
  'statutory_parental_bereavement_pay_n_ireland',
  'additional_statutory_paternity_pay',
];
/** From this pay date, Northern Ireland's bereavement pay is a claim of its own; before, one claim covers both. */
const N_IRELAND_APART_FROM = '2026-04-06';
/** What a small employer reclaims on top of statutory pay, in hundredths of a percent, by pay date. */
const COMPENSATION: readonly { readonly from: string; readonly rate: bigint }[] = [
  { from: '0000-01-01', rate: 300n },
  { from: '2025-04-06', rate: 850n },
  { from: '2026-04-06', rate: 900n },
];
const PERIODS_PER_YEAR = 12;
const PAID_STATUSES = ['filed', 'partially_filed'];

const PERIOD_DEFAULTS = {
  frequency: 'Monthly',
  status: 'filed',
  employment_allowance_claimed: false,
  employment_allowance_amount: '0.0',
  construction_industry_scheme_deduction: '0.0',
};

/** A company's payroll: the periods of its source, except those that have been replaced since. */
export class Payroll {
  readonly marked = new Map<string, 'unpaid' | 'marked_as_paid'>();
  readonly #source: PayrollSource;
  readonly #bornAt: number;
  #replaced = new Map<string, Period | undefined>();
  #headers = new Map<number, readonly Header[]>();
  #statedPayments = new Map<number, readonly JsonObject[]>();

  readonly #smallEmployer: boolean;

  /** A small employer's payroll reclaims at that rate. Any other's reclaims nothing: it journals its 92 % by hand. */
  constructor(source: PayrollSource, bornAt: number, smallEmployer = true) {
    this.#source = source;
    this.#smallEmployer = smallEmployer;
    this.#bornAt = bornAt;
  }

  period(year: number, period: number): Period | undefined {
    const key = `${year}-${period}`;
    if (this.#replaced.has(key)) return this.#replaced.get(key);
    const document = this.#source.period(year, period);
    return document && periodOf(year, period, document, this.#bornAt);
  }

  /** The periods of a year in order, without their payslips. Cached, because every sync reads the year. */
  headers(year: number): readonly Header[] {
    let headers = this.#headers.get(year);
    if (!headers) {
      headers = Array.from({ length: PERIODS_PER_YEAR }, (_, number) => this.period(year, number))
        .filter((period) => period !== undefined)
        .map(({ payslips, ...header }) => ({
          ...header,
          due: owedFor(header.fields, payslips) - this.#recovery(header.fields, payslips),
        }));
      this.#headers.set(year, headers);
    }
    return headers;
  }

  #recovery(fields: JsonObject, payslips: readonly JsonObject[]): bigint {
    return this.#smallEmployer ? recoveryOf(fields, payslips) : 0n;
  }

  replace(year: number, number: number, document: PeriodDocument, now: number, moves: boolean): Period {
    const before = this.period(year, number);
    const made = periodOf(year, number, document, now);
    const period = before ? { ...made, createdAt: before.createdAt, updatedAt: before.updatedAt } : made;
    if (before && moves) period.updatedAt = Math.max(now, period.updatedAt + 1);
    this.#keep(year, number, period);
    return period;
  }

  remove(year: number, number: number): boolean {
    const existed = this.period(year, number) !== undefined;
    this.#keep(year, number, undefined);
    return existed;
  }

  #keep(year: number, number: number, period: Period | undefined): void {
    this.#replaced.set(`${year}-${number}`, period);
    this.#headers.delete(year);
  }

  profiles(year: number): readonly JsonObject[] {
    const stamp = timestamp(this.#bornAt);
    return (this.#source.profiles?.(year) ?? []).map((profile) => ({
      ...profile,
      created_at: profile['created_at'] ?? stamp,
      updated_at: profile['updated_at'] ?? stamp,
    }));
  }

  setPayments(year: number, payments: readonly JsonObject[]): void {
    this.#statedPayments.set(year, payments);
  }

  payments(year: number): readonly Payment[] {
    const stated = this.#statedPayments.get(year) ?? this.#source.payments?.(year);
    const payments = stated
      ? (stated as unknown as Payment[])
      : this.headers(year).map((header) => paymentOf(year, header));
    return payments.map((payment) =>
      payment.status === undefined
        ? payment
        : { ...payment, status: this.marked.get(payment.due_on) ?? payment.status },
    );
  }
}

function periodOf(year: number, period: number, document: PeriodDocument, bornAt: number): Period {
  const { payslips, created_at: createdAt, updated_at: updatedAt, url: _, ...fields } = document;
  const at = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN) || bornAt;
  return {
    period,
    fields: { ...PERIOD_DEFAULTS, dated_on: lastDayOfPeriod(year, period), ...fields, period },
    payslips: (Array.isArray(payslips) ? (payslips as JsonObject[]) : []).map((payslip) => ({
      ...payslip,
      ...(typeof payslip['user'] === 'string' && { user: pathOf(payslip['user']) }),
    })),
    createdAt: at(createdAt),
    updatedAt: at(updatedAt),
  };
}

/** What is owed to HMRC for a period: deductions and employer's NI, less the allowance and CIS. */
function owedFor(fields: JsonObject, payslips: readonly JsonObject[]): bigint {
  let owed = 0n;
  for (const payslip of payslips) for (const name of OWED) owed += parsePence(payslip[name]) ?? 0n;
  const allowance = parsePence(fields['employment_allowance_amount']) ?? 0n;
  const cis = parsePence(fields['construction_industry_scheme_deduction']) ?? 0n;
  return owed - allowance - cis;
}

/** Statutory parental pay in full plus the compensation rate of its pay date, rounded once for each kind and rate. */
function recoveryOf(fields: JsonObject, payslips: readonly JsonObject[]): bigint {
  const sums = new Map<string, { rate: bigint; paid: bigint }>();
  for (const payslip of payslips) {
    const paidOn = String(payslip['dated_on'] ?? fields['dated_on']);
    const { rate } = COMPENSATION.findLast(({ from }) => from <= paidOn)!;
    for (const kind of RECOVERED) {
      const together = paidOn < N_IRELAND_APART_FROM ? kind.replace('_n_ireland', '') : kind;
      const before = sums.get(`${together} ${rate}`)?.paid ?? 0n;
      sums.set(`${together} ${rate}`, { rate, paid: before + (parsePence(payslip[kind]) ?? 0n) });
    }
  }
  let recovered = 0n;
  for (const { rate, paid } of sums.values()) {
    recovered += paid + (paid < 0n ? -shareOf(-paid, rate) : shareOf(paid, rate));
  }
  return recovered;
}

/** The status is left out when nothing is due. */
function paymentOf(year: number, header: Header): Payment {
  const due = PAID_STATUSES.includes(String(header.fields['status'])) ? header.due : 0n;
  return {
    due_on: paymentDueOn(year, header.period),
    amount_due: decimalText(due),
    ...(due > 0n && { status: 'unpaid' }),
  };
}

/** The payroll profile of this tax year that a user's record shows. */
export function currentProfileOf(user: Row, profiles: readonly JsonObject[]): JsonObject | undefined {
  const profile = profiles.find((candidate) => candidate['user'] === `/v2/users/${user.key}`);
  return (
    profile && {
      total_pay_in_previous_employment: profile['total_pay_in_previous_employment'] ?? '0.0',
      total_tax_in_previous_employment: profile['total_tax_in_previous_employment'] ?? '0.0',
    }
  );
}
