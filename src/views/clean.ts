import type { Rows } from '../ground/rows.js';
import { PayRunRecord } from '../record/pay-run.entity.js';
import { type HmrcTie, tiesOf } from './tie.js';

const runsPerRead = 200;

/** What a ready run is judged by. */
type Judged = Pick<PayRunRecord, 'fingerprint' | 'holdCodes' | 'warningCodes'>;

/** Agreed to the PAYE due, or not due yet. What cannot be told is not agreed. */
const agreed: ReadonlySet<HmrcTie['verdict']> = new Set(['agrees', 'explained', 'not_due_yet']);

/** May be posted without a closer look: the same on the board, at the terminal and for programs. */
export function isClean({ fingerprint, holdCodes, warningCodes }: Judged, tie: HmrcTie | undefined): boolean {
  const tied = tie !== undefined && agreed.has(tie.verdict);
  return tied && fingerprint !== null && holdCodes.length === 0 && warningCodes.length === 0;
}

interface CleanFilter {
  readonly companyId?: string;
  readonly year?: number;
  readonly period?: number;
}

/** Ready runs that are clean, the earliest first. */
export async function cleanRuns(em: Rows, filter: CleanFilter): Promise<readonly PayRunRecord[]> {
  const query = em.createQueryBuilder(PayRunRecord, 'r').where(`r.state = 'ready'`);
  query.select(
    [
      ...['companyId', 'tag', 'state', 'year', 'period', 'datedOn', 'fingerprint', 'holdCodes', 'warningCodes'],
      ...['payslips', 'gross', 'net', 'taxAuthority'],
    ].map((name) => `r.${name}`),
  );
  for (const name of ['companyId', 'year', 'period'] as const)
    if (filter[name] !== undefined) query.andWhere(`r.${name} = :${name}`, { [name]: filter[name] });
  const ready = await query.orderBy('r.datedOn').addOrderBy('r.companyId').addOrderBy('r.tag').getMany();
  const clean = await cleanAmong(em, ready);
  return ready.filter((run) => clean.has(run));
}

/** Those of these runs that are ready and clean. */
export async function cleanAmong(em: Rows, runs: readonly PayRunRecord[]): Promise<ReadonlySet<PayRunRecord>> {
  const clean = new Set<PayRunRecord>();
  for (const month of byMonth(runs.filter(({ state }) => state === 'ready'))) {
    for (let from = 0; from < month.length; from += runsPerRead) {
      const some = month.slice(from, from + runsPerRead);
      const ids = some.map((run) => run.companyId);
      const ties = await tiesOf(em, ids, month[0]);
      for (const run of some) if (isClean(run, ties.get(run.companyId))) clean.add(run);
    }
  }
  return clean;
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
