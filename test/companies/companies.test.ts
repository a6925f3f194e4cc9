import { Connection } from '../../src/companies/connection.entity.js';
import { reSeal } from '../../src/companies/re-seal.js';
import { newKey, Secrets } from '../../src/companies/secrets.js';
import { openTokens } from '../../src/companies/token-vault.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';
import type { Problem } from '../../src/ground/problem.js';
import { HastyClock } from '../books/hasty-clock.js';
import { insertCompany, insertConnection } from '../factories/companies.js';
import { describeOnDatabases } from '../harness/databases.js';
import { connectFirst, newTokens, type RigOptions, rigOn } from './rig.js';

const caught = (promise: Promise<unknown>) =>
  promise.then(
    (): Problem => {
      throw new Error('nothing was refused');
    },
    (error: Problem) => error,
  );

const twoCompanies: RigOptions['scenario'] = {
  companies: ['ash', 'birch'].map((subdomain) => ({
    name: `${subdomain} ltd`,
    subdomain,
    users: [{ first_name: 'O', last_name: 'W', role: 'Director' as const, permission_level: 8 }],
  })),
};

const practice: RigOptions['scenario'] = {
  practice: {
    name: 'Dale & Partners',
    subdomain: 'dale',
    account_managers: [{ name: 'M', email: 'm@example.com', senior: true }],
  },
  companies: [
    { name: 'Ash Ltd', subdomain: 'ash' },
    { name: 'Ash Ltd', subdomain: 'ash-north' },
    { name: 'Dollar Inc', subdomain: 'dollar', fields: { type: 'UsCCorp' } },
  ],
};

