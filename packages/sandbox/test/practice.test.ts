import { afterEach, describe, expect, test } from '@jest/globals';
import { type Client, payrollSet, start, stopAll } from './client.js';

afterEach(stopAll);

const NOW = () => new Date('2025-11-10T09:00:00.000Z');
const practice = (scenario = 'practice:7') => start({ scenario, clock: NOW, limits: false });
const subdomains = (client: Client) => client.sandbox.credentials().companies.map(({ subdomain }) => subdomain);
const as = (subdomain: string) => ({ 'x-subdomain': subdomain });

describe('clients', () => {
  test('are listed with their subdomains, and one token reaches each of them', async () => {
    const client = await practice();
    const { json } = await client.get('/v2/clients');
    expect(json.clients.map((one: { subdomain: string }) => one.subdomain)).toEqual(subdomains(client));
    expect(json.clients[0]).toMatchObject({
      id: 1,
      status: 'Active Licence',
      account_manager: `${client.base}/v2/account_managers/10001`,
    });
    for (const { name, subdomain, accessToken } of client.sandbox.credentials().companies) {
      expect(accessToken).toBe(client.token);
      expect((await client.get('/v2/company', as(subdomain))).json.company).toMatchObject({ name, subdomain });
    }
  });

  test('minimal data has up to 500 a page', async () => {
    const client = await practice('practice:501');
    const answer = await client.get('/v2/clients?minimal_data=true&per_page=500');
    expect(answer.json.clients).toHaveLength(500);
    expect(Object.keys(answer.json.clients[0])).toEqual(['id', 'name', 'subdomain']);
    expect(answer.headers.get('x-total-count')).toBe('501');
    expect((await client.get('/v2/clients?per_page=500')).json.clients).toHaveLength(100);
  });

  test('are sorted and filtered', async () => {
    const client = await practice();
    const first = async (query: string) => (await client.get(`/v2/clients?${query}`)).json.clients[0]?.id;
    expect(await first('sort=-created_at')).toBe(7);
    expect(await first('view=inactive')).toBeUndefined();
    expect(await first('view=active')).toBe(1);
    expect(await first('updated_since=2025-11-01T00:00:00Z')).toBeUndefined();
    expect(await first('from_date=2021-04-01&to_date=2021-04-01')).toBe(1);
  });

  test('the same N gives the same companies', async () => {
    const [one, other] = [await practice(), await practice()];
    const seen = async (client: Client) =>
      (await client.get('/v2/payroll/2026/5', as(subdomains(client)[3]!))).text.replaceAll(client.base, '');
    expect(await seen(one)).toBe(await seen(other));
  });

  test('a client that claims the employment allowance claims no more than its tax year allows', async () => {
    const client = await practice('practice:1:60:10');
    const claimedIn = async (year: number) => {
      const periods = await Promise.all(
        Array.from({ length: 12 }, (_, period) =>
          client.get(`/v2/payroll/${year}/${period}`, as(subdomains(client)[0]!)),
        ),
      );
      return periods.reduce((sum, { json }) => sum + Number(json.period?.employment_allowance_amount ?? 0), 0);
    };
    expect(await claimedIn(2022)).toBeCloseTo(4000);
    expect(await claimedIn(2023)).toBeCloseTo(5000);
    expect(await claimedIn(2026)).toBeCloseTo(10_500);
  });

  test('records of different clients never share a number', async () => {
    const client = await practice();
    const urls = await Promise.all(
      subdomains(client).map(async (subdomain) => {
        const { json } = await client.get('/v2/users', as(subdomain));
        const [user] = json.users;
        const entries = [
          { category: '/v2/categories/902', user: user.url, debit_value: '1.0' },
          { category: '/v2/categories/814', debit_value: '-1.0' },
        ];
        return (await client.call('POST', '/v2/journal_sets', payrollSet({ journal_entries: entries }), as(subdomain)))
          .json.journal_set.url;
      }),
    );
    expect(new Set(urls).size).toBe(7);
  });
});

