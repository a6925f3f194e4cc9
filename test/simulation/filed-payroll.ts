import { allowance, epsFile, levy } from '../payrolls/files/eps-files.js';
import { fpsFile } from '../payrolls/files/fps-files.js';
import { FiledYears, payIdOf, pounds, type ToPay } from './filed-years.js';
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
import type { DrawnPayment } from '../witness/own/filed.js';

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
  /** Lost: it was taken back, and comes again. */
  state: 'late' | 'here' | 'lost' | 'withdrawn';
  /** The place in the order in which files came. */
  came: number;
  /** The same was sent in another file. */
  isCopied: boolean;
}

export type Delivery =
  | { readonly is: 'receive'; readonly file: SentFile; readonly how: 'once' | 'twice' | 'together' }
  | { readonly is: 'withdraw'; readonly file: SentFile; readonly comesAgain: boolean };

/** Half of the gross is the employer's pension, whose bits mark the run. */
const pensionShare = '50%';
const payUnit = 2 * pensionPence;
/** A year's, in pence. */
const allowanceMaximum = 1_050_000;

export class FiledPayroll implements Payroll {
  readonly runs: PaidRun[] = [];
  readonly unfiled: ReadonlySet<number> = new Set();
  /** A backup would bring back what is taken back after it. */
  mayWithdraw = true;
  readonly #staff: readonly number[];
  readonly #isWeekly: boolean;
  readonly #years: FiledYears;
  readonly #staffOf = new Map<number, readonly number[]>();
  readonly #touched = new Set<number>();
  readonly #files: SentFile[] = [];
  #queue: Delivery[] = [];
  #came = 0;
  /** By tax year and month, 1 to 12: the levy since 6 April, in pounds. */
  readonly #levies = new Map<number, Map<number, number>>();
  /** By tax year: what the last return said, if one said anything. */
  readonly #claims = new Map<number, boolean>();
  readonly #everClaimed = new Set<number>();
  #nextDay: string;

