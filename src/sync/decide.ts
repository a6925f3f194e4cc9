import { type Decision, decideTogether } from '../journal/decide.js';
import { decidingPolicy, factsOf } from './runs.js';
import type { Session } from './session.js';
import type { World } from './world.js';

/** What is to be done with each run, by its tag. */
export type Decisions = ReadonlyMap<string, Decision>;

export function decide(session: Session, world: World): Decisions {
  const runs = [...world.runs.values()];
  const decisions = decideTogether(runs.map((run) => factsOf(run, decidingPolicy(session.company))));
  for (const run of runs) {
    const decision = decisions.get(run.tag);
    // What a look found wrong stays known until something is done about it.
    if (run.seen && decision && !steps.has(decision.do))
      run.drift = decision.do === 'drift' ? decision.what : undefined;
  }
  return decisions;
}

const steps: ReadonlySet<Decision['do']> = new Set(['record', 'remove', 'amend', 'reverse', 'post']);
