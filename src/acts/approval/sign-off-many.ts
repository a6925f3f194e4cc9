import { type Obstacle, obstaclesNow } from '../../views/month/sign-off.js';
import type { RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { eachOf, type ManyAct, type OneOfMany, type RunSeen } from '../many.js';
import { notNow } from '../not-now.js';
import { signOff } from './sign-off.js';

export const obstacleWords: Readonly<Record<Obstacle, string>> = {
  not_posted: 'it is not posted',
  not_balanced: 'its journal is not known to balance',
  not_treated: 'not every pay item is known to be in what was posted',
  not_agreed: 'it is not agreed to the PAYE due',
  not_rechecked: 'its books were not rechecked within the last day',
  differs: 'the books differed when they were rechecked',
};

/**
 * Only for runs that are posted, agreed to the PAYE due and rechecked within a day; the others are signed off one by
 * one.
 */
export function signOffMany(
  tools: RunTools,
  runs: readonly RunSeen[],
  act: ManyAct,
  onDone?: (done: number) => void,
): Promise<readonly OneOfMany[]> {
  const { clock } = tools.database;
  const one = (ref: RunRef, fingerprint: string) =>
    signOff(tools, ref, { ...act, fingerprint }, async (rows, run) => {
      const [first] = await obstaclesNow(rows, run, clock.now());
      if (first !== undefined) throw notNow(ref.company.name, run, 'sign off', obstacleWords[first]);
    });
  return eachOf(tools, runs, one, onDone);
}
