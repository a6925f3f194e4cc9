import type { FiledBooks, Filed } from './filed-books.js';
import type { FiledDifferences } from './filed-differences.js';
import type { PaidPayslip } from './filed-figures.js';
import type { Payment } from './filed-years.js';
import { type PaidRun, periodOf, tagOf } from './payroll.js';

/** The questions that files raise, by code, as they are known from what was drawn. None: it can be posted. */
export class FiledQuestions {
  constructor(
    private readonly filed: Filed,
    private readonly books: FiledBooks,
    private readonly differences: FiledDifferences,
  ) {}

  openIn(run: PaidRun): ReadonlySet<string> {
    const payments = this.books.paymentsOf(run);
    const open = new Set(payments.flatMap((one) => this.#openOf(one)));
    for (const { person, figures, employersPension } of this.books.payslipsOf(run)) {
      const workers = payments.filter(({ worker }) => worker.person === person);
      const isReported = workers.some(({ worker }) => worker.employersPension === 'reported');
      if (isReported && employersPension === 0) open.add('employer_pension_unknown');
      if (figures.gross < 0) open.add('negative_gross');
      if (figures.gross - figures.tax - figures.ownNi - figures.loan < 0) open.add('negative_net_pay');
    }
    if (this.paidAlike(run).length > 0) open.add('paid_by_two_sources');
    return open;
  }

  #openOf(one: Payment): readonly string[] {
    const { years, files, answers, runs } = this.filed;
    const isBehind = years.earlierThan(one).some(({ file }) => files.is(file, 'never'));
    const isFirst = years.isFirstOfBegun(one);
    const ofReport = runs.isReport(one.run);
    const asked = answers.openFor(one, isFirst);
    return [
      ...this.#oddOf(one),
      ...(isBehind ? ['year_to_date_differs'] : []),
      ...asked.filter((code) => !ofReport || code === 'person_unmapped'),
    ];
  }

  /** What is odd about it; a report has nothing of that. */
  #oddOf(one: Payment): readonly string[] {
    const { runs, years } = this.filed;
    if (runs.isReport(one.run)) return [];
    const { odd } = one.pay;
    const others = odd === undefined || odd === 'employer_ni_improbable' ? [] : [odd];
    return years.isNiWrong(one) ? [...others, 'employer_ni_improbable'] : others;
  }

  /** It asks what was paid in the year before the first file. */
  asksBefore = (run: PaidRun): boolean =>
    this.books
      .paymentsOf(run)
      .some(
        ({ worker, paidOn }) =>
          this.filed.answers.isOpen('before', worker) && this.filed.years.hasBegun(worker, paidOn),
      );

  /** Those that cannot have been answered otherwise, nor before the run was posted. `approved`: "tag code". */
  surelyOpenIn(run: PaidRun, approved: ReadonlySet<string>): ReadonlySet<string> {
    const payments = this.books.paymentsOf(run);
    const sure = ['person_unmapped', 'employer_pension_unknown', 'ambiguous_field'];
    return new Set([
      ...payments.flatMap((one) => this.#oddOf(one)),
      ...[...this.openIn(run)].filter((code) => sure.includes(code)),
      ...(payments.some((one) => this.#surelyDiffers(one, approved)) ? ['year_to_date_differs'] : []),
    ]);
  }

  /** A file before it is missing, and no payment between them was approved as it stands. */
  #surelyDiffers(one: Payment, approved: ReadonlySet<string>): boolean {
    const { years, files } = this.filed;
    const earlier = years.earlierThan(one);
    const missing = earlier.findLastIndex(({ file }) => files.is(file, 'never'));
    const isApproved = ({ run, paidOn }: Payment) =>
      approved.has(`${tagOf({ ...run, datedOn: paidOn, period: periodOf(paidOn) })} year_to_date_differs`);
    return missing >= 0 && !earlier.slice(missing + 1).some(isApproved);
  }

  /** The runs of other sources that pay someone the same in its month. */
  paidAlike(run: PaidRun): readonly PaidRun[] {
    const own = this.books.payslipsOf(run);
    const others = this.filed.runs.all.filter(
      (one) => !one.gone && one.period === run.period && one.source !== run.source && one !== run,
    );
    const isSame = (a: PaidPayslip, b: PaidPayslip) =>
      a.person === b.person &&
      a.figures.gross !== 0 &&
      a.figures.gross === b.figures.gross &&
      netOf(a.figures) === netOf(b.figures);
    return others.filter((other) => this.books.payslipsOf(other).some((a) => own.some((b) => isSame(a, b))));
  }

  /** A file that has come although a difference stands for it. */
  get #paidTwicePerhaps() {
    return this.differences.posted.filter(({ missing }) => missing.state === 'here');
  }

  /** Until someone decides, what is due counts both. */
  get daysPaidTwicePerhaps(): readonly string[] {
    return this.#paidTwicePerhaps.map(({ was }) => was.paidOn);
  }

  /** By pay date: questions about what no run is drawn for, such as a day that was made void. */
  openBeside(datedOn: string): ReadonlySet<string> {
    const { years, pensions, answers } = this.filed;
    const open = new Set(
      years
        .all()
        .filter((one) => one.paidOn === datedOn)
        .flatMap((one) => this.#openOf(one)),
    );
    for (const { was, stands } of this.#paidTwicePerhaps)
      if (was.paidOn === datedOn)
        for (const code of ['paid_by_difference', ...years.ofFile(stands).flatMap((one) => this.#openOf(one))])
          open.add(code);
    for (const { payment } of pensions.here.filter((one) => one.payment.paidOn === datedOn))
      if (!years.paymentsOf(payment.run).some((one) => one.worker === payment.worker))
        for (const code of ['employer_pension_unknown', ...answers.openAbout(payment.worker)]) open.add(code);
    return open;
  }

  /** Whom files pay on a day, even nothing. */
  peopleOn = (datedOn: string): readonly number[] =>
    this.filed.years.all().flatMap(({ paidOn, worker }) => (paidOn === datedOn ? [worker.person] : []));

  get levyIsOpen(): boolean {
    return this.filed.answers.isOpen('levy');
  }
}

const netOf = ({ gross, tax, ownNi, loan, postgrad, pension, relief, union }: PaidPayslip['figures']): number =>
  gross - tax - ownNi - loan - postgrad - pension - relief - union;
