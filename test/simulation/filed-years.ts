import type { PersonInFile } from '../payrolls/files/fps-files.js';
import { type Figures, figuresBefore, figuresOf, noFigures, type Pay, sumOf } from './filed-figures.js';
import { payIdsOf, type Worker } from './filed-people.js';
import { type PaidRun, periodOf } from './payroll.js';

/**
 * Everybody's tax years as a payroll program that runs elsewhere has them, in pence: each payment, in the order in which
 * it was sent, and what was taken back of it.
 */

export interface Payment {
  readonly worker: Worker;
  readonly file: number;
  readonly run: PaidRun;
  /** A run may be paid on another day than it was. */
  readonly paidOn: string;
  readonly payId: string;
  readonly pay: Pay;
  readonly figures: Figures;
  /** The last of this person. */
  readonly leaves: boolean;
  readonly isAfterLeaving: boolean;
  /** The one whose place it took. */
  readonly instead: Payment | undefined;
}

export interface ToPay extends Pay {
  readonly worker: Worker;
  readonly paidOn: string;
  readonly leaves?: boolean;
  /** The person has another payroll id from now on. */
  readonly isRenamed?: boolean;
  readonly instead?: Payment | undefined;
}

/** What a program is like that makes files. */
export interface Program {
  /** It sends the employee's share of NI within the employer's. */
  readonly sendsBothShares: boolean;
  /** Pension by relief at source is among the deductions from net pay. */
  readonly countsRelief: boolean;
  /** It sends the pay after statutory deductions, which proves the employee's NI. */
  readonly sendsNet: boolean;
}

export const pounds = (pence: number) => (pence / 100).toFixed(2);
export const yearOf = (period: number) => Math.floor(period / 12);
export const taxYearIn = (day: string) => yearOf(periodOf(day));

/** "25-26" */
export function yearsOf(period: number): string {
  const year = yearOf(period);
  return `${String(year - 1).slice(2)}-${String(year).slice(2)}`;
}

export class FiledYears {
  readonly #payments = new Map<string, readonly Payment[]>();
  /** What was paid in the year before the first file. */
  readonly #before = new Map<string, Figures>();
  /** The newest payroll ids, by worker: that of the payment which was sent last. */
  readonly #sent: Payment[] = [];

  constructor(private readonly program: Program) {}

  /** The year of someone in the first file had begun. */
  begin(run: PaidRun, worker: Worker, { pay, employerNi }: { pay: number; employerNi: number }): void {
    this.#before.set(keyOf(worker, run.datedOn), figuresBefore(worker, pay, employerNi));
  }

  hasBegun = (worker: Worker, day: string): boolean => this.#before.has(keyOf(worker, day));

  before = (worker: Worker, day: string): Figures => this.#before.get(keyOf(worker, day)) ?? noFigures;

