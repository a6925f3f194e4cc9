import type { FiledFiles, SentFile } from './filed-files.js';
import type { FiledYears, Payment } from './filed-years.js';
import type { PaidRun } from './payroll.js';

/** What persons posted of a year to date that no file had paid: it stands for a file that no one has. */

interface Difference {
  readonly missing: SentFile;
  readonly stands: number;
  readonly was: { readonly run: PaidRun; readonly paidOn: string; readonly file: number };
}

export class FiledDifferences {
  readonly #posted: Difference[] = [];

  constructor(
    private readonly files: FiledFiles,
    private readonly years: FiledYears,
  ) {}

  get posted(): readonly Difference[] {
    return this.#posted;
  }

  standsFor = (file: SentFile): boolean => this.#posted.some(({ missing }) => missing === file);

  /** The file that a difference of a run would stand for, by what the run pays. */
  missingBefore(own: readonly Payment[]): SentFile | undefined {
    const of = own.flatMap((one) => this.years.earlierThan(one)).map(({ file }) => this.files.all[file]);
    const missing = of.find((file) => file?.state === 'never');
    const paid = new Set(own.map(({ worker }) => worker));
    const isOfAll = missing && this.years.ofFile(missing.number).every(({ worker }) => paid.has(worker));
    return isOfAll ? missing : undefined;
  }

  /** Someone has posted it; returns the runs that pay otherwise now. */
  post(missing: SentFile, run: PaidRun): readonly PaidRun[] {
    const [payment] = this.years.ofFile(missing.number);
    if (payment === undefined || missing.run === undefined) return [];
    const stands = this.files.standFor(run);
    const was = { run: missing.run, paidOn: payment.paidOn, file: missing.number };
    this.#posted.push({ missing, stands, was });
    this.years.payWith(missing.number, { run, paidOn: run.datedOn, file: stands });
    return [run, missing.run];
  }

  /** They went with the database; returns the runs that pay otherwise now. */
  forget(): readonly PaidRun[] {
    return this.#posted.splice(0).flatMap(({ stands, was }) => {
      const file = this.files.all[stands];
      if (file === undefined) return [];
      file.state = 'withdrawn';
      this.years.payWith(stands, was);
      return file.run ? [file.run, was.run] : [was.run];
    });
  }
}
