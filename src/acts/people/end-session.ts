import { type OpenSession, Sessions } from '../../access/sessions.js';
import type { Who } from '../act.js';
import type { ActTools } from '../act-tools.js';
import { mustReachAll } from './must-reach-all.js';

/** Ends one session by its id, or all of a person's. Anyone may end their own. */
export async function endSession(
  { database }: Pick<ActTools, 'database'>,
  idOrName: string,
  who: Who,
): Promise<readonly OpenSession[]> {
  const sessions = new Sessions(database);
  const own = (await sessions.list()).some(({ id, person }) => id === idOrName && person && person === who.person);
  if (!own) mustReachAll(who);
  return sessions.revoke(idOrName, who);
}
