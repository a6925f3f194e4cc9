import { noSuchPerson, personNamed } from '../../access/people.js';
import type { Person } from '../../access/person.entity.js';
import { reaches } from '../../access/principal.js';
import { type Problem, problem } from '../../ground/problem.js';
import { Assignment } from '../../record/work-of-persons.entity.js';
import type { Act, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { runFound } from './run-found.js';
import { runLogged } from './run-logged.js';

/** Assigns a pay run to a person, or to nobody if `to` is null. */
export async function assign(
  tools: Pick<RunTools, 'database' | 'log'>,
  ref: RunRef,
  { who, to }: Pick<Act, 'who'> & { readonly to: string | null },
): Promise<Person | undefined> {
  const { database } = tools;
  return database.work(async (rows) => {
    const run = await runFound(rows, ref);
    const { companyId, tag } = run;
    const person = to === null ? undefined : await personNamed(rows, to);
    if (to !== null && person && !(person.active && reaches(person, companyId))) {
      // Somebody who sees only some companies must not learn who works for the others.
      throw who.companies === null ? notTheirs(ref, person) : noSuchPerson(to);
    }
    const before = await rows.findOneBy(Assignment, { companyId, tag });
    if (before?.personId === person?.id) return person;
    await rows.delete(Assignment, { companyId, tag });
    if (person) await rows.insert(Assignment, { companyId, tag, personId: person.id, at: database.clock.now() });
    const act = { who, reason: '' };
    await runLogged(tools, rows, {
      ref,
      run,
      act,
      name: 'assign',
      about: person?.id,
      note: person ? undefined : 'nobody',
    });
    return person;
  });
}

function notTheirs({ company }: RunRef, { name, active }: Person): Problem {
  return problem('not-theirs', {
    detail: active ? `"${name}" does not reach ${company.name}.` : `"${name}" is inactive.`,
    todo: 'Choose somebody else, or change what they reach.',
  });
}
