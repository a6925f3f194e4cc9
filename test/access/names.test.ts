import { ApiTokens } from '../../src/access/api-tokens.js';
import { People } from '../../src/access/people.js';
import { PersonName, Person } from '../../src/access/person.entity.js';
import { SignInLinks } from '../../src/access/sign-in-links.js';
import { addPerson } from '../../src/acts/people/add-person.js';
import type { Who } from '../../src/acts/act.js';
import type { Database } from '../../src/ground/database.js';
import { StillClock } from '../doors/api/door.js';
import { describeOnDatabases } from '../harness/databases.js';

const ops: Who = { actor: 'ops', trigger: 'command', companies: null };
const rights = { role: 'reviewer', pay: true, companies: null } as const;

/** In the log a name is all that distinguishes who acted, so every way to add one follows the same rule. */
describeOnDatabases('a name', (open) => {
  let database: Database;
  beforeEach(async () => {
    database = await open(new StillClock());
    await addPerson({ database }, { ...rights, name: 'Élodie Ash' }, ops);
    await new ApiTokens(database).create({ ...rights, name: 'close bot' });
  });
  const link = (name: string) => new SignInLinks(database, { publicUrl: 'http://x' }).make({ ...rights, name });
  const token = (name: string) => new ApiTokens(database).create({ ...rights, name });
  const names = async () => (await new People(database).list()).map(({ name }) => name);

  test.each([
    ['of the service', 'schedule', 400],
    ['of nothing', '  ', 400],
    ['in two lines', 'Ann\nAsh', 400],
    ['of 201 characters', 'x'.repeat(201), 400],
    ['of a program', 'Close Bot', 409],
    ['of another person, but for the case', 'élodie ash', 409],
    ['of another person, to the eye', 'Élodie  Аѕһ', 409],
    ['in a word of two alphabets', 'Аnn', 400],
    ['of the service, to the eye', 'ѕсһеduӏе', 400],
    ['of nothing that is seen', '\u3164', 400],
  ])('%s adds no one with a sign-in link', async (_, name, status) => {
    await expect(link(name)).rejects.toMatchObject({ status, todo: expect.stringContaining('--person') });
    expect(await names()).toEqual(['Élodie Ash']);
  });

  test('of someone who is here already gets a link, whatever the rule is by now', async () => {
    expect(await link('Élodie Ash')).toMatchObject({ name: 'Élodie Ash' });
    expect(await link(' Élodie Ash ')).toMatchObject({ name: 'Élodie Ash' });
    const { id } = await new People(database).find('Élodie Ash');
    await database.work(async (rows) => {
      await rows.update(Person, { id }, { name: 'schedule' });
      await rows.insert(PersonName, { name: 'schedule', personId: id });
    });
    expect(await link('schedule')).toMatchObject({ name: 'schedule' });
    expect(await names()).toEqual(['schedule']);
  });

  test.each([
    ['of the service', 'Schedule', 409],
    ['of nothing', ' ', 400],
    ['in two lines', 'close\nbot', 400],
    ['of 201 characters', 'x'.repeat(201), 400],
    ['of a person, but for the case', 'ÉLODIE ASH', 409],
    ['of another program, but for the case', 'Close Bot', 409],
  ])('%s is given to no program', async (_, name, status) => {
    await expect(token(name)).rejects.toMatchObject({ status, exitCode: 2 });
    expect(await new ApiTokens(database).list()).toHaveLength(1);
  });

  test('beyond ASCII is one person’s in any case', async () => {
    const again = addPerson({ database }, { ...rights, name: 'élodie ash' }, ops);
    await expect(again).rejects.toMatchObject({ title: 'That is taken' });
  });
});
