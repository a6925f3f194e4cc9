import { isDirector, type Worker } from './filed-people.js';
import { pensionPence } from './payroll.js';

/** What a payroll program that runs elsewhere works out, in pence; and the journal that an accountant makes of it. */

/** Half of the gross is the employer's pension, whose bits mark the run. */
export const pensionShare = '50%';
export const payUnit = 2 * pensionPence;
export const fixedPension = pensionPence;

const nothing = {
  gross: 0,
  taxable: 0,
  tax: 0,
  /** What NI is reckoned on. */
  earnings: 0,
  employerNi: 0,
  ownNi: 0,
  loan: 0,
  postgrad: 0,
  pension: 0,
  relief: 0,
  union: 0,
  benefits: 0,
  parental: 0,
  class1A: 0,
  /** Of the employer's NI of a director: more than is due by the year. It stays in the year to date. */
  tooMuchNi: 0,
};
export type Figures = Readonly<typeof nothing>;
type Figure = keyof Figures;
const figures = Object.keys(nothing) as readonly Figure[];

export const noFigures: Figures = nothing;
export const isNothing = (one: Figures): boolean => figures.every((name) => one[name] === 0);
export const sumOf = (all: readonly Figures[]): Figures =>
  Object.fromEntries(figures.map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)])) as unknown as Figures;

/** What is odd about a payment, by the question that it has to raise. */
export type Oddity =
  | 'employer_ni_improbable'
  | 'employee_ni_improbable'
  | 'taxable_and_ni_pay_differ'
  | 'net_pay_differs'
  | 'notional_pay'
  | 'off_payroll_worker';
export const oddities: readonly Oddity[] = [
  ...(['employer_ni_improbable', 'employee_ni_improbable'] as const),
  ...(['taxable_and_ni_pay_differ', 'net_pay_differs'] as const),
  ...(['notional_pay', 'off_payroll_worker'] as const),
];

export interface Pay {
  readonly gross: number;
  /** Paid beside what the pay date has already: no threshold is left, and no tax is taken. */
  readonly isMore: boolean;
  readonly parental: number;
  readonly class1A: number;
  readonly odd: Oddity | undefined;
}

/** By earnings period, and by year for directors: where NI begins, where employees pay it, and where they pay less. */
const limits = {
  weekly: { employer: 9_600, own: 24_200, upper: 96_700 },
  monthly: { employer: 41_700, own: 104_800, upper: 418_900 },
  year: { employer: 500_000, own: 1_257_000, upper: 5_027_000 },
  /** Of a further payment in a period. */
  used: { employer: 0, own: 0, upper: Number.MAX_SAFE_INTEGER },
};
type Limits = (typeof limits)['year'];

const employerNiOf = (earnings: number, { employer }: Limits) => Math.round(Math.max(0, earnings - employer) * 0.15);
const ownNiOf = (earnings: number, { own, upper }: Limits) =>
  Math.round(Math.max(0, Math.min(earnings, upper) - own) * 0.08 + Math.max(0, earnings - upper) * 0.02);

/** A year that had begun before the first file. */
export function figuresBefore(worker: Worker, pay: number, employerNi: number): Figures {
  const isOfYear = worker.byDirectorsMethod;
  return {
    ...nothing,
    ...{ gross: pay, taxable: pay, earnings: pay, tax: Math.round(pay * 0.1) },
    employerNi: isOfYear ? employerNiOf(pay, limits.year) : employerNi,
    ownNi: isOfYear ? ownNiOf(pay, limits.year) : Math.round(pay * 0.05),
    parental: worker.isParent ? 30_000 : 0,
    class1A: worker.hasClass1A ? 4_500 : 0,
  };
}

export function figuresOf(worker: Worker, { gross, isMore, parental, class1A, odd }: Pay, before: Figures): Figures {
  const usual = isMore ? 0 : 1;
  const earnings = odd === 'taxable_and_ni_pay_differ' ? gross - payUnit : gross;
  const benefits = worker.hasBenefits ? usual * 5_000 : 0;
  const share = Math.round(gross * 0.03);
  const pension = worker.ownPension === 'net pay' ? share : 0;
  return {
    ...{ gross, earnings, benefits, pension, parental, class1A, tooMuchNi: 0 },
    taxable: gross + benefits - pension,
    tax: usual * Math.round(gross * 0.1),
    ...niOf(worker, earnings, isMore, before, odd),
    loan: worker.hasLoans ? usual * 100 * Math.floor(gross / 3_000) : 0,
    postgrad: worker.hasLoans ? usual * 100 * Math.floor(gross / 7_000) : 0,
    relief: worker.ownPension === 'at source' ? share : 0,
    union: worker.hasUnion ? usual * 500 : 0,
  };
}

function niOf(worker: Worker, earnings: number, isMore: boolean, before: Figures, odd: Oddity | undefined) {
  const tooMuch = odd === 'employer_ni_improbable' ? 10_000 : 0;
  if (!worker.byDirectorsMethod) {
    const by = isMore ? limits.used : worker.isWeekly ? limits.weekly : limits.monthly;
    const sign = Math.sign(earnings);
    return {
      employerNi: sign * employerNiOf(Math.abs(earnings), by) + tooMuch,
      ownNi: sign * ownNiOf(Math.abs(earnings), by) + (odd === 'employee_ni_improbable' ? 1_000 : 0),
    };
  }
  const toDate = before.earnings + earnings;
  return {
    employerNi: employerNiOf(toDate, limits.year) + before.tooMuchNi + tooMuch - before.employerNi,
    ownNi: ownNiOf(toDate, limits.year) - before.ownNi,
    tooMuchNi: tooMuch,
  };
}

/** The net pay of one payslip; what its deductions are may be decided. */
export const netOf = (one: Figures): number =>
  one.gross - one.tax - one.ownNi - one.loan - one.postgrad - one.pension - one.relief - one.union;

export interface PaidPayslip {
  readonly person: number;
  /** No one has said whose payroll id it is. */
  readonly isUnknown: boolean;
  readonly figures: Figures;
  readonly employersPension: number;
}

/** What a journal puts on each account, in pence; net pay is owed to each person. */
export function journalOf(payslips: readonly PaidPayslip[]): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const put = (key: string, pence: number) => lines.set(key, (lines.get(key) ?? 0) + pence);
  for (const { person, figures: one, employersPension } of payslips) {
    put(isDirector(person) ? '407' : '401', one.gross);
    put(isDirector(person) ? '408' : '402', one.employerNi + one.class1A);
    put('403', employersPension);
    put('813', -(one.pension + one.relief + employersPension));
    put('814', -(one.tax + one.ownNi + one.loan + one.postgrad + one.employerNi + one.class1A));
    put('815', -one.union);
    put(`902/${person}`, -netOf(one));
  }
  return new Map([...lines].filter(([, pence]) => pence !== 0));
}
