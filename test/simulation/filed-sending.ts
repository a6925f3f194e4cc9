import { fpsFile } from '../payrolls/files/fps-files.js';
import type { FiledBooks, Filed } from './filed-books.js';
import { isNothing } from './filed-figures.js';
import { serial } from './filed-files.js';
import { reportFile, type Written } from './filed-reports.js';
import { type Payment, pounds, type ToPay, yearOf, yearsOf } from './filed-years.js';
import { type Change, type PaidRun, periodOf } from './payroll.js';
import type { Random } from './random.js';

/** Pay goes out in files, and pay runs are what their files pay by then. */

interface Sent {
  readonly what: string;
  readonly as?: 'late' | 'never' | undefined;
}

export class FiledSending {
  readonly #touched = new Set<number>();

  constructor(
    private readonly random: Random,
    private readonly filed: Filed,
    private readonly books: FiledBooks,
  ) {}

  pay(run: PaidRun, paid: readonly ToPay[], { what, as }: Sent): Change {
    const { runs, years, files } = this.filed;
    if (runs.isReport(run))
      return this.report(
        run,
        paid.map((to) => ({ to })),
      );
    const number = files.next;
    const people = paid.map((one) => years.pay(run, one, number));
    const bytes = fpsFile(people, { years: yearsOf(run.period), head: serial(number) });
    files.send({ number, name: `${run.datedOn}-${number}.xml`, bytes, run, kind: 'fps' }, as);
    this.settle(run);
    const amounts = paid.map(({ worker, gross }) => `${worker.person}: ${pounds(gross)}`).join(', ');
    return { what: `run ${run.id} (${run.datedOn}) ${what}: ${amounts}`, periods: [run.period] };
  }

  report(run: PaidRun, paid: readonly { readonly to: ToPay; readonly as?: Payment }[]): Change {
    const { years, files } = this.filed;
    const number = files.next;
    for (const { to, as } of paid) years.payByReport(run, to, number, as);
    const rows = years.ofFile(number).map(({ worker, figures }) => ({
      ...{ payId: worker.payId, person: worker.person, figures },
      employersPension: figures.gross / 2,
    }));
    const as = this.random.pick<Written>(['csv', 'xlsx']);
    const { datedOn: paidOn } = run;
    const cut = rows.length > 1 ? { cut: reportFile(rows, { serial: number, as, isCut: true }) } : {};
    const bytes = reportFile(rows, { serial: number, as });
    files.send({ number, name: `report-${number}.${as}`, bytes, ...cut, run, kind: 'report', paidOn });
    this.settle(run);
    return { what: `run ${run.id} (${paidOn}) is paid by a report`, periods: [run.period] };
  }

  /** Works out what its pay date pays now. Later files of the year may wait for this one, or no longer. */
  settle(run: PaidRun): void {
    for (const one of this.filed.runs.all)
      if (one.period === run.period || (yearOf(one.period) === yearOf(run.period) && one.datedOn > run.datedOn))
        this.#touched.add(one.id);
    const paid = this.books
      .payslipsOf(run)
      .filter(({ figures, employersPension }) => !isNothing(figures) || employersPension);
    Object.assign(run, { people: paid.map(({ person }) => person), gone: paid.length === 0 });
    run.gross.clear();
    for (const { person, figures } of paid) run.gross.set(person, (run.gross.get(person) ?? 0) + figures.gross / 100);
  }

  /** A file that moved a run to another day is taken back: it is paid as it was. */
  moveBack(run: PaidRun): void {
    const days = this.filed.years.all().filter((one) => one.run === run && !isNothing(one.figures));
    const day = days[0]?.paidOn;
    if (day !== undefined && !days.some(({ paidOn }) => paidOn === run.datedOn))
      Object.assign(run, { datedOn: day, period: periodOf(day) });
    this.settle(run);
  }

  /** Payroll has begun: what was sent until now is what was always there. */
  begun(): void {
    this.#touched.clear();
  }

  isUntouched = (run: number): boolean => !this.#touched.has(run);
}
