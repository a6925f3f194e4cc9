import { allowance, levy } from '../payrolls/files/eps-files.js';
import { pounds } from './filed-years.js';
import type { Random } from './random.js';

/** The returns (EPS) that an employer sends beside its payments, and what they come to, by tax year and month, 1 to 12. */

interface Recovered {
  readonly recovered: number;
  readonly compensation: number;
  readonly cis: number;
}

const nothing: Recovered = { recovered: 0, compensation: 0, cis: 0 };
/** Small employers' compensation, by the year that the tax year ends in. */
const compensation = (year: number) => (year >= 2027 ? 0.09 : year >= 2026 ? 0.085 : 0.03);

type ByMonth<T> = Map<number, T>;

export class FiledReturns {
  /** In whole pounds, since 6 April. */
  readonly #levies = new Map<number, ByMonth<number>>();
  /** In pence, since 6 April. */
  readonly #recovered = new Map<number, ByMonth<Recovered>>();
  /** By tax year: what the last return said, if one said anything. */
  readonly claims = new Map<number, boolean>();
  readonly everClaimed = new Set<number>();
  readonly #everSaid = new Set<string>();
  readonly #isSmall: boolean;

  constructor(private readonly random: Random) {
    this.#isSmall = random.chance(0.5);
  }

  /** What stands in a return of that month. `statutory`: statutory pay of each month of the year, in pence. */
  draw(year: number, month: number, statutory: ReadonlyMap<number, number>): string {
    const { random } = this;
    const says = random.weighted<readonly ('claim' | 'levy' | 'recovered')[]>([
      [3, ['claim']],
      [1, ['claim', 'levy']],
      [3, ['levy']],
      [3, ['recovered']],
      [1, ['levy', 'recovered']],
    ]);
    return says.map((one) => this.#said(one, { year, month, statutory })).join('');
  }

  drawRecovered = (year: number, month: number, statutory: ReadonlyMap<number, number>): string =>
    this.#recoveredOf({ year, month, statutory });

  /** The return of the month before the first file: so what follows is of its own months. */
  drawBefore(year: number, month: number): string {
    if (month < 1) return '';
    ofYear(this.#levies, year).set(month, 0);
    ofYear(this.#recovered, year).set(month, nothing);
    return `${recoveredElement(month, nothing)}${levy(month, 0)}`;
  }

  #said(what: 'claim' | 'levy' | 'recovered', of: Asked): string {
    if (what === 'claim') return this.#claim(of.year);
    return what === 'levy' ? this.#levy(of) : this.#recoveredOf(of);
  }

  #claim(year: number): string {
    const claim = !(this.claims.get(year) ?? false);
    this.claims.set(year, claim);
    if (claim) this.everClaimed.add(year);
    return allowance(claim ? 'yes' : 'no');
  }

  #levy({ year, month: paid }: Asked): string {
    const levies = ofYear(this.#levies, year);
    const month = Math.max(paid, ...levies.keys());
    levies.set(month, beforeIn(levies, month, 0) + this.random.whole(10, 200));
    this.#everSaid.add(`${year} ${month} levy`);
    return levy(month, levies.get(month) ?? 0);
  }

  #recoveredOf({ year, month: paid, statutory }: Asked): string {
    const months = ofYear(this.#recovered, year);
    const month = Math.max(paid, ...months.keys());
    const before = beforeIn(months, month, nothing);
    const pay = statutory.get(month) ?? 0;
    const small = this.#isSmall;
    const toDate = {
      recovered: before.recovered + (small ? pay : Math.round(pay * 0.92)),
      compensation: before.compensation + (small ? Math.round(pay * compensation(year)) : 0),
      cis: before.cis + (this.random.chance(0.5) ? this.random.whole(1000, 90_000) : 0),
    };
    months.set(month, toDate);
    for (const kind of ['cis', 'recovery']) this.#everSaid.add(`${year} ${month} ${kind}`);
    return recoveredElement(month, toDate);
  }

  /** Whether a return ever said something of this kind about the month. */
  everSaid = (year: number, month: number, kind: string): boolean => this.#everSaid.has(`${year} ${month} ${kind}`);

  /** In pence: what each month owes more to HMRC. */
  levies = (year: number): ReadonlyMap<number, number> =>
    moved(ofYear(this.#levies, year), 0, (now, before) => (now - before) * 100);

  cis = (year: number): ReadonlyMap<number, number> =>
    moved(ofYear(this.#recovered, year), nothing, (now, before) => now.cis - before.cis);

  recovered = (year: number): ReadonlyMap<number, Recovered> =>
    moved(ofYear(this.#recovered, year), nothing, (now, before) => ({
      recovered: now.recovered - before.recovered,
      compensation: now.compensation - before.compensation,
      cis: now.cis - before.cis,
    }));

  /** The month after that of the return before it: so many months are in what it says. */
  since(year: number, month: number): number {
    const parts = [ofYear(this.#levies, year), ofYear(this.#recovered, year)];
    const starts = parts.flatMap((months) => (months.has(month) ? [1 + monthBefore([...months.keys()], month)] : []));
    return Math.min(month, ...starts);
  }

  get years(): readonly number[] {
    return [...new Set([...this.#levies.keys(), ...this.#recovered.keys()])];
  }

  /** What is recovered of a month's statutory pay, in pence, where its return fits that pay at one rate. */
  fits(year: number, month: number, pay: number): number | undefined {
    const said = this.recovered(year).get(month);
    if (said === undefined || pay === 0) return undefined;
    const isSmall = said.compensation !== 0 || said.recovered === pay;
    const right = isSmall ? pay + Math.round(pay * compensation(year)) : Math.round(pay * 0.92);
    const total = said.recovered + said.compensation;
    return Math.abs(right - total) <= 1 ? total : undefined;
  }
}

interface Asked {
  readonly year: number;
  readonly month: number;
  readonly statutory: ReadonlyMap<number, number>;
}

function ofYear<T>(years: Map<number, ByMonth<T>>, year: number): ByMonth<T> {
  const months = years.get(year) ?? new Map<number, T>();
  years.set(year, months);
  return months;
}

const monthBefore = (months: readonly number[], month: number) => Math.max(0, ...months.filter((one) => one < month));
const beforeIn = <T>(months: ByMonth<T>, month: number, none: T): T =>
  months.get(monthBefore([...months.keys()], month)) ?? none;

function moved<T, Out>(months: ByMonth<T>, none: T, of: (now: T, before: T) => Out): ReadonlyMap<number, Out> {
  return new Map([...months].map(([month, now]) => [month, of(now, beforeIn(months, month, none))]));
}

const recoveredElement = (month: number, { recovered, compensation: paid, cis }: Recovered) =>
  `<RecoverableAmountsYTD><TaxMonth>${month}</TaxMonth><SMPRecovered>${pounds(recovered)}</SMPRecovered><NICCompensationOnSMP>${pounds(paid)}</NICCompensationOnSMP><CISDeductionsSuffered>${pounds(cis)}</CISDeductionsSuffered></RecoverableAmountsYTD>`;
