import { findAdjustments } from '../../src/record/runs/find-adjustments.js';
import type { Adjustment } from '../../src/record/runs/adjustment.js';
import { adjustmentName } from '../../src/journal/nouns/adjustment.js';
import type { Database } from '../../src/ground/database.js';
import type { Policy } from '../../src/journal/policy/policy.js';
import { parsePolicy } from '../../src/journal/policy/policy.js';
import type { Auditor } from './auditor.js';
import type { SimulatedPayroll } from './payroll.js';
import type { SimulatedProcess } from './process.js';
import { type AdjustmentsAtRest, placeOf } from './promises.js';
import type { Random } from './random.js';
import { actFor, askedBy } from './reviewer.js';

/** What persons and policies do beside the pay runs: recover statutory pay, and enter adjustments for HMRC. */

const allocatedTo = '404';
const levyAccount = '405';
const owedToHmrc = '814';

/** One pound of it is the employer's own fee. */
export const splitInTwo = {
  as: 'deduct' as const,
  split: [
    { account: '999', amount: '1.00' },
    { account: '815', rest: true as const },
  ],
};

/** A policy for histories with adjustments. */
export function withRecoveryPolicy(policy: Policy, { pick, chance }: Random, people: readonly number[]): Policy {
  const smallEmployer = pick(['yes', 'no'] as const);
  const post = pick(['auto', 'auto', 'ask', 'off'] as const);
  const parts = [
    { percent: '60', accounts: { salaries: allocatedTo } },
    { percent: '40', accounts: {} },
  ];
  const rule = [{ from: '2020-04-06', directors: true, parts }];
  const allocated = chance(0.5) ? people.filter(() => chance(0.3)) : [];
  return parsePolicy({
    ...policy,
    recovery: { from: '2020-04-06', post, smallEmployer: post === 'auto' || chance(0.5) ? smallEmployer : null },
    allocations: Object.fromEntries(allocated.map((id) => [`/v2/users/${id}`, rule])),
  });
}

interface Bench {
  readonly auditor: Auditor;
  readonly payroll: SimulatedPayroll;
  readonly random: Random;
  /** The answer to the next write gets lost. */
  readonly loseAnswer: () => void;
  readonly attempt: (process: SimulatedProcess, what: string, act: () => Promise<string>) => Promise<boolean>;
}

interface Where {
  readonly process: SimulatedProcess;
  readonly database: Database;
  readonly companyId: string;
}

const who = { actor: 'reviewer', trigger: 'api' as const, companies: null };

const penceOf = ({ entered }: Adjustment): number =>
  Math.round(Number(entered?.find(({ category }) => category === levyAccount)?.debit) * 100);

export class PersonsAdjusting {
  /** The entered pence by set, without its generation; several when it is not known which one is in force. */
  readonly #entered = new Map<string, readonly number[]>();
  /** Sets whose entry was answered, so they must be there. */
  readonly #answered = new Set<string>();
  /** The books may hold sets of a lost database, which are adopted even if the entry of another was not answered. */
  #forgot = false;

  constructor(private readonly bench: Bench) {}

