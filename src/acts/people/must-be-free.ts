import type { ReadRows } from '../../ground/rows.js';
import { taken, whoseName } from '../../access/names.js';
import type { PersonDetails } from '../../access/people.js';
import { Person } from '../../access/person.entity.js';

/** The log could not distinguish two people with one name, or a person and a program. */
export async function mustBeFree(rows: ReadRows, details: Partial<PersonDetails>, self?: Person): Promise<void> {
  const { name, email, login } = details;
  if (name !== undefined && name !== self?.name) {
    const whose = await whoseName(rows, name, self?.id);
    if (whose !== undefined) throw taken(whose, name);
  }
  for (const [what, value] of [
    ['email', email],
    ['login', login],
  ] as const) {
    if (value === undefined || value === null) continue;
    const other = await rows.findOneBy(Person, { [what]: value });
    if (other && other.id !== self?.id) throw taken(what, value);
  }
}
