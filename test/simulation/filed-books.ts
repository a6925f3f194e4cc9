import type { Answers } from './filed-answers.js';
import { type Figures, fixedPension, journalOf, type PaidPayslip, sumOf } from './filed-figures.js';
import type { FiledFiles } from './filed-files.js';
import type { Worker } from './filed-people.js';
import type { FiledPensions } from './filed-pensions.js';
import type { FiledRuns } from './filed-runs.js';
import type { FiledYears, Payment } from './filed-years.js';
import { type PaidRun, tagOf } from './payroll.js';

/** What the books should say of payroll that comes as files: by all files but those that no one has. */

export interface Filed {
  readonly runs: FiledRuns;
  readonly files: FiledFiles;
  readonly years: FiledYears;
  readonly pensions: FiledPensions;
  readonly answers: Answers;
}

export class FiledBooks {
  constructor(private readonly filed: Filed) {}

  paymentsOf = (run: PaidRun): readonly Payment[] =>
    this.filed.years.paymentsOf(run).filter(({ file }) => !this.filed.files.is(file, 'never'));

  /** Whom a run pays what. */
  payslipsOf(run: PaidRun): readonly PaidPayslip[] {
    const { answers } = this.filed;
    const payments = this.paymentsOf(run);
    const workers = [...new Set(payments.map(({ worker }) => worker))];
    return workers.map((worker) => {
      const own = payments.filter((one) => one.worker === worker);
      const figures = sumOf(own.map((one) => this.#asRead(one)));
      const employersPension = this.#pensionOf(worker, run, figures.gross);
      return { person: worker.person, isUnknown: answers.isOpen('who', worker), figures, employersPension };
    });
  }

  /** A report is read as it stands. */
  #asRead(one: Payment): Figures {
    const { runs, years, answers } = this.filed;
    if (runs.isReport(one.run)) return one.figures;
    return years.isFirstOfBegun(one) ? answers.firstFigures(one.figures, one.worker) : answers.figures(one.figures);
  }

  /** Reports work theirs out themselves. */
  #pensionOf(worker: Worker, run: PaidRun, gross: number): number {
    const { runs, pensions, answers } = this.filed;
    if (runs.isReport(run)) return gross / 2;
    if (worker.employersPension === 'reported') return pensions.of(worker, run);
    if (answers.isOpen('pension', worker)) return 0;
    return worker.employersPension === 'fixed' ? fixedPension : gross / 2;
  }

  /** What the books should have under a tag, in pence by account. */
  journalOf(tag: string): ReadonlyMap<string, number> {
    const runs = this.filed.runs.all.filter((run) => tagOf(run) === tag);
    return journalOf(runs.flatMap((run) => this.payslipsOf(run)));
  }

  /** In pence: statutory pay of each month of a year. */
  statutory(year: number): ReadonlyMap<number, number> {
    const months = new Map<number, number>();
    for (const run of this.filed.runs.all.filter(({ period }) => Math.floor(period / 12) === year)) {
      const month = (run.period % 12) + 1;
      const pay = this.payslipsOf(run).reduce((sum, { figures }) => sum + figures.parental, 0);
      months.set(month, (months.get(month) ?? 0) + pay);
    }
    return months;
  }

  /** A payment of that month takes employer's NI back, as one of less than was paid does. */
  takesNiBack = (period: number): boolean =>
    this.filed.runs.all
      .filter((run) => run.period === period)
      .some((run) => this.paymentsOf(run).some(({ figures }) => figures.employerNi < 0));

  /** In pence: the employer's class 1 NI of each month of a year; month 0 is what was before the first file. */
  niByMonth(year: number): ReadonlyMap<number, number> {
    const { years, files, answers } = this.filed;
    const ni = (one: Payment) => (files.is(one.file, 'never') ? 0 : this.#asRead(one).employerNi);
    return years.niByMonth(year, ni, (before) => answers.figures(before).employerNi);
  }
}
