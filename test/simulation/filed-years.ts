import type { PersonInFile } from '../payrolls/files/fps-files.js';
import { type PaidRun, periodOf } from './payroll.js';

/**
 * Everybody's tax years as a payroll program that runs elsewhere has them, in pence: each payment, in the order in which
 * it was sent, and what was taken back of it.
 */

interface Figures {
  readonly pay: number;
  readonly tax: number;
  readonly employerNi: number;
}

interface Payment extends Figures {
  readonly employeeNi: number;
  readonly person: number;
  readonly file: number;
  readonly run: PaidRun;
  /** The one whose place it took. */
  readonly instead: Payment | undefined;
}

export interface ToPay {
  readonly person: number;
  readonly pay: number;
  /** Paid beside what the pay date has already: no threshold is left, and no tax is taken. */
  readonly isMore: boolean;
  readonly instead?: Payment | undefined;
}

const taxOfPayment = 2000;
const ownNiOfPayment = 3000;
const thresholds = { W1: 9_600, M1: 41_700 };
const employerNi = 0.15;

export const pounds = (pence: number) => (pence / 100).toFixed(2);
export const payIdOf = (person: number) => `E${person}`;
const yearOf = (run: PaidRun) => Math.floor(run.period / 12);

export class FiledYears {
  readonly #payments = new Map<string, readonly Payment[]>();
  /** What was paid in the year before the first file. */
  readonly #before = new Map<string, Figures>();

  constructor(private readonly frequency: 'W1' | 'M1') {}

  /** The year of someone in the first file had begun. */
  begin(run: PaidRun, person: number, before: Figures): void {
    this.#before.set(keyOf(run, person), before);
  }

  /** Pays someone, and returns what the file has of it. */
  pay(run: PaidRun, { person, pay, isMore, instead }: ToPay, file: number): PersonInFile {
    const key = keyOf(run, person);
    const before = (this.#payments.get(key) ?? []).filter((one) => one !== instead);
    const ni = Math.round((isMore ? pay : Math.max(0, pay - thresholds[this.frequency])) * employerNi);
    const own = isMore ? 0 : ownNiOfPayment;
    const paid = { person, file, run, instead, pay, tax: isMore ? 0 : taxOfPayment, employeeNi: own, employerNi: ni };
    this.#payments.set(key, [...before, paid]);
    const toDate = (of: (figures: Figures) => number) =>
      pounds(
        [...before, paid, ...(this.#before.has(key) ? [this.#before.get(key)!] : [])].reduce(
          (sum, one) => sum + of(one),
          0,
        ),
      );
    const earnings = pounds(pay);
    return {
      ...{ payId: payIdOf(person), fore: `Person${person}`, sur: 'Ash', paidOn: run.datedOn },
      ...{ frequency: this.frequency, period: this.#periodElement(run) },
      ...{ taxable: earnings, tax: pounds(paid.tax) },
      toDate: { taxable: toDate((one) => one.pay), tax: toDate((one) => one.tax) },
      ni: [
        {
          ...{ earnings, employer: pounds(ni), employee: pounds(own) },
          earningsToDate: toDate((one) => one.pay),
          employerToDate: toDate((one) => one.employerNi),
        },
      ],
    };
  }

  #periodElement({ datedOn, period }: PaidRun): string {
    if (this.frequency === 'M1') return `<MonthNo>${(period % 12) + 1}</MonthNo>`;
    const begins = `${yearOf({ period } as PaidRun) - 1}-04-06`;
    return `<WeekNo>${Math.floor((Date.parse(datedOn) - Date.parse(begins)) / (7 * 86_400_000)) + 1}</WeekNo>`;
  }

  /** As if the file had not been sent; only of one that `isLast`. */
  takeBack(file: number): void {
    for (const [key, payments] of this.#payments) {
      const own = payments.find((one) => one.file === file);
      if (own === undefined) continue;
      const left = payments.filter((one) => one !== own);
      this.#payments.set(key, own.instead ? [...left, own.instead] : left);
    }
  }

  paymentsOf(run: PaidRun): readonly Payment[] {
    return [...this.#payments.values()].flat().filter((one) => one.run === run);
  }

  /** Those after which no one's year has anything: they may be replaced. */
  lastOf(run: PaidRun): readonly Payment[] {
    return [...this.#payments.values()].flatMap((payments) =>
      payments.filter((one) => one === payments.at(-1) && one.run === run),
    );
  }

  /** All that the file said stands, and nothing was built on it. */
  isLast(file: number): boolean {
    return (
      this.stands(file) &&
      [...this.#payments.values()].every((payments) =>
        payments.every((one) => one.file !== file || one === payments.at(-1)),
      )
    );
  }

  /** Nothing of the file was replaced, and it replaced nothing. */
  stands(file: number): boolean {
    return !this.#replaced().some((one) => one.file === file);
  }

  replaces(file: number): boolean {
    return [...this.#payments.values()].flat().some((one) => one.file === file && one.instead !== undefined);
  }

  #replaced(): readonly Payment[] {
    const before = (one: Payment): readonly Payment[] => (one.instead ? [one.instead, ...before(one.instead)] : []);
    return [...this.#payments.values()].flat().flatMap(before);
  }

  /** What the pay date pays each person. */
  grossOf(run: PaidRun): Map<number, number> {
    const gross = new Map<number, number>();
    for (const { person, pay } of this.paymentsOf(run)) gross.set(person, (gross.get(person) ?? 0) + pay / 100);
    return gross;
  }

  /** The employer's NI of each tax month of a year; month 0 is what was before the first file. */
  niByMonth(year: number): ReadonlyMap<number, number> {
    const months = new Map<number, number>();
    const add = (month: number, ni: number) => months.set(month, (months.get(month) ?? 0) + ni);
    for (const [key, { employerNi: ni }] of this.#before) if (key.startsWith(`${year} `)) add(0, ni);
    for (const { run, employerNi: ni } of [...this.#payments.values()].flat())
      if (yearOf(run) === year) add((periodOf(run.datedOn) % 12) + 1, ni);
    return months;
  }
}

const keyOf = (run: PaidRun, person: number) => `${yearOf(run)} ${person}`;
