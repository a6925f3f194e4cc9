import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { decided } from './decided.js';

/** Leaves a run alone for good, whatever its state. */
export function ignore(tools: RunTools, ref: RunRef, act: Act): Promise<Acted> {
  return decided(tools, { ref, act, name: 'ignore' }, () => [{ kind: 'ignore' }]);
}
