import { setImmediate } from 'node:timers/promises';
import type { Viewer } from '../../access/viewer.js';
import type { Database } from '../../ground/database.js';
import type { ReadRows } from '../../ground/rows.js';
import { onlyAfter, onlyUpTo, type Place, placeOf, sorted } from '../../ground/seek.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { byTag, type NamedRun, runsSeen, selectRuns } from './run-row.js';

/** A search that no index can serve. */
export interface Sought {
  /** In SQL, of the pay run `r`. */
  readonly where: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** The first tax year that is looked through; all of them, if absent. */
  readonly since?: number;
  /** In SQL, of a pay run that is found: whether it holds is `told` with the run. */
  readonly tell?: string;
}

export interface FoundRun extends NamedRun {
  readonly told: boolean;
}

/**
 * How many pay runs, and payslips in them, are looked through without a pause: 5,000 payslips are 1.5 MB, which take
 * SQLite some 20 ms.
 */
export const atOnce = { runs: 500, payslips: 5000 };

/**
 * Goes through all pay runs that the viewer may see, some at a time, with the mapping of those it finds. What is sought
 * is asked for each time: undefined once nothing is.
 */
export async function* runsLookedThrough(
  database: Database,
  viewer: Viewer,
  soughtNow: () => Sought | undefined,
  lookedThrough = atOnce,
): AsyncGenerator<readonly FoundRun[]> {
  for (let after: Place | undefined; ; ) {
    const from = after;
    const sought = soughtNow();
    if (sought === undefined) return;
    const { end, found } = await database.read(async (rows) => {
      const last = await endOf(rows, viewer, { ...sought, from }, lookedThrough);
      const to = last && placeOf(byTag, last);
      if (to === undefined) return { end: to, found: [] };
      const query = selectRuns(rows, viewer).addSelect('r.mapped').andWhere(`(${sought.where})`, sought.values);
      onlyUpTo(query, byTag, to);
      return { end: to, found: await foundRuns(within(query, { ...sought, from }), sought.tell) };
    });
    yield found;
    if (end === undefined) return;
    after = end;
    await setImmediate();
  }
}

async function foundRuns(query: ReturnType<typeof runsSeen>, tell: string | undefined): Promise<readonly FoundRun[]> {
  if (tell !== undefined) query.addSelect(`CASE WHEN ${tell} THEN 1 ELSE 0 END`, 'told');
  const { raw, entities } = await query.getRawAndEntities<{ company: string; told?: number | string }>();
  return entities.map((run, index) => ({
    run,
    company: raw[index]?.company ?? '',
    told: Number(raw[index]?.told ?? 0) === 1,
  }));
}

type Stretch = Pick<Sought, 'since'> & { readonly from: Place | undefined };

/** The last of the runs that are looked through next, by how many people they pay; undefined if there is none. */
async function endOf(
  rows: ReadRows,
  viewer: Viewer,
  stretch: Stretch,
  lookedThrough: typeof atOnce,
): Promise<PayRunRecord | undefined> {
  const next = await within(runsSeen(rows, viewer), stretch)
    .select(['r.companyId', 'r.tag', 'r.payslips'])
    .limit(lookedThrough.runs)
    .getMany();
  let payslips = 0;
  const reached = next.findIndex((run) => (payslips += run.payslips) >= lookedThrough.payslips);
  return next.at(reached);
}

function within(query: ReturnType<typeof runsSeen>, { since, from }: Stretch) {
  sorted(query, byTag);
  // An expression, since an index of years would have all of them sorted by tag for each part.
  if (since !== undefined) query.andWhere('r.year + 0 >= :since', { since });
  if (from !== undefined) onlyAfter(query, byTag, from);
  return query;
}
