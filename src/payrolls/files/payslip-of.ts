import type { Hold, Warning } from '../../journal/nouns/holds.js';
import { Money } from '../../journal/nouns/money.js';
import { checkedAs } from './aggregated.js';
import type { FileAnswers } from './file-answers.js';
import type { FiledPayment } from './fps.js';
import { class1AOf, statutoryOf } from './moved-to-date.js';
import { isNamesake, isUntold } from './namesakes.js';
import { ownShares } from './ni-check.js';
import { type NiContext, type NiQuestions, niQuestions } from './ni-questions.js';
import {
  deductionHolds,
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
import { type PensionDay, type PensionOfDay, pensionsOf } from './pension-answers.js';
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
  /** What was said about the employer's pension has to be confirmed for this tax year. */
  readonly unconfirmed?: true;
}

/** What of a payslip rests on a person's other payments of the year. */
interface OfYear {
  /** By pay date. */
  readonly pensions: ReadonlyMap<string, PensionOfDay>;
  readonly ni: ReadonlyMap<KnownPayment, NiQuestions>;
}

/** One person's payments of one pay date as one payslip. */
export function payslipOf(
  payments: readonly KnownPayment[],
  context: NiContext,
  of: OfYear = { pensions: employerPensionsOf(payments, context), ni: niQuestions(payments, context) },
): PayslipRead {
  const [first] = payments;
  if (first === undefined) throw new RangeError('A payslip is of one payment at least');
  const { filed } = first;
  const key = keyOf(filed);
  const user = context.people.get(key)?.user ?? `payroll:${key}`;
  const pension = of.pensions.get(filed.paidOn);
  const read = payments.map((one) => paymentRead(one, key, context, of.ni.get(one)));
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
    ...questions(payments, context, {
      asked: [...unmapped(filed, context), ...read.flatMap((one) => one.asked), ...(pension?.asked ?? [])].map(
        (one) => ({
          ...one,
          ...about,
        }),
      ),
      noted: read.flatMap((one) => one.noted).map((one) => ({ ...one, ...about })),
    }),
    ...(pension?.unconfirmed && { unconfirmed: true }),
  };
}

/** Who someone is, is asked before anything that rests on it. */
function questions(payments: readonly KnownPayment[], { people }: NiContext, all: NiQuestions): NiQuestions {
  const same = payments.find(({ filed }) => isUntold(filed) || (isNamesake(filed) && !people.has(keyOf(filed))));
  return same === undefined ? all : { asked: namesakeHolds(same.filed), noted: [] };
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
      paidOn: filed.paidOn,
      payId: before?.payId ?? key,
      name: nameOf(filed),
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
