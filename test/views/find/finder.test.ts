import type { Database } from '../../../src/ground/database.js';
import { type Found, Finder } from '../../../src/views/find/finder.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { StillClock } from '../../doors/api/door.js';
import { describeOnDatabases } from '../../harness/databases.js';

const slip = (id: number, name: string, basic: string): Slip => {
  return { id, name, basic, tax: '275.20', ni: '167.76', employerNi: '194.71' };
};
const three = [slip(1, 'Amara Okafor', '2000.00'), slip(2, 'Ben Okafor', '3000.00'), slip(3, 'Dev Shah', '2500.00')];
const everything = { companies: null, pay: true };
const noPay = { companies: null, pay: false };

const shown = ({ clients, people, runs }: Found) => ({
  clients: clients.map(({ name }) => name),
  people: people.map(({ name, run }) => `${name} of ${run.company}, ${run.datedOn}`),
  runs: runs.map(({ company, datedOn }) => `${company} ${datedOn}`),
});

describeOnDatabases('The finder', (open) => {
  let database: Database;
  beforeEach(async () => {
    database = await open(new StillClock());
    await insertCompany(database, { name: 'Ash Ltd', subdomain: 'ashtree' });
    await insertCompany(database, { name: 'Ash Ltd Holdings', subdomain: 'ashhold' });
    await insertCompany(database, { name: 'Elm 100% Ltd' });
    for (const datedOn of ['2025-09-30', '2025-10-31'])
      await insertRun(database, 'ash-ltd', payrollOf(three), { state: 'posted', datedOn });
    await insertRun(database, 'elm-100-ltd', payrollOf(three.slice(0, 1)), { state: 'posted', datedOn: '2025-10-31' });
    await insertRun(database, 'elm-100-ltd', payrollOf([slip(9, 'Zoe Long-Gone', '999.00')]), {
      ...{ state: 'posted', datedOn: '2023-10-31' },
    });
  });

  const find = (typed: string, viewer: Parameters<Finder['find']>[0] = everything) =>
    new Finder(database).find(viewer, typed);

  test.each(['ash ltd', 'ASHTREE'])('means the client of exactly the name or subdomain %s', async (typed) => {
    expect((await find(typed)).meant).toMatchObject({ kind: 'client', client: { id: 'ash-ltd' } });
  });

  test('lists the clients with a part of the name, and means the only one', async () => {
    expect(await find('ash')).toMatchObject({ clients: [{ name: 'Ash Ltd' }, { name: 'Ash Ltd Holdings' }], runs: [] });
    expect((await find('ash')).meant).toBeUndefined();
    expect((await find('hold')).meant).toMatchObject({ client: { name: 'Ash Ltd Holdings' } });
    expect(shown(await find('0%')).clients).toEqual(['Elm 100% Ltd']);
  });

  test('lists each person once, by the latest pay run, and means the one of exactly that name', async () => {
    const { people } = shown(await find('okafor'));
    const latest = ['Amara Okafor of Ash Ltd, 2025-10-31', 'Amara Okafor of Elm 100% Ltd, 2025-10-31'];
    expect(people.sort()).toEqual([...latest, 'Ben Okafor of Ash Ltd, 2025-10-31']);
    expect((await find('ben okafor')).meant).toMatchObject({ kind: 'person', person: { user: '2' } });
    expect((await find('amara okafor')).meant).toBeUndefined();
    expect(shown(await find('Long-Gone')).people).toEqual([]);
  });

  test('finds no one for a viewer without pay, and nothing of a client out of reach', async () => {
    const none = { clients: [], people: [], runs: [] };
    expect(shown(await find('okafor', noPay))).toEqual(none);
    const ofHoldings = { companies: ['ash-ltd-holdings'], pay: true };
    for (const typed of ['okafor', 'elm', '2000.00', 'ashtree'])
      expect(shown(await find(typed, ofHoldings))).toEqual(none);
  });

  test.each(['£7,500.00', '7500.00', '7500'])(
    'finds the pay runs with a total of %s, the latest first',
    async (typed) => {
      const { runs, people } = shown(await find(typed, everything));
      expect([runs, people]).toEqual([['Ash Ltd 2025-10-31', 'Ash Ltd 2025-09-30'], []]);
      expect(shown(await find(typed, noPay)).runs).toEqual([]);
    },
  );

  test('finds one person’s pay, and a total that is one person’s, only for who may see it', async () => {
    const found = shown(await find('2,000.00'));
    expect(found.runs).toEqual(['Elm 100% Ltd 2025-10-31']);
    expect(found.people).toHaveLength(2);
    expect(shown(await find('2,000.00', noPay))).toEqual({ clients: [], people: [], runs: [] });
    const net = payrollOf(three.slice(1, 2)).net.toString();
    expect((await find(net)).meant).toMatchObject({ kind: 'person', person: { name: 'Ben Okafor' } });
  });

  test('finds a month of the clients with a part of the name, and of the one of exactly the name alone', async () => {
    const months = async (typed: string) => (await find(typed)).months.map(({ client }) => client.name);
    expect(await months('ash oct')).toEqual(['Ash Ltd', 'Ash Ltd Holdings']);
    expect(await months('oct 2025 ash ltd')).toEqual(['Ash Ltd']);
    expect(await months('oak oct')).toEqual([]);
    // A month without its year may be a part of someone's name.
    await insertRun(database, 'ash-ltd', payrollOf([slip(7, 'Ash Maynard', '1000.00')]), {
      ...{ state: 'posted', datedOn: '2025-08-29' },
    });
    const found = await find('ash may');
    expect([found.months.length, found.people.length, found.meant]).toEqual([2, 1, undefined]);
  });

  test('finds the clients that have an account this tax year, posted or to be, among those in reach', async () => {
    await insertRun(database, 'ash-ltd-holdings', payrollOf(three), { state: 'ready', datedOn: '2025-10-31' });
    const names = async (...asked: Parameters<typeof find>) =>
      (await find(...asked)).accounts.map(({ client }) => client.name);
    expect(await names('814')).toEqual(['Ash Ltd', 'Ash Ltd Holdings', 'Elm 100% Ltd']);
    expect(await names('814', { companies: ['elm-100-ltd'], pay: false })).toEqual(['Elm 100% Ltd']);
    expect(await names('9999')).toEqual([]);
  });

  test('goes on to look for an amount where more clients have an account of that number than are listed', async () => {
    // More runs than are looked through at once.
    for (let index = 0; index < 210; index++) {
      const { id } = await insertCompany(database, { name: `Oak ${index}` });
      await insertRun(database, id, payrollOf(three.slice(0, 1)), { state: 'posted', datedOn: '2025-10-31' });
    }
    await insertCompany(database, { name: 'Yew Ltd' });
    await insertRun(database, 'yew-ltd', payrollOf([slip(8, 'Ann Ash', '814.00')]), {
      ...{ state: 'posted', datedOn: '2024-10-31' },
    });
    const found = await find('814');
    expect([found.accounts.length, found.isCut]).toEqual([20, true]);
    expect(shown(found)).toMatchObject({ people: ['Ann Ash of Yew Ltd, 2024-10-31'], runs: ['Yew Ltd 2024-10-31'] });
  });

  test('lists no more than twenty of a kind, says so, and means none of them', async () => {
    for (let index = 0; index < 21; index++) await insertCompany(database, { name: `Oak ${index}` });
    const found = await find('oak');
    expect([found.clients.length, found.isCut, found.meant]).toEqual([20, true, undefined]);
    expect((await find('oak 9')).meant).toMatchObject({ client: { name: 'Oak 9' } });
  });
});
