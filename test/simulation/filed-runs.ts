import { type Oddity, oddities, payUnit } from './filed-figures.js';
import { drawWorkers, type Worker } from './filed-people.js';
import type { ToPay } from './filed-years.js';
import { addDays, monthAfter, type PaidRun, periodOf, runsMax } from './payroll.js';
import type { Random } from './random.js';

/** The pay runs of a company whose payroll is run elsewhere: by which payroll, whom each pays, and what as a rule. */

/** One payroll, with tags and pay dates of its own. */
export interface Source {
  readonly is: 'weekly' | 'monthly' | 'report';
  readonly staff: readonly Worker[];
  nextDay: string;
}

export class FiledRuns {
  readonly all: PaidRun[] = [];
  readonly sources: readonly Source[];
  /** Tax and NI alone, of everyone. */
  readonly isPlain: boolean;
  /** Its program sends the pay after statutory deductions, which proves the employee's NI. */
  readonly sendsNet: boolean;
  readonly #staffOf = new Map<number, readonly Worker[]>();
  readonly #sourceOf = new Map<number, Source>();

  constructor(
    private readonly random: Random,
    today: string,
    days: number,
  ) {
    this.isPlain = random.chance(0.4);
    this.sendsNet = random.chance(0.7);
    this.sources = this.#drawSources(today, days);
  }

  #drawSources(today: string, days: number): readonly Source[] {
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
      const drawn = { first, isWeekly: is === 'weekly', isPlain: this.isPlain, isReport: is === 'report' };
      const staff = drawWorkers(random, people, drawn);
      first += staff.length;
      const back = is === 'weekly' ? random.whole(8, 60) : random.whole(20, days);
      return { is, staff, nextDay: addDays(today, -back) };
    });
  }

  get staff(): readonly Worker[] {
    return this.sources.flatMap(({ staff }) => staff);
  }

  get periods(): readonly number[] {
    return [...new Set(this.all.map(({ period }) => period))];
  }

  /** How many more there may be. */
  get left(): number {
    return runsMax - this.all.length;
  }

  isReport = (run: PaidRun): boolean => this.#sourceOf.get(run.id)?.is === 'report';

  staffOf = (run: PaidRun): readonly Worker[] => this.#staffOf.get(run.id) ?? [];

  paidBy(run: PaidRun, staff: readonly Worker[]): void {
    this.#staffOf.set(run.id, staff);
  }

  /** Its next pay date; now and then someone is not paid. */
  next(source: Source, hasLeft: (worker: Worker) => boolean): PaidRun {
    while (this.all.some((one) => one.datedOn === source.nextDay && one.source === sourceIn(source)))
      source.nextDay = addDays(source.nextDay, 1);
    const datedOn = source.nextDay;
    source.nextDay = source.is === 'weekly' ? addDays(datedOn, 7) : monthAfter(datedOn);
    const staff = source.staff.filter((worker) => !hasLeft(worker));
    const all = staff.length > 0 ? staff : source.staff;
    const paid = all.filter(() => !this.random.chance(0.15));
    const marked = all.find(({ employersPension }) => employersPension === 'share');
    const some = paid.length > 0 ? paid : all;
    const people =
      some.some(({ employersPension }) => employersPension === 'share') || !marked ? some : [marked, ...some];
    return this.add(source, datedOn, people);
  }

  add(source: Source, datedOn: string, people: readonly Worker[]): PaidRun {
    const [id, period] = [this.all.length, periodOf(datedOn)];
    const nothing = { gross: new Map(), statutory: new Map(), unclear: false, gone: true };
    const run = { id, source: sourceIn(source), people: [], period, datedOn, ...nothing };
    this.all.push(run);
    this.#staffOf.set(id, people);
    this.#sourceOf.set(id, source);
    return run;
  }

  /** The bit of a run stands in the pay of its first person whose pension is a share. */
  isMarkedBy = (run: PaidRun, worker: Worker): boolean =>
    this.staffOf(run).find(({ employersPension }) => employersPension === 'share') === worker;

  usual(run: PaidRun, worker: Worker, isSimple = false): ToPay {
    const { random } = this;
    const mark = this.isMarkedBy(run, worker) ? 2 * 2 ** run.id : 0;
    const [least, most] = worker.isWeekly ? [5, 24] : [12, 40];
    const isSpecial = !isSimple && !this.isReport(run) && !this.isPlain;
    return {
      ...{ worker, paidOn: run.datedOn, isMore: false, gross: random.whole(least, most) * payUnit + mark },
      parental: worker.isParent && random.chance(0.5) ? random.whole(50, 300) * 100 + 7 : 0,
      class1A: worker.hasClass1A && random.chance(0.3) ? 1_380 : 0,
      odd: isSpecial && random.chance(worker.byDirectorsMethod ? 0.2 : 0.05) ? this.#oddity(worker) : undefined,
      leaves: isSpecial && run.id > 2 && random.chance(0.04),
      isRenamed: isSpecial && worker.employersPension !== 'reported' && random.chance(0.06),
    };
  }

  #oddity(worker: Worker): Oddity {
    // A director's NI goes by the year: what is wrong with it stays wrong.
    if (worker.byDirectorsMethod && this.random.chance(0.75)) return 'employer_ni_improbable';
    const drawn = oddities.filter((one) => {
      if (one === 'net_pay_differs') return this.sendsNet;
      return one !== 'employee_ni_improbable' || (!this.sendsNet && !worker.byDirectorsMethod);
    });
    return this.random.pick(drawn);
  }

  further(run: PaidRun, worker: Worker, gross: number): ToPay {
    const nothing = { parental: 0, class1A: 0, odd: undefined };
    return { worker, paidOn: run.datedOn, gross, isMore: true, ...nothing };
  }

  more = (): number => this.random.pick([1, 2, 3]) * payUnit;
}

const sourceIn = ({ is }: Source) => (is === 'weekly' ? '.weekly' : '');
