import { decimalText, shareOf } from '../engine/pence.js';
import { wholePayslip } from './payslip-fields.js';
import type { JsonObject } from '../engine/json.js';

/** Believable monthly PAYE, in pence and hundredths of a percent: right for a standard code, close for others. */
const FREE_PAY = 104_825n;
const BASIC_BAND = 314_166n;
const BASIC_RATE = 2_000n;
const HIGHER_RATE = 4_000n;
const NI_PRIMARY_THRESHOLD = 104_800n;
const NI_UPPER_LIMIT = 418_900n;
const NI_MAIN_RATE = 800n;
const NI_UPPER_RATE = 200n;
const NI_SECONDARY_THRESHOLD = 41_700n;
const NI_EMPLOYER_RATE = 1_500n;
const LOANS = {
  'Plan 1': { threshold: 217_208n, rate: 900n },
  'Plan 2': { threshold: 237_250n, rate: 900n },
  Postgraduate: { threshold: 175_000n, rate: 600n },
};

export type PayField =
  | 'basic_pay'
  | 'overtime'
  | 'commission'
  | 'bonus'
  | 'allowance'
  | 'statutory_sick_pay'
  | 'statutory_maternity_pay';

export interface Facts {
  readonly userId: number;
  readonly datedOn: string;
  readonly pay: Readonly<Partial<Record<PayField, bigint>>>;
  readonly director?: boolean;
  readonly pension?: {
    readonly kind: 'relief_at_source' | 'net_pay' | 'sacrifice';
    readonly employee: bigint;
    readonly employer: bigint;
  };
  readonly employerPensionOnly?: bigint;
  readonly otherSacrifice?: bigint;
  readonly studentLoan?: 'Plan 1' | 'Plan 2';
  readonly postgraduateLoan?: boolean;
  readonly attachments?: bigint;
  readonly payrollGiving?: bigint;
  /** Tax that is not worked out from this month's pay: an emergency code, a refund. */
  readonly tax?: bigint;
  /** Fields with a value of their own, whatever the others come to. */
  readonly fields?: JsonObject;
}

const PENSION_FIELD = {
  relief_at_source: 'employee_pension_not_under_net_pay',
  net_pay: 'employee_pension',
  sacrifice: 'employee_pension_salary_sacrifice',
} as const;

const above = (amount: bigint, threshold: bigint) => (amount > threshold ? amount - threshold : 0n);
const least = (a: bigint, b: bigint) => (a < b ? a : b);
const wholePounds = (pence: bigint) => pence - (pence % 100n);

export function makePayslip(facts: Facts): JsonObject {
  const gross = Object.values(facts.pay).reduce((sum, pence) => sum + pence, 0n);
  const pension = facts.pension && {
    employee: shareOf(gross, facts.pension.employee),
    employer: shareOf(gross, facts.pension.employer),
  };
  const sacrificed = (facts.pension?.kind === 'sacrifice' ? pension!.employee : 0n) + (facts.otherSacrifice ?? 0n);
  const earned = gross - sacrificed;
  const taxable = earned - (facts.pension?.kind === 'net_pay' ? pension!.employee : 0n) - (facts.payrollGiving ?? 0n);
  const amounts: Record<string, bigint> = {
    ...facts.pay,
    tax_deducted: facts.tax ?? taxOn(taxable),
    employee_ni: employeeNiOn(earned),
    employer_ni: shareOf(above(earned, NI_SECONDARY_THRESHOLD), NI_EMPLOYER_RATE),
    student_loan_deduction: facts.studentLoan ? loanOn(earned, facts.studentLoan) : 0n,
    postgrad_loan_deduction: facts.postgraduateLoan ? loanOn(earned, 'Postgraduate') : 0n,
    other_salary_sacrifice_deductions: facts.otherSacrifice ?? 0n,
    attachments: facts.attachments ?? 0n,
    payroll_giving: facts.payrollGiving ?? 0n,
    employer_pension: pension?.employer ?? facts.employerPensionOnly ?? 0n,
    ...(pension && { [PENSION_FIELD[facts.pension!.kind]]: pension.employee, pension_earnings_amount: gross }),
  };
  const texts = Object.fromEntries(Object.entries(amounts).map(([name, pence]) => [name, decimalText(pence)]));
  return wholePayslip({
    user: `/v2/users/${facts.userId}`,
    dated_on: facts.datedOn,
    ...texts,
    ni_calc_type: facts.director ? 'Director' : 'Employee',
    ...(facts.studentLoan && { deduct_student_loan: true, student_loan_deductions_plan: facts.studentLoan }),
    ...(facts.postgraduateLoan && { deduct_postgrad_loan: true }),
    ...facts.fields,
  });
}

export function taxOn(taxable: bigint): bigint {
  const charged = wholePounds(above(taxable, FREE_PAY));
  return shareOf(least(charged, BASIC_BAND), BASIC_RATE) + shareOf(above(charged, BASIC_BAND), HIGHER_RATE);
}

function employeeNiOn(earned: bigint): bigint {
  const main = above(least(earned, NI_UPPER_LIMIT), NI_PRIMARY_THRESHOLD);
  return shareOf(main, NI_MAIN_RATE) + shareOf(above(earned, NI_UPPER_LIMIT), NI_UPPER_RATE);
}

function loanOn(earned: bigint, plan: keyof typeof LOANS): bigint {
  return wholePounds(shareOf(above(earned, LOANS[plan].threshold), LOANS[plan].rate));
}
