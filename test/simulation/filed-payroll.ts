import { fpsFile } from '../payrolls/files/fps-files.js';
import { epsFile } from '../payrolls/files/eps-files.js';
import { Answers } from './filed-answers.js';
import {
  type Figures,
  fixedPension,
  isNothing,
  journalOf,
  type Oddity,
  oddities,
  type PaidPayslip,
  payUnit,
  sumOf,
} from './filed-figures.js';
import { drawWorkers, type Worker } from './filed-people.js';
import { pensionFile, reportFile, type Written } from './filed-reports.js';
import { FiledReturns } from './filed-returns.js';
import { FiledYears, type Payment, pounds, type ToPay } from './filed-years.js';
import {
  addDays,
  type Change,
  monthAfter,
  type PaidRun,
  type Payroll,
  pensionPence,
  periodOf,
  runsMax,
  tagOf,
} from './payroll.js';
import type { Random } from './random.js';
import type { VirtualTime } from './virtual-time.js';

/**
 * The payroll of a company whose payroll is run elsewhere, and the files that it sends. What each pay date pays is known
 * from what was drawn, and not worked out from years to date: the program has to come to the same.
 */

export interface SentFile {
  readonly number: number;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The pay run; a return has none. */
  readonly run: PaidRun | undefined;
  readonly kind: 'fps' | 'eps' | 'report' | 'pensions';
  /** Of a report: it does not say so itself. */
  readonly paidOn?: string;
  /** Lost: it was taken back, and comes again. Never: no one has it. */
  state: 'late' | 'here' | 'lost' | 'withdrawn' | 'never';
  /** The place in the order in which files came. */
  came: number;
  /** The same was sent in another file. */
  isCopied: boolean;
}

export type Delivery =
  | { readonly is: 'receive'; readonly file: SentFile; readonly how: 'once' | 'twice' | 'together' }
  | {
      readonly is: 'withdraw';
      readonly file: SentFile;
      readonly comesAgain: boolean;
      /** Comes in its place, once it is gone. */
      readonly andThen?: () => void;
    };

/** One payroll, with tags and pay dates of its own. */
interface Source {
  readonly is: 'weekly' | 'monthly' | 'report';
  readonly staff: readonly Worker[];
  nextDay: string;
}

/** What someone posted of a year to date that no file had paid. */
interface Difference {
  readonly missing: SentFile;
  readonly stands: number;
  readonly was: { readonly run: PaidRun; readonly paidOn: string; readonly file: number };
}

/** A year's, in pence. */
const allowanceMaximum = 1_050_000;

export class FiledPayroll implements Payroll {
  readonly runs: PaidRun[] = [];
  readonly unfiled: ReadonlySet<number> = new Set();
  /** A backup would bring back what is taken back after it. */
  mayWithdraw = true;
  readonly answers: Answers;
  readonly #sources: readonly Source[];
  readonly #years: FiledYears;
  readonly #returns: FiledReturns;
  readonly #isPlain: boolean;
  readonly #sendsNet: boolean;
  readonly #staffOf = new Map<number, readonly Worker[]>();
  readonly #sourceOf = new Map<number, Source>();
  readonly #touched = new Set<number>();
  readonly #files: SentFile[] = [];
  /** By file of pensions alone: what it says. */
  readonly #reported = new Map<number, readonly { payment: Payment; pence: number }[]>();
  readonly #differences: Difference[] = [];
  #queue: Delivery[] = [];
  #came = 0;