  /** Pays someone, and returns what the file has of it. */
  pay(run: PaidRun, to: ToPay, file: number): PersonInFile {
    const { worker, paidOn, instead } = to;
    const key = keyOf(worker, paidOn);
    const earlier = (this.#payments.get(key) ?? []).filter((one) => one !== instead);
    const before = sumOf([this.before(worker, paidOn), ...earlier.map((one) => one.figures)]);
    const lastId = this.payIdOf(worker);
    const payId = to.isRenamed ? (payIdsOf(worker)[payIdsOf(worker).indexOf(lastId) + 1] ?? lastId) : lastId;
    const { gross, isMore, parental, class1A, odd } = to;
    const pay = { gross, isMore, parental, class1A, odd };
    const isVoid = gross === 0 && instead !== undefined;
    const paid: Payment = {
      ...{ worker, file, run, paidOn, payId, pay, instead, leaves: to.leaves === true },
      isAfterLeaving: this.hasLeft(worker, instead),
      figures: isVoid ? noFigures : figuresOf(worker, pay, before),
    };
    this.#payments.set(key, [...earlier, paid]);
    this.#sent.push(paid);
    // Replaced, a payment under a new id still says which it was.
    const renamedFrom = payId === lastId ? this.#renamedFrom(instead) : lastId;
    return elementOf(paid, before, { ...this.program, renamedFrom });
  }

  /** Paid by a report: no year to date is in it. `as`: the same as that payment. */
  payByReport(run: PaidRun, to: ToPay, file: number, as?: Payment): void {
    const { worker, gross, isMore, parental, class1A, odd } = to;
    const pay = { gross, isMore, parental, class1A, odd };
    const figures = as ? { ...as.figures, class1A: 0, benefits: 0 } : figuresOf(worker, pay, noFigures);
    const paid = { worker, file, run, paidOn: run.datedOn, payId: worker.payId, pay, figures };
    this.#payments.set(`report ${file} ${worker.number}`, [
      { ...paid, leaves: false, isAfterLeaving: false, instead: undefined },
    ]);
  }

  #renamedFrom(instead: Payment | undefined): string | undefined {
    if (instead === undefined) return undefined;
    const before = this.#standing(instead.worker).filter((one) => one.file < instead.file);
    const was = before.at(-1)?.payId ?? instead.worker.payId;
    return was === instead.payId ? this.#renamedFrom(instead.instead) : was;
  }

  #standing = (worker: Worker): readonly Payment[] =>
    this.#sent.filter((one) => one.worker === worker && (this.#ofKey(one).includes(one) || this.#wasReplaced(one)));

  payIdOf = (worker: Worker): string => this.#standing(worker).at(-1)?.payId ?? worker.payId;

  /** Before that payment, if one is given. */
  hasLeft = (worker: Worker, before?: Payment): boolean =>
    this.all().some((one) => one.worker === worker && one.leaves && one !== before && one !== before?.instead);

  #ofKey = ({ worker, paidOn }: Payment) => this.#payments.get(keyOf(worker, paidOn)) ?? [];

  /** As if the file had not been sent; only of one that `isLast`. */
  takeBack(file: number): void {
    for (const [key, payments] of this.#payments) {
      const own = payments.filter((one) => one.file === file);
      if (own.length === 0) continue;
      const left = payments.filter((one) => one.file !== file);
      this.#payments.set(key, [...left, ...own.flatMap(({ instead }) => instead ?? [])]);
    }
  }

  /** Someone posts what a year to date has and no file paid: it is paid with the later one. */
  payWith(late: number, into: { readonly run: PaidRun; readonly paidOn: string; readonly file: number }): void {
    for (const [key, payments] of this.#payments)
      this.#payments.set(
        key,
        payments.map((one) => (one.file === late ? { ...one, ...into } : one)),
      );
  }

  ofFile = (file: number): readonly Payment[] => this.all().filter((one) => one.file === file);

  all = (): readonly Payment[] => [...this.#payments.values()].flat();

  /** What the pay date of a run pays, on the day on which it is paid now. */
  paymentsOf = (run: PaidRun): readonly Payment[] =>
    this.all().filter((one) => one.run === run && one.paidOn === run.datedOn);

  /** Those after which no one's year has anything: they may be replaced. */
  lastOf(run: PaidRun): readonly Payment[] {
    return [...this.#payments.values()].flatMap((payments) =>
      payments.filter((one) => one === payments.at(-1) && one.run === run && one.paidOn === run.datedOn),
    );
  }

  /** Those that were sent before it in the person's year, and stand. */
  earlierThan(payment: Payment): readonly Payment[] {
    const own = this.#ofKey(payment);
    return own.slice(0, Math.max(0, own.indexOf(payment)));
  }

  /** The first that a file pays someone in a year that had begun for them. */
  isFirstOfBegun = (payment: Payment): boolean =>
    this.hasBegun(payment.worker, payment.paidOn) && this.earlierThan(payment).length === 0;

  /**
   * More employer's NI than is due, where it can be compared: by the period, and of a director by the year so far. The
   * threshold of a period is used up with its first payment, even one that was made void since.
   */
  isNiWrong(payment: Payment): boolean {
    const { worker, paidOn, pay, isAfterLeaving } = payment;
    const earlier = this.earlierThan(payment);
    const isAgain = earlier.some((one) => periodElement(worker, one.paidOn) === periodElement(worker, paidOn));
    if (isAfterLeaving || isAgain) return false;
    if (!worker.byDirectorsMethod) return pay.odd === 'employer_ni_improbable';
    return sumOf([...earlier, payment].map(({ figures }) => figures)).tooMuchNi !== 0;
  }

  /** All that the file said stands, and nothing was built on it. */
  isLast(file: number): boolean {
    const isOwn = (one: Payment) => one.file === file;
    return (
      this.stands(file) &&
      [...this.#payments.values()].every((payments) =>
        payments.every((one, at) => !isOwn(one) || payments.slice(at).every(isOwn)),
      )
    );
  }

  /** Nothing of the file was replaced. */
  stands(file: number): boolean {
    return !this.#replaced().some((one) => one.file === file);
  }

  replaces(file: number): boolean {
    return this.all().some((one) => one.file === file && one.instead !== undefined);
  }

  #wasReplaced = (payment: Payment): boolean => this.#replaced().includes(payment);

  #replaced(): readonly Payment[] {
    const before = (one: Payment): readonly Payment[] => (one.instead ? [one.instead, ...before(one.instead)] : []);
    return this.all().flatMap(before);
  }

  /** The employer's class 1 NI of each tax month of a year; month 0 is what was before the first file. */
  niByMonth(year: number, ni: (payment: Payment) => number, before: (figures: Figures) => number) {
    const months = new Map<number, number>();
    const add = (month: number, pence: number) => months.set(month, (months.get(month) ?? 0) + pence);
    for (const [key, figures] of this.#before) if (key.startsWith(`${year} `)) add(0, before(figures));
    for (const one of this.all()) if (taxYearIn(one.paidOn) === year) add((periodOf(one.paidOn) % 12) + 1, ni(one));
    return months;
  }
}

