import { type Adjustment, adjusted } from './adjustments.js';
import { type Amounts, codeIn, gathered, halfOf, times, together } from './amounts.js';
import type { Known } from './fit.js';
import { isNote, type JudgedCause, type JudgedName, type JudgedRun, judgedRuns } from './judged.js';
import { correctionsIn, surplusOf, withoutMirrors } from './left-over.js';
import { laidOut, ours } from './layout.js';
import type { Chart } from './learn.js';
import { elsewhereIn, type Movement } from './movements.js';
import type { AuditRun } from './run.js';
import { type BookedSet, inOrder, isCandidate, type PayrollAccounts } from './set.js';
import { share } from './whose.js';

/** A year of payroll, and of the journals in the books. */
export interface ToAudit {
  readonly year: number;
  readonly runs: readonly AuditRun[];
  readonly sets: readonly BookedSet[];
  readonly accounts: PayrollAccounts;
  readonly chart: Chart;
  readonly prefix: string;
  readonly accountingYearEnd?: string;
  readonly movements?: readonly Movement[];
  /** Sets that are no pay run's, or another year's: they too explain what a month moved by. */
  readonly apart?: readonly BookedSet[];
  /** The whole year's, where movements are only of some months. */
  readonly moved?: Movement;
  /** Recovery, levy and CIS that payroll's payments show. */
  readonly adjustments?: readonly Adjustment[];
  /** The account of PAYE and NI. */
  readonly paye: string;
}

export interface Audited {
  readonly runs: readonly JudgedRun[];
  /** Sets on payroll's accounts that belong to no run. */
  readonly other: readonly BookedSet[];
  readonly accounts: readonly AccountOfYear[];
  readonly causes: readonly CauseOfYear[];
}

export interface AccountOfYear {
  readonly account: string;
  readonly should: bigint;
  readonly found: bigint;
  readonly moved?: bigint;
}

export interface CauseOfYear {
  readonly cause: JudgedName;
  readonly runs: number;
  readonly amount: bigint;
  readonly corrected: bigint;
}

/** What is wrong with a year of someone's journals. Pure: nothing is read, and nothing is guessed. */
export function audit(given: ToAudit): Audited {
  const sets = inOrder(given.sets.filter((set) => isCandidate(set, given.accounts)));
  const { runs, chart, accountingYearEnd, prefix } = given;
  const shared = share({ runs, sets, chart, accountingYearEnd, prefix });
  const known: Known = {
    chart,
    accountingYearEnd,
    layouts: [...new Set(shared.fits.map(({ layout }) => layout))].slice(0, 4),
  };
  const judged = new Map(
    shared.fits.flatMap((fit) => judgedRuns(fit, chart.sides)).map((one) => [one.run, one] as const),
  );
  const mirrored = withoutMirrors(shared.left);
  const surplus = surplusOf(mirrored, shared.fits, known);
  for (const { run, sets: more, amounts } of surplus) {
    const one = judged.get(run) as JudgedRun;
    judged.set(run, {
      run,
      verdict: 'doubled',
      hints: one.hints,
      sets: [...one.sets, ...more],
      causes: [...one.causes, { cause: 'doubled', amounts }],
    });
  }
  const isSurplus = new Set(surplus.flatMap(({ sets: more }) => more));
  const rest = mirrored.filter((set) => !isSurplus.has(set));
  const corrections = correctionsIn(
    rest,
    runs.flatMap((run) => judged.get(run) ?? []),
  );
  for (const { run, cause, set } of corrections) judged.set(run, corrected(judged.get(run) as JudgedRun, cause, set));
  const isCorrection = new Set(corrections.map(({ set }) => set));
  const unclaimed = rest.filter((set) => !isCorrection.has(set));
  const { matched, missing } = adjusted(given.adjustments ?? [], unclaimed, given.paye);
  for (const adjustment of missing) unrecovered(judged, adjustment);
  const other = unclaimed.filter((set) => !matched.has(set));
  const elsewhere = elsewhereIn(shared.open, {
    ...given,
    sets: [...given.sets, ...(given.apart ?? [])],
    ...chart,
  });
  const all = runs.map((run) => judged.get(run) ?? elsewhere.get(run) ?? unbooked(run, shared.taken.get(run)));
  return {
    runs: all,
    other,
    accounts: accountsIn(
      all,
      sets.filter((set) => !matched.has(set)),
      missing,
      given,
    ),
    causes: causesIn(all),
  };
}

