import { Answers } from './filed-answers.js';
import { FiledBooks, type Filed } from './filed-books.js';
import { FiledChanges } from './filed-changes.js';
import { FiledDifferences } from './filed-differences.js';
import { payUnit } from './filed-figures.js';
import { FiledFiles, type SentFile } from './filed-files.js';
import { FiledPensions } from './filed-pensions.js';
import { FiledQuestions } from './filed-questions.js';
import { FiledReturned } from './filed-returned.js';
import { FiledReturns } from './filed-returns.js';
import { FiledRuns, type Source } from './filed-runs.js';
import { FiledSending } from './filed-sending.js';
import { FiledYears } from './filed-years.js';
import { addDays, type Change, type PaidRun, type Payroll, periodOf, runsMax, tagOf } from './payroll.js';
import type { Random } from './random.js';
import type { VirtualTime } from './virtual-time.js';

/**
 * The payroll of a company whose payroll is run elsewhere, and the files that it sends. What each pay date pays is known
 * from what was drawn, and not worked out from years to date: the program has to come to the same.
 *
 * Its runs say whom it pays (`filed-runs.ts`), and its years what that comes to (`filed-years.ts`). Files carry both
 * (`filed-sending.ts`, `filed-files.ts`), and returns what the employer owes besides (`filed-returned.ts`). What happens
 * to it is drawn in `filed-changes.ts`. From all that follows what the books should say (`filed-books.ts`) and what is
 * asked about (`filed-questions.ts`).
 */
export class FiledPayroll implements Payroll {
  readonly unfiled: ReadonlySet<number> = new Set();
  readonly answers: Answers;
  readonly files: FiledFiles;
  readonly books: FiledBooks;
  readonly questions: FiledQuestions;
  readonly returned: FiledReturned;
  readonly #runs: FiledRuns;
  readonly #years: FiledYears;
  readonly #differences: FiledDifferences;
  readonly #sending: FiledSending;
  readonly #changes: FiledChanges;

  constructor(
    private readonly random: Random,
    private readonly time: VirtualTime,
    days: number,
  ) {
    const today = () => this.#today;
    const runs = new FiledRuns(random, today(), days);
    const program = {
      ...{ sendsBothShares: random.chance(0.12), countsRelief: random.chance(0.5) },
      sendsNet: runs.sendsNet,
    };
    const returns = new FiledReturns(random);
    const [years, files] = [new FiledYears(program), new FiledFiles(random)];
    const first = runs.next(runs.sources[0]!, years.hasLeft);
    const hasBegun = runs.sources.length === 1 && random.chance(0.5) && !runs.isReport(first);
    const answers = new Answers(random, { ...program, staff: runs.staff });
    const pensions = new FiledPensions(random, files, years);
    const filed: Filed = { runs, files, years, pensions, answers };
    const books = new FiledBooks(filed);
    const differences = new FiledDifferences(files, years);
    const returned = new FiledReturned(random, filed, { returns, books, today });
    const sending = new FiledSending(random, filed, books);
    const questions = new FiledQuestions(filed, books, differences);
    [this.answers, this.files, this.books, this.questions, this.returned] = [
      answers,
      files,
      books,
      questions,
      returned,
    ];
    [this.#runs, this.#years, this.#differences, this.#sending] = [runs, years, differences, sending];
    this.#changes = new FiledChanges(random, { ...filed, books, sending, returned, differences, today });
    this.#startWith(first, hasBegun);
  }

  #startWith(first: PaidRun, hasBegun: boolean): void {
    const { random } = this;
    if (hasBegun) this.#begin(first);
    this.#changes.pay(first);
    for (const source of this.#runs.sources) this.#payUntil(source, addDays(this.#today, -random.pick([0, 8, 15])));
    if (random.chance(0.6)) this.returned.sendBefore(first);
    for (let returns = random.whole(0, 4); returns > 0; returns--) this.returned.send();
    this.#sending.begun();
  }

  /** The year had begun before the first file, with much or little of the allowance used up. */
  #begin(run: PaidRun): void {
    for (const worker of this.#runs.staffOf(run)) {
      const periods = this.random.whole(1, 20);
      const employerNi = this.random.pick([50_000, 300_000, 520_000]) + periods;
      this.#years.begin(run, worker, { pay: periods * payUnit, employerNi });
      this.answers.begun(worker, run.datedOn, this.#years.before(worker, run.datedOn));
    }
  }

  #payUntil(source: Source, until: string): void {
    const { sources } = this.#runs;
    const most = sources.length === 1 ? runsMax - 3 : sources.indexOf(source) === 0 ? 6 : runsMax - 3;
    while (source.nextDay <= until && this.runs.length < most) this.#changes.payNext(source);
  }

