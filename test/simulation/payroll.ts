import type { Random } from './random.js';

/**
 * The simulated company's payroll. Each run leaves a mark of its own in the books, which shows how often it was posted,
 * whatever happens to its date, its period and its people.
 */
export interface PaidRun {
  /** ".weekly": it has tags of its own. */
  readonly source?: string;
  readonly id: number;
  people: readonly number[];
  /** Tax year × 12 + period. */
  period: number;
  datedOn: string;
  /** In pounds, by person. */
  readonly gross: Map<number, number>;
  /** The part of the gross that is recoverable statutory pay, in pounds, by person. */
  readonly statutory: Map<number, number>;
  /** It has an ambiguous field, so the run is held. */
  unclear: boolean;
  gone: boolean;
  /** Where it was paid before its date moved. */
  before?: { period: number; datedOn: string };
}

export interface PeriodPut {
  readonly year: number;
  readonly number: number;
  readonly document: Record<string, unknown>;
}

/** What someone did to payroll, and the periods that it is in. */
export interface Change {
  readonly what: string;
  readonly periods: readonly number[];
}

/** A company's payroll as a history changes it, wherever it is run. */
export interface Payroll {
  readonly runs: readonly PaidRun[];
  readonly unfiled: ReadonlySet<number>;
  readonly periods: readonly number[];
  /** Makes a random change, and returns a description and the periods that changed. */
  change(): Change;
  /** Nothing in its period has changed since payroll began, so that its set has no reason to go. */
  isUntouched(run: number): boolean;
  /** The runs of a tag no longer pay anybody, or pay otherwise. */
  leave(tag: string): readonly number[];
  /** Corrects a run whose journal may be posted. */
  correct(tag: string, how: 'amount' | 'date'): Change;
  /** Everything that still waits in payroll is filed. */
  fileAll(): readonly number[];
}

const firstPerson = 10;
const peoplePerRun = 2;
/** People who are paid every month, one of them a director. */
export const staff: readonly number[] = [200, 201];
/** Each run sets one bit in the pence of the employer's pension. */
export const runsMax = 12;
/** Pensions are multiples of it, but for the bit. */
export const pensionPence = 2 ** runsMax;
const dayMs = 86_400_000;

export const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The tax month of a day: months begin on the 6th, the year on 6 April. */
export function periodOf(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const months = year * 12 + (month - 1) - (day < 6 ? 1 : 0);
  // April is month 3; a tax year is named by the year it ends in.
  return months - 3 + 12;
}

export function monthAfter(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, Math.min(28, day.getUTCDate())));
  return first.toISOString().slice(0, 10);
}

export const tagOf = ({ period, datedOn, source }: Pick<PaidRun, 'period' | 'datedOn' | 'source'>) =>
  tagOfRun(`${source ?? ''}:${Math.floor(period / 12)}-${String(period % 12).padStart(2, '0')}:${datedOn}`);

/** The tag of what the judge calls a run: ":2026-06:2025-10-31", ".weekly:2026-06:2025-10-31". */
export const tagOfRun = (run: string) => `counterfoil${run}`;

/** What names a run within its month: its pay date, and the source that has tags of its own. */
export function payKeyOf({ tag, datedOn }: { readonly tag: string; readonly datedOn: string }): string {
  const [, source] = /^counterfoil\.([a-z-]+):/.exec(tag) ?? [];
  return source === undefined ? datedOn : `${datedOn}.${source}`;
}

/** The tax year that ends in `year`. */
export const isDayOf = (year: number, day: string): boolean => day >= `${year - 1}-04-06` && day <= `${year}-04-05`;

/** In the current tax year, or in the previous one while it is still read completely every week for some time. */
export function isOpen(period: number, now: Date): boolean {
  const today = now.toISOString().slice(0, 10);
  const year = Math.floor(periodOf(today) / 12);
  const before = today.slice(5) >= '04-06' && today.slice(5) <= '06-20' ? 1 : 0;
  return Math.floor(period / 12) >= year - before;
}

const money = (pounds: number) => pounds.toFixed(2);

/** The runs that now belong to a tag. */
export const runsOf = ({ runs }: Pick<Payroll, 'runs'>, tag: string): readonly number[] =>
  runs.filter((run) => !run.gone && tagOf(run) === tag).map(({ id }) => id);

/** Whom each pay run pays, by the tag of its journal. */
export function peopleByTag({ runs }: Pick<Payroll, 'runs'>): ReadonlyMap<string, readonly number[]> {
  const byTag = new Map<string, readonly number[]>();
  for (const run of runs.filter(({ gone }) => !gone))
    byTag.set(tagOf(run), [...(byTag.get(tagOf(run)) ?? []), ...run.people]);
  return byTag;
}

