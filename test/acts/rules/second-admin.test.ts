import { expect, it } from '@jest/globals';
import { Person } from '../../../src/access/person.entity.js';
import type { PersonDetails } from '../../../src/access/people.js';
import type { Who } from '../../../src/acts/act.js';
import { acting } from '../../../src/acts/acting.js';
import { addPerson } from '../../../src/acts/people/add-person.js';
import { changePerson } from '../../../src/acts/people/change-person.js';
import { type Asking, toBeAskedAgain } from '../../../src/acts/approval/second-admin.js';
import { jsonHash } from '../../../src/record/json-hash.js';
import { openFresh } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

async function begun() {
  const { clock, database, log } = await companyOn((of) => openFresh('sqlite', of));
  const person = async (name: string, more: Partial<PersonDetails> = {}): Promise<Who> => {
    const details = { name, role: 'admin', pay: true, companies: null, ...more } as const;
    return { actor: name, person: (await addPerson({ database }, details, ops)).id, trigger: 'page', companies: null };
  };
  /** What they are told, or that it is done. */
  const ask = async (who: Who, over: Partial<Asking> = {}): Promise<string> => {
    const asking = { who, companyId: 'elm', change: ['approval', 'two', 'one'], words: 'one pair of eyes', ...over };
    try {
      await acting({ database, log }, who, async (rows) => {
        const notYet = await toBeAskedAgain(rows, clock.now(), asking);
        return notYet ?? { value: undefined, line: { companyId: 'elm', act: 'approval', outcome: 'one' } };
      });
      return 'done';
    } catch (error) {
      return (error as { todo: string }).todo;
    }
  };
  return { clock, database, log, person, ask, ann: await person('Ann') };
}

it('other administrators are those of all companies who may sign in and whom it is not about', async () => {
  const { database, person, ask, ann } = await begun();
  await person('Rae', { role: 'reviewer' });
  await person('Eve', { companies: ['elm'] });
  await person('Ida');
  await changePerson({ database }, 'Ida', { change: { active: false }, who: ops });
  const { person: kim = '' } = await person('Kim');
  expect(await ask(ann, { about: kim })).toMatch(/^There is no other administrator/);
  expect(await ask(ann)).toMatch(/^Kim can: /);
});

it('someone who asks the same of it is the second; of another change, or another client, they are the first', async () => {
  const { person, ask, ann } = await begun();
  const ben = await person('Ben');
  expect(await ask(ann)).toMatch(/^Ben can/);
  expect(await ask(ben, { change: ['approval', 'two', 'none'] })).toMatch(/^Ann can/);
  expect(await ask(ben, { companyId: 'installation' })).toMatch(/^Ann can/);
  expect(await ask(ben)).toBe('done');
});

it('who did something else of that change has not asked for it', async () => {
  const { database, log, person, ask, ann } = await begun();
  const ben = await person('Ben');
  const line = { companyId: 'elm', act: 'policy', outcome: 'done', actor: 'Ben', trigger: 'page' } as const;
  await database.work((rows) => log.append(rows, { ...line, ref: jsonHash(['approval', 'two', 'one']) }));
  expect(await ask(ann)).toMatch(/^Ben can/);
  expect(await ask(ben)).toBe('done');
});

it('at the terminal someone counts only while there is no administrator', async () => {
  const { clock, database, ask, ann } = await begun();
  expect(await ask(ops)).toMatch(/^Sign in as yourself/);
  await database.work((rows) => rows.update(Person, { id: ann.person ?? '' }, { active: false }));
  expect(await ask(ops)).toMatch(/^There is no other administrator/);
  expect(await ask({ ...ops, trigger: 'api' })).toMatch(/^Sign in as yourself/);
  clock.forward(24 * 3600);
  expect(await ask(ops)).toBe('done');
});

it('a program that asked is no one', async () => {
  const { database, log, clock } = await companyOn((of) => openFresh('sqlite', of));
  const asked = { act: 'ask_admin', outcome: 'asked', companyId: 'elm', actor: 'bot', trigger: 'api' } as const;
  const asking = { who: ops, companyId: 'elm', change: [], words: 'x' };
  await database.work((rows) => log.append(rows, { ...asked, ref: jsonHash(asking.change) } as never));
  // A day later someone who had asked might do it.
  clock.forward(25 * 3600);
  const notYet = await database.work((rows) => toBeAskedAgain(rows, clock.now(), asking));
  expect(notYet?.problem.kind).toBe('second-administrator-needed');
});
