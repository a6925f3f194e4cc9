import { insertPerson, type PersonDetails } from '../../access/people.js';
import type { Person } from '../../access/person.entity.js';
import type { Who } from '../act.js';
import type { ActTools } from '../act-tools.js';
import { mustReachAll } from './must-reach-all.js';
import { tidied } from './person-details.js';
import { mustBeFree } from './must-be-free.js';

/** From now on this person may sign in. */
export async function addPerson(
  { database }: Pick<ActTools, 'database'>,
  details: PersonDetails,
  who: Who,
): Promise<Person> {
  mustReachAll(who);
  const given = tidied(details);
  return database.work(async (rows) => {
    await mustBeFree(rows, given);
    return insertPerson(database, rows, given, who);
  });
}
