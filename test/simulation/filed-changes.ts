import type { Filed, FiledBooks } from './filed-books.js';
import type { FiledDifferences } from './filed-differences.js';
import { payUnit } from './filed-figures.js';
import { madeAgain, type SentFile } from './filed-files.js';
import type { FiledReturned } from './filed-returned.js';
import type { Source } from './filed-runs.js';
import type { FiledSending } from './filed-sending.js';
import { type Payment, type ToPay, yearOf } from './filed-years.js';
import { addDays, type Change, type PaidRun, periodOf } from './payroll.js';
import type { Random } from './random.js';

/** What happens to payroll that is run elsewhere: pay, corrections of it, other pay dates, and files that go astray. */

interface OfChanges extends Filed {
  readonly books: FiledBooks;
  readonly sending: FiledSending;
  readonly returned: FiledReturned;
  readonly differences: FiledDifferences;
  readonly today: () => string;
}

export class FiledChanges {
  /** A backup would bring back what is taken back after it. */
  mayWithdraw = true;

  constructor(
    private readonly random: Random,
    private readonly of: OfChanges,
  ) {}

  draw(): Change {
    const { random } = this;
    const { runs, files, differences, returned } = this.of;
    const due = runs.sources.filter(({ nextDay }) => nextDay <= this.#soon);
    const next = due.length > 0 && runs.left > 0 ? random.pick(due) : undefined;
    const inFps = next !== undefined && next.is !== 'report';
    const back = runs.all.find((run) => run.gone && !files.has(run));
    const missing = files.all.find(({ state }) => state === 'never');
    const run = random.pick(runs.all);
    return random.weighted<() => Change>([
      [back || next ? 5 : 0, () => (back ? this.pay(back) : this.payNext(next!))],
      [inFps && runs.left > 1 ? 4 : 0, () => this.#payOutOfOrder(next!)],
      [this.#mayLose(next) ? 3 : 0, () => this.#loseAFile(next!)],
      [missing ? (differences.posted.length > 0 ? 4 : 1) : 0, () => this.#turnUp(missing!)],
      [4, () => this.correct(run)],
      [3, () => this.move(run)],
      [2, () => this.#payMore(run)],
      [2, () => this.#bringAgain()],
      [2, () => this.#copy()],
      [this.mayWithdraw ? 4 : 0, () => this.#withdraw()],
      [runs.sources.length > 1 && runs.left > 0 ? 3 : 0, () => this.#payTwice()],
      [files.awaited.length > 0 ? 4 : 0, () => this.#awaitedCome()],
      [2, () => returned.send()],
    ])();
  }

  get #soon(): string {
    return addDays(this.of.today(), 10);
  }

  // Pay.

  payNext = (source: Source): Change => this.pay(this.#newRun(source));

  #newRun = (source: Source): PaidRun => this.of.runs.next(source, this.of.years.hasLeft);

  pay(run: PaidRun, as?: 'late' | 'never'): Change {
    const { runs, sending, pensions } = this.of;
    const day = run.datedOn;
    const paid = runs.staffOf(run).map((worker) => runs.usual(run, worker, as !== undefined));
    const what = `is paid${as === undefined ? '' : `, in a file that is ${as}`}`;
    const change = sending.pay(run, paid, { what, as });
    if (!runs.isReport(run)) pensions.report(run, day);
    return change;
  }

  #payOutOfOrder(source: Source): Change {
    const late = this.pay(this.#newRun(source), 'late');
    const next = this.payNext(source);
    return { what: `${late.what}; ${next.what}`, periods: [...late.periods, ...next.periods] };
  }

  /** Where no file is missing yet, and what of it is missing can be told from the next one. */
  #mayLose(source: Source | undefined): source is Source {
    const { runs, files } = this.of;
    const isMissing = files.all.some(({ state }) => state === 'never');
    return source !== undefined && source.is !== 'report' && runs.left > 1 && runs.isPlain && !isMissing;
  }

  loseAFile(): Change {
    const source = this.of.runs.sources.find(({ nextDay }) => nextDay <= this.#soon);
    return this.#mayLose(source) ? this.#loseAFile(source) : nothingDone;
  }

  /** No one has the file of a pay date, and the next one is held against it. */
  #loseAFile(source: Source): Change {
    const lost = this.pay(this.#newRun(source), 'never');
    const next = this.#newRun(source);
    this.of.runs.paidBy(next, source.staff);
    return { what: `${lost.what}; ${this.pay(next).what}`, periods: [next.period] };
  }

  /** A file that no one had is found after all. */
  #turnUp(file: SentFile): Change {
    this.of.files.bring(file);
    return { what: `${file.name} is found`, periods: file.run ? [file.run.period] : [] };
  }

  #awaitedCome(): Change {
    this.of.files.bringAwaited();
    return { what: 'the files that were missing come', periods: this.of.runs.periods };
  }

  /** What is last in someone's year is replaced; what is earlier is made up for by a further payment. */
  correct(run: PaidRun): Change {
    const { runs, years, files, sending } = this.of;
    if (runs.isReport(run)) return this.#correctReport(run);
    const last = years.lastOf(run).filter(({ file }) => files.is(file, 'here'));
    if (last.length === 0) return this.#payMore(run);
    const some = last.filter(() => this.random.chance(0.7));
    const paid = (some.length > 0 ? some : last).map((instead): ToPay => {
      const { worker } = instead;
      if (!instead.pay.isMore) return { ...runs.usual(run, worker), leaves: instead.leaves, isRenamed: false, instead };
      return { ...runs.further(run, worker, runs.more()), instead };
    });
    return sending.pay(run, paid, { what: 'is corrected' });
  }

  /** A report says nothing of what came before: the other one is taken back first. */
  #correctReport(run: PaidRun): Change {
    const { files } = this.of;
    const file = files.all.find((one) => one.run === run && one.state === 'here');
    if (!file || !this.mayWithdraw) return nothingDone;
    files.takeBack(file, false, () => {
      this.pay(run);
    });
    return { what: `${file.name} is to be replaced`, periods: [run.period] };
  }

  #payMore(run: PaidRun): Change {
    const { runs, files, books, sending } = this.of;
    if (runs.isReport(run)) return nothingDone;
    // A file that comes behind what was added to its day may stay held: a person looks.
    const isMissing = files.all.some((file) => file.run === run && file.state !== 'here' && file.state !== 'withdrawn');
    const workers = [...new Set(books.paymentsOf(run).map(({ worker }) => worker))];
    if (workers.length === 0 || isMissing) return nothingDone;
    const gross = this.random.chance(0.3) ? -payUnit : runs.more();
    return sending.pay(run, [runs.further(run, this.random.pick(workers), gross)], { what: 'is added to' });
  }

  /** The pay date was another: the old day is made void, and the new one is paid, perhaps in a file that comes first. */
  move(run: PaidRun): Change {
    const { runs, years, files, sending } = this.of;
    const last = years.lastOf(run);
    const all = years.paymentsOf(run);
    const canMove = (one: Payment) =>
      files.is(one.file, 'here') && one.worker.employersPension === 'share' && !one.leaves;
    const isWhole = last.length === all.length && all.every((one) => canMove(one) && last.includes(one));
    if (runs.isReport(run) || all.length === 0 || !isWhole) return this.correct(run);
    const paidOn = addDays(run.datedOn, this.random.pick([-3, -2, -1, 1, 2, 3, 7]));
    const isTaken = runs.all.some((one) => one.source === run.source && one.datedOn === paidOn);
    if (yearOf(periodOf(paidOn)) !== yearOf(run.period) || isTaken || paidOn > this.#soon) return this.correct(run);
    const from = run.datedOn;
    const voids = all.map((instead): ToPay => ({ ...runs.further(run, instead.worker, 0), isMore: false, instead }));
    const again = all.map(({ worker, pay }): ToPay => ({ worker, ...pay, paidOn }));
    const isLate = this.random.chance(0.3);
    if (isLate) sending.pay(run, voids, { what: 'is void', as: 'late' });
    Object.assign(run, { datedOn: paidOn, period: periodOf(paidOn) });
    sending.pay(run, isLate ? again : [...voids, ...again], { what: 'is paid on another day' });
    const periods = [...new Set([periodOf(from), run.period])];
    return { what: `run ${run.id} is paid on ${paidOn}, and not on ${from}`, periods };
  }

  /** A report pays someone what a file paid already: perhaps rightly. */
  #payTwice(): Change {
    const { runs, years, files, sending } = this.of;
    const report = runs.sources.find(({ is }) => is !== 'weekly')!;
    const paid = runs.all
      .filter((run) => run.source === '.weekly' && !run.gone)
      .flatMap((run) => years.paymentsOf(run).map((payment) => ({ run, payment })));
    const twice = paid.filter(
      ({ run, payment }) =>
        report.is === 'report' &&
        !payment.pay.isMore &&
        files.is(payment.file, 'here') &&
        !runs.isMarkedBy(run, payment.worker) &&
        // Of the later pay date: of one day, the report would count as the earlier.
        periodOf(addDays(run.datedOn, 1)) === run.period &&
        !runs.all.some((one) => one.source === '' && one.datedOn === addDays(run.datedOn, 1)),
    );
    if (twice.length === 0) return nothingDone;
    const { run, payment } = this.random.pick(twice);
    const { person } = payment.worker;
    const marked = report.staff.find((worker) => worker.person !== person);
    if (marked === undefined) return nothingDone;
    const again = runs.add(report, addDays(run.datedOn, 1), []);
    const number = 100 + again.id;
    const copied = { ...payment.worker, number, payId: `R${person}`, employersPension: 'share' as const };
    runs.paidBy(again, [marked, copied]);
    sending.report(again, [
      { to: runs.usual(again, marked) },
      { to: { worker: copied, ...payment.pay, paidOn: again.datedOn }, as: payment },
    ]);
    return { what: `${person} is paid as on ${run.datedOn} once more, by a report`, periods: [run.period] };
  }

  // What people do with files.

  /** Someone brings a file that is here. */
  #bringAgain(): Change {
    const { files } = this.of;
    const { here } = files;
    if (here.length === 0) return nothingDone;
    const file = this.random.pick(here);
    files.bring(file, this.random.pick(['once', 'together'] as const));
    return { what: `${file.name} is brought again`, periods: [] };
  }

  /** The payroll program makes a file once more. */
  #copy(): Change {
    const { files, years } = this.of;
    const copied = files.here.filter(
      ({ kind, number }) => kind === 'fps' && years.stands(number) && years.ofFile(number).length > 0,
    );
    if (copied.length === 0) return nothingDone;
    const file = this.random.pick(copied);
    file.isCopied = true;
    const number = files.next;
    const copy = { number, name: `copy-${number}.xml`, bytes: madeAgain(file, number) };
    files.send({ ...copy, run: undefined, kind: 'fps' });
    return { what: `${file.name} is made once more`, periods: file.run ? [file.run.period] : [] };
  }

  /** The last file is taken back for good, or an earlier one by mistake: it comes again. */
  #withdraw(): Change {
    const { files, differences } = this.of;
    // What a difference stands for is not brought once more.
    const stray = this.#ofRuns.filter((file) => differences.standsFor(file));
    const last = this.#ofRuns.filter((file) => this.isLast(file) && !stray.includes(file));
    const comesAgain = stray.length === 0 && (last.length === 0 || this.random.chance(0.4));
    const from = stray.length > 0 ? stray : comesAgain ? this.missable : last;
    if (from.length === 0) return nothingDone;
    const file = this.random.pick(from);
    files.takeBack(file, comesAgain);
    const periods = file.run ? [file.run.period] : [];
    return { what: `${file.name} is to be taken back${comesAgain ? ' by mistake' : ''}`, periods };
  }

  get #ofRuns(): readonly SentFile[] {
    const { here } = this.of.files;
    return here.filter(({ run, isCopied, kind }) => run !== undefined && !isCopied && kind !== 'pensions');
  }

  /** Those that may be taken back by mistake, and come again in their old place. */
  get missable(): readonly SentFile[] {
    const { years, differences } = this.of;
    const stand = this.#ofRuns.filter(({ number }) => years.stands(number) && !years.replaces(number));
    return stand.filter((file) => !differences.standsFor(file));
  }

  /** The first file stays: whose year had begun is known from it alone. */
  isLast({ kind, state, isCopied, number }: SentFile): boolean {
    const isPay = kind === 'fps' || kind === 'report';
    return isPay && state === 'here' && !isCopied && number > 0 && this.of.years.isLast(number);
  }
}

const nothingDone: Change = { what: 'nothing changes', periods: [] };
