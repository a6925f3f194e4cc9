import { ApiTokens } from '../../src/access/api-tokens.js';
import { People, type PersonDetails } from '../../src/access/people.js';
import { Sessions } from '../../src/access/sessions.js';
import { SignInLinks } from '../../src/access/sign-in-links.js';
import type { Who } from '../../src/acts/act.js';
import { addPerson } from '../../src/acts/people/add-person.js';
import { changePerson, type PersonChange } from '../../src/acts/people/change-person.js';
import { endSession } from '../../src/acts/people/end-session.js';
import type { Database } from '../../src/ground/database.js';
import { installation } from '../../src/record/log/log-entry.entity.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { StillClock } from '../doors/api/door.js';
import { describeOnDatabases } from '../harness/databases.js';

const ops: Who = { actor: 'ops', trigger: 'command', companies: null };

describeOnDatabases('a person', (open) => {
  let database: Database;
  beforeEach(async () => {
    database = await open(new StillClock());
  });

  const add = (name: string, more: Partial<PersonDetails> = {}) =>
    addPerson({ database }, { name, role: 'reviewer', pay: true, companies: null, ...more }, ops);
  const change = (name: string, what: PersonChange, who = ops) =>
    changePerson({ database }, name, { change: what, who });
  const signedIn = async (id: string) => (await new Sessions(database).list()).filter(({ person }) => person === id);

  test('is found by name, address and id, whatever the case of the address', async () => {
    const ann = await add(' Ann Ash ', { email: 'Ann@Ash.example' });
    expect(ann).toMatchObject({ name: 'Ann Ash', email: 'ann@ash.example', active: true });
    const people = new People(database);
    for (const named of ['Ann Ash', 'ANN@ash.example', ann.id]) expect((await people.find(named)).id).toBe(ann.id);
    await expect(people.find('Ben')).rejects.toMatchObject({ title: 'No such person', status: 404 });
  });

  test.each([
    ['the name of another, in any case', { name: 'ANN' }],
    ['a name that another had', { name: 'Ann Ash' }],
    ['the address of another', { name: 'Ben', email: 'ANN@x.example' }],
    ['another’s user at the terminal', { name: 'Ben', login: 'ann' }],
    ['the name of a program', { name: 'close bot' }],
  ])('does not get %s', async (_, given) => {
    await add('Ann Ash', { email: 'ann@x.example', login: 'ann' });
    await change('Ann Ash', { name: 'Ann' });
    await new ApiTokens(database).create({ name: 'close bot', role: 'viewer', pay: false, companies: null });
    await expect(add(given.name, given)).rejects.toMatchObject({ title: 'That is taken', status: 409 });
  });

  test.each([{ name: '  ' }, { name: 'Schedule' }, { name: 'x'.repeat(201) }, { name: 'Ben', email: 'ben' }])(
    'must be someone: %p',
    async (given) => {
      await expect(add(given.name, given)).rejects.toMatchObject({ status: 400 });
    },
  );

  test('keeps what they did under the name they had', async () => {
    const ann = await add('Ann Ash');
    await new Sessions(database).start({ person: ann.id });
    await change('Ann Ash', { name: 'Ann Birch' });
    await new Sessions(database).start({ person: ann.id });
    const log = await new PostingLog(database).page({ companyIds: [installation], act: 'sign_in' }, 10);
    expect(log.map(({ actor }) => actor)).toEqual(['Ann Birch', 'Ann Ash']);
    expect((await new People(database).find('Ann Ash')).name).toBe('Ann Birch');
  });

  test.each<[string, PersonChange]>([
    ['role', { role: 'viewer' }],
    ['pay', { pay: false }],
    ['reach', { companies: ['ash'] }],
    ['inactivity', { active: false }],
  ])('is signed out everywhere by a change of %s, and a link that is not used yet is void', async (_, what) => {
    const ann = await add('Ann');
    const rights = { name: 'Ann', role: 'reviewer', pay: true, companies: null } as const;
    const { token } = await new ApiTokens(database).create({ ...rights, name: 'laptop' }, undefined, 'Ann');
    const tokens = new ApiTokens(database);
    const tokenId = (await tokens.rightsOf(token))?.token ?? '';
    for (const whose of [{ person: ann.id }, { token: tokenId }]) await new Sessions(database).start(whose);
    const links = new SignInLinks(database, { publicUrl: 'http://127.0.0.1' });
    const { url } = await links.make(rights);
    expect(await signedIn(ann.id)).toHaveLength(2);
    await change('Ann', { email: 'ann@x.example' });
    expect(await signedIn(ann.id)).toHaveLength(2);
    await change('Ann', what);
    expect(await signedIn(ann.id)).toEqual([]);
    expect(await links.redeem(url.split('/').at(-1) ?? '')).toBeUndefined();
  });

  test('has tokens that never allow more than they may themselves', async () => {
    await add('Ann', { role: 'reviewer', companies: ['ash', 'birch'] });
    const tokens = new ApiTokens(database);
    const rights = { role: 'admin', pay: true, companies: null } as const;
    const { token } = await tokens.create({ ...rights, name: 'laptop' }, undefined, 'Ann');
    expect(await tokens.rightsOf(token)).toMatchObject({ name: 'Ann', role: 'reviewer', companies: ['ash', 'birch'] });
    await change('Ann', { role: 'viewer', pay: false, companies: ['birch'] });
    expect(await tokens.rightsOf(token)).toMatchObject({ role: 'viewer', pay: false, companies: ['birch'] });
    await change('Ann', { active: false });
    expect(await tokens.rightsOf(token)).toBeUndefined();
    await change('Ann', { active: true });
    expect(await tokens.rightsOf(token)).toMatchObject({ role: 'viewer' });
  });

  test.each<PersonChange>([{ role: 'reviewer' }, { active: false }, { companies: ['ash'] }])(
    'the last administrator stays one: %p',
    async (what) => {
      await add('Ann', { role: 'admin' });
      await add('Ben', { role: 'admin', companies: ['ash'] });
      await expect(change('Ann', what)).rejects.toMatchObject({ title: 'The last administrator stays' });
      expect(await new People(database).find('Ann')).toMatchObject({ role: 'admin', active: true, companies: null });
      await add('Cat', { role: 'admin' });
      await change('Ann', what);
    },
  );

  test('one of two administrators stays when each removes the other at the same moment', async () => {
    await add('Ann', { role: 'admin' });
    await add('Ben', { role: 'admin' });
    const both = await Promise.allSettled([change('Ann', { active: false }), change('Ben', { active: false })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await new People(database).list()).filter(({ active }) => active)).toHaveLength(1);
  });

  test('is changed only by someone who may reach every company', async () => {
    await add('Ann');
    const some = { ...ops, companies: ['ash'] };
    await expect(change('Ann', { role: 'admin' }, some)).rejects.toMatchObject({ status: 403 });
    const details = { name: 'Ben', role: 'viewer', pay: false, companies: ['ash'] } as const;
    await expect(addPerson({ database }, details, some)).rejects.toMatchObject({ status: 403 });
  });

  test('may end their own session, and other people’s only when they may reach every company', async () => {
    const [ann, ben] = [await add('Ann', { companies: ['ash'] }), await add('Ben')];
    for (const { id } of [ann, ben]) await new Sessions(database).start({ person: id });
    const [[own], [other]] = [await signedIn(ann.id), await signedIn(ben.id)];
    const who: Who = { actor: 'Ann', person: ann.id, trigger: 'page', companies: ['ash'] };
    await expect(endSession({ database }, other?.id ?? '', who)).rejects.toMatchObject({ status: 403 });
    expect(await endSession({ database }, own?.id ?? '', who)).toMatchObject([{ name: 'Ann' }]);
  });

  test('is in the log, without name or address', async () => {
    await add('Ann Ash', { email: 'ann@ash.example' });
    await change('Ann Ash', { role: 'admin', email: 'other@ash.example' });
    await change('Ann Ash', { role: 'admin' });
    const entries = await new PostingLog(database).page({ companyIds: [installation], act: 'person' }, 10);
    expect(entries.map(({ actor, outcome, answer }) => [actor, outcome, answer])).toEqual([
      ['ops', 'changed', 'reviewer is now admin, email'],
      ['ops', 'made', 'reviewer'],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Ash|ash\.example/);
  });
});
