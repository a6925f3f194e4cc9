import { decideRun, type Verdict } from '../journal/decide.js';
import { decideTogether } from '../journal/decide-together.js';
import type { Facts } from './facts.js';
import { caseOf, payRunsOf } from './run-facts.js';

/** What to do with each run, by its tag. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** Pay runs are decided together with their neighbours; an adjustment on its own, since it pays nobody. */
export function decide({ runs, company }: Pick<Facts, 'runs' | 'company'>): Verdicts {
  const verdicts = new Map(decideTogether(payRunsOf(runs.values()).map((run) => caseOf(run, company.policy))));
  for (const run of runs.values()) if (run.adjustment) verdicts.set(run.tag, decideRun(caseOf(run, company.policy)));
  return verdicts;
}