/** Told with the last run of its month that sets carry. */
function unrecovered(judged: Map<AuditRun, JudgedRun>, { period, amounts }: Adjustment): void {
  const last = [...judged.values()].filter(({ run }) => run.period === period).at(-1);
  if (last === undefined) return;
  const causes: readonly JudgedCause[] = [...last.causes, { cause: 'recovery_missing', amounts: times(-1n, amounts) }];
  judged.set(last.run, { ...last, causes, verdict: last.verdict === 'doubled' ? 'doubled' : 'wrong' });
}

function corrected(judged: JudgedRun, cause: JudgedName, { url }: BookedSet): JudgedRun {
  const causes = judged.causes.map(
    (one): JudgedCause => (one.cause === cause && one.correctedBy === undefined ? { ...one, correctedBy: url } : one),
  );
  const isWhole = causes.every((one) => isNote(one) || one.amounts.size === 0 || one.correctedBy !== undefined);
  return { ...judged, causes, verdict: isWhole ? 'corrected' : judged.verdict };
}

/** No set carries it: it is held, or nothing was to be posted, or it is not in the books. */
function unbooked(run: AuditRun, taken: readonly BookedSet[] = []): JudgedRun {
  if (run.why !== undefined) return { run, verdict: 'not_judged', sets: taken, causes: [], hints: [] };
  const should = laidOut(run.parts, ours);
  if (should.size === 0) return { run, verdict: 'right', sets: [], causes: [], hints: [] };
  return { run, verdict: 'missing', sets: [], causes: [{ cause: 'missing', amounts: times(-1n, should) }], hints: [] };
}

/** Every account that payroll or these journals touch. What no one can judge is on neither side. */
function accountsIn(
  runs: readonly JudgedRun[],
  sets: readonly BookedSet[],
  missing: readonly Adjustment[],
  { moved: ofYear, movements }: ToAudit,
): readonly AccountOfYear[] {
  const unjudged = new Set(runs.filter(({ verdict }) => verdict === 'not_judged').flatMap(({ sets: own }) => own));
  const should = byAccount(
    together(...runs.map(({ run }) => laidOut(run.parts, ours)), ...missing.map(({ amounts }) => amounts)),
  );
  const found = byAccount(together(...sets.filter((set) => !unjudged.has(set)).map(({ amounts }) => amounts)));
  const all = ofYear ? [ofYear] : movements;
  const moved = all && byAccount(gathered(all.flatMap(({ accounts }) => [...accounts])));
  return [...new Set([...should.keys(), ...found.keys()])].sort().map((account) => ({
    account,
    should: should.get(account) ?? 0n,
    found: found.get(account) ?? 0n,
    ...(moved && { moved: moved.get(account) ?? 0n }),
  }));
}

const byAccount = (amounts: Amounts): Amounts =>
  gathered([...amounts].map(([place, pence]) => [codeIn(place), pence] as const));

/** Each cause over the year, the dearest first. */
function causesIn(runs: readonly JudgedRun[]): readonly CauseOfYear[] {
  const sums = new Map<JudgedName, CauseOfYear>();
  for (const { causes } of runs) {
    const seen = new Set<JudgedName>();
    for (const one of causes) {
      const { cause, amounts, correctedBy } = one;
      const sum = sums.get(cause) ?? { cause, runs: 0, amount: 0n, corrected: 0n };
      const half = isNote(one) ? 0n : halfOf(amounts);
      sums.set(cause, {
        cause,
        runs: sum.runs + (seen.has(cause) ? 0 : 1),
        amount: sum.amount + half,
        corrected: sum.corrected + (correctedBy === undefined ? 0n : half),
      });
      seen.add(cause);
    }
  }
  return [...sums.values()].sort((a, b) => (a.amount > b.amount ? -1 : a.amount < b.amount ? 1 : 0));
}
