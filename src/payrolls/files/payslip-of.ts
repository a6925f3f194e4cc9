import type { Hold, Warning } from '../../journal/nouns/holds.js';
import { Money } from '../../journal/nouns/money.js';
import { checkedAs } from './aggregated.js';
import type { FileAnswers } from './file-answers.js';
import type { FiledPayment } from './fps.js';
import { class1AOf, statutoryOf } from './moved-to-date.js';
import { ownShares } from './ni-check.js';
import { type NiContext, type NiQuestions, niQuestions } from './ni-questions.js';
import {
  deductionHolds,
  hold,
  kindHolds,
  nameOf,
  namesakeHolds,
  netPayHolds,
  periodNotes,
  taxableHolds,
  unmapped,
  yearNotes,
  yearToDateHolds,
} from './payment-questions.js';
import { type KnownPayment, keyOf } from './year-to-date.js';

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
}

/** One person's payments of one pay date as one payslip; `ni`: what is asked about the NI of each of the person's year. */
export function payslipOf(
  payments: readonly KnownPayment[],
  context: NiContext,
  ni: ReadonlyMap<KnownPayment, NiQuestions> = niQuestions(payments, context),
): PayslipRead {
  const [first] = payments;
  if (first === undefined) throw new RangeError('A payslip is of one payment at least');
  const { filed } = first;
  const key = keyOf(filed);
  const user = context.people.get(key)?.user ?? `payroll:${key}`;
  const gross = Money.sum(payments.map((one) => grossOf(one.filed)));
  const reported = context.answers.pensionsReported?.get(paymentKey(key, filed.paidOn));
  const pension = reported ?? employerPensionOf(context.answers, key, gross);
  const read = payments.map((one) => paymentRead(one, key, context, ni.get(one)));
  const about = { payslip: user };
  return {
    user,
    firstName: filed.firstName,
    lastName: filed.lastName,
    director: payments.some((one) => one.filed.director !== undefined),
    leaving: payments.some((one) => one.filed.leavingOn !== undefined),
    taxCode: filed.taxCode,
    // For a pay date, however many payments it has: a corrected payment is not a second contribution.
    figures: added([...read.map((one) => one.figures), [['employer_pension', pension ?? Money.zero]]]),
    class1A: Money.sum(read.map((one) => one.class1A)),
    ...questions(payments, {
      asked: [...unmapped(filed, context), ...read.flatMap((one) => one.asked)].map((one) => ({ ...one, ...about })),
      noted: read.flatMap((one) => one.noted).map((one) => ({ ...one, ...about })),
    }),
  };
}

function questions(payments: readonly KnownPayment[], all: NiQuestions): NiQuestions {
  const same = payments.find(({ namesake }) => namesake === true);
  return same === undefined ? all : { asked: namesakeHolds(same.filed), noted: [] };
}

/** A person's payment: who, and on which day. */
export const paymentKey = (key: string, paidOn: string): string => `${paidOn} ${key}`;

const isPensionKnown = ({ employerPension, pensionsReported }: FileAnswers, key: string, paidOn: string): boolean =>
  Object.hasOwn(employerPension, key) || pensionsReported?.has(paymentKey(key, paidOn)) === true;

/** What a person has answered, for this gross pay; undefined if no one has. */
export function employerPensionOf({ employerPension }: FileAnswers, key: string, gross: Money): Money | undefined {
  const given = Object.hasOwn(employerPension, key) ? employerPension[key] : undefined;
  if (given === undefined) return undefined;
  return given.endsWith('%') ? gross.share(Money.parse(given.slice(0, -1)), Money.parse('100')) : Money.parse(given);
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
function paymentRead(known: KnownPayment, key: string, context: NiContext, ni?: NiQuestions): Read {
  const { filed } = known;
  const { answers } = context;
  const statutory = statutoryOf(known, answers.paidBefore[key] ?? {});
  const gross = grossOf(filed);
  const ofClass1A = class1AOf(known, answers.paidBefore[key] ?? {});
  const shares = ownShares(filed.ni, answers);
  const employeeNi = Money.sum(shares.map((one) => one.employee));
  const employerNi = Money.sum(shares.map((one) => one.employer));
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
  const compared = taxableCompared(known, context);
  const asked = [
    ...statutory.asked,
    ...ofClass1A.asked,
    ...netPayHolds(filed, employeeNi),
    ...compared.asked,
    ...(ni?.asked ?? []),
    ...deductionHolds(filed, answers),
    ...(isPensionKnown(answers, key, filed.paidOn) ? [] : pensionHolds(filed)),
    ...yearToDateHolds(known),
    ...kindHolds(filed),
  ];
  return {
    figures,
    class1A: ofClass1A.amount,
    asked,
    noted: [...compared.noted, ...(ni?.noted ?? []), ...yearNotes(known), ...periodNotes(filed)],
  };
}

/** Of several jobs, pay for tax and pay for NI are compared as one; with only one of them known, not at all. */
function taxableCompared(known: KnownPayment, context: NiContext): NiQuestions {
  const as = checkedAs(known, context)?.filed;
  const asked = as === undefined ? [] : taxableHolds(as);
  if (as?.aggregated !== true || asked.length === 0) return { asked, noted: [] };
  const message = `Whether ${nameOf(as)}’s pay for tax and pay for NI agree was not checked: the earnings of several jobs are taken together.`;
  return { asked: [], noted: [{ code: 'check_not_made', message, field: 'taxable_pay' }] };
}

function added(all: readonly (readonly (readonly [string, Money])[])[]): ReadonlyMap<string, Money> {
  const sums = new Map<string, Money>();
  for (const [field, amount] of all.flat()) sums.set(field, (sums.get(field) ?? Money.zero).plus(amount));
  return new Map([...sums].filter(([, amount]) => !amount.isZero()));
}

/** Some programs count pension by relief at source among the deductions from net pay, others do not. */
function otherDeductions({ deductedFromNet, pensionRelief }: FiledPayment, { reliefInDeductions }: FileAnswers): Money {
  return reliefInDeductions === true ? deductedFromNet.minus(pensionRelief) : deductedFromNet;
}

const pensionHolds = (filed: FiledPayment): readonly Hold[] =>
  employerPensionHolds(filed, filed.pensionNetPay.plus(filed.pensionRelief));

export function employerPensionHolds(filed: Pick<FiledPayment, 'firstName' | 'lastName'>, own: Money): readonly Hold[] {
  if (own.isZero()) return [];
  return [
    hold(
      'employer_pension_unknown',
      `${nameOf(filed)} pays ${own.inPounds()} into a pension. What the employer pays is not in the file: give the amount, or a rule for this person.`,
      { field: 'employer_pension' },
    ),
  ];
}
