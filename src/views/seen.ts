import { setImmediate } from 'node:timers/promises';
import type { SelectQueryBuilder } from 'typeorm';
import { seesAccounts, seesDue, seesTotals, type Viewer } from '../access/viewer.js';
import type { ReadRows } from '../ground/rows.js';
import { everyPage, seek } from '../ground/seek.js';
import { isProfitAndLoss } from '../journal/nouns/chart.js';
import { PayRunRecord } from '../record/runs/pay-run.entity.js';
import type { StoredLine } from '../record/runs/posting.entity.js';
import { withLines } from '../record/runs/run-lines.js';
import { byTag } from './run/run-row.js';

/** Payslips are long, so they are read some at a time, and only for viewers who may not see pay. */
const runsPerRead = 200;
const companiesPerRead = 100;

export interface MonthOf {
  readonly companyId: string;
  readonly year: number;
  readonly period: number;
}

export const monthKey = ({ companyId, year, period }: MonthOf): string => `${companyId} ${year} ${period}`;

/**
 * Those of these months whose HMRC due the viewer may see: it is one sum, so less the visible runs it would give away a
 * hidden one.
 */
export async function monthsSeen(
  rows: ReadRows,
  viewer: Viewer,
  months: readonly MonthOf[],
): Promise<ReadonlySet<string>> {
  const asked = new Set(months.map(monthKey));
  if (viewer.pay) return asked;
  const [known, hidden] = [new Set<string>(), new Set<string>()];
  for (const year of new Set(months.map((month) => month.year))) {
    const ofYear = months.filter((month) => month.year === year);
    const periods = [...new Set(ofYear.map(({ period }) => period))];
    for await (const run of peopled(rows, ofYear.map(companyOf), (query) =>
      query.andWhere('r.year = :year AND r.period IN (:...periods)', { year, periods }),
    )) {
      const key = monthKey(run);
      if (!asked.has(key)) continue;
      known.add(key);
      if (!seesTotals(viewer, run) || !seesDue(viewer, run.mapped?.lines ?? [])) hidden.add(key);
    }
  }
  // If we do not know who was paid, nothing is shown.
  return new Set([...known].filter((key) => !hidden.has(key)));
}

/** A journal's two breakdowns: what payroll costs, and to whom it is owed. */
export type Breakdown = 'costs' | 'owed';

/**
 * Those of these companies of which the viewer may see every run's totals, and these breakdowns: a balance may come
 * from the smallest run alone.
 */
export async function companiesSeen(
  rows: ReadRows,
  viewer: Viewer,
  companyIds: readonly string[],
  breakdowns: readonly Breakdown[],
): Promise<ReadonlySet<string>> {
  if (viewer.pay) return new Set(companyIds);
  const [known, hidden] = [new Set<string>(), new Set<string>()];
  for await (const run of peopled(rows, companyIds, (query) => query)) {
    known.add(run.companyId);
    const { lines = [] } = run.mapped ?? {};
    const isSeen = seesTotals(viewer, run) && breakdowns.every((one) => seesBreakdown(viewer, lines, one));
    if (!isSeen || !seesDue(viewer, lines)) hidden.add(run.companyId);
  }
  return new Set([...known].filter((id) => !hidden.has(id)));
}

export function seesBreakdown(viewer: Pick<Viewer, 'pay'>, lines: readonly StoredLine[], of: Breakdown): boolean {
  const isCost = of === 'costs';
  return seesAccounts(
    viewer,
    lines.filter(({ category }) => isProfitAndLoss(category) === isCost),
  );
}

const companyOf = ({ companyId }: MonthOf) => companyId;

/** Pay runs that pay someone, with their people and lines. */
async function* peopled(
  rows: ReadRows,
  companyIds: readonly string[],
  narrowed: (query: SelectQueryBuilder<PayRunRecord>) => SelectQueryBuilder<PayRunRecord>,
): AsyncGenerator<PayRunRecord> {
  const ids = [...new Set(companyIds)].sort();
  for (let at = 0; at < ids.length; at += companiesPerRead) {
    const some = ids.slice(at, at + companiesPerRead);
    const pages = everyPage(async (after) => {
      const query = narrowed(
        rows
          .createQueryBuilder(PayRunRecord, 'r')
          .select(columns.map((name) => `r.${name}`))
          .where(`r.kind = 'payroll' AND r.payslips > 0 AND r.companyId IN (:...some)`, { some }),
      );
      const page = await seek({ query, keys: byTag, read: () => query.getMany() }, { after, size: runsPerRead });
      return { ...page, rows: await withLines(rows, page.rows) };
    });
    for await (const page of pages) {
      yield* page;
      // Gives other requests a turn.
      await setImmediate();
    }
  }
}

const columns = ['companyId', 'tag', 'year', 'period', 'payslips', 'taxAuthority', 'mapped', 'journalSet'];
