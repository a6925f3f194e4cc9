import { epsFile } from '../payrolls/files/eps-files.js';
import type { FiledBooks, Filed } from './filed-books.js';
import { serial } from './filed-files.js';
import type { FiledReturns } from './filed-returns.js';
import { yearOf, yearsOf } from './filed-years.js';
import { addDays, type Change, type PaidRun, periodOf } from './payroll.js';
import type { Random } from './random.js';

/** A year's, in pence. */
const allowanceMaximum = 1_050_000;

/** The returns that an employer sends, and what the books should say of them. */
export class FiledReturned {
  readonly #returns: FiledReturns;
  readonly #books: FiledBooks;
  readonly #today: () => string;

  constructor(
    private readonly random: Random,
    private readonly filed: Filed,
    { returns, books, today }: { returns: FiledReturns; books: FiledBooks; today: () => string },
  ) {
    this.#returns = returns;
    this.#books = books;
    this.#today = today;
  }

  /** Of the month of some pay run. */
  send(): Change {
    const { period } = this.random.pick(this.filed.runs.all);
    const year = yearOf(period);
    return this.#send(period, this.#returns.draw(year, (period % 12) + 1, this.#books.statutory(year)));
  }

  /** Of the last month with statutory pay, mostly. */
  sendLast(): void {
    const paid = this.filed.runs.all.filter(({ period }) => this.#statutoryIn(period) > 0);
    const last = Math.max(...paid.map(({ period }) => period));
    if (paid.length === 0 || this.random.chance(0.3)) return;
    this.#send(last, this.#returns.drawRecovered(yearOf(last), (last % 12) + 1, this.#books.statutory(yearOf(last))));
  }

  #statutoryIn = (period: number): number => this.#books.statutory(yearOf(period)).get((period % 12) + 1) ?? 0;

  /** Of the month before the first pay run. */
  sendBefore({ period }: PaidRun): void {
    const inside = this.#returns.drawBefore(yearOf(period), period % 12);
    if (inside !== '') this.#send(period, inside);
  }

  #send(period: number, inside: string): Change {
    const { files } = this.filed;
    const number = files.next;
    const bytes = epsFile(`${serial(number)}${inside}`, { years: yearsOf(period) });
    files.send({ number, name: `eps-${number}.xml`, bytes, run: undefined, kind: 'eps' });
    return { what: `an EPS: ${inside}`, periods: [period] };
  }

  /** In pence, by what it is for: what the returns make of each month. */
  get all(): ReadonlyMap<string, number> {
    const returned = new Map<string, number>();
    for (const year of this.#returns.years) {
      for (const [month, pence] of this.#returns.levies(year))
        if (pence !== 0) returned.set(nameOf(year, month, 'levy'), pence);
      if (this.filed.answers.cisApart)
        for (const [month, pence] of this.#returns.cis(year))
          if (pence !== 0) returned.set(nameOf(year, month, 'cis'), -pence);
    }
    for (const year of this.#returns.claims.keys())
      for (const [month, amount] of this.#allowances(year))
        if (amount !== 0 && this.#isOver(year, month)) returned.set(nameOf(year, month, 'allowance'), -amount);
    return returned;
  }

  /** In pence, by tax month: what is claimed of the year’s maximum. */
  #allowances(year: number): ReadonlyMap<number, number> {
    const months = new Map<number, number>();
    if (this.#returns.claims.get(year) !== true) return months;
    const ni = this.#books.niByMonth(year);
    // A year that begins with NI taken back has no allowance until more is due than that.
    const ofYear = (toDate: number) => Math.max(0, Math.min(allowanceMaximum, toDate));
    let toDate = ni.get(0) ?? 0;
    for (const [month, due] of [...ni].filter(([month]) => month > 0).sort(([a], [b]) => a - b)) {
      months.set(month, ofYear(toDate + due) - ofYear(toDate));
      toDate += due;
    }
    return months;
  }

  /** In pence, what the returns change in what a month owes HMRC, whether or not a journal of it is posted. */
  inMonth(year: number, month: number): number {
    const levy = this.#returns.levies(year).get(month) ?? 0;
    const { recovered = 0, compensation = 0, cis = 0 } = this.#returns.recovered(year).get(month) ?? {};
    return levy - (this.#allowances(year).get(month) ?? 0) - recovered - compensation - cis;
  }

  /** In pence: what is recovered of a month by its return; undefined where it does not fit what was paid. */
  recovered(year: number, month: number): number | undefined {
    if (this.isUnchecked(year, month)) return undefined;
    return this.#returns.fits(year, month, this.#books.statutory(year).get(month) ?? 0);
  }

  /** The first return of a year that had begun: what it says is of months before the files, too. */
  isUnchecked(year: number, month: number): boolean {
    const paid = this.filed.files.all.flatMap(({ state, run }) => (state === 'here' && run ? [run] : []));
    const ofYear = paid.filter(({ period }) => yearOf(period) === year);
    const first = Math.min(...ofYear.map(({ period }) => (period % 12) + 1));
    return this.#returns.since(year, month) < first;
  }

  /** Whether a return may have made this adjustment, whatever the last one says. */
  mayMake(name: string): boolean {
    const recovery = /^(?:\.weekly)?:(\d+)-(\d+):[\d-]+:recovery$/.exec(name);
    if (recovery) return this.#returns.everSaid(Number(recovery[1]), Number(recovery[2]) + 1, 'recovery');
    const [, year, period, kind = ''] = /^:(\d+)-(\d+):(levy|cis|allowance)-1$/.exec(name) ?? [];
    const month = Number(period) + 1;
    if (kind !== 'allowance') return this.#returns.everSaid(Number(year), month, kind);
    // Clocks of the history jump by a day.
    return this.#returns.everClaimed.has(Number(year)) && this.#isOver(Number(year), month, 1);
  }

  #isOver(year: number, month: number, daysEarly = 0): boolean {
    return year * 12 + month - 1 < periodOf(addDays(this.#today(), daysEarly));
  }
}

const nameOf = (year: number, month: number, kind: string) =>
  `:${year}-${String(month - 1).padStart(2, '0')}:${kind}-1`;