const keyOf = ({ number }: Worker, paidOn: string) => `${taxYearIn(paidOn)} ${number}`;

interface Written extends Program {
  readonly renamedFrom: string | undefined;
}

const maybe = (name: string, pence: number) => (pence === 0 ? '' : `<${name}>${pounds(pence)}</${name}>`);

/** What a file says about a payment. Figures that are nil are left out, where they may be. */
function elementOf(
  { worker, paidOn, payId, pay, figures: one, leaves, isAfterLeaving }: Payment,
  before: Figures,
  { renamedFrom, sendsBothShares, countsRelief, sendsNet }: Written,
): PersonInFile {
  const toDate = sumOf([before, one]);
  const sentNi = ({ employerNi, ownNi }: Figures) => pounds(employerNi + (sendsBothShares ? ownNi : 0));
  const off = pay.odd === 'net_pay_differs' ? 100 : 0;
  return {
    ...{ payId, fore: `Person${worker.person}`, sur: 'Ash', paidOn },
    ...{ frequency: worker.isWeekly ? 'W1' : 'M1', period: periodElement(worker, paidOn) },
    employment: [
      pay.odd === 'off_payroll_worker' ? '<OffPayrollWorker>yes</OffPayrollWorker>' : '',
      worker.byDirectorsMethod ? '<DirectorsNIC>AN</DirectorsNIC>' : '',
      renamedFrom === undefined ? '' : renamed(renamedFrom),
      leaves ? `<LeavingDate>${paidOn}</LeavingDate>` : '',
    ].join(''),
    early: [
      pay.odd === 'notional_pay' ? '<LateReason>A</LateReason>' : pay.isMore ? '<LateReason>H</LateReason>' : '',
      isAfterLeaving ? '<PmtAfterLeaving>yes</PmtAfterLeaving>' : '',
    ].join(''),
    ...{ taxable: pounds(one.taxable), tax: pounds(one.tax), withoutNet: !sendsNet },
    payment: [
      maybe('DednsFromNetPay', one.union + (countsRelief ? one.relief : 0)),
      sendsNet
        ? `<PayAfterStatDedns>${pounds(one.taxable - one.tax - one.ownNi - one.loan - one.postgrad + off)}</PayAfterStatDedns>`
        : '',
      maybe('BenefitsTaxedViaPayroll', one.benefits),
      maybe('EmpeePenContribnsPaid', one.pension),
      maybe('EmpeePenContribnsNotPaid', one.relief),
      maybe('StudentLoanRecovered', one.loan),
      maybe('PostgradLoanRecovered', one.postgrad),
      worker.isParent ? `<SMPYTD>${pounds(toDate.parental)}</SMPYTD>` : '',
      worker.hasClass1A ? `<Class1ANICsYTD>${pounds(toDate.class1A)}</Class1ANICsYTD>` : '',
    ].join(''),
    toDate: { taxable: pounds(toDate.taxable), tax: pounds(toDate.tax) },
    ni: [
      {
        ...{ earnings: pounds(one.earnings), employer: sentNi(one), employee: pounds(one.ownNi) },
        ...{ earningsToDate: pounds(toDate.earnings), employerToDate: sentNi(toDate) },
        employeeToDate: pounds(toDate.ownNi),
      },
    ],
  };
}

const renamed = (from: string) =>
  `<PayIdChgd><PayrollIdChangedIndicator>yes</PayrollIdChangedIndicator><OldPayrollId>${from}</OldPayrollId></PayIdChgd>`;

function periodElement({ isWeekly }: Worker, paidOn: string): string {
  if (!isWeekly) return `<MonthNo>${(periodOf(paidOn) % 12) + 1}</MonthNo>`;
  const begins = `${taxYearIn(paidOn) - 1}-04-06`;
  return `<WeekNo>${Math.floor((Date.parse(paidOn) - Date.parse(begins)) / (7 * 86_400_000)) + 1}</WeekNo>`;
}