describeOnDatabases('companies', (open) => {
  async function rig(scenario?: RigOptions['scenario']) {
    const database = await open(new HastyClock());
    const made = await rigOn({ database, ...(scenario !== undefined && { scenario }) });
    const connections = () => database.read((rows) => rows.find(Connection));
    const tokensOf = (name: string) => {
      const found = made.sandbox.credentials().companies.find((one) => one.name === name || one.subdomain === name);
      return { accessToken: found?.accessToken, refreshToken: found?.refreshToken };
    };
    const names = async () => {
      const all: string[] = [];
      for await (const { name } of made.companies.all()) all.push(name);
      return all;
    };
    return { ...made, database, connections_: connections, tokensOf, names };
  }
  test('a company that once got an empty name is listed with the others', async () => {
    const { database, names } = await rig();
    for (const [id, name] of [
      ['ash', ''],
      ['birch', 'Birch'],
    ] as const)
      await insertCompany(database, { id, name });
    expect(await names()).toEqual(['', 'Birch']);
  });

  const auto = (name: string, more: object = {}) => ({ name, mode: 'auto' as const, ...more });

  test('a new company is working, with a policy of its own and a cut-over at the start of this tax month', async () => {
    const clock = new HastyClock();
    clock.now = () => new Date('2025-11-05T23:30:00Z');
    const made = await rigOn({ database: await open(clock) });
    const company = await connectFirst(made);
    expect(company).toMatchObject({
      name: 'Ash Ltd',
      subdomain: 'ash',
      life: 'working',
      prefix: 'counterfoil',
      startDate: '2024-04-06',
      policyVersion: 1,
    });
    expect(company.policy).toEqual({ ...defaultPolicy, mode: 'auto', postFrom: '2025-10-06' });
    expect([company.booksId, company.booksName]).toEqual([`${made.baseUrl}#71`, 'Ash Ltd']);
  });

  describe('a word that names a company', () => {
    test('is matched to ids first, then to subdomains, then to names', async () => {
      const { companies, database } = await rig();
      await insertCompany(database, { id: 'one', name: 'two', subdomain: 'three' });
      await insertCompany(database, { id: 'two', name: 'three', subdomain: 'four' });
      await insertCompany(database, { id: 'three', name: 'four', subdomain: 'five' });
      const found = await Promise.all(['one', 'two', 'three', 'four', 'five'].map((word) => companies.find(word)));
      expect(found.map(({ id }) => id)).toEqual(['one', 'two', 'three', 'two', 'three']);
    });

    test('is matched only to companies that the caller may reach', async () => {
      const { companies, database } = await rig();
      await insertCompany(database, { id: 'a', name: 'Ash', subdomain: 'victim' });
      await insertCompany(database, { id: 'b', name: 'victim' });
      expect((await companies.find('victim', ['b'])).id).toBe('b');
      expect(await caught(companies.find('Ash', ['b']))).toMatchObject({ status: 404 });
    });

    test('is refused when it matches several, and all are listed', async () => {
      const { companies, database } = await rig();
      await insertCompany(database, { id: 'a', name: 'Ash', subdomain: 'same' });
      await insertCompany(database, { id: 'b', name: 'Birch', subdomain: 'same' });
      const { detail, status } = await caught(companies.find('same'));
      expect([status, detail]).toEqual([409, '"same" is the subdomain of "Ash" (a) and of "Birch" (b).']);
      expect((await companies.find('same', ['b'])).id).toBe('b');
    });

    test.each(['birch', 'BIRCH', 'c0ffee'])('is no name for another: %s', async (name) => {
      const { connecting, tokensOf, database } = await rig(twoCompanies);
      await insertCompany(database, { id: 'c0ffee', name: 'Birch Ltd', subdomain: 'birch' });
      expect(await caught(connecting.byTokens(auto(name), tokensOf('ash'), 'test'))).toMatchObject({
        title: 'The name is taken',
        detail: expect.stringContaining('Birch Ltd'),
      });
    });

    test('that came with an import is made unique by its subdomain', async () => {
      const { connecting, practiceImport, tokensOf, database, names } = await rig(practice);
      await insertCompany(database, { id: 'v', name: 'Victim', subdomain: 'ash ltd' });
      await connecting.byTokens(auto('Dale', { practice: true }), tokensOf('ash'), 'test');
      for await (const _ of practiceImport.run({ mode: 'auto', actor: 'test' }));
      expect(await names()).toEqual(['Ash Ltd (ash)', 'Ash Ltd (ash-north)', 'Victim']);
    });

    test('used as another company’s name does not keep out the company with that subdomain', async () => {
      const { connecting, companies, tokensOf, database } = await rig(twoCompanies);
      await insertCompany(database, { id: 'x', name: 'ash' });
      await connecting.byTokens(auto('Ash Ltd'), tokensOf('ash'), 'test');
      expect((await companies.find('ash')).name).toBe('Ash Ltd');
      expect((await companies.find('x')).name).toBe('ash');
    });

    test('that was taken before an import keeps no client out', async () => {
      const { connecting, practiceImport, tokensOf, database, names } = await rig(practice);
      for (const name of ['Ash Ltd', 'Ash Ltd (ash)']) await insertCompany(database, { name });
      await connecting.byTokens(auto('Dale', { practice: true }), tokensOf('ash'), 'test');
      for await (const _ of practiceImport.run({ mode: 'auto', actor: 'test' }));
      const id = /^Ash Ltd \(ash, [0-9a-f-]{36}\)$/;
      expect(await names()).toEqual(['Ash Ltd', 'Ash Ltd (ash)', expect.stringMatching(id), 'Ash Ltd (ash-north)']);
    });

    test('is kept on one line, whatever was given', async () => {
      const { connecting, tokensOf, names } = await rig(twoCompanies);
      await connecting.byTokens(auto('Ash\nposted: 3\r\nLtd'), tokensOf('ash'), 'test');
      expect(await names()).toEqual(['Ash posted: 3 Ltd']);
    });
  });

  describe('by someone who may reach some companies', () => {
    test('those are renewed, and no other', async () => {
      const { connecting, companies, tokensOf, connections_ } = await rig(twoCompanies);
      const connect = (name: string, reach?: string[]) =>
        connecting.byTokens(auto(name, { reach }), tokensOf(name), 'test');
      await connect('ash');
      const ash = await companies.find('ash');
      await companies.leave(ash.id);
      for (const [name, reach] of [
        ['ash', []],
        ['ash', ['other']],
        ['birch', [ash.id]],
      ] as const) {
        expect(await caught(connect(name, [...reach]))).toMatchObject({ status: 403 });
      }
      expect((await companies.find('ash')).life).toBe('left');
      expect(await connections_()).toHaveLength(1);
      await connect('ash', [ash.id]);
      expect((await companies.find('ash')).life).toBe('working');
    });

    test('no practice is connected', async () => {
      const { connecting, tokensOf, connections_ } = await rig(practice);
      const details = auto('Dale', { practice: true, reach: ['any'] });
      expect(await caught(connecting.byTokens(details, tokensOf('ash'), 'test'))).toMatchObject({ status: 403 });
      expect(await connections_()).toEqual([]);
    });
  });

  test('tokens are sealed in the database', async () => {
    const { connections_, connecting, tokensOf } = await rig();
    const tokens = tokensOf('ash');
    await connecting.byTokens(auto('Ash'), tokens, 'test');
    const stored = JSON.stringify(await connections_());
    expect(stored).not.toContain(tokens.accessToken);
    expect(stored).not.toContain(tokens.refreshToken);
    expect(stored).toContain('v1.');
  });

  test('with only a refresh token, tokens are fetched at once', async () => {
    const { connecting, tokensOf, companies } = await rig();
    const { refreshToken } = tokensOf('ash');
    const connected = await connecting.byTokens(auto('Ash'), { refreshToken }, 'test');
    expect(connected).toMatchObject({ kind: 'company', created: true });
    await (await companies.books(await companies.find('Ash'))).company();
  });

  test('the same books are connected once: connecting again only renews the connection', async () => {
    const all = await rig();
    await all.connecting.byTokens(auto('Ash', { postFrom: '2025-05-06' }), all.tokensOf('ash'), 'test');
    await all.control('POST', 'tokens/expire', {});
    const fresh = await newTokens(all);
    const again = await all.connecting.byTokens({ name: 'Another name', mode: 'check' }, fresh, 'test');
    expect(again).toMatchObject({
      created: false,
      company: { name: 'Ash', policyVersion: 1, policy: { mode: 'auto', postFrom: '2025-05-06' } },
    });
    expect(await all.names()).toEqual(['Ash']);
    expect(await all.connections_()).toHaveLength(1);
    const [row] = await all.connections_();
    expect(row && openTokens(all.secrets, row).accessToken).toBe(fresh.accessToken);
  });

  test('other books under a name that is taken are refused, and leave nothing behind', async () => {
    const { connecting, tokensOf, names, connections_ } = await rig(twoCompanies);
    await connecting.byTokens(auto('Ash'), tokensOf('ash'), 'test');
    expect(await caught(connecting.byTokens(auto('Ash'), tokensOf('birch'), 'test'))).toMatchObject({
      title: 'The name is taken',
      exitCode: 2,
    });
    expect(await names()).toEqual(['Ash']);
    expect(await connections_()).toHaveLength(1);
  });

  test('tokens that do not work leave nothing behind', async () => {
    const { connecting, names, connections_ } = await rig();
    const error = await caught(connecting.byTokens(auto('Ash'), { accessToken: 'wrong' }, 'test'));
    expect(error).toMatchObject({ title: 'The connection must be made again' });
    expect(error.message).not.toContain('wrong');
    expect(await names()).toEqual([]);
    expect(await connections_()).toEqual([]);
  });

  test('a company’s own subdomain may be named; another one’s is refused', async () => {
    const { connecting, tokensOf } = await rig(twoCompanies);
    expect(
      await caught(connecting.byTokens(auto('Ash', { subdomain: 'birch' }), tokensOf('ash'), 'test')),
    ).toMatchObject({ title: 'These are other books' });
    expect(await connecting.byTokens(auto('Ash', { subdomain: 'ash' }), tokensOf('ash'), 'test')).toMatchObject({
      created: true,
    });
  });

  test('a practice’s clients are imported once, named apart, and without those that have no UK payroll', async () => {
    const { connecting, practiceImport, tokensOf, names, companies, asked } = await rig(practice);
    expect(await connecting.byTokens(auto('Our practice', { practice: true }), tokensOf('ash'), 'test')).toMatchObject({
      kind: 'practice',
      practice: { name: 'Dale & Partners', subdomain: 'dale' },
    });
    const run = async () => {
      const outcomes: string[] = [];
      for await (const { imported } of practiceImport.run({ mode: 'approve', postFrom: '2025-10-06', actor: 'test' }))
        outcomes.push(imported.outcome);
      return outcomes.sort();
    };
    expect(await run()).toEqual(['imported', 'imported', 'leftOut']);
    expect(await names()).toEqual(expect.arrayContaining(['Ash Ltd']));
    expect((await names()).some((name) => /^Ash Ltd \(ash(-north)?\)$/.test(name))).toBe(true);
    const before = await asked('GET', /company/);
    expect(await run()).toEqual(['known', 'known', 'leftOut']);
    expect((await asked('GET', /company/)) - before).toBe(1);

    const north = await companies.find('ash-north');
    expect(north.policy).toMatchObject({ mode: 'approve', postFrom: '2025-10-06' });
    expect((await (await companies.books(north)).company()).value.subdomain).toBe('ash-north');
  });

  test('only the listed clients are imported, each as listed', async () => {
    const { connecting, practiceImport, tokensOf, names, companies } = await rig(practice);
    await connecting.byTokens(auto('Our practice', { practice: true }), tokensOf('ash'), 'test');
    const listed = [
      { subdomain: 'ash-north', name: 'North', mode: 'check' as const, postFrom: '2025-06-06' },
      { subdomain: 'no one' },
    ];
    const outcomes: string[] = [];
    for await (const { imported } of practiceImport.run({ mode: 'auto', listed, actor: 'test' }))
      outcomes.push(imported.outcome);
    expect(outcomes).toEqual(['imported', 'leftOut']);
    expect(await names()).toEqual(['North']);
    expect((await companies.find('North')).policy).toMatchObject({ mode: 'check', postFrom: '2025-06-06' });
  });

  test('one client by its subdomain, then another: one connection for both', async () => {
    const { connecting, tokensOf, connections_, names } = await rig(practice);
    await connecting.byTokens(auto('Ash', { subdomain: 'ash' }), tokensOf('ash'), 'test');
    await connecting.byTokens(auto('North', { subdomain: 'ash-north' }), tokensOf('ash'), 'test');
    expect(await names()).toEqual(['Ash', 'North']);
    expect(await connections_()).toMatchObject([{ kind: 'practice', practice: 'dale', state: 'working' }]);
  });

  test('keys are destroyed when the last company that needs them is left', async () => {
    const { connecting, tokensOf, connections_, companies } = await rig(practice);
    for (const subdomain of ['ash', 'ash-north'])
      await connecting.byTokens(auto(subdomain, { subdomain }), tokensOf('ash'), 'test');
    await companies.leave((await companies.find('ash')).id);
    expect(await connections_()).toMatchObject([{ state: 'working', accessToken: expect.stringMatching(/^v1/) }]);
    const last = await companies.find('ash-north');
    await companies.leave(last.id);
    expect(await connections_()).toMatchObject([{ state: 'left', accessToken: null, refreshToken: null }]);
    expect(await companies.find('ash-north')).toMatchObject({ life: 'left', policyVersion: 1 });
    expect(await caught(companies.books(last))).toMatchObject({ title: 'We hold no keys to these books' });
    expect(await caught(companies.resume(last.id))).toMatchObject({ title: 'The company was left' });
    expect(await connecting.byTokens(auto('x', { subdomain: 'ash-north' }), tokensOf('ash'), 'test')).toMatchObject({
      created: false,
      company: { name: 'ash-north', life: 'working' },
    });
  });

  test('paused and resumed', async () => {
    const made = await rig();
    const { id } = await connectFirst(made);
    expect(await made.companies.pause(id)).toMatchObject({ life: 'paused' });
    const working: string[] = [];
    for await (const { name } of made.companies.all({ life: 'working' })) working.push(name);
    expect(working).toEqual([]);
    expect(await made.companies.resume(id)).toMatchObject({ life: 'working' });
  });

  test('in turns: the first client of every practice, then the second; only those of the life asked for', async () => {
    const made = await rig();
    await insertConnection(made.database, { id: 'large', kind: 'practice' });
    for (const name of ['A1', 'A2', 'A3']) await insertCompany(made.database, { name, connectionId: 'large' });
    await insertCompany(made.database, { name: 'Resting', connectionId: 'large', life: 'paused' });
    await insertCompany(made.database, { name: 'Small' });
    const taken: string[] = [];
    for await (const { name } of made.companies.inTurns('working')) taken.push(name);
    expect(taken).toEqual(['A1', 'Small', 'A2', 'A3']);
  });

  test('every change of the policy is a version; the old ones stay as they were', async () => {
    const made = await rig();
    const { companies } = made;
    const company = await connectFirst(made);
    const policy = { ...company.policy, mode: 'approve' as const };
    const changed = await companies.setPolicy(company.id, {
      policy,
      actor: 'anna',
      reason: 'Month end',
      expectedVersion: 1,
    });
    expect(changed).toMatchObject({ policyVersion: 2, policy: { mode: 'approve' } });
    expect((await companies.policyAt(company.id, 1)).mode).toBe('auto');
    expect((await companies.find(company.name)).policyVersion).toBe(2);
    expect(await companies.policyHistory(company.id)).toMatchObject([
      { version: 2, actor: 'anna', reason: 'Month end' },
      { version: 1 },
    ]);
    // Someone who read the first version has not seen the second.
    expect(
      await caught(companies.setPolicy(company.id, { policy, actor: 'ben', reason: 'x', expectedVersion: 1 })),
    ).toMatchObject({
      ...{ status: 412, title: 'The policy has changed since you opened it' },
      detail: `${company.name} is now on version 2. Nothing was changed.`,
    });
    // Setting the same policy again is not a change.
    expect(await companies.setPolicy(company.id, { policy, actor: 'ben', reason: 'x' })).toMatchObject({
      policyVersion: 2,
    });
  });

  test('when two change the same version, one is refused', async () => {
    const made = await rig();
    const { id, policy } = await connectFirst(made);
    const change = (mode: 'approve' | 'check') =>
      made.companies.setPolicy(id, { policy: { ...policy, mode }, actor: 'test', reason: 'x', expectedVersion: 1 });
    const outcomes = await Promise.allSettled([change('approve'), change('check')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('found by name, id and subdomain; near names are offered', async () => {
    const made = await rig();
    const { id, name } = await connectFirst(made);
    for (const known of [name, id, 'ash']) expect((await made.companies.find(known)).id).toBe(id);
    expect(await caught(made.companies.find('Ahs Ltd'))).toMatchObject({
      exitCode: 2,
      detail: expect.stringContaining('"Ash Ltd"'),
    });
  });

  test('with another key, everything is sealed anew or nothing', async () => {
    const { connecting, tokensOf, secrets, database, connections_ } = await rig();
    const tokens = tokensOf('ash');
    await connecting.byTokens(auto('Ash'), tokens, 'test');
    const to = new Secrets(newKey());
    const lost = reSeal(database, {
      from: secrets,
      to,
      beforeCommit: () => {
        throw new Error('the terminal is gone');
      },
    });
    await expect(lost).rejects.toThrow('the terminal is gone');
    const [before] = await connections_();
    expect(before && openTokens(secrets, before).accessToken).toBe(tokens.accessToken);
    expect(await reSeal(database, { from: secrets, to, beforeCommit: () => {} })).toBe(1);
    const [after] = await connections_();
    expect(after && openTokens(to, after)).toMatchObject(tokens);
  });
});