/** The payroll that is run inside the service. */
export class SimulatedPayroll implements Payroll {
  readonly runs: PaidRun[] = [];
  readonly unfiled = new Set<number>();
  readonly allowance = new Map<number, number>();
  readonly #random: Random;
  readonly #touched = new Set<number>();
  #nextMonth?: string;

  constructor(random: Random, today: string, { days, ofOwn }: { days: number; ofOwn: number }) {
    this.#random = random;
    const from = addDays(today, -days);
    const count = random.whole(1, ofOwn);
    for (let id = 0; id < count; id++) this.#add(addDays(from, random.whole(0, days + 10)));
    if (random.chance(0.5)) this.#hire(from, today);
    if (this.runs.length === 1) this.#add(addDays(from, random.whole(0, days + 10)));
    for (const period of new Set(this.runs.map((run) => run.period))) {
      if (random.chance(0.15)) this.unfiled.add(period);
      if (random.chance(0.2)) this.allowance.set(period, random.whole(1, 100));
    }
  }

  /** Pays once more; undefined if there is no mark left to tell a run by. */
  payOn(datedOn: string, people: readonly number[]): PaidRun | undefined {
    if (this.runs.length >= runsMax) return undefined;
    this.#add(datedOn, people);
    return this.runs.at(-1);
  }

  #add(datedOn: string, recurring?: readonly number[]): void {
    const id = this.runs.length;
    const people =
      recurring ?? Array.from({ length: this.#random.whole(1, peoplePerRun) }, (_, n) => firstPerson + 2 * id + n);
    // Odd amounts, so that no two are equal: the guard compares amounts.
    const gross = new Map(people.map((person) => [person, 1500 + person * 37.13 + (recurring ? id * 11.07 : 0)]));
    const period = periodOf(datedOn);
    this.runs.push({ id, people, period, datedOn, gross, statutory: new Map(), unclear: false, gone: false });
  }

  /** The same people every month up to now. */
  #hire(from: string, today: string): void {
    const people = this.#random.pick([staff, staff.slice(1)]);
    let datedOn = addDays(from, this.#random.whole(0, 30));
    for (; datedOn <= addDays(today, 10) && this.runs.length < runsMax - 2; datedOn = monthAfter(datedOn))
      this.#add(datedOn, people);
    this.#nextMonth = datedOn;
  }

  get people(): readonly { id: number; director: boolean }[] {
    const own = Array.from({ length: runsMax * peoplePerRun }, (_, n) => firstPerson + n);
    return [...own, ...staff].map((id) => ({ id, director: id % 5 === 0 }));
  }

  get periods(): readonly number[] {
    return [...new Set(this.runs.flatMap((run) => [run.period, ...(run.before ? [run.before.period] : [])]))];
  }

  change(): Change {
    const { what, periods } = this.#changed();
    for (const run of this.runs) if (periods.includes(run.period)) this.#touched.add(run.id);
    return { what, periods };
  }

  isUntouched(run: number): boolean {
    return !this.#touched.has(run);
  }

  #changed(): Change {
    if (this.#nextMonth && this.runs.length < runsMax && this.#random.chance(0.15)) return this.#payNextMonth();
    const run = this.#random.pick(this.runs);
    const act = this.#random.weighted<() => string>([
      [4, () => this.#pay(run)],
      [3, () => this.#moveWithin(run)],
      [2, () => this.#moveAcross(run)],
      [3, () => this.#moveBack(run)],
      [1.5, () => this.#vanishOrReturn(run)],
      [2, () => this.#unfileOrFile(run.period)],
      [1, () => this.#blurOrClear(run)],
      [1, () => this.#allow(run.period)],
    ]);
    const before = run.period;
    const what = act();
    return { what: `run ${run.id}: ${what}`, periods: [...new Set([before, run.period])] };
  }

  leave(tag: string): readonly number[] {
    const left = this.runs.filter((run) => tagOf(run) === tag);
    const periods = left.map(({ period }) => period);
    for (const run of this.runs) if (periods.includes(run.period)) this.#touched.add(run.id);
    const vanish = this.#random.chance(0.6);
    for (const run of left) {
      if (vanish) run.gone = true;
      else this.#moveWithin(run);
    }
    return periods;
  }

  correct(tag: string, how: 'amount' | 'date'): Change {
    const run = this.runs.find((one) => !one.gone && tagOf(one) === tag);
    if (!run) return { what: `${tag} is not in payroll`, periods: [] };
    const from = run.period;
    const what =
      how === 'amount' ? this.#pay(run) : this.#random.chance(0.7) ? this.#moveWithin(run) : this.#moveBack(run);
    const periods = [...new Set([from, run.period])];
    for (const one of this.runs) if (periods.includes(one.period)) this.#touched.add(one.id);
    return { what: `run ${run.id}: ${what}`, periods };
  }

  /** Part of someone's pay in a run becomes statutory pay, or stops being it. */
  claim(run: PaidRun, pounds: number): readonly number[] {
    const [person] = run.people;
    if (person === undefined || run.statutory.delete(person)) return [run.period];
    run.statutory.set(person, pounds);
    this.#touched.add(run.id);
    return [run.period];
  }

  #payNextMonth(): Change {
    const before = this.runs.at(-1)!;
    const recurring = this.runs.find(({ people }) => people.some((person) => staff.includes(person)));
    const datedOn = this.#nextMonth!;
    this.#add(datedOn, (recurring ?? before).people);
    this.#nextMonth = monthAfter(datedOn);
    return { what: `the next month's run is paid on ${datedOn}`, periods: [periodOf(datedOn)] };
  }

  fileAll(): readonly number[] {
    const filed = [...this.unfiled];
    this.unfiled.clear();
    return filed;
  }

  #pay(run: PaidRun): string {
    const person = this.#random.pick(run.people);
    run.gross.set(person, (run.gross.get(person) ?? 0) + this.#random.pick([-100, 50.5, 120, 0.01]));
    return `pays person ${person} another amount`;
  }

  #moveWithin(run: PaidRun): string {
    const datedOn = addDays(run.datedOn, this.#random.pick([-3, -1, 1, 2]));
    if (periodOf(datedOn) !== run.period) return 'stays where it is';
    return this.#move(run, datedOn);
  }

  #moveAcross(run: PaidRun): string {
    let datedOn = run.datedOn;
    const step = this.#random.pick([-1, 1]);
    while (periodOf(datedOn) === run.period) datedOn = addDays(datedOn, step);
    return this.#move(run, datedOn);
  }

  #move(run: PaidRun, datedOn: string): string {
    run.before = { period: run.period, datedOn: run.datedOn };
    Object.assign(run, { datedOn, period: periodOf(datedOn) });
    return `moves from ${run.before.datedOn} to ${datedOn}`;
  }

  #moveBack(run: PaidRun): string {
    if (!run.before) return 'has nowhere to move back to';
    return this.#move(run, run.before.datedOn);
  }

  #vanishOrReturn(run: PaidRun): string {
    run.gone = !run.gone;
    return run.gone ? 'vanishes' : 'returns';
  }

  #unfileOrFile(period: number): string {
    if (this.unfiled.delete(period)) return 'is filed';
    this.unfiled.add(period);
    return 'is not filed any more';
  }

  #blurOrClear(run: PaidRun): string {
    run.unclear = !run.unclear;
    return run.unclear ? 'has an amount that no one may guess' : 'is clear';
  }