  get #today(): string {
    return this.time.now().toISOString().slice(0, 10);
  }

  get runs(): readonly PaidRun[] {
    return this.#runs.all;
  }

  get periods(): readonly number[] {
    return this.#runs.periods;
  }

  get mayWithdraw(): boolean {
    return this.#changes.mayWithdraw;
  }

  set mayWithdraw(may: boolean) {
    this.#changes.mayWithdraw = may;
  }

  /** The days that a file pays. */
  daysIn = ({ number }: SentFile): readonly Pick<PaidRun, 'datedOn' | 'period'>[] =>
    this.#years.ofFile(number).map(({ paidOn: datedOn }) => ({ datedOn, period: periodOf(datedOn) }));

  /** What the books would say under a tag if this file had not come; one that was taken back by mistake comes again. */
  journalWithout(file: SentFile, tag: string): ReadonlyMap<string, number> {
    const { state } = file;
    if (state === 'lost') file.state = 'never';
    const journal = this.books.journalOf(tag);
    file.state = state;
    return journal;
  }

  isUntouched = (run: number): boolean => this.#sending.isUntouched(run);

  change = (): Change => this.#changes.draw();

  correct(tag: string, how: 'amount' | 'date'): Change {
    const run = this.runs.find((one) => !one.gone && tagOf(one) === tag);
    if (run === undefined) return { what: `${tag} is not in payroll`, periods: [] };
    return how === 'date' ? this.#changes.move(run) : this.#changes.correct(run);
  }

  leave(tag: string): readonly number[] {
    const run = this.runs.find((one) => tagOf(one) === tag);
    if (run === undefined) return [];
    const file = this.files.all.find((one) => one.run === run && this.#changes.isLast(one));
    if (file && this.mayWithdraw) this.files.takeBack(file, false);
    else this.#changes.correct(run);
    return [run.period];
  }

  /** Those that may be taken back by mistake, and come again. */
  get missable(): readonly SentFile[] {
    return this.mayWithdraw ? this.#changes.missable : [];
  }

  loseAFile = (): Change => this.#changes.loseAFile();

  /** Everything that is on its way comes, and what the employer returns once all is paid. */
  fileAll(): readonly number[] {
    this.files.bringAwaited();
    this.returned.sendLast();
    return this.periods;
  }

  /** Those that are paid, or were before they moved, in what has this tag. */
  everUnder(tag: string): readonly PaidRun[] {
    const days = this.#years.all().flatMap(({ run, paidOn }) => [run.datedOn, paidOn].map((day) => ({ run, day })));
    const isUnder = ({ run, day }: { run: PaidRun; day: string }) =>
      tagOf({ ...run, datedOn: day, period: periodOf(day) }) === tag;
    return [...new Set(days.filter(isUnder).map(({ run }) => run))];
  }

  received(file: SentFile): void {
    if (this.files.received(file) && file.run) this.#sending.settle(file.run);
  }

  withdrawn(file: SentFile, comesAgain: boolean): void {
    file.state = comesAgain ? 'lost' : 'withdrawn';
    if (!comesAgain && file.kind !== 'pensions') this.#years.takeBack(file.number);
    if (file.run) this.#sending.settle(file.run);
    if (file.run && file.kind === 'fps') this.#sending.moveBack(file.run);
  }

  /** With the database, the differences that were posted are gone too. */
  databaseLost(): void {
    this.files.databaseLost();
    for (const run of this.#differences.forget()) this.#sending.settle(run);
  }

  /** The file that a difference of this run would stand for. */
  missingBefore = (run: PaidRun): SentFile | undefined =>
    this.mayWithdraw ? this.#differences.missingBefore(this.books.paymentsOf(run)) : undefined;

  /** Someone has posted it. */
  differencePosted(missing: SentFile, run: PaidRun): void {
    for (const one of this.#differences.post(missing, run)) this.#sending.settle(one);
  }
}