  get atRest(): Omit<AdjustmentsAtRest, 'auto' | 'off'> {
    return { entered: this.#entered, kept: this.#answered };
  }

  /** Part of someone's pay becomes statutory pay, or stops being it; returns the periods that changed. */
  claim(): readonly number[] {
    const { random, payroll } = this.bench;
    const run = random.pick(payroll.runs);
    return payroll.claim(run, 100 + random.whole(1, 90_000) / 100);
  }

  /** The database is lost, and with it what was entered. */
  forget(): void {
    this.#forgot = true;
    this.#entered.clear();
    this.#answered.clear();
  }

  async act(where: Where): Promise<void> {
    const kept = await this.#kept(where);
    if (this.bench.random.chance(0.3)) this.bench.loseAnswer();
    const act = this.bench.random.weighted<() => Promise<void>>([
      [3, () => this.#enter(where, kept)],
      [2, () => this.#decideRate(where)],
      [kept.length > 0 ? 5 : 0, () => this.#review(where, kept)],
    ]);
    await act();
  }

  #kept({ database, companyId }: Where): Promise<readonly Adjustment[]> {
    return database.read((rows) => findAdjustments(rows, { companyId }));
  }

  /** Enters a new one, or other figures for an existing one. */
  async #enter({ process, companyId }: Where, kept: readonly Adjustment[]): Promise<void> {
    const { random, auditor, payroll, attempt } = this.bench;
    const levies = kept.filter(({ kind }) => kind === 'levy');
    const before = levies.length > 0 && random.chance(0.4) ? random.pick(levies) : undefined;
    const at = before ?? yearAndNumber(random.pick(payroll.periods));
    const others = levies.filter(({ year, period }) => year === at.year && period === at.period);
    const number = before?.number ?? Math.max(0, ...others.map((one) => one.number)) + 1;
    const run = `:${at.year}-${String(at.period).padStart(2, '0')}:levy-${number}`;
    // Odd amounts, so that no two are equal: the guard compares amounts.
    const pence = 10_001 + random.whole(0, 40_000) * 2;
    const asks = (['post', 'amend'] as const).filter((act) => !auditor.asked.stands(run, act));
    auditor.asked.ask(run, asks);
    // A set that came back with a backup is not among the entered ones; of an adopted one no one entered anything.
    const known = this.#entered.get(run) ?? (before?.entered ? [penceOf(before)] : []);
    if (known.length > 0 || !this.#forgot) this.#entered.set(run, [...known, pence]);
    const refused = await attempt(process, `enter ${run} (${pence} pence)`, async () => {
      const company = await process.companies.find(companyId);
      const lines = [
        { account: levyAccount, amount: (pence / 100).toFixed(2) },
        { account: owedToHmrc, amount: (-pence / 100).toFixed(2) },
      ];
      const given = { who, reason: 'as drawn', kind: 'levy' as const, lines, ...(before && { number }) };
      const ref = { company, year: at.year, period: at.period };
      const { run: row, sync } = await process.acts.adjust(ref, given);
      this.#entered.set(run, [pence]);
      this.#answered.add(run);
      return `${row.state}${sync?.error ? `; ${sync.error.detail}` : ''}`;
    });
    if (!refused) return;
    auditor.asked.forget(run, asks);
    if (known.length > 0) this.#entered.set(run, known);
    else this.#entered.delete(run);
  }

  async #decideRate({ process, companyId }: Where): Promise<void> {
    const { random, auditor, payroll, attempt } = this.bench;
    const run = random.pick(payroll.runs);
    const { year, period } = yearAndNumber(run.period);
    const rate = random.pick(['usual', 'small_employer'] as const);
    auditor.ratesDecided = true;
    await attempt(process, `recover ${year}-${period} (${rate})`, async () => {
      const company = await process.companies.find(companyId);
      const ref = { company, year, period, paid: run.datedOn };
      const acted = await process.acts.recover(ref, { who, reason: 'as drawn', rate });
      return acted.run.state;
    });
  }

  async #review({ process, companyId }: Where, kept: readonly Adjustment[]): Promise<void> {
    const { random, auditor, attempt } = this.bench;
    const row = random.pick(kept);
    const name = actFor(row, random, true);
    if (name === 'decide' || name === 'signOff') return;
    const run = placeOf(row.tag)?.run ?? '';
    const asks = askedBy(name, row).filter((act) => !auditor.asked.stands(run, act));
    auditor.asked.ask(run, asks);
    if (name === 'ignore') auditor.ignored.add(row.tag);
    const refused = await attempt(process, `${name} ${row.tag} (${row.state})`, async () => {
      const company = await process.companies.find(companyId);
      const ref = { company, year: row.year, period: row.period, adjustment: adjustmentName(row) };
      const given = { who, reason: 'as drawn' };
      const acted = await (name === 'approve'
        ? process.acts.approve(ref, { ...given, hold: row.holdCodes[0] ?? '' })
        : process.acts[name](ref, given));
      return acted.run.state;
    });
    if (refused) auditor.asked.forget(run, asks);
  }
}

const yearAndNumber = (period: number) => ({ year: Math.floor(period / 12), period: period % 12 });
