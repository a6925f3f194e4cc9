import type { RunTools } from '../act-tools.js';
import { eachOf, type ManyAct, type OneOfMany, type RunSeen } from '../many.js';
import { post } from './post.js';

export function postMany(
  tools: RunTools,
  runs: readonly RunSeen[],
  act: ManyAct,
  onDone?: (done: number) => void,
): Promise<readonly OneOfMany[]> {
  return eachOf(tools, runs, (ref, fingerprint) => post(tools, ref, { ...act, fingerprint }), onDone);
}
