import type { Verdict } from '../../journal/decide/decide.js';
import { decideTogether } from '../../journal/decide/decide-together.js';
import type { Facts } from './facts.js';
import { judge } from './judged.js';
import { payRunsOf } from './run-facts.js';

/** What to do with each run, by its tag. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** Pay runs are decided together with their neighbours; an adjustment on its own, since it pays no one. */
export function decide({ runs, company }: Pick<Facts, 'runs' | 'company'>): Verdicts {
  const payRuns = payRunsOf(runs.values()).map((run) => judge(run, company.policy));
  const verdicts = new Map(
    decideTogether(
      payRuns.map((one) => one.case),
      (_, index) => (payRuns[index] as (typeof payRuns)[number]).verdict,
    ),
  );
  for (const run of runs.values()) if (run.adjustment) verdicts.set(run.tag, judge(run, company.policy).verdict);
  return verdicts;
}
