import { plannerOf } from '../../journal/policy/decided.js';
import type { Treatment } from '../../journal/policy/decision.js';
import { type RulesRecord, rulesFor } from '../../sync/story/map-runs.js';

/** How a pay item of a run is treated now, where nothing is decided about one person alone. */
export interface FieldNow {
  /** Undefined for what a reviewer cannot choose, such as a pension. */
  readonly as?: Treatment;
  readonly means: string;
  /** Of its first line, for employees and directors. */
  readonly accounts: readonly string[];
}

export function fieldsNow(record: RulesRecord, tag: string): (field: string) => FieldNow {
  const { policy, decided } = rulesFor(record, tag);
  const plan = plannerOf(policy, decided, tag);
  return (field) => {
    const { part, lines, directorLines } = plan(field, '');
    const first = [lines[0], directorLines[0]].flatMap((line) => line ?? []);
    const accounts = first.flatMap(({ account, split }) => split?.map((one) => one.account) ?? [account]);
    return { as: part.treatment, means: part.means, accounts: [...new Set(accounts)] };
  };
}
