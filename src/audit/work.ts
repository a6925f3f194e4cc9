import { costOf } from './amounts.js';
import type { Effort } from './explain.js';
import type { Fit, Searching } from './fit.js';
import { type Layout, laidOut, nameOf, ours } from './layout.js';
import type { Chart } from './learn.js';
import type { AuditRun } from './run.js';
import type { BookedSet } from './set.js';

export interface Year {
  readonly runs: readonly AuditRun[];
  /** Candidates alone, oldest first. */
  readonly sets: readonly BookedSet[];
  readonly chart: Chart;
  readonly accountingYearEnd?: string;
  /** The tags of our own sets begin with it. */
  readonly prefix: string;
}

const layoutsKeptMax = 4;
/**
 * A second or two of processor time, which of 1,000 random years with faults none needs: what a year's search costs
 * beyond it is told as `other`.
 */
const effortMax = 150_000;

/** What is known so far of whose set is whose: each pass takes runs and sets away. */
export interface Work {
  readonly year: Year;
  readonly open: Set<AuditRun>;
  readonly free: Set<BookedSet>;
  /** Sets that are a run's a second time. */
  readonly again: Set<BookedSet>;
  readonly fits: Fit[];
  readonly taken: Map<AuditRun, readonly BookedSet[]>;
  readonly layouts: Map<string, { readonly layout: Layout; times: number }>;
  readonly costs: ReadonlyMap<AuditRun | BookedSet, bigint>;
  readonly effort: Effort;
}

export function begin(year: Year): Work {
  const { runs, sets, chart } = year;
  const judged = runs.filter(({ why }) => why === undefined);
  const costs = new Map<AuditRun | BookedSet, bigint>();
  for (const run of judged) costs.set(run, costOf(laidOut(run.parts, ours), chart.kindOf));
  for (const set of sets) costs.set(set, costOf(set.amounts, chart.kindOf));
  return {
    year,
    costs,
    effort: { left: effortMax },
    open: new Set(judged.filter(({ parts }) => parts.length > 0)),
    free: new Set(sets),
    again: new Set(),
    fits: [],
    taken: new Map(),
    layouts: new Map(),
  };
}

export function known({ year, layouts, effort }: Work): Searching {
  const common = [...layouts.values()].sort((a, b) => b.times - a.times).slice(0, layoutsKeptMax);
  return {
    chart: year.chart,
    accountingYearEnd: year.accountingYearEnd,
    layouts: common.map(({ layout }) => layout),
    effort,
  };
}

export function take(work: Work, fit: Fit): void {
  work.fits.push(fit);
  for (const run of fit.runs) work.open.delete(run);
  for (const set of fit.sets) work.free.delete(set);
  if (fit.explanation.other !== undefined) return;
  const name = nameOf(fit.layout);
  const learned = work.layouts.get(name) ?? { layout: fit.layout, times: 0 };
  learned.times += fit.explanation.told.length === 0 ? 100 : 1;
  work.layouts.set(name, learned);
}
