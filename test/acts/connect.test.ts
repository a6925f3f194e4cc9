import { beginConnecting, connectCompany } from '../../src/acts/companies/connect-company.js';
import { importClients } from '../../src/acts/companies/import-clients.js';
import { CompanyRow } from '../../src/companies/company.entity.js';
import { systemClock } from '../../src/ground/clock.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { rigOn } from '../companies/rig.js';
import { describeOnDatabases } from '../harness/databases.js';

const who = { actor: 'Ann', trigger: 'page', companies: null } as const;
const scenario = {
  practice: {
    name: 'Dale & Partners',
    subdomain: 'dale',
    account_managers: [{ name: 'M', email: 'm@example.com', senior: true }],
  },
  companies: [
    { name: 'Ash Ltd', subdomain: 'ash' },
    { name: 'Birch Ltd', subdomain: 'birch' },
  ],
};

describeOnDatabases('connecting', (open) => {
  async function begun(companiesThere = scenario.companies) {
    const database = await open(systemClock);
    const rig = await rigOn({ database, scenario: { ...scenario, companies: companiesThere } });
    const log = new PostingLog(database);
    const tools = { ...rig, database, log };
    const lines = async () =>
      (await log.page({}, 10)).map(({ act, actor, trigger }) => [act, actor, trigger].join(' '));
    const companies = () => database.read((rows) => rows.find(CompanyRow));
    const [first] = rig.sandbox.credentials().companies;
    const tokens = { accessToken: first?.accessToken, refreshToken: first?.refreshToken };
    return { database, tools, tokens, log, lines, companies };
  }

  it('adds no company that the log does not name', async () => {
    const { database, tools, tokens, companies } = await begun();
    await database.work((rows) => rows.query('ALTER TABLE log RENAME TO log_elsewhere'));
    const connecting = connectCompany(tools, { name: 'Ash', mode: 'auto', subdomain: 'ash' }, { who, tokens });
    await expect(connecting).rejects.toThrow();
    expect(await companies()).toEqual([]);
  });

  it('refuses settings for books that are connected already, and names the command that changes them', async () => {
    const { tools, tokens, lines } = await begun();
    await connectCompany(tools, { name: 'Ash', mode: 'auto', subdomain: 'ash' }, { who, tokens });
    const chosen = ['--mode', '--post-from'] as const;
    const again = { name: 'Ash', mode: 'check', postFrom: '2025-10-06', subdomain: 'ash' } as const;
    const refused = connectCompany(tools, { ...again, chosen }, { who, tokens });
    await expect(refused).rejects.toMatchObject({
      detail: expect.stringContaining('connected already, as Ash. Connecting them again renews the connection'),
      todo: expect.stringContaining('counterfoil policy "Ash" --set mode=check --set postFrom=2025-10-06'),
    });
    expect(await lines()).toEqual(['connect Ann page']);
    // What no one chose is no wish.
    expect(await connectCompany(tools, again, { who, tokens })).toMatchObject({ created: false });
  });

  it('is logged, and so is each client that is imported', async () => {
    const { tools, tokens, log, lines, companies } = await begun();
    await connectCompany(tools, { name: 'Our practice', mode: 'auto', practice: true }, { who, tokens });
    expect(await lines()).toEqual([]);
    for await (const _ of importClients(tools, { mode: 'approve' }, who));
    expect((await companies()).length).toBe(2);
    expect(await lines()).toEqual(['connect Ann page', 'connect Ann page']);
    expect(await log.verifyChain()).toEqual([]);
    for await (const _ of importClients(tools, { mode: 'approve' }, who));
    expect(await lines()).toHaveLength(2);
  });

  it.each([
    ['empty', ''],
    ['of spaces', '  '],
    ['of a line break', '\n'],
    ['of 201 characters', 'x'.repeat(201)],
  ])('adds no company with a name %s, at whatever door', async (_, name) => {
    const { tools, tokens, companies } = await begun();
    const details = { name, mode: 'auto', subdomain: 'ash' } as const;
    const refused = { title: 'The company cannot be called that', status: 400, exitCode: 2 };
    await expect(connectCompany(tools, details, { who, tokens })).rejects.toMatchObject(refused);
    const begin = beginConnecting({} as Parameters<typeof beginConnecting>[0], details, who);
    await expect(begin).rejects.toMatchObject(refused);
    const listed = [{ subdomain: 'ash', name: name || ' ' }];
    expect(() => importClients(tools, { mode: 'auto', listed }, who)).toThrow(expect.objectContaining(refused));
    expect(await companies()).toEqual([]);
  });

  it('calls an imported client without a name by its subdomain', async () => {
    const { tools, tokens, companies } = await begun([{ name: ' ', subdomain: 'ash' }]);
    await connectCompany(tools, { name: 'Our practice', mode: 'auto', practice: true }, { who, tokens });
    for await (const _ of importClients(tools, { mode: 'approve' }, who));
    expect((await companies()).map(({ name }) => name)).toEqual(['ash']);
  });

  it('imports nothing for someone who may reach only some companies', async () => {
    const { tools, companies } = await begun();
    expect(() => importClients(tools, { mode: 'auto' }, { ...who, companies: ['ash'] })).toThrow('here for you');
    expect(await companies()).toEqual([]);
  });
});