  #allow(period: number): string {
    this.allowance.set(period, this.#random.whole(0, 150));
    return 'has another allowance';
  }

  /** The period as the service answers it; undefined when nothing is left of it. */
  document(period: number): PeriodPut & { readonly empty: boolean } {
    const runs = this.runs.filter((run) => run.period === period && !run.gone);
    const payslips = runs.flatMap((run) => run.people.map((person) => payslip(run, person)));
    const allowance = this.allowance.get(period) ?? 0;
    const dates = runs.map((run) => run.datedOn).sort();
    return {
      year: Math.floor(period / 12),
      number: period % 12,
      empty: runs.length === 0,
      document: {
        ...(dates.length > 0 ? { dated_on: dates.at(-1) } : {}),
        status: this.unfiled.has(period) ? 'unfiled' : 'filed',
        employment_allowance_claimed: allowance > 0,
        employment_allowance_amount: money(allowance),
        payslips,
      },
    };
  }
}

const employerNi = 150;

/** The runs whose bits are in a sum of employer's pensions. */
export function runsOfPension(pence: number): readonly number[] {
  const mark = Math.abs(pence) % pensionPence;
  return Array.from({ length: runsMax }, (_, id) => id).filter((id) => (mark & (2 ** id)) !== 0);
}

function payslip(run: PaidRun, person: number): Record<string, unknown> {
  const gross = run.gross.get(person) ?? 0;
  const statutory = run.statutory.get(person) ?? 0;
  const mark = person === run.people[0] ? 2 ** run.id : 0;
  return {
    user: `/v2/users/${person}`,
    dated_on: run.datedOn,
    basic_pay: money(gross - statutory),
    ...(statutory === 0 ? {} : { statutory_maternity_pay: money(statutory) }),
    tax_deducted: '200.00',
    employee_ni: '90.00',
    employer_ni: money(employerNi),
    employer_pension: money((pensionPence + mark) / 100),
    employee_pension: '60.00',
    ...(run.unclear ? { other_deductions: '12.00' } : {}),
  };
}