describe('who may do what', () => {
  test('no company is reached without its subdomain, or with an unknown one', async () => {
    const client = await practice();
    expect((await client.get('/v2/company')).status).toBe(403);
    expect((await client.get('/v2/company', as('no one'))).status).toBe(404);
  });

  test('practice endpoints are for account managers', async () => {
    const company = await start({ scenario: 'demo' });
    for (const path of ['/v2/clients', '/v2/account_managers', '/v2/practice']) {
      expect((await company.get(path)).status).toBe(403);
    }
  });

  test('a company token does not reach another subdomain', async () => {
    const company = await start({ scenario: 'demo' });
    expect((await company.get('/v2/company', as('elsewhere'))).status).toBe(403);
    expect((await company.get('/v2/company', as('marlowfinch'))).status).toBe(200);
  });

  test('an account manager who is not senior sees only their own clients', async () => {
    const managers = [
      { name: 'Amir', email: 'a@example.test' },
      { name: 'Ruth', email: 'r@example.test', senior: true },
    ];
    const users = [
      { first_name: 'Ed', last_name: 'Elm', permission_level: 2 },
      { first_name: 'Dora', last_name: 'Elm', permission_level: 8 },
    ];
    const companies = [1, 2].map((manager) => ({
      ...{ name: `Client ${manager}`, subdomain: `client-${manager}`, account_manager: manager },
      users: manager === 1 ? users : [],
    }));
    const client = await start({
      scenario: { practice: { name: 'P', subdomain: 'p', account_managers: managers }, companies },
      clock: NOW,
    });
    const { clients } = (await client.get('/v2/clients')).json;
    expect(clients.map((one: { name: string }) => one.name)).toEqual(['Client 1']);
    // 2.23: who owns the client's account: its first user of the highest level.
    expect(clients[0].account_owner).toEqual({
      ...{ first_name: 'Dora', last_name: 'Elm', last_logged_in_at: NOW().toISOString() },
    });
    expect((await client.get('/v2/company', as('client-2'))).status).toBe(403);
  });

  test('2.23 a client without users has no account_owner', async () => {
    const account_managers = [{ name: 'Ruth', email: 'r@p.example', senior: true }];
    const companies = [{ name: 'Empty Ltd', subdomain: 'empty' }];
    const client = await start({ scenario: { practice: { name: 'P', subdomain: 'p', account_managers }, companies } });
    const { clients } = (await client.get('/v2/clients')).json;
    expect([clients.length, 'account_owner' in clients[0]]).toEqual([1, false]);
  });

  test('the account managers and the practice', async () => {
    const client = await practice();
    expect((await client.get('/v2/account_managers')).json.account_managers).toHaveLength(2);
    expect((await client.get('/v2/account_managers/10002')).json.account_manager.name).toBe('Amir Shah');
    expect((await client.get('/v2/account_managers/me')).json.account_manager.url).toBe(
      `${client.base}/v2/account_managers/10001`,
    );
    expect((await client.get('/v2/practice')).json).toEqual({ name: 'Dale & Partners', subdomain: 'dalepartners' });
  });
});

test('limits are counted for each client', async () => {
  const client = await start({ scenario: 'practice:2', clock: NOW });
  const [one, two] = subdomains(client);
  for (let i = 0; i < 120; i += 1) await client.get('/v2/company', as(one!));
  expect((await client.get('/v2/company', as(one!))).status).toBe(429);
  expect((await client.get('/v2/company', as(two!))).status).toBe(200);
});

test('each client has twelve filed months of the requested size', async () => {
  const client = await practice('practice:3:12:10');
  for (const subdomain of subdomains(client)) {
    const years = await Promise.all(
      [2025, 2026].map(async (year) => (await client.get(`/v2/payroll/${year}`, as(subdomain))).json.periods),
    );
    const periods = years.flat();
    expect(periods).toHaveLength(12);
    expect(periods.at(-1)).toMatchObject({ dated_on: '2025-10-31', status: 'filed' });
    const [year, number] = periods[4].url.split('/').slice(-2);
    expect((await client.get(`/v2/payroll/${year}/${number}`, as(subdomain))).json.period.payslips).toHaveLength(10);
  }
});
