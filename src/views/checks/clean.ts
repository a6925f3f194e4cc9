import type { ReadRows } from '../../ground/rows.js';
import { Money } from '../../journal/nouns/money.js';
import { defaultPolicy, type Policy } from '../../journal/policy/policy.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { grossBefore } from './pay-before.js';
import { isAgreedOrNotDue, payeChecksOf, type RunChecks, type ToTie } from './checks.js';
import { employersOf } from './scheme-years.js';

const runsPerRead = 200;

type Judged = Pick<PayRunRecord, 'fingerprint' | 'holdCodes' | 'warningCodes' | 'gross'>;

export interface Against {
  readonly checks: Pick<RunChecks, 'paye'>;
  /** What the company's policy allows without a closer look. */
  readonly rules: Pick<Policy, 'variance' | 'expectedWarnings'>;
  /** Gross pay of the month before, if the company had one run in it. */
  readonly grossBefore?: Money;
}

/** Why a run needs a closer look. */
export type Unclean =
  | { readonly is: 'hold' | 'warning'; readonly code: string }
  | { readonly is: 'not_agreed'; readonly paye: RunChecks['paye'] }
  | { readonly is: 'variance'; readonly by: Money }
  | { readonly is: 'not_mapped' };

/** Why a run is not clean; empty when it may be posted without a closer look. Board, terminal and API all use this. */
export function uncleanBy(run: Judged, { checks, rules, grossBefore: before }: Against): readonly Unclean[] {
  const { fingerprint, holdCodes, warningCodes, gross } = run;
  const unexpected = warningCodes.filter((code) => !rules.expectedWarnings.includes(code));
  return [
    ...(fingerprint === null ? [{ is: 'not_mapped' } as const] : []),
    ...holdCodes.map((code) => ({ is: 'hold', code }) as const),
    ...unexpected.map((code) => ({ is: 'warning', code }) as const),
    ...(isAgreedOrNotDue(checks) ? [] : [{ is: 'not_agreed', paye: checks.paye } as const]),
    ...(isBeyond(rules.variance, before, gross) ? [{ is: 'variance', by: gross.minus(before ?? gross) } as const] : []),
  ];
}

/** More than a share of the month before, or more than an amount: each is enough, and one that is not set allows any. */
export function isBeyond(variance: Policy['variance'], before: Money | undefined, now: Money): boolean {
  if (variance === null || before === undefined) return false;
  const { percent, amount } = variance;
  const moved = now.minus(before).abs().toPence();
  const share = before.abs().toPence();
  const beyondPercent = percent !== undefined && moved * 10_000n > share * BigInt(Math.round(percent * 100));
  return beyondPercent || (amount !== undefined && moved > Money.parse(amount).toPence());
}

interface CleanFilter {
  readonly companyId?: string;
  readonly year?: number;
  readonly period?: number;
}

interface CleanRuns {
  /** Earliest first. */
  readonly clean: readonly PayRunRecord[];
  /** How many are ready and need a closer look. */
  readonly left: number;
}

export async function cleanRuns(rows: ReadRows, filter: CleanFilter): Promise<CleanRuns> {
  const query = rows.createQueryBuilder(PayRunRecord, 'r').where(`r.kind = 'payroll' AND r.state = 'ready'`);
  query.select(columns.map((name) => `r.${name}`));
  for (const name of ['companyId', 'year', 'period'] as const)
    if (filter[name] !== undefined) query.andWhere(`r.${name} = :${name}`, { [name]: filter[name] });
  const ready = await query.orderBy('r.datedOn').addOrderBy('r.companyId').addOrderBy('r.tag').getMany();
  const clean = await cleanAmong(rows, ready);
  return { clean: ready.filter((run) => clean.has(run)), left: ready.length - clean.size };
}

const columns = [
  ...['companyId', 'tag', 'state', 'year', 'period', 'datedOn', 'fingerprint', 'gross'],
  ...['journalSet', 'judged', 'holdCodes', 'warningCodes', 'payslips', 'net', 'taxAuthority'],
];

/** The ready and clean ones among these runs. */
export async function cleanAmong(rows: ReadRows, runs: readonly PayRunRecord[]): Promise<ReadonlySet<PayRunRecord>> {
  const clean = new Set<PayRunRecord>();
  for (const month of byMonth(runs.filter(({ state }) => state === 'ready'))) {
    for (let from = 0; from < month.length; from += runsPerRead) {
      const some = month.slice(from, from + runsPerRead);
      const judge = await judgeOf(rows, some, month[0]);
      for (const run of some) if (judge(run).length === 0) clean.add(run);
    }
  }
  return clean;
}

/** Judges runs of one month by what is known of each company. */
export async function judgeOf<Run extends Judged & ToTie>(
  rows: ReadRows,
  runs: readonly Run[],
  month: Pick<PayRunRecord, 'year' | 'period'>,
): Promise<(run: Run) => readonly Unclean[]> {
  const ids = [...new Set(runs.map((run) => run.companyId))];
  const employers = await employersOf(rows, ids);
  const payeOf = await payeChecksOf(rows, runs, employers);
  const watched = ids.filter((id) => employers.get(id)?.policy.variance);
  const before = await grossBefore(rows, watched, month);
  return (run) =>
    uncleanBy(run, {
      checks: { paye: payeOf(run) },
      rules: employers.get(run.companyId)?.policy ?? defaultPolicy,
      grossBefore: before.get(run.companyId),
    });
}

type Month = [PayRunRecord, ...PayRunRecord[]];

function byMonth(runs: readonly PayRunRecord[]): readonly Month[] {
  const months = new Map<string, Month>();
  for (const run of runs) {
    const key = `${run.year}-${run.period}`;
    const month = months.get(key);
    if (month) month.push(run);
    else months.set(key, [run]);
  }
  return [...months.values()];
}
