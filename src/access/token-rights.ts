import type { ReadRows } from '../ground/rows.js';
import type { ApiToken } from './api-token.entity.js';
import { rightsOfPerson } from './people.js';
import { bounded, type PersonalRights } from './principal.js';

/** Undefined when its person may not sign in any more. */
export async function rightsOfToken(rows: ReadRows, token: ApiToken): Promise<PersonalRights | undefined> {
  const { name, role, pay, companies, personId } = token;
  if (personId === null) return { name, role, pay, companies };
  const person = await rightsOfPerson(rows, personId);
  return person && { name: person.name, person: personId, ...bounded(token, person) };
}
