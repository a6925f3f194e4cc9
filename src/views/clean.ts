import type { EntityManager } from 'typeorm';
import { PayRunRecord } from '../record/pay-run.entity.js';
import { type HmrcTie, tiesOf } from './tie.js';

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
  readonly period?: number;
}

/** Ready runs that are clean, the earliest month first. */
export async function cleanRuns(em: EntityManager, filter: CleanFilter): Promise<readonly PayRunRecord[]> {
  const query = em.createQueryBuilder(PayRunRecord, 'r').where(`r.state = 'ready'`);
  query.select(
    ['companyId', 'tag', 'year', 'period', 'datedOn', 'fingerprint', 'holdCodes', 'warningCodes'].map(
      (name) => `r.${name}`,
    ),
  );
  if (filter.companyId !== undefined) query.andWhere('r.companyId = :companyId', filter);
  if (filter.period !== undefined) query.andWhere('r.period = :period', filter);
  const ready = await query.orderBy('r.datedOn').addOrderBy('r.companyId').addOrderBy('r.tag').getMany();
  const clean: PayRunRecord[] = [];
  for (const [first, ...others] of byMonth(ready)) {
    const month = [first, ...others];
    const ties = await tiesOf(
      em,
      month.map((run) => run.companyId),
      first,
    );
    clean.push(...month.filter((run) => isClean(run, ties.get(run.companyId))));
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
