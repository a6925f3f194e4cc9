import type { FiledFiles } from './filed-files.js';
import type { Worker } from './filed-people.js';
import { pensionFile, type Written } from './filed-reports.js';
import type { FiledYears, Payment } from './filed-years.js';
import { type PaidRun, pensionPence } from './payroll.js';
import type { Random } from './random.js';

/** The employer's pension of those for whom it comes in reports of its own. */

interface Reported {
  readonly payment: Payment;
  readonly pence: number;
}

export class FiledPensions {
  /** By file: what it says. */
  readonly #reported = new Map<number, readonly Reported[]>();

  constructor(
    private readonly random: Random,
    private readonly files: FiledFiles,
    private readonly years: FiledYears,
  ) {}

  /** Sends one of the people of a run who are in none for that day. */
  report(run: PaidRun, paidOn: string): void {
    const of = this.years
      .paymentsOf(run)
      .filter(({ worker, pay }) => worker.employersPension === 'reported' && !pay.isMore)
      .filter(({ worker }) => !this.#isReported(worker, paidOn));
    if (of.length === 0) return;
    const number = this.files.next;
    const said = of.map((payment) => ({ payment, pence: this.random.whole(1, 4) * pensionPence }));
    const rows = said.map(({ payment, pence }) => ({
      ...{ payId: payment.payId, person: payment.worker.person, employersPension: pence },
    }));
    const as = this.random.pick<Written>(['csv', 'xlsx']);
    this.#reported.set(number, said);
    const file = { number, name: `pensions-${number}.${as}`, bytes: pensionFile(rows, number, as) };
    this.files.send({ ...file, run, kind: 'pensions', paidOn }, this.random.chance(0.3) ? 'late' : undefined);
  }

  #isReported = (worker: Worker, paidOn: string): boolean =>
    [...this.#reported.values()].flat().some(({ payment }) => payment.worker === worker && payment.paidOn === paidOn);

  /** In pence, by all that are here. */
  of(worker: Worker, { datedOn }: PaidRun): number {
    return this.here
      .filter(({ payment }) => payment.worker === worker && payment.paidOn === datedOn)
      .reduce((sum, { pence }) => sum + pence, 0);
  }

  get here(): readonly Reported[] {
    return [...this.#reported].flatMap(([file, all]) => (this.files.is(file, 'here') ? all : []));
  }
}
