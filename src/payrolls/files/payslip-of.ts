import type { Hold, HoldCode, Warning } from '../../journal/nouns/holds.js';
import { inWords, monthName, taxMonthOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { class1A } from '../../journal/policy/paid-before.js';
import { checkEmployerNi, type NiCheck } from './employer-ni.js';
import type { FiledPayment, ToDate } from './fps.js';
import { type PensionDay, type PensionOfDay, type PensionsSaid, pensionsOf } from './pension-answers.js';
import { type KnownPayment, keyOf } from './year-to-date.js';

/** The person in the books behind a payroll id; `role` as the books have it. */
export interface PersonInBooks {
  readonly user: string;
  readonly role: string;
}

/** What people have answered about a source of files. */
export interface FileAnswers extends PensionsSaid {
  /** By pay date and payroll id: the same, if a report has it. */
  readonly pensionsReported?: ReadonlyMap<string, Money>;
  /** Whether this program counts the relief-at-source pension among the deductions from net pay; undefined: not asked. */
  readonly reliefInDeductions?: boolean;
  /** This program sends the employee's share of NI within the employer's. */
  readonly bothShares: boolean;
  /**
   * By payroll id, then field: statutory pay, or class 1A, of this year from before the first file. Returns have both
   * as year to date.
   */
  readonly paidBefore: Readonly<Record<string, Readonly<Record<string, Money>>>>;
}

export interface ReadContext {
  readonly year: number;
  readonly people: ReadonlyMap<string, PersonInBooks>;
  readonly answers: FileAnswers;
}

/** A payslip in the service's form, with the questions about it. */
export interface PayslipRead {
  readonly user: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly director: boolean;
  readonly leaving: boolean;
  readonly taxCode?: string;
  readonly figures: ReadonlyMap<string, Money>;
  /** The part of the employer's NI that no employment allowance is set against. */
  readonly class1A: Money;
  readonly asked: readonly Hold[];
  readonly noted: readonly Warning[];
  /** What was said about the employer's pension has to be confirmed for this tax year. */
  readonly unconfirmed?: true;
}

/** One person's payments of one pay date as one payslip. */
export function payslipOf(
  payments: readonly KnownPayment[],
  context: ReadContext,
  pension = employerPensionsOf(payments, context).get(payments[0]?.filed.paidOn ?? ''),
): PayslipRead {
  const [first] = payments;
  if (first === undefined) throw new RangeError('A payslip is of one payment at least');
  const { filed } = first;
  const key = keyOf(filed);
  const user = context.people.get(key)?.user ?? `payroll:${key}`;
  const read = payments.map((one) => paymentRead(one, key, context));
  const about = { payslip: user };
  return {
    user,
    firstName: filed.firstName,
    lastName: filed.lastName,
    director: payments.some((one) => one.filed.director !== undefined),
    leaving: payments.some((one) => one.filed.leavingOn !== undefined),
    taxCode: filed.taxCode,
    // For a pay date, however many payments it has: a corrected payment is not a second contribution.
    figures: added([...read.map((one) => one.figures), [['employer_pension', pension?.amount ?? Money.zero]]]),
    class1A: Money.sum(read.map((one) => one.class1A)),
    asked: [
      ...[...unmapped(filed, context), ...read.flatMap((one) => one.asked), ...(pension?.asked ?? [])].map((one) => ({
        ...one,
        ...about,
      })),
    ],
    noted: read.flatMap((one) => one.noted).map((one) => ({ ...one, ...about })),
    ...(pension?.unconfirmed && { unconfirmed: true }),
  };
}

/** A person's payment: who, and on which day. */
export const paymentKey = (key: string, paidOn: string): string => `${paidOn} ${key}`;

export interface PensionContext {
  readonly year: number;
  readonly answers: Pick<FileAnswers, 'employerPension' | 'pensionsConfirmed' | 'pensionsReported'>;
}

/** By pay date: the employer's pension of one person's payments. */
export function employerPensionsOf(
  payments: readonly KnownPayment[],
  { year, answers: said }: PensionContext,
): ReadonlyMap<string, PensionOfDay> {
  const days = new Map<string, PensionDay>();
  for (const { filed, again } of payments.toSorted((a, b) => a.filed.paidOn.localeCompare(b.filed.paidOn))) {
    const [key, before] = [keyOf(filed), days.get(filed.paidOn)];
    const { frequency, periodsCovered, month, week } = filed;
    const period = { name: `${frequency} ${month ?? ''} ${week ?? ''}`, frequency, periodsCovered };
    days.set(filed.paidOn, {
      ...{ paidOn: filed.paidOn, payId: before?.payId ?? key, name: nameOf(filed) },
      earned: [...(before?.earned ?? []), { gross: grossOf(filed), period }],
      own: Money.sum([before?.own ?? Money.zero, filed.pensionNetPay, filed.pensionRelief]),
      again: (before?.again ?? true) && again === true,
      reported: said.pensionsReported?.get(paymentKey(key, filed.paidOn)),
    });
  }
  return pensionsOf([...days.values()], { year, said });
}

interface Read {
  readonly figures: readonly (readonly [string, Money])[];
  readonly class1A: Money;
  readonly asked: readonly Hold[];
  readonly noted: readonly Warning[];
}

const grossOf = ({ taxable, benefits, pensionNetPay }: FiledPayment): Money =>
  taxable.minus(benefits).plus(pensionNetPay);

/** Statutory pay apart, the rest of gross is basic pay. */
function paymentRead(known: KnownPayment, key: string, context: ReadContext): Read {
  const { filed } = known;
  const { answers } = context;
  const statutory = statutoryOf(known, answers.paidBefore[key] ?? {});
  const gross = grossOf(filed);
  const ofClass1A = class1AOf(known, answers.paidBefore[key] ?? {});
  const employeeNi = Money.sum(filed.ni.map((one) => one.employee));
  const sentByEmployer = Money.sum(filed.ni.map((one) => one.employer));
  const employerNi = answers.bothShares ? sentByEmployer.minus(employeeNi) : sentByEmployer;
  const figures: (readonly [string, Money])[] = [
    ['basic_pay', gross.minus(Money.sum(statutory.amounts.map(([, amount]) => amount)))],
    ...statutory.amounts,
    ['tax_deducted', filed.tax],
    ['employee_ni', employeeNi],
    ['employer_ni', employerNi.plus(ofClass1A.amount)],
    ['student_loan_deduction', filed.studentLoan],
    ['postgrad_loan_deduction', filed.postgradLoan],
    ['employee_pension', filed.pensionNetPay],
    ['employee_pension_not_under_net_pay', filed.pensionRelief],
    ['other_deductions', otherDeductions(filed, answers)],
    ['payment_free_of_tax_and_ni', filed.notTaxedNorNi],
    ['items_subject_to_class_1_nic', filed.niOnly],
    ['pension_lump_sums', filed.lumpSums],
  ];
  const niChecked = niCheck(known, context);
  const asked = [
    ...statutory.asked,
    ...ofClass1A.asked,
    ...netPayHolds(filed, employeeNi),
    ...taxableHolds(filed),
    ...employerNiHolds(filed, niChecked),
    ...deductionHolds(filed, answers),
    ...yearToDateHolds(known),
    ...kindHolds(filed),
  ];
  return {
    figures,
    class1A: ofClass1A.amount,
    asked,
    noted: [...employerNiNotes(filed, niChecked), ...yearNotes(known), ...periodNotes(filed)],
  };
}

function added(all: readonly (readonly (readonly [string, Money])[])[]): ReadonlyMap<string, Money> {
  const sums = new Map<string, Money>();
  for (const [field, amount] of all.flat()) sums.set(field, (sums.get(field) ?? Money.zero).plus(amount));
  return new Map([...sums].filter(([, amount]) => !amount.isZero()));
}

export const nameOf = ({ firstName, lastName }: Pick<FiledPayment, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim();

export const hold = (code: HoldCode, message: string, rest: Pick<Hold, 'field' | 'amount'> = {}): Hold => ({
  ...{ code, message },
  ...rest,
});

/** Net pay is owed to a person of the books. */
export function unmapped(
  filed: Pick<FiledPayment, 'payId' | 'firstName' | 'lastName'>,
  { people }: Pick<ReadContext, 'people'>,
): readonly Hold[] {
  if (people.has(keyOf(filed))) return [];
  const id = filed.payId === undefined ? 'without a payroll id' : `payroll id ${filed.payId}`;
  return [
    hold(
      'person_unmapped',
      `${nameOf(filed)} (${id}) is not matched to anyone in the books, so there is no one to owe the net pay to. Say who it is.`,
      { field: 'user' },
    ),
  ];
}

/** Tax, NI and loans are the difference between taxable pay and pay after statutory deductions. */
function netPayHolds(filed: FiledPayment, employeeNi: Money): readonly Hold[] {
  if (filed.afterStatutory === undefined) return [];
  const expected = Money.sum([filed.tax, employeeNi, filed.studentLoan, filed.postgradLoan])
    .negated()
    .plus(filed.taxable);
  if (expected.equals(filed.afterStatutory)) return [];
  const off = filed.afterStatutory.minus(expected);
  return [
    hold(
      'net_pay_differs',
      `The file contradicts itself about ${nameOf(filed)}: taxable pay ${filed.taxable.inPounds()} less tax, NI and loans is ${expected.inPounds()}, and its pay after statutory deductions is ${filed.afterStatutory.inPounds()}. Check the payslip, and send the file again once it is corrected.`,
      { field: 'PayAfterStatDedns', amount: off.toString() },
    ),
  ];
}

/** Pay for tax and pay for NI are the same pay, except for what the file names. */
function taxableHolds(filed: FiledPayment): readonly Hold[] {
  const letters = filed.ni.filter((one) => one.letter !== 'X');
  if (letters.length === 0) return [];
  const forNi = Money.sum(letters.map((one) => one.earnings));
  const forTax = Money.sum([filed.taxable, filed.benefits.negated(), filed.pensionNetPay, filed.niOnly]);
  if (forNi.equals(forTax)) return [];
  const off = forTax.minus(forNi);
  const because = off.isNegative()
    ? 'Less taxable pay than NI pay: payroll giving, perhaps, which no file shows'
    : 'More taxable pay than NI pay: an award at the end of employment, tips or shares, perhaps';
  return [
    hold(
      'taxable_and_ni_pay_differ',
      `${nameOf(filed)} has ${forTax.inPounds()} of pay by the figures for tax and ${forNi.inPounds()} by those for NI. ${because}. Compare with the payslip before it is posted.`,
      { field: 'GrossEarningsForNICsInPd', amount: off.toString() },
    ),
  ];
}

const niCheck = ({ filed, again }: KnownPayment, { year, answers: { bothShares } }: ReadContext): NiCheck =>
  checkEmployerNi({ year, payment: filed, again: again === true, bothShares });

function employerNiHolds(filed: FiledPayment, check: NiCheck): readonly Hold[] {
  if (check.is !== 'improbable') return [];
  const { sent, expected, bothShares } = check;
  const why = bothShares
    ? 'This file sends both shares of NI as the employer’s: say so once for this program, and its share is worked out.'
    : 'Compare with payroll before it is posted.';
  return [
    hold(
      'employer_ni_improbable',
      `${nameOf(filed)} has ${sent.inPounds()} of employer’s NI; ${expected.inPounds()} is due of these earnings. ${why}`,
      { field: 'TotalEmpNICInPd', amount: sent.minus(expected).toString() },
    ),
  ];
}

function employerNiNotes(filed: FiledPayment, check: NiCheck): readonly Warning[] {
  if (check.is !== 'not made') return [];
  return [
    {
      code: 'check_not_made',
      message: `Whether ${nameOf(filed)}’s employer’s NI is right was not checked: ${check.why}.`,
      field: 'employer_ni',
    },
  ];
}

/** Some programs count pension by relief at source among the deductions from net pay, others do not. */
function otherDeductions({ deductedFromNet, pensionRelief }: FiledPayment, { reliefInDeductions }: FileAnswers): Money {
  return reliefInDeductions === true ? deductedFromNet.minus(pensionRelief) : deductedFromNet;
}

function deductionHolds(filed: FiledPayment, answers: FileAnswers): readonly Hold[] {
  const { deductedFromNet, pensionRelief } = filed;
  if (pensionRelief.isZero()) return [];
  if (answers.reliefInDeductions === undefined && !deductedFromNet.isZero())
    return [
      hold(
        'relief_at_source_unknown',
        `${nameOf(filed)} has ${pensionRelief.inPounds()} of pension by relief at source, and ${deductedFromNet.inPounds()} of deductions from net pay. Say once for this program whether the one is part of the other: net pay depends on it.`,
        { field: 'DednsFromNetPay', amount: deductedFromNet.toString() },
      ),
    ];
  if (answers.reliefInDeductions !== true || deductedFromNet.compare(pensionRelief) >= 0) return [];
  return [
    hold(
      'relief_at_source_unknown',
      `${nameOf(filed)} has ${deductedFromNet.inPounds()} of deductions from net pay, less than the ${pensionRelief.inPounds()} of pension that this program is said to count among them. Compare with the payslip.`,
      { field: 'DednsFromNetPay', amount: deductedFromNet.minus(pensionRelief).toString() },
    ),
  ];
}

function yearToDateHolds({ filed, differs, differencePosted }: KnownPayment): readonly Hold[] {
  if (differs === undefined) return [];
  const about = { field: 'FiguresToDate', amount: differs.sent.minus(differs.known).toString() };
  const figures = `${nameOf(filed)}’s year to date is ${differs.sent.inPounds()} in the file of ${inWords(filed.paidOn)}; with what was received before it would be ${differs.known.inPounds()}.`;
  if (differencePosted === undefined)
    return [
      hold(
        'year_to_date_differs',
        `${figures} A file is missing, or one was corrected in another way: receive what is missing, or compare with payroll. Approved, the payment is posted as it stands.`,
        about,
      ),
    ];
  // Once approved it would be paid twice, and no later file would show that: with the difference its year to date agrees.
  return [
    hold(
      'paid_by_difference',
      `${figures} A difference was posted with the pay of ${inWords(differencePosted)}, and may have paid this already. If it has, take this file back. If the difference stood for this file, reverse that pay run, take the difference back, and sync.`,
      about,
    ),
  ];
}

function yearNotes({ filed, unchecked }: KnownPayment): readonly Warning[] {
  if (unchecked === undefined) return [];
  return [
    {
      code: 'check_not_made',
      message: `${nameOf(filed)}’s year to date was not checked: this is the first file of a year that had begun.`,
      field: 'year_to_date',
    },
  ];
}

/** What is taxed through payroll and is not an employee's wage, or not cash. */
function kindHolds(filed: FiledPayment): readonly Hold[] {
  const holds: Hold[] = [];
  if (filed.lateReason === 'A' || filed.lateReason === 'B' || filed.lateReason === 'C')
    holds.push(
      hold(
        'notional_pay',
        `${nameOf(filed)}’s payment is notional (late reason ${filed.lateReason}): someone else paid it, or it was shares. What of it was paid in cash is not in the file.`,
        { field: 'LateReason' },
      ),
    );
  if (filed.offPayroll)
    holds.push(
      hold(
        'off_payroll_worker',
        `${nameOf(filed)} is an off-payroll worker: what is paid settles a supplier’s invoice, and is no salary.`,
        { field: 'OffPayrollWorker' },
      ),
    );
  return holds;
}

/** Weeks and months of the file are compared with the pay date, which decides. */
function periodNotes(filed: FiledPayment): readonly Warning[] {
  const month = taxMonthOf(filed.paidOn);
  if (filed.month === undefined || filed.month === month) return [];
  return [
    {
      code: 'period_differs',
      message: `${nameOf(filed)} was paid on ${inWords(filed.paidOn)}, in tax month ${month} (${monthName(month - 1)}); the file says month ${filed.month}.`,
      field: 'MonthNo',
    },
  ];
}

interface Moved {
  readonly amounts: readonly (readonly [string, Money])[];
  readonly asked: readonly Hold[];
}

function statutoryOf(known: KnownPayment, paidBefore: Readonly<Record<string, Money>>): Moved {
  const { filed } = known;
  const before = known.before?.statutory;
  const fields = new Set([...(before?.keys() ?? []), ...filed.toDate.statutory.keys()]);
  const moved = [...fields].map((field) => moveOf(known, field, (toDate) => toDate.statutory.get(field), paidBefore));
  return {
    amounts: moved.flatMap(({ field, amount }) => (amount.isZero() ? [] : [[field, amount] as const])),
    asked: moved.flatMap((one) => one.asked),
  };
}

function class1AOf(known: KnownPayment, paidBefore: Readonly<Record<string, Money>>) {
  return moveOf(known, class1A, (toDate) => toDate.class1A, paidBefore);
}

/** A payment's part of a figure that is only sent as year to date. */
function moveOf(
  { filed, before, unchecked }: KnownPayment,
  field: string,
  of: (toDate: ToDate) => Money | undefined,
  paidBefore: Readonly<Record<string, Money>>,
): { readonly field: string; readonly amount: Money; readonly asked: readonly Hold[] } {
  const now = of(filed.toDate);
  const words = field.replaceAll('_', ' ');
  const was = before === undefined ? (paidBefore[field] ?? startOf(filed, unchecked)) : (of(before) ?? Money.zero);
  if (now !== undefined && was !== undefined) return { field, amount: now.minus(was), asked: [] };
  if (now === undefined && (was === undefined || was.isZero())) return { field, amount: Money.zero, asked: [] };
  const message =
    now === undefined
      ? `${nameOf(filed)} had ${(was ?? Money.zero).inPounds()} of ${words} this year, and the file of ${inWords(filed.paidOn)} has none. Compare with payroll.`
      : `${nameOf(filed)} has had ${now.inPounds()} of ${words} this year. This is the first file, so say how much of it was paid before ${inWords(filed.paidOn)}.`;
  const amount = now ?? (was ?? Money.zero).negated();
  return {
    field,
    amount: Money.zero,
    asked: [hold('year_to_date_differs', message, { field, amount: amount.toString() })],
  };
}

/** A person whose year began with this payment had nothing before it. */
function startOf({ taxable, tax, toDate }: FiledPayment, unchecked: true | undefined): Money | undefined {
  const began = taxable.equals(toDate.taxable) && tax.equals(toDate.tax);
  return unchecked === undefined || began ? Money.zero : undefined;
}