  constructor(
    private readonly random: Random,
    private readonly time: VirtualTime,
    days: number,
  ) {
    this.#staff = random.pick([[200, 201], [10, 201], [201, 10, 11], [11]]);
    this.#isWeekly = random.chance(0.6);
    this.#years = new FiledYears(this.#isWeekly ? 'W1' : 'M1');
    this.#nextDay = addDays(this.#today, this.#isWeekly ? -random.whole(8, 60) : -random.whole(20, days));
    const until = addDays(this.#today, -random.pick([0, 8, 15]));
    const first = this.#newRun();
    if (random.chance(0.5)) this.#hasBegun(first);
    this.#payAll(first);
    while (this.#nextDay <= until && this.runs.length < runsMax - 3) this.#payAll(this.#newRun());
    for (let returns = random.whole(0, 4); returns > 0; returns--) this.#return();
    this.#touched.clear();
  }

  get #today(): string {
    return this.time.now().toISOString().slice(0, 10);
  }

  /** Who is who in the books, and what the employer pays for each: no file has either. */
  get settings() {
    const byId = <T>(of: (person: number) => T) =>
      Object.fromEntries(this.#staff.map((person) => [payIdOf(person), of(person)] as const));
    return { people: byId((person) => `/v2/users/${person}`), pensions: byId(() => pensionShare) };
  }

  get periods(): readonly number[] {
    return [...new Set(this.runs.map(({ period }) => period))];
  }

  /** What was paid in a run, as it was drawn: in pence. */
  paymentsOf(run: PaidRun): readonly DrawnPayment[] {
    return this.#years.paymentsOf(run);
  }

  /** What is to be done with files since this was last asked, in this order. */
  take(): readonly Delivery[] {
    const queue = this.#queue;
    this.#queue = [];
    return queue;
  }

  /** Received and not taken back, in the order in which they came. */
  get here(): readonly SentFile[] {
    return this.#files.filter(({ state }) => state === 'here').sort((a, b) => a.came - b.came);
  }

  received(file: SentFile): void {
    if (file.state === 'here') return;
    // What comes again takes its old place.
    if (file.state === 'late') file.came = this.#came++;
    file.state = 'here';
  }

  /** With the database, the places of what was taken back are gone too: it will come behind what came since. */
  databaseLost(): void {
    for (const file of this.#files) if (file.state === 'lost') file.state = 'late';
  }

  withdrawn(file: SentFile, comesAgain: boolean): void {
    file.state = comesAgain ? 'lost' : 'withdrawn';
    if (file.run === undefined) return;
    if (!comesAgain) this.#years.takeBack(file.number);
    this.#settle(file.run);
  }

  change(): Change {
    const { random } = this;
    const mayPay = this.#nextDay <= addDays(this.#today, 10);
    const left = runsMax - this.runs.length;
    const back = this.runs.find(({ gone }) => gone);
    const waits = this.#files.some(({ state }) => state === 'late' || state === 'lost');
    return random.weighted<() => Change>([
      [back || (mayPay && left > 0) ? 5 : 0, () => this.#payAll(back ?? this.#newRun())],
      [mayPay && left > 1 ? 4 : 0, () => this.#payOutOfOrder()],
      [4, () => this.#correct(random.pick(this.runs))],
      [2, () => this.#payMore(random.pick(this.runs))],
      [2, () => this.#bringAgain()],
      [2, () => this.#copy()],
      [this.mayWithdraw ? 4 : 0, () => this.#withdraw()],
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

  correct(tag: string): Change {
    const run = this.runs.find((one) => !one.gone && tagOf(one) === tag);
    return run === undefined ? { what: `${tag} is not in payroll`, periods: [] } : this.#correct(run);
  }

  /** Everything that is on its way comes. */
  fileAll(): readonly number[] {
    for (const file of this.#files)
      if (file.state === 'late' || file.state === 'lost') this.#queue.push({ is: 'receive', file, how: 'once' });
    return this.periods;
  }

  /** In pence, by what it is for: what the returns make of each month. */
  get returned(): ReadonlyMap<string, number> {
    const returned = new Map<string, number>();
    for (const [year, months] of this.#levies) {
      let before = 0;
      for (const [month, toDate] of [...months].sort(([a], [b]) => a - b)) {
        if (toDate !== before) returned.set(nameOf(year, month, 'levy'), (toDate - before) * 100);
        before = toDate;
      }
    }
    for (const year of [...this.#claims].flatMap(([year, isClaimed]) => (isClaimed ? [year] : []))) {
      const ni = this.#years.niByMonth(year);
      let left = Math.max(0, allowanceMaximum - (ni.get(0) ?? 0));
      for (const [month, due] of [...ni].filter(([month]) => month > 0).sort(([a], [b]) => a - b)) {
        const amount = Math.min(left, due);
        if (amount !== 0 && this.#isOver(year, month)) returned.set(nameOf(year, month, 'allowance'), -amount);
        left -= amount;
      }
    }
    return returned;
  }

  /** Whether a return may have made this adjustment, whatever the last one says. */
  isReturned(name: string): boolean {
    const [, year, period, kind] = /^:(\d+)-(\d+):(levy|allowance)-1$/.exec(name) ?? [];
    const month = Number(period) + 1;
    if (kind === 'levy') return this.#levies.get(Number(year))?.has(month) === true;
    // Clocks of the history jump by a day.
    return kind === 'allowance' && this.#everClaimed.has(Number(year)) && this.#isOver(Number(year), month, 1);
  }

  #isOver(year: number, month: number, daysEarly = 0): boolean {
    return year * 12 + month - 1 < periodOf(addDays(this.#today, daysEarly));
  }

  #newRun(): PaidRun {
    const datedOn = this.#nextDay;
    this.#nextDay = this.#isWeekly ? addDays(datedOn, 7) : monthAfter(datedOn);
    const paid = this.#staff.filter(() => !this.random.chance(0.15));
    const [id, period] = [this.runs.length, periodOf(datedOn)];
    const source = this.#isWeekly ? '.weekly' : '';
    const nothing = { gross: new Map(), statutory: new Map(), unclear: false, gone: true };
    const run = { id, source, people: [], period, datedOn, ...nothing };
    this.runs.push(run);
    this.#staffOf.set(id, paid.length > 0 ? paid : this.#staff);
    return run;
  }

  /** The year had begun before the first file, with much or little of the allowance used up. */
  #hasBegun(run: PaidRun): void {
    for (const person of this.#staffOf.get(run.id) ?? []) {
      const periods = this.random.whole(1, 20);
      const employerNi = this.random.pick([50_000, 300_000, 520_000]) + periods;
      this.#years.begin(run, person, { pay: periods * payUnit, tax: periods * 1000, employerNi });
    }
  }

  #payAll(run: PaidRun, isLate = false): Change {
    const people = this.#staffOf.get(run.id) ?? [];
    const paid = people.map((person) => ({ person, pay: this.#usualPay(run, person), isMore: false }));
    return this.#send(run, paid, isLate ? 'is paid, in a file that is late' : 'is paid', isLate);
  }

  #payOutOfOrder(): Change {
    const late = this.#payAll(this.#newRun(), true);
    const next = this.#payAll(this.#newRun());
    return { what: `${late.what}; ${next.what}`, periods: [...late.periods, ...next.periods] };
  }

  /** The bit of a run stands in the pay of its first person. */
  #usualPay(run: PaidRun, person: number): number {
    const mark = this.#staffOf.get(run.id)?.[0] === person ? 2 * 2 ** run.id : 0;
    return this.random.whole(this.#isWeekly ? 5 : 12, 24) * payUnit + mark;
  }

  #morePay(): number {
    return this.random.pick([1, 2, 3]) * payUnit;
  }

  /** What is last in someone's year is replaced; what is earlier is made up for by a further payment. */
  #correct(run: PaidRun): Change {
    const last = this.#years.lastOf(run).filter(({ file }) => this.#files[file]?.state === 'here');
    if (last.length === 0) return this.#payMore(run);
    const some = last.filter(() => this.random.chance(0.7));
    const paid = (some.length > 0 ? some : last).map((instead): ToPay => {
      const { person } = instead;
      const isMore = this.#years.paymentsOf(run).some((one) => one.person === person && one !== instead);
      return { person, instead, isMore, pay: isMore ? this.#morePay() : this.#usualPay(run, person) };
    });
    return this.#send(run, paid, 'is corrected');
  }

  #payMore(run: PaidRun): Change {
    // A file that comes behind what was added to its day may stay held: a person looks.
    const isMissing = this.#files.some((file) => file.run === run && file.state === 'late');
    if (run.people.length === 0 || isMissing) return nothingDone;
    const person = this.random.pick(run.people);
    const pay = this.random.chance(0.3) ? -payUnit : this.#morePay();
    return this.#send(run, [{ person, pay, isMore: true }], 'is added to');
  }

  #send(run: PaidRun, paid: readonly ToPay[], what: string, isLate = false): Change {
    const number = this.#files.length;
    const people = paid.map((one) => this.#years.pay(run, one, number));
    const bytes = fpsFile(people, { years: yearsOf(run.period), head: serial(number) });
    this.#add({ number, name: `${run.datedOn}-${number}.xml`, bytes, run }, isLate);
    this.#settle(run);
    const amounts = paid.map(({ person, pay }) => `${person}: ${pounds(pay)}`).join(', ');
    return { what: `run ${run.id} (${run.datedOn}) ${what}: ${amounts}`, periods: [run.period] };
  }

  #add(sent: Pick<SentFile, 'number' | 'name' | 'bytes' | 'run'>, isLate = false): void {
    const file: SentFile = { ...sent, state: 'late', came: 0, isCopied: false };
    this.#files.push(file);
    const how = this.random.weighted([[6, 'once'] as const, [2, 'twice'] as const, [2, 'together'] as const]);
    if (!isLate) this.#queue.push({ is: 'receive', file, how });
  }

  /** Works out what its pay date pays now. Later files of the year may wait for this one, or no longer. */
  #settle(run: PaidRun): void {
    for (const one of this.runs)
      if (one.period === run.period || (yearOf(one) === yearOf(run) && one.datedOn > run.datedOn))
        this.#touched.add(one.id);
    const gross = this.#years.grossOf(run);
    const order = [...(this.#staffOf.get(run.id) ?? [])];
    Object.assign(run, { people: order.filter((person) => gross.has(person)), gone: gross.size === 0 });
    run.gross.clear();
    for (const [person, amount] of gross) run.gross.set(person, amount);
  }

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
    const files = this.here.filter(({ run, number }) => run !== undefined && this.#years.stands(number));
    if (files.length === 0) return nothingDone;
    const file = this.random.pick(files);
    file.isCopied = true;
    const number = this.#files.length;
    const text = new TextDecoder().decode(file.bytes).replace(/<!-- .* -->/, serial(number));
    this.#add({ number, name: `copy-${number}.xml`, bytes: new TextEncoder().encode(text), run: undefined });
    return { what: `${file.name} is made once more`, periods: file.run ? [file.run.period] : [] };
  }

  /** The last file is taken back for good, or an earlier one by mistake: it comes again. */
  #withdraw(): Change {
    const files = this.here.filter((file) => file.run !== undefined && !file.isCopied);
    const last = files.filter((file) => this.#isLast(file));
    const others = files.filter(({ number }) => this.#years.stands(number) && !this.#years.replaces(number));
    const comesAgain = last.length === 0 || this.random.chance(0.4);
    const from = comesAgain ? others : last;
    if (from.length === 0) return nothingDone;
    const file = this.random.pick(from);
    this.#queue.push({ is: 'withdraw', file, comesAgain });
    return {
      what: `${file.name} is to be taken back${comesAgain ? ' by mistake' : ''}`,
      periods: file.run ? [file.run.period] : [],
    };
  }

  /** The first file stays: whose year had begun is known from it alone. */
  #isLast(file: SentFile): boolean {
    return file.state === 'here' && !file.isCopied && file.number > 0 && this.#years.isLast(file.number);
  }

  /** An EPS: levy to date of a month, or whether the employment allowance is claimed. */
  #return(): Change {
    const { random } = this;
    const { period } = random.pick(this.runs);
    const [year, number] = [Math.floor(period / 12), this.#files.length];
    const levies = this.#levies.get(year) ?? new Map<number, number>();
    this.#levies.set(year, levies);
    const inside: string[] = [];
    const claim = random.chance(0.5) ? !(this.#claims.get(year) ?? false) : undefined;
    if (claim !== undefined) {
      this.#claims.set(year, claim);
      if (claim) this.#everClaimed.add(year);
      inside.push(allowance(claim ? 'yes' : 'no'));
    }
    if (claim === undefined || random.chance(0.3)) {
      const month = Math.max((period % 12) + 1, ...levies.keys());
      const before = Math.max(0, ...[...levies].filter(([one]) => one < month).map(([, toDate]) => toDate));
      levies.set(month, before + random.whole(10, 200));
      inside.push(levy(month, levies.get(month) ?? 0));
    }
    const bytes = epsFile(`${serial(number)}${inside.join('')}`, { years: yearsOf(period) });
    this.#add({ number, name: `eps-${number}.xml`, bytes, run: undefined });
    return { what: `an EPS: ${inside.join(' ')}`, periods: [period] };
  }
}

const nothingDone: Change = { what: 'nothing changes', periods: [] };
const yearOf = ({ period }: PaidRun) => Math.floor(period / 12);
/** No two files have the same bytes. */
const serial = (number: number) => `<!-- ${number} -->`;
const nameOf = (year: number, month: number, kind: string) =>
  `:${year}-${String(month - 1).padStart(2, '0')}:${kind}-1`;

/** "25-26" */
function yearsOf(period: number): string {
  const year = Math.floor(period / 12);
  return `${String(year - 1).slice(2)}-${String(year).slice(2)}`;
}
