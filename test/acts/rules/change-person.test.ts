import { expect, it } from '@jest/globals';
import { ApiTokens } from '../../../src/access/api-tokens.js';
import type { PersonDetails } from '../../../src/access/people.js';
import { Person } from '../../../src/access/person.entity.js';
import { Sessions } from '../../../src/access/sessions.js';
import { CompanyRow } from '../../../src/companies/company.entity.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { Connection } from '../../../src/companies/connection.entity.js';
import type { Who } from '../../../src/acts/act.js';
import { addPerson } from '../../../src/acts/people/add-person.js';
import { changePerson, type PersonChange } from '../../../src/acts/people/change-person.js';
import { insertCompany } from '../../factories/companies.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

describeOnDatabases('a person', (open) => {
  async function begun(details: Partial<PersonDetails> = {}) {
    const { clock, database, lines, unvouched } = await companyOn(open);
    const add = (name: string, more: Partial<PersonDetails> = {}) =>
      addPerson({ database }, { name, role: 'reviewer', pay: true, companies: ['elm'], ...more }, ops);
    const ann = await add('Ann', details);
    const change = (what: PersonChange, who = ops) => changePerson({ database }, ann.id, { change: what, who });
    const sessions = async () => (await new Sessions(database).list()).length;
    await new Sessions(database).start({ person: ann.id });
    return { clock, database, lines, unvouched, add, change, sessions, ann };
  }

  it.each<[PersonChange, string, boolean]>([
    [{ role: 'viewer' }, 'changed ops reviewer is now viewer', true],
    [{ pay: false }, 'changed ops sees pay is now sees no pay', true],
    [{ companies: null }, 'changed ops 1 company is now all companies', true],
    [{ companies: ['ash', 'elm'] }, 'changed ops 1 company is now 2 companies', true],
    [{ companies: ['ash'] }, 'changed ops 1 company is now another', true],
    [{ active: false }, 'inactive ops inactive', true],
    [{ name: 'Ann Ash' }, 'changed ops name', false],
    [{ email: 'ann@ash.example' }, 'changed ops email', false],
    [{ login: 'ann', digest: 'daily' }, 'changed ops login, digest', false],
    [{ role: 'admin', pay: false }, 'changed ops reviewer is now admin, sees pay is now sees no pay', true],
  ])('is changed, in words of the log, and signs in again when rights changed: %j', async (what, words, again) => {
    const { change, lines, sessions, ann } = await begun();
    expect(await change(what)).toMatchObject({ ...ann, ...what });
    expect((await lines()).at(-1)).toBe(`person ${words}`);
    expect(await sessions()).toBe(again ? 0 : 1);
  });

  it.each<[Person['companies'], Person['companies'], string]>([
    [null, ['ash'], 'all companies are now 1 company'],
    [['ash', 'elm'], ['elm'], '2 companies are now 1 company'],
    [['ash', 'elm'], ['elm', 'oak'], '2 companies are now a different 2'],
  ])('reaches from %j on %j, by count in the log', async (before, companies, words) => {
    const { change, lines } = await begun({ companies: before });
    await change({ companies });
    expect(await lines()).toContain(`person changed ops ${words}`);
  });

  const by = ({ id, name }: Person): Who => ({ ...ops, actor: name, person: id, trigger: 'page' });
  const needed = { title: 'A second administrator is needed', todo: expect.stringContaining('Cat can') };

  /** Ann, of whom `details` tell more; Ben and Cat administer. Elm Ltd asks for two. */
  async function withTwo(details: Partial<PersonDetails> = {}) {
    const office = await begun({ email: 'ann@x.example', ...details });
    const admin = { role: 'admin', companies: null } as const;
    const [ben, cat] = [await office.add('Ben', admin), await office.add('Cat', admin)];
    const asks = (approval: 'one' | 'two') =>
      office.database.work((rows) => rows.update(Connection, { id: 'connection-elm' }, { approval }));
    // Where one pair of eyes is enough, one administrator is too.
    await office.change({ login: 'ann' }, by(ben));
    await asks('two');
    return { ...office, ben, cat, asks };
  }

  it.each(['reviewer', 'admin'] as const)(
    'who may review is another only as two administrators want it, where two pairs of eyes are asked for: %s',
    async (role) => {
      const { database, change, ann, ben, cat, asks } = await withTwo({ role });
      const others = [{ email: 'ben@x.example' }, { email: null }, { login: 'ben' }, { name: 'Ben B' }] as const;
      const more = [{ companies: null }, { companies: ['elm', 'oak'] }, { role: 'admin', companies: null }] as const;
      for (const what of [...others, ...more])
        await expect(change(what, by(ben))).rejects.toMatchObject({
          ...needed,
          detail: expect.stringMatching(
            /^Ann changed \(.+\): two administrators must ask for it\. You have asked; nothing/,
          ),
        });
      // Themselves they change alone, and what gives no one another's name or rights.
      await change({ email: 'ann2@x.example' }, by(ann));
      await change({ pay: false, digest: 'daily' }, by(ben));
      await change({ pay: true }, by(ben));
      // Whether the practice asks for two or the policy of one company.
      await asks('one');
      await change({ login: 'ann2' }, by(ben));
      await database.work((rows) =>
        rows.query(`UPDATE policies SET policy = REPLACE(policy, '"approval":"one"', '"approval":"two"')`),
      );
      await expect(change({ login: 'ann3' }, by(ben))).rejects.toMatchObject(needed);
      expect(await change({ login: 'ann3' }, by(cat))).toMatchObject({ login: 'ann3' });
    },
  );

  it.each([{ active: false }, { role: 'viewer' }, { companies: [] }] as const)(
    'loses rights at once, and gets them back only as two administrators want it: %j',
    async (less) => {
      const { change, ann, ben, cat } = await withTwo();
      const { role, companies, active } = ann;
      await change(less, by(ben));
      // Someone who may review nothing may get another address, but not the rights with it.
      if (!('active' in less)) await change({ email: 'ben@x.example' }, by(ben));
      const back = { role, companies, active };
      await expect(change(back, by(ben))).rejects.toMatchObject(needed);
      expect(await change(back, by(cat))).toMatchObject(back);
    },
  );

  it('is asked for by two administrators with the address that the first one saw', async () => {
    const { change, ben, cat } = await withTwo({ role: 'viewer' });
    await expect(change({ role: 'reviewer' }, by(cat))).rejects.toMatchObject({
      todo: expect.stringContaining('Ben can'),
    });
    await change({ email: 'ben@x.example' }, by(ben));
    await expect(change({ role: 'reviewer' }, by(ben))).rejects.toMatchObject(needed);
    expect(await change({ role: 'reviewer', digest: 'daily' }, by(cat))).toMatchObject({ role: 'reviewer' });
  });

  it('is made another by the only administrator a day later, with a reason that is kept for the month file', async () => {
    const { clock, database, add, ann, unvouched } = await begun();
    await database.work((rows) => rows.update(Connection, { id: 'connection-elm' }, { approval: 'two' }));
    const ben = await add('Ben', { role: 'admin', companies: null });
    const email = 'ann2@x.example';
    const ask = (reason?: string) => changePerson({ database }, ann.id, { change: { email }, who: by(ben), reason });
    const alone = { ...needed, todo: expect.stringMatching(/^There is no other administrator\. Ask again from/) };
    const unsaid = { kind: 'reason-missing' };
    for (const reason of [undefined, ' ']) await expect(ask(reason)).rejects.toMatchObject(unsaid);
    await expect(ask('she moved')).rejects.toMatchObject(alone);
    clock.forward(24 * 3600);
    await expect(ask()).rejects.toMatchObject(unsaid);
    const kept = () => database.read((rows) => rows.findBy(Decision, { kind: 'person' }));
    expect(await kept()).toEqual([]);
    expect(await ask('she moved')).toMatchObject({ email });
    expect(await kept()).toMatchObject([
      {
        ...{ scope: 'practice', connectionId: 'connection-elm', field: 'email', reason: 'she moved', actor: 'Ben' },
        endedAt: clock.now(),
      },
    ]);
    expect(await unvouched('decision')).toEqual([]);
    // Rights are taken away at once, and for no reason.
    expect(await changePerson({ database }, ann.id, { change: { active: false }, who: by(ben) })).toBeTruthy();
    expect(await kept()).toHaveLength(1);
  });

  it('is made another by no program, where two pairs of eyes are asked for', async () => {
    const { change } = await withTwo();
    const bot: Who = { actor: 'bot', trigger: 'api', companies: null };
    for (const what of [
      { email: 'bot@x.example' },
      { login: 'bot' },
      { role: 'admin' },
      { identity: null, login: 'x' },
    ] as const)
      await expect(change(what, bot)).rejects.toMatchObject({ title: 'Two pairs of eyes: who is it?', status: 403 });
    // What takes rights away anyone may who may change people.
    expect(await change({ active: false }, bot)).toMatchObject({ active: false });
  });

  it('is changed by one administrator where no company that they reach asks for two', async () => {
    const { database, change, ben } = await withTwo();
    await insertCompany(database, { name: 'Oak Ltd', id: 'oak' });
    await database.work((rows) => rows.update(Person, { name: 'Ann' }, { companies: ['oak'] }));
    expect(await change({ email: 'a@x.example', role: 'admin' }, by(ben))).toMatchObject({ email: 'a@x.example' });
    await expect(change({ companies: ['oak', 'elm'] }, by(ben))).rejects.toMatchObject(needed);
    // A client that left asks for nothing.
    await database.work((rows) => rows.update(CompanyRow, { id: 'elm' }, { life: 'left' }));
    await change({ companies: ['oak', 'elm'] }, by(ben));
  });

  it('is let in again', async () => {
    const { change, lines } = await begun();
    await change({ active: false });
    await change({ active: true });
    expect((await lines()).filter((line) => line.startsWith('person active'))).toStrictEqual([
      'person active ops active',
    ]);
  });

  it.each<PersonChange>([
    {},
    { role: 'reviewer', pay: true, companies: ['elm'], active: true },
    { name: ' Ann ' },
    { name: undefined, login: undefined },
  ])('is as they were: %j', async (what) => {
    const { change, lines, sessions, ann } = await begun();
    const before = await lines();
    expect(await change(what)).toStrictEqual(ann);
    expect(await lines()).toStrictEqual(before);
    expect(await sessions()).toBe(1);
  });

  it.each<[PersonChange, Partial<PersonDetails>]>([
    [{ role: 'reviewer' }, { role: 'reviewer', companies: null }],
    [{ active: false }, { role: 'admin', companies: ['elm'] }],
    [{ companies: ['elm'] }, { role: 'viewer' }],
  ])('who is the last administrator of all companies stays one: %j', async (what, other) => {
    const { add, change } = await begun({ role: 'admin', companies: null });
    await add('Ben', other);
    await expect(change(what)).rejects.toMatchObject({
      ...{ title: 'The last administrator stays', status: 409, exitCode: 2 },
      detail: 'Without "Ann" no one could add people, or reach every company.',
      todo: 'Make someone else an administrator of all companies first.',
    });
    // What takes nothing of that is free.
    await change({ pay: false });
    await add('Cat', { role: 'admin', companies: null });
    await change(what);
    expect(await change({ name: 'Ann Ash' })).toMatchObject({ name: 'Ann Ash' });
  });

  it.each<[PersonChange, string]>([
    [{ name: 'BEN' }, 'Someone is, or was, called "BEN": what they did bears that name.'],
    [{ name: 'Close Bot' }, 'A program\'s token is called "Close Bot".'],
    [{ email: 'Ben@x.example' }, 'Someone else has this e-mail address.'],
    [{ login: 'ben' }, 'Someone else is "ben" at the terminal.'],
  ])('gets nothing that another has: %j', async (what, detail) => {
    const { database, add, change } = await begun();
    await add('Ben', { email: 'ben@x.example', login: 'ben' });
    const bot = { role: 'viewer', pay: false, companies: null } as const;
    await new ApiTokens(database).create({ ...bot, name: 'close bot' });
    await expect(change(what)).rejects.toMatchObject({
      ...{ title: 'That is taken', detail, status: 409, exitCode: 2 },
      todo: 'Choose another, or change the person who has it.',
    });
  });

  it('keeps what is their own, and takes a name again that they had', async () => {
    const { change, database } = await begun({ email: 'ann@x.example', login: 'ann' });
    const bot = { role: 'viewer', pay: false, companies: null } as const;
    await new ApiTokens(database).create({ ...bot, name: 'close bot' });
    await change({ name: 'Ann Ash', email: 'ann@x.example', login: 'ann', digest: 'daily' });
    expect(await change({ name: 'Ann' })).toMatchObject({ name: 'Ann' });
    expect(await change({ email: null, login: null })).toMatchObject({ email: null, login: null });
  });

  it('is changed by no one who reaches some companies only', async () => {
    const { change } = await begun();
    await expect(change({ pay: false }, { ...ops, companies: ['elm'] })).rejects.toMatchObject({ status: 403 });
  });
});