  constructor(
    private readonly random: Random,
    private readonly time: VirtualTime,
    days: number,
  ) {
    this.#isPlain = random.chance(0.4);
    this.#sources = this.#drawSources(days);
    const program = {
      sendsBothShares: random.chance(0.12),
      countsRelief: random.chance(0.5),
      sendsNet: random.chance(0.7),
    };
    this.#sendsNet = program.sendsNet;
    this.#years = new FiledYears(program);
    this.#returns = new FiledReturns(random);
    const first = this.#newRun(this.#sources[0]!);
    const hasBegun = this.#sources.length === 1 && random.chance(0.5) && this.#sources[0]!.is !== 'report';
    this.answers = new Answers(random, { ...program, staff: this.#sources.flatMap(({ staff }) => staff) });
    if (hasBegun) this.#begin(first);
    this.#payAll(first);
    for (const source of this.#sources) this.#payUntil(source, addDays(this.#today, -random.pick([0, 8, 15])));
    if (random.chance(0.6)) this.#returnBefore();
    for (let returns = random.whole(0, 4); returns > 0; returns--) this.#return();
    this.#touched.clear();
  }

  #drawSources(days: number): readonly Source[] {
    const { random } = this;
    const kinds = random.weighted<readonly Source['is'][]>([
      [5, ['weekly']],
      [4, ['monthly']],
      [1.5, ['report']],
      [2, ['weekly', 'monthly']],
      [2.5, ['weekly', 'report']],
    ]);
    const all = random.pick([[200, 201], [10, 201], [201, 10, 11], [11], [12, 15, 201]]);
    let first = 0;
    return kinds.map((is, at) => {
      // The same person may be paid by both.
      const people = at === 0 ? all : random.pick([all, [16, 17], [13, ...all.slice(0, 1)]]);
      const drawn = { first, isWeekly: is === 'weekly', isPlain: this.#isPlain, isReport: is === 'report' };
      const staff = drawWorkers(random, people, drawn);
      first += staff.length;
      const back = is === 'weekly' ? random.whole(8, 60) : random.whole(20, days);
      return { is, staff, nextDay: addDays(this.#today, -back) };
    });
  }

  #payUntil(source: Source, until: string): void {
    const most = this.#sources.length === 1 ? runsMax - 3 : this.#sources.indexOf(source) === 0 ? 6 : runsMax - 3;
    while (source.nextDay <= until && this.runs.length < most) this.#payAll(this.#newRun(source));
  }

  get #today(): string {
    return this.time.now().toISOString().slice(0, 10);
  }

  get periods(): readonly number[] {
    return [...new Set(this.runs.map(({ period }) => period))];
  }

  /** What is to be done with files since this was last asked, in this order. */
  take(): readonly Delivery[] {
    const queue = this.#queue;
    this.#queue = [];
    return queue;
  }

  /** Received and not taken back, in the order in which they came. */
  get here(): readonly SentFile[] {
    return this.#files
      .filter(({ state, bytes }) => state === 'here' && bytes.length > 0)
      .sort((a, b) => a.came - b.came);
  }

  received(file: SentFile): void {
    if (file.state === 'here') return;
    // What comes again takes its old place.
    if (file.state === 'late' || file.state === 'never') file.came = this.#came++;
    file.state = 'here';
    if (file.run) this.#settle(file.run);
  }

  /** With the database, the places of what was taken back are gone too, and the differences that were posted. */
  databaseLost(): void {
    for (const file of this.#files) if (file.state === 'lost') file.state = 'late';
    for (const { stands } of [...this.#differences]) this.#forgetDifference(stands);
  }

  withdrawn(file: SentFile, comesAgain: boolean): void {
    file.state = comesAgain ? 'lost' : 'withdrawn';
    if (!comesAgain && file.kind !== 'pensions') this.#years.takeBack(file.number);
    if (file.run) this.#settle(file.run);
    for (const run of this.runs) if (this.#isPaidElsewhere(run, file)) this.#settle(run);
  }

  /** A file that moved a run to another day is taken back: it is paid as it was. */
  #isPaidElsewhere(run: PaidRun, file: SentFile): boolean {
    if (file.run !== run || file.kind !== 'fps') return false;
    const days = this.#years.all().filter((one) => one.run === run && !isNothing(one.figures));
    const day = days[0]?.paidOn;
    if (day !== undefined && !days.some(({ paidOn }) => paidOn === run.datedOn))
      Object.assign(run, { datedOn: day, period: periodOf(day) });
    return true;
  }

  change(): Change {
    const { random } = this;
    const due = this.#sources.filter(({ nextDay }) => nextDay <= addDays(this.#today, 10));
    const left = runsMax - this.runs.length;
    const next = due.length > 0 && left > 0 ? random.pick(due) : undefined;
    const inFps = next !== undefined && next.is !== 'report';
    const back = this.runs.find((run) => run.gone && !this.#hasFile(run));
    const waits = this.#files.some(({ state }) => state === 'late' || state === 'lost');
    const missing = this.#files.find(({ state }) => state === 'never');
    const run = random.pick(this.runs);
    return random.weighted<() => Change>([
      [back || next ? 5 : 0, () => this.#payAll(back ?? this.#newRun(next!))],
      [inFps && left > 1 ? 4 : 0, () => this.#payOutOfOrder(next!)],
      [inFps && left > 1 && this.#isPlain && missing === undefined ? 3 : 0, () => this.#loseAFile(next!)],
      [missing ? (this.#differences.length > 0 ? 4 : 1) : 0, () => this.#turnUp(missing!)],
      [4, () => this.#correct(run)],
      [3, () => this.#move(run)],
      [2, () => this.#payMore(run)],
      [2, () => this.#bringAgain()],
      [2, () => this.#copy()],
      [this.mayWithdraw ? 4 : 0, () => this.#withdraw()],
      [this.#sources.length > 1 && left > 0 ? 3 : 0, () => this.#payTwice()],
      [waits ? 4 : 0, () => ({ what: 'the files that were missing come', periods: this.fileAll() })],
      [2, () => this.#return()],
    ])();
  }

  isUntouched(run: number): boolean {
    return !this.#touched.has(run);
  }

  leave(tag: string): readonly number[] {
    const run = this.runs.find((one) => tagOf(one) === tag);
    const file = this.#files.find((one) => run !== undefined && one.run === run && this.#isLast(one));
    if (run === undefined) return [];
    if (file && this.mayWithdraw) this.#queue.push({ is: 'withdraw', file, comesAgain: false });
    else this.#correct(run);
    return [run.period];
  }

  correct(tag: string, how: 'amount' | 'date'): Change {
    const run = this.runs.find((one) => !one.gone && tagOf(one) === tag);
    if (run === undefined) return { what: `${tag} is not in payroll`, periods: [] };
    return how === 'date' ? this.#move(run) : this.#correct(run);
  }

  /** Everything that is on its way comes. */
  fileAll(): readonly number[] {
    for (const file of this.#files)
      if (file.state === 'late' || file.state === 'lost') this.#queue.push({ is: 'receive', file, how: 'once' });
    return this.periods;
  }

  /** Those that are paid, or were before they moved, in what has this tag. */
  everUnder(tag: string): readonly PaidRun[] {
    const days = this.#years.all().flatMap(({ run, paidOn }) => [run.datedOn, paidOn].map((day) => ({ run, day })));
    const isUnder = ({ run, day }: { run: PaidRun; day: string }) =>
      tagOf({ ...run, datedOn: day, period: periodOf(day) }) === tag;
    return [...new Set(days.filter(isUnder).map(({ run }) => run))];
  }

  // What the books should say.

  /** Whom a run pays what, by all files but those that no one has. */
  payslipsOf(run: PaidRun): readonly PaidPayslip[] {
    const payments = this.#paymentsOf(run);
    const workers = [...new Set(payments.map(({ worker }) => worker))];
    return workers.map((worker) => {
      const own = payments.filter((one) => one.worker === worker);
      const figures = sumOf(own.map((one) => this.#asRead(one)));
      const employersPension = this.#pensionOf(worker, run, figures.gross);
      return { person: worker.person, isUnknown: this.answers.isOpen('who', worker), figures, employersPension };
    });
  }

  /** A report is read as it stands. */
  #asRead = ({ run, figures }: Payment): Figures =>
    this.#sourceOf.get(run.id)?.is === 'report' ? figures : this.answers.figures(figures);

  /** Reports work theirs out themselves. */
  #pensionOf(worker: Worker, run: PaidRun, gross: number): number {
    if (this.#sourceOf.get(run.id)?.is === 'report') return gross / 2;
    if (worker.employersPension === 'reported') return this.#reportedFor(worker, run);
    if (this.answers.isOpen('pension', worker)) return 0;
    return worker.employersPension === 'fixed' ? fixedPension : gross / 2;
  }

  #reportedFor(worker: Worker, { datedOn }: PaidRun): number {
    const of = [...this.#reported].filter(([file]) => this.#files[file]?.state === 'here').flatMap(([, all]) => all);
    return of
      .filter(({ payment }) => payment.worker === worker && payment.paidOn === datedOn)
      .reduce((sum, { pence }) => sum + pence, 0);
  }

  /** What the books should have under a tag, in pence by account. */
  journalOf(tag: string): ReadonlyMap<string, number> {
    return journalOf(this.runs.filter((run) => tagOf(run) === tag).flatMap((run) => this.payslipsOf(run)));
  }

  #paymentsOf = (run: PaidRun): readonly Payment[] =>
    this.#years.paymentsOf(run).filter(({ file }) => this.#files[file]?.state !== 'never');

  /** The questions that its files leave open, by code. Empty: it can be posted. */
  openIn(run: PaidRun): ReadonlySet<string> {
    const open = new Set<string>();
    for (const one of this.#paymentsOf(run)) for (const code of this.#openOf(one)) open.add(code);
    for (const { person, figures, employersPension } of this.payslipsOf(run)) {
      const workers = this.#paymentsOf(run).filter(({ worker }) => worker.person === person);
      const isReported = workers.some(({ worker }) => worker.employersPension === 'reported');
      if (isReported && employersPension === 0 && figures.pension + figures.relief !== 0)
        open.add('employer_pension_unknown');
      if (figures.gross < 0) open.add('negative_gross');
      if (figures.gross - figures.tax - figures.ownNi - figures.loan < 0) open.add('negative_net_pay');
    }
    if (this.paidAlike(run).length > 0) open.add('paid_by_two_sources');
    return open;
  }

  /** It asks what was paid in the year before the first file. */
  asksBefore = (run: PaidRun): boolean =>
    this.#paymentsOf(run).some(
      ({ worker, paidOn }) => this.answers.isOpen('before', worker) && this.#years.hasBegun(worker, paidOn),
    );

  #openOf(one: Payment): readonly string[] {
    const isBehind = this.#years.earlierThan(one).some(({ file }) => this.#files[file]?.state === 'never');
    const isFirst = this.#years.hasBegun(one.worker, one.paidOn) && this.#years.earlierThan(one).length === 0;
    const ofReport = this.#sourceOf.get(one.run.id)?.is === 'report';
    const asked = this.answers.openFor(one, isFirst);
    return [
      ...(one.pay.odd ? [one.pay.odd] : []),
      ...(isBehind ? ['year_to_date_differs'] : []),
      ...asked.filter((code) => !ofReport || code === 'person_unmapped'),
    ];
  }

  /** Those that cannot have been answered otherwise, nor before the run was posted. */
  surelyOpenIn(run: PaidRun): ReadonlySet<string> {
    const odd = this.#paymentsOf(run).flatMap(({ pay }) => pay.odd ?? []);
    const sure = ['year_to_date_differs', 'person_unmapped', 'employer_pension_unknown', 'ambiguous_field'];
    return new Set([...odd, ...[...this.openIn(run)].filter((code) => sure.includes(code))]);
  }

  /** The runs of other sources that pay someone the same in its month. */
  paidAlike(run: PaidRun): readonly PaidRun[] {
    const own = this.payslipsOf(run);
    const others = this.runs.filter(
      (one) => !one.gone && one.period === run.period && one.source !== run.source && one !== run,
    );
    const isSame = (a: PaidPayslip, b: PaidPayslip) =>
      a.person === b.person && a.figures.gross !== 0 && a.figures.gross === b.figures.gross;
    return others.filter((other) => this.payslipsOf(other).some((a) => own.some((b) => isSame(a, b))));
  }

  /** By pay date: questions about what no run is drawn for, such as a day that was made void. */
  openBeside(datedOn: string): ReadonlySet<string> {
    const ofDay = this.#years.all().filter((one) => one.paidOn === datedOn);
    const open = new Set(ofDay.flatMap((one) => this.#openOf(one)));
    for (const { missing, was } of this.#differences)
      if (missing.state === 'here' && was.paidOn === datedOn) open.add('paid_by_difference');
    for (const [file, all] of this.#reported)
      if (this.#files[file]?.state === 'here')
        for (const { payment } of all)
          if (
            payment.paidOn === datedOn &&
            !this.#years.paymentsOf(payment.run).some((one) => one.worker === payment.worker)
          )
            for (const code of ['employer_pension_unknown', ...this.answers.openAbout(payment.worker)]) open.add(code);
    return open;
  }

  // Returns.

  /** Whom files pay on a day, even nothing. */
  peopleOn = (datedOn: string): readonly number[] =>
    this.#years.all().flatMap(({ paidOn, worker }) => (paidOn === datedOn ? [worker.person] : []));

  /** In pence, by what it is for: what the returns make of each month. */
  get returned(): ReadonlyMap<string, number> {
    const returned = new Map<string, number>();
    for (const year of this.#returns.years) {
      for (const [month, pence] of this.#returns.levies(year))
        if (pence !== 0) returned.set(nameOf(year, month, 'levy'), pence);
      if (this.answers.cisApart)
        for (const [month, pence] of this.#returns.cis(year))
          if (pence !== 0) returned.set(nameOf(year, month, 'cis'), -pence);
    }
    for (const year of [...this.#returns.claims].flatMap(([year, isClaimed]) => (isClaimed ? [year] : []))) {
      const ni = this.#niByMonth(year);
      let left = Math.max(0, allowanceMaximum - (ni.get(0) ?? 0));
      for (const [month, due] of [...ni].filter(([month]) => month > 0).sort(([a], [b]) => a - b)) {
        const amount = Math.min(left, due);
        if (amount !== 0 && this.#isOver(year, month)) returned.set(nameOf(year, month, 'allowance'), -amount);
        left -= amount;
      }
    }
    return returned;
  }

  /** In pence, what the returns change in what a month owes HMRC, whichever account CIS is suffered on. */
  returnedIn(year: number, month: number): number {
    const kinds = ['levy', 'allowance'].map((kind) => this.returned.get(nameOf(year, month, kind)) ?? 0);
    const cis = this.#returns.cis(year).get(month) ?? 0;
    return kinds.reduce((sum, one) => sum + one, 0) - cis - (this.recovered(year, month) ?? 0);
  }

  #niByMonth(year: number): ReadonlyMap<number, number> {
    const isHere = ({ file }: Payment) => this.#files[file]?.state !== 'never';
    const ni = (one: Payment) => (isHere(one) ? this.#asRead(one).employerNi : 0);
    return this.#years.niByMonth(year, ni, (before) => this.answers.figures(before).employerNi);
  }

  /** In pence: statutory pay of each month of a year. */
  statutory(year: number): ReadonlyMap<number, number> {
    const months = new Map<number, number>();
    for (const run of this.runs.filter(({ period }) => Math.floor(period / 12) === year)) {
      const month = (run.period % 12) + 1;
      const pay = this.payslipsOf(run).reduce((sum, { figures }) => sum + figures.parental, 0);
      months.set(month, (months.get(month) ?? 0) + pay);
    }
    return months;
  }

  /** In pence: what is recovered of a month by its return; undefined where it does not fit what was paid. */
  recovered(year: number, month: number): number | undefined {
    if (this.isUnchecked(year, month)) return undefined;
    return this.#returns.fits(year, month, this.statutory(year).get(month) ?? 0);
  }

  /** The first return of a year that had begun: what it says is of months before the files, too. */
  isUnchecked(year: number, month: number): boolean {
    const paid = this.#files.flatMap(({ state, run }) => (state === 'here' && run ? [run] : []));
    const first = Math.min(
      ...paid.filter(({ period }) => Math.floor(period / 12) === year).map(({ period }) => (period % 12) + 1),
    );
    return this.#returns.since(year, month) < first;
  }

  get levyIsOpen(): boolean {
    return this.answers.isOpen('levy');
  }

  /** Whether a return may have made this adjustment, whatever the last one says. */
  isReturned(name: string): boolean {
    const recovery = /^(?:\.weekly)?:(\d+)-(\d+):[\d-]+:recovery$/.exec(name);
    if (recovery) return this.#returns.everSaid(Number(recovery[1]), Number(recovery[2]) + 1, 'recovery');
    const [, year, period, kind = ''] = /^:(\d+)-(\d+):(levy|cis|allowance)-1$/.exec(name) ?? [];
    const month = Number(period) + 1;
    if (kind !== 'allowance') return this.#returns.everSaid(Number(year), month, kind);
    // Clocks of the history jump by a day.
    return this.#returns.everClaimed.has(Number(year)) && this.#isOver(Number(year), month, 1);
  }

  #isOver(year: number, month: number, daysEarly = 0): boolean {
    return year * 12 + month - 1 < periodOf(addDays(this.#today, daysEarly));
  }

  #return(): Change {
    const { period } = this.random.pick(this.runs);
    const year = Math.floor(period / 12);
    const inside = this.#returns.draw(year, (period % 12) + 1, this.statutory(year));
    return this.#sendReturn(period, inside);
  }

  #returnBefore(): void {
    const { period } = this.runs[0]!;
    const inside = this.#returns.drawBefore(Math.floor(period / 12), period % 12);
    if (inside !== '') this.#sendReturn(period, inside);
  }

  #sendReturn(period: number, inside: string): Change {
    const number = this.#files.length;
    const bytes = epsFile(`${serial(number)}${inside}`, { years: yearsOf(period) });
    this.#add({ number, name: `eps-${number}.xml`, bytes, run: undefined, kind: 'eps' });
    return { what: `an EPS: ${inside}`, periods: [period] };
  }

  // Pay.

  #newRun(source: Source): PaidRun {
    while (this.runs.some((one) => one.datedOn === source.nextDay && one.source === sourceIn(source)))
      source.nextDay = addDays(source.nextDay, 1);
    const datedOn = source.nextDay;
    source.nextDay = source.is === 'weekly' ? addDays(datedOn, 7) : monthAfter(datedOn);
    const staff = source.staff.filter((worker) => !this.#years.hasLeft(worker));
    const all = staff.length > 0 ? staff : source.staff;
    const paid = all.filter(() => !this.random.chance(0.15));
    const marked = all.find(({ employersPension }) => employersPension === 'share');
    const some = paid.length > 0 ? paid : all;
    const people =
      some.some(({ employersPension }) => employersPension === 'share') || !marked ? some : [marked, ...some];
    return this.#addRun(source, datedOn, people);
  }

  #addRun(source: Source, datedOn: string, people: readonly Worker[]): PaidRun {
    const [id, period] = [this.runs.length, periodOf(datedOn)];
    const nothing = { gross: new Map(), statutory: new Map(), unclear: false, gone: true };
    const run = { id, source: sourceIn(source), people: [], period, datedOn, ...nothing };
    this.runs.push(run);
    this.#staffOf.set(id, people);
    this.#sourceOf.set(id, source);
    return run;
  }

  /** The year had begun before the first file, with much or little of the allowance used up. */
  #begin(run: PaidRun): void {
    for (const worker of this.#staffOf.get(run.id) ?? []) {
      const periods = this.random.whole(1, 20);
      const employerNi = this.random.pick([50_000, 300_000, 520_000]) + periods;
      this.#years.begin(run, worker, { pay: periods * payUnit, employerNi });
      this.answers.begun(worker, run.datedOn, this.#years.before(worker, run.datedOn));
    }
  }

  #payAll(run: PaidRun, as?: 'late' | 'never'): Change {
    const source = this.#sourceOf.get(run.id);
    const day = run.datedOn;
    const paid = (this.#staffOf.get(run.id) ?? []).map((worker) => this.#usual(run, worker, as !== undefined));
    const change = this.#send(run, paid, { what: `is paid${as === undefined ? '' : `, in a file that is ${as}`}`, as });
    if (source?.is !== 'report') this.#reportPensions(run, day);
    return change;
  }

  #payOutOfOrder(source: Source): Change {
    const late = this.#payAll(this.#newRun(source), 'late');
    const next = this.#payAll(this.#newRun(source));
    return { what: `${late.what}; ${next.what}`, periods: [...late.periods, ...next.periods] };
  }

  /** No one has the file of a pay date, and the next one is held against it. */
  #loseAFile(source: Source): Change {
    const lost = this.#payAll(this.#newRun(source), 'never');
    const next = this.#newRun(source);
    this.#staffOf.set(next.id, source.staff);
    return { what: `${lost.what}; ${this.#payAll(next).what}`, periods: [next.period] };
  }

  /** A file that no one had is found after all. */
  #turnUp(file: SentFile): Change {
    this.#queue.push({ is: 'receive', file, how: 'once' });
    return { what: `${file.name} is found`, periods: file.run ? [file.run.period] : [] };
  }

  /** The bit of a run stands in the pay of its first person whose pension is a share. */
  #usual(run: PaidRun, worker: Worker, isSimple = false): ToPay {
    const { random } = this;
    const marked = this.#staffOf.get(run.id)?.find(({ employersPension }) => employersPension === 'share');
    const mark = marked === worker ? 2 * 2 ** run.id : 0;
    const [least, most] = worker.isWeekly ? [5, 24] : [12, 40];
    const isSpecial = !isSimple && this.#sourceOf.get(run.id)?.is !== 'report' && !this.#isPlain;
    return {
      ...{ worker, paidOn: run.datedOn, isMore: false, gross: random.whole(least, most) * payUnit + mark },
      parental: worker.isParent && random.chance(0.5) ? random.whole(50, 300) * 100 + 7 : 0,
      class1A: worker.hasClass1A && random.chance(0.3) ? 1_380 : 0,
      odd: isSpecial && random.chance(0.05) ? this.#oddity(worker) : undefined,
      leaves: isSpecial && run.id > 2 && random.chance(0.04),
      isRenamed: isSpecial && worker.employersPension !== 'reported' && random.chance(0.06),
    };
  }

  #oddity(worker: Worker): Oddity {
    const drawn = oddities.filter((one) => {
      if (one === 'net_pay_differs') return this.#sendsNet;
      if (one === 'employee_ni_improbable') return !this.#sendsNet && !worker.byDirectorsMethod;
      return one !== 'employer_ni_improbable' || !worker.byDirectorsMethod;
    });
    return this.random.pick(drawn);
  }

  #morePay = (): number => this.random.pick([1, 2, 3]) * payUnit;

  /** What is last in someone's year is replaced; what is earlier is made up for by a further payment. */
  #correct(run: PaidRun): Change {
    if (this.#sourceOf.get(run.id)?.is === 'report') return this.#correctReport(run);
    const last = this.#years.lastOf(run).filter(({ file }) => this.#files[file]?.state === 'here');
    if (last.length === 0) return this.#payMore(run);
    const some = last.filter(() => this.random.chance(0.7));
    const paid = (some.length > 0 ? some : last).map((instead): ToPay => {
      const { worker } = instead;
      if (!instead.pay.isMore)
        return { ...this.#usual(run, worker), leaves: instead.leaves, isRenamed: false, instead };
      return { ...this.#further(run, worker, this.#morePay()), instead };
    });
    return this.#send(run, paid, { what: 'is corrected' });
  }

  /** A report says nothing of what came before: the other one is taken back first. */
  #correctReport(run: PaidRun): Change {
    const file = this.#files.find((one) => one.run === run && one.state === 'here');
    if (!file || !this.mayWithdraw) return nothingDone;
    const andThen = () => {
      this.#payAll(run);
    };
    this.#queue.push({ is: 'withdraw', file, comesAgain: false, andThen });
    return { what: `${file.name} is to be replaced`, periods: [run.period] };
  }

  #further(run: PaidRun, worker: Worker, gross: number): ToPay {
    const nothing = { parental: 0, class1A: 0, odd: undefined };
    return { worker, paidOn: run.datedOn, gross, isMore: true, ...nothing };
  }

  #payMore(run: PaidRun): Change {
    if (this.#sourceOf.get(run.id)?.is === 'report') return nothingDone;
    // A file that comes behind what was added to its day may stay held: a person looks.
    const isMissing = this.#files.some(
      (file) => file.run === run && file.state !== 'here' && file.state !== 'withdrawn',
    );
    const workers = [...new Set(this.#paymentsOf(run).map(({ worker }) => worker))];
    if (workers.length === 0 || isMissing) return nothingDone;
    const gross = this.random.chance(0.3) ? -payUnit : this.#morePay();
    return this.#send(run, [this.#further(run, this.random.pick(workers), gross)], { what: 'is added to' });
  }

  /** The pay date was another: the old day is made void, and the new one is paid, perhaps in a file that comes first. */
  #move(run: PaidRun): Change {
    const last = this.#years.lastOf(run);
    const all = this.#years.paymentsOf(run);
    const canMove = (one: Payment) =>
      this.#files[one.file]?.state === 'here' && one.worker.employersPension === 'share' && !one.leaves;
    const isWhole = last.length === all.length && all.every((one) => canMove(one) && last.includes(one));
    if (this.#sourceOf.get(run.id)?.is === 'report' || all.length === 0 || !isWhole) return this.#correct(run);
    const paidOn = addDays(run.datedOn, this.random.pick([-3, -2, -1, 1, 2, 3, 7]));
    const isTaken = this.runs.some((one) => one.source === run.source && one.datedOn === paidOn);
    if (yearOf(periodOf(paidOn)) !== yearOf(run.period) || isTaken || paidOn > addDays(this.#today, 10))
      return this.#correct(run);
    const from = run.datedOn;
    const voids = all.map((instead): ToPay => ({ ...this.#further(run, instead.worker, 0), isMore: false, instead }));
    const again = all.map(({ worker, pay }): ToPay => ({ worker, ...pay, paidOn }));
    const isLate = this.random.chance(0.3);
    if (isLate) this.#send(run, voids, { what: 'is void', as: 'late' });
    Object.assign(run, { datedOn: paidOn, period: periodOf(paidOn) });
    this.#send(run, isLate ? again : [...voids, ...again], { what: 'is paid on another day' });
    const periods = [...new Set([periodOf(from), run.period])];
    return { what: `run ${run.id} is paid on ${paidOn}, and not on ${from}`, periods };
  }

  /** A report pays someone what a file paid already: perhaps rightly. */
  #payTwice(): Change {
    const report = this.#sources.find(({ is }) => is !== 'weekly')!;
    const paid = this.runs
      .filter((run) => run.source === '.weekly' && !run.gone)
      .flatMap((run) => this.#years.paymentsOf(run).map((payment) => ({ run, payment })));
    const twice = paid.filter(
      ({ run, payment }) =>
        report.is === 'report' &&
        !payment.pay.isMore &&
        this.#files[payment.file]?.state === 'here' &&
        !this.#hasMark(run, payment.worker) &&
        // Of the later pay date: of one day, the report would count as the earlier.
        periodOf(addDays(run.datedOn, 1)) === run.period &&
        !this.runs.some((one) => one.source === '' && one.datedOn === addDays(run.datedOn, 1)),
    );
    if (twice.length === 0) return nothingDone;
    const { run, payment } = this.random.pick(twice);
    const marked = report.staff.find(({ person }) => person !== payment.worker.person);
    if (marked === undefined) return nothingDone;
    const again = this.#addRun(report, addDays(run.datedOn, 1), []);
    const payId = `R${payment.worker.person}`;
    const copied = { ...payment.worker, number: 100 + again.id, payId, employersPension: 'share' as const };
    this.#staffOf.set(again.id, [marked, copied]);
    this.#sendReport(again, [
      { to: this.#usual(again, marked) },
      { to: { worker: copied, ...payment.pay, paidOn: again.datedOn }, as: payment },
    ]);
    return {
      what: `${payment.worker.person} is paid as on ${run.datedOn} once more, by a report`,
      periods: [run.period],
    };
  }

  #hasMark = (run: PaidRun, worker: Worker): boolean =>
    this.#staffOf.get(run.id)?.find(({ employersPension }) => employersPension === 'share') === worker;

  #send(
    run: PaidRun,
    paid: readonly ToPay[],
    { what, as }: { readonly what: string; readonly as?: 'late' | 'never' | undefined },
  ): Change {
    if (this.#sourceOf.get(run.id)?.is === 'report')
      return this.#sendReport(
        run,
        paid.map((to) => ({ to })),
      );
    const number = this.#files.length;
    const people = paid.map((one) => this.#years.pay(run, one, number));
    const bytes = fpsFile(people, { years: yearsOf(run.period), head: serial(number) });
    this.#add({ number, name: `${run.datedOn}-${number}.xml`, bytes, run, kind: 'fps' }, as);
    this.#settle(run);
    const amounts = paid.map(({ worker, gross }) => `${worker.person}: ${pounds(gross)}`).join(', ');
    return { what: `run ${run.id} (${run.datedOn}) ${what}: ${amounts}`, periods: [run.period] };
  }

  #sendReport(run: PaidRun, paid: readonly { readonly to: ToPay; readonly as?: Payment }[]): Change {
    const number = this.#files.length;
    for (const { to, as } of paid) this.#years.payByReport(run, to, number, as);
    const rows = this.#years.ofFile(number).map(({ worker, figures }) => ({
      ...{ payId: worker.payId, person: worker.person, figures },
      employersPension: figures.gross / 2,
    }));
    const as = this.random.pick<Written>(['csv', 'xlsx']);
    const { datedOn: paidOn } = run;
    this.#add({
      number,
      name: `report-${number}.${as}`,
      bytes: reportFile(rows, number, as),
      run,
      kind: 'report',
      paidOn,
    });
    this.#settle(run);
    return { what: `run ${run.id} (${paidOn}) is paid by a report`, periods: [run.period] };
  }

  /** Of those whose employer's pension comes in a report of its own. */
  #reportPensions(run: PaidRun, paidOn: string): void {
    const of = this.#years
      .paymentsOf(run)
      .filter(({ worker, pay }) => worker.employersPension === 'reported' && !pay.isMore)
      .filter(({ worker }) => !this.#isReported(worker, paidOn));
    if (of.length === 0) return;
    const number = this.#files.length;
    const said = of.map((payment) => ({ payment, pence: this.random.whole(1, 4) * pensionPence }));
    const rows = said.map(({ payment, pence }) => ({
      ...{ payId: payment.payId, person: payment.worker.person, employersPension: pence },
    }));
    const as = this.random.pick<Written>(['csv', 'xlsx']);
    this.#reported.set(number, said);
    const bytes = pensionFile(rows, number, as);
    const name = `pensions-${number}.${as}`;
    this.#add({ number, name, bytes, run, kind: 'pensions', paidOn }, this.random.chance(0.3) ? 'late' : undefined);
  }

  #isReported = (worker: Worker, paidOn: string): boolean =>
    [...this.#reported.values()].flat().some(({ payment }) => payment.worker === worker && payment.paidOn === paidOn);

  #add(sent: Omit<SentFile, 'state' | 'came' | 'isCopied'>, as?: 'late' | 'never'): void {
    const file: SentFile = { ...sent, state: as ?? 'late', came: 0, isCopied: false };
    this.#files.push(file);
    const how = this.random.weighted([[6, 'once'] as const, [2, 'twice'] as const, [2, 'together'] as const]);
    if (as === undefined) this.#queue.push({ is: 'receive', file, how });
  }

  /** Works out what its pay date pays now. Later files of the year may wait for this one, or no longer. */
  #settle(run: PaidRun): void {
    for (const one of this.runs)
      if (one.period === run.period || (yearOf(one.period) === yearOf(run.period) && one.datedOn > run.datedOn))
        this.#touched.add(one.id);
    const paid = this.payslipsOf(run).filter(
      ({ figures, employersPension }) => !isNothing(figures) || employersPension,
    );
    Object.assign(run, { people: paid.map(({ person }) => person), gone: paid.length === 0 });
    run.gross.clear();
    for (const { person, figures } of paid) run.gross.set(person, (run.gross.get(person) ?? 0) + figures.gross / 100);
  }

  /** A file of it has not come, or was taken back by mistake. */
  isAwaited = (run: PaidRun): boolean =>
    this.#files.some((file) => file.run === run && (file.state === 'late' || file.state === 'lost'));

  /** It has a file, perhaps one that is on its way, or that no one has. */
  #hasFile = (run: PaidRun): boolean =>
    this.#files.some((file) => file.run === run && file.state !== 'withdrawn' && file.kind !== 'pensions');

  // Differences.

  /** The file that a difference of this run would stand for. */
  missingBefore(run: PaidRun): SentFile | undefined {
    const own = this.#paymentsOf(run);
    const of = own.flatMap((one) => this.#years.earlierThan(one)).map(({ file }) => this.#files[file]);
    const missing = this.mayWithdraw ? of.find((file) => file?.state === 'never') : undefined;
    const paid = new Set(own.map(({ worker }) => worker));
    const isOfAll = missing && this.#years.ofFile(missing.number).every(({ worker }) => paid.has(worker));
    return isOfAll ? missing : undefined;
  }

  /** Someone has posted it. */
  differencePosted(missing: SentFile, run: PaidRun): void {
    const [payment] = this.#years.ofFile(missing.number);
    if (payment === undefined || missing.run === undefined) return;
    const stands = this.#files.length;
    const was = { run: missing.run, paidOn: payment.paidOn, file: missing.number };
    const nothing = { bytes: new Uint8Array(), kind: 'fps' as const, isCopied: true };
    this.#files.push({ number: stands, name: 'difference', run, state: 'here', came: this.#came++, ...nothing });
    this.#differences.push({ missing, stands, was });
    this.#years.payWith(missing.number, { run, paidOn: run.datedOn, file: stands });
    for (const one of [run, missing.run]) this.#settle(one);
  }

  #forgetDifference(stands: number): void {
    const at = this.#differences.findIndex((one) => one.stands === stands);
    const [difference] = this.#differences.splice(at, 1);
    const file = this.#files[stands];
    if (difference === undefined || file === undefined) return;
    file.state = 'withdrawn';
    this.#years.payWith(stands, difference.was);
    for (const one of [file.run, difference.was.run]) if (one) this.#settle(one);
  }

  // What people do with files.

  /** Someone brings a file that is here. */
  #bringAgain(): Change {
    const { here } = this;
    if (here.length === 0) return nothingDone;
    const file = this.random.pick(here);
    this.#queue.push({ is: 'receive', file, how: this.random.pick(['once', 'together'] as const) });
    return { what: `${file.name} is brought again`, periods: [] };
  }

  /** The payroll program makes a file once more: it says the same, in other bytes. */
  #copy(): Change {
    const files = this.here.filter(
      ({ kind, number, state }) => kind === 'fps' && this.#years.stands(number) && state === 'here',
    );
    const copied = files.filter((file) => this.#years.ofFile(file.number).length > 0);
    if (copied.length === 0) return nothingDone;
    const file = this.random.pick(copied);
    file.isCopied = true;
    const number = this.#files.length;
    const text = new TextDecoder().decode(file.bytes).replace(/<!-- .* -->/, serial(number));
    const bytes = new TextEncoder().encode(text);
    this.#add({ number, name: `copy-${number}.xml`, bytes, run: undefined, kind: 'fps' });
    return { what: `${file.name} is made once more`, periods: file.run ? [file.run.period] : [] };
  }

  /** The last file is taken back for good, or an earlier one by mistake: it comes again. */
  #withdraw(): Change {
    const files = this.here.filter((file) => file.run !== undefined && !file.isCopied && file.kind !== 'pensions');
    // What a difference stands for is not brought once more.
    const stray = files.filter((file) => this.#differences.some(({ missing }) => missing === file));
    const last = files.filter((file) => this.#isLast(file) && !stray.includes(file));
    const others = files.filter(({ number }) => this.#years.stands(number) && !this.#years.replaces(number));
    const again = others.filter((file) => !stray.includes(file));
    const comesAgain = stray.length === 0 && (last.length === 0 || this.random.chance(0.4));
    const from = stray.length > 0 ? stray : comesAgain ? again : last;
    if (from.length === 0) return nothingDone;
    const file = this.random.pick(from);
    this.#queue.push({ is: 'withdraw', file, comesAgain });
    const periods = file.run ? [file.run.period] : [];
    return { what: `${file.name} is to be taken back${comesAgain ? ' by mistake' : ''}`, periods };
  }

  /** The first file stays: whose year had begun is known from it alone. */
  #isLast(file: SentFile): boolean {
    const isPay = file.kind === 'fps' || file.kind === 'report';
    return isPay && file.state === 'here' && !file.isCopied && file.number > 0 && this.#years.isLast(file.number);
  }
}

const sourceIn = ({ is }: Source) => (is === 'weekly' ? '.weekly' : '');

const nothingDone: Change = { what: 'nothing changes', periods: [] };
const yearOf = (period: number) => Math.floor(period / 12);
/** No two files have the same bytes. */
const serial = (number: number) => `<!-- ${number} -->`;
const nameOf = (year: number, month: number, kind: string) =>
  `:${year}-${String(month - 1).padStart(2, '0')}:${kind}-1`;

/** "25-26" */
function yearsOf(period: number): string {
  const year = yearOf(period);
  return `${String(year - 1).slice(2)}-${String(year).slice(2)}`;
}
