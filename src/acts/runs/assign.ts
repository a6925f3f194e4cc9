import { noSuchPerson, personNamed } from '../../access/people.js';
import type { Person } from '../../access/person.entity.js';
import { reaches } from '../../access/principal.js';
import { type Problem, problem } from '../../ground/problem.js';
import { Assignment } from '../../record/work-of-persons.entity.js';
import type { Act, RunRef } from '../act.js';
import { runFound } from './run-found.js';
import { acting, type Logging } from '../acting.js';
import { runLine } from './run-line.js';

/** Assigns a pay run to a person, or to no one if `to` is null. */
export async function assign(
  tools: Logging,
  ref: RunRef,
  { who, to }: Pick<Act, 'who'> & { readonly to: string | null },
): Promise<Person | undefined> {
  const { database } = tools;
  const { value } = await acting(tools, who, async (rows) => {
    const run = await runFound(rows, ref);
    const { companyId, tag } = run;
    const person = to === null ? undefined : await personNamed(rows, to);
    if (to !== null && person && !(person.active && reaches(person, companyId))) {
      // Someone who sees only some companies must not learn who works for the others.
      throw who.companies === null ? notTheirs(ref, person) : noSuchPerson(to);
    }
    const before = await rows.findOneBy(Assignment, { companyId, tag });
    if (before?.personId === person?.id) return { value: person, line: undefined };
    await rows.delete(Assignment, { companyId, tag });
    if (person) await rows.insert(Assignment, { companyId, tag, personId: person.id, at: database.clock.now() });
    const line = runLine(ref, run, { name: 'assign', about: person?.id, note: person ? undefined : 'no one' });
    return { value: person, line };
  });
  return value;
}

function notTheirs({ company }: RunRef, { name, active }: Person): Problem {
  return problem('not-theirs', {
    detail: active ? `"${name}" does not reach ${company.name}.` : `"${name}" is inactive.`,
    todo: 'Choose someone else, or change what they reach.',
  });
}
