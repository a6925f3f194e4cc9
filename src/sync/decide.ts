import { decideTogether, type Verdict } from '../journal/decide.js';
import type { Facts } from './facts.js';
import { caseOf } from './run-facts.js';

/** What is to be done with each run, by its tag. */
export type Verdicts = ReadonlyMap<string, Verdict>;

export const decide = ({ runs, company }: Pick<Facts, 'runs' | 'company'>): Verdicts =>
  decideTogether(Array.from(runs.values(), (run) => caseOf(run, company.policy)));
