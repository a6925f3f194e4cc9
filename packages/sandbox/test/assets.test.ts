import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { outOfBalance, totals } from './books.js';
import { ASH, type Client, start, stopAll } from './client.js';

let client: Client;
beforeEach(async () => {
  client = await start({ scenario: ASH, clock: () => new Date('2025-11-10T09:00:00Z'), limits: false });
});
afterEach(stopAll);

const path = '/v2/capital_asset_types';
const sums = async (to: string) =>
  totals(await client.get(`/v2/accounting/trial_balance/summary?from_date=2021-04-01&to_date=${to}`));
const create = (fields: unknown) => client.call('POST', path, { capital_asset_type: fields });

describe('2.14, 4.12 capital asset types', () => {
  test('the four built-in ones are there, and no one can change them', async () => {
    const { capital_asset_types: types } = (await client.get(path)).json;
    expect(types).toMatchObject(
      ['Computer Equipment', 'Fixtures and Fittings', 'Motor Vehicles', 'Other Capital Asset'].map((name) => ({
        name,
        system_default: true,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      })),
    );
    const first = new URL(types[0].url).pathname;
    expect((await client.call('PUT', first, { capital_asset_type: { name: 'x' } })).status).toBe(403);
    expect((await client.call('DELETE', first)).status).toBe(403);
  });

  test("a user's own type is created, read, changed and deleted; deleting answers the removed record", async () => {
    const made = await create({ name: 'Boats' });
    expect([made.status, made.json.capital_asset_type]).toEqual([
      201,
      expect.objectContaining({ name: 'Boats', system_default: false }),
    ]);
    const own = new URL(made.json.capital_asset_type.url).pathname;
    const changed = await client.call('PUT', own, { capital_asset_type: { name: 'Ships' } });
    expect([changed.status, changed.json.capital_asset_type.name]).toEqual([200, 'Ships']);
    expect((await client.get(own)).json.capital_asset_type.name).toBe('Ships');
    const gone = await client.call('DELETE', own);
    expect([gone.status, gone.json.capital_asset_type.name]).toEqual([200, 'Ships']);
    expect((await client.get(own)).status).toBe(404);
  });

  test('one with assets cannot be changed or deleted', async () => {
    const { url } = (await create({ name: 'Boats' })).json.capital_asset_type;
    const entries = [
      { category: '/v2/categories/602', capital_asset_type: url, debit_value: '10' },
      { category: '/v2/categories/970', debit_value: '-10' },
    ];
    const set = { dated_on: '2025-01-01', description: 'Boat', journal_entries: entries };
    expect((await client.call('POST', '/v2/journal_sets', { journal_set: set })).status).toBe(201);
    const own = new URL(url).pathname;
    expect((await client.call('PUT', own, { capital_asset_type: { name: 'x' } })).status).toBe(409);
    expect((await client.call('DELETE', own)).status).toBe(409);
  });

  test.each<[Record<string, unknown>, number]>([
    [{}, 422],
    [{ name: '' }, 422],
    [{ name: 'x', system_default: true }, 400],
    [{ name: 'x', url: '/v2/capital_asset_types/10009' }, 400],
    [{ name: 'x', created_at: '2025-01-01T00:00:00Z' }, 400],
  ])('%j is %i (live: read-only fields are refused with 400)', async (fields, status) => {
    expect((await create(fields)).status).toBe(status);
    expect((await client.get(path)).json.capital_asset_types).toHaveLength(4);
  });
});

describe('2.15, 4.13 capital assets', () => {
  const buy = async (changes: Record<string, unknown> = {}) => {
    const account = (await client.call('POST', '/v2/bank_accounts', { name: 'Current' })).json.bank_account.url;
    const fields = {
      bank_account: account,
      dated_on: '2023-10-15',
      gross_value: '-1200',
      category: '/v2/categories/602-1',
      description: 'Laptop',
      asset_life_years: 3,
      ...changes,
    };
    return client.call('POST', '/v2/bank_transaction_explanations', { bank_transaction_explanation: fields });
  };

  test('a purchase explained on 602 makes one, and it depreciates in a straight line', async () => {
    const made = await buy();
    expect(made.status).toBe(201);
    const { capital_assets: assets } = (await client.get('/v2/capital_assets')).json;
    expect(assets).toEqual([
      {
        url: made.json.bank_transaction_explanation.capital_asset,
        description: 'Laptop',
        asset_life_years: 3,
        asset_type: 'Computer Equipment Purchase',
        purchased_on: '2023-10-15',
        created_at: '2025-11-10T09:00:00.000Z',
        updated_at: '2025-11-10T09:00:00.000Z',
      },
    ]);
    expect((await client.get(new URL(assets[0].url).pathname)).json.capital_asset).toEqual(assets[0]);
    // The year ends on 31 March: 6 of 36 months, then 12, 12, and the last 6.
    expect(await sums('2024-03-30')).toEqual({ '602-1': '1200.0', '750-1': '-1200.0' });
    expect(await sums('2024-03-31')).toMatchObject({ '460': '200.0', '606-1': '-200.0' });
    expect(await sums('2025-03-31')).toMatchObject({ '460': '600.0', '606-1': '-600.0' });
    expect(await sums('2040-03-31')).toMatchObject({ '460': '1200.0', '606-1': '-1200.0', '602-1': '1200.0' });
  });

  test('it changes with the record that bought it', async () => {
    const own = new URL((await buy()).json.bank_transaction_explanation.url).pathname;
    await client.call('PUT', own, { gross_value: '-2400', description: 'Server', asset_life_years: 2 });
    expect((await client.get('/v2/capital_assets')).json.capital_assets).toMatchObject([
      { description: 'Server', asset_life_years: 2 },
    ]);
    expect(await sums('2024-03-31')).toMatchObject({ '606-1': '-600.0' });
    await client.call('PUT', own, { category: '/v2/categories/261' });
    expect((await client.get('/v2/capital_assets')).json.capital_assets).toEqual([]);
    expect(await sums('2040-03-31')).toEqual({ '261': '2400.0', '750-1': '-2400.0' });
  });

  test.each([1, 6, 8])('a life of %i years is none of 2, 3, 4, 5 or 7', async (asset_life_years) => {
    expect((await buy({ asset_life_years })).json.errors).toEqual([{ message: 'asset_life_years is invalid' }]);
  });

  test('views: all, disposed, disposable; a disposed one has its date, and leaves the books', async () => {
    const asset = {
      asset_life_years: 5,
      purchased_on: '2023-04-01',
      capital_asset_type: '/v2/capital_asset_types/10003',
      cost: '5000',
    };
    const records = {
      capital_assets: [
        { ...asset, id: 41, description: 'Van' },
        { ...asset, id: 42, description: 'Car', disposed_on: '2024-06-30' },
      ],
    };
    client = await start({ scenario: { companies: [{ ...ASH.companies[0]!, records }] }, limits: false });
    const names = async (query: string) =>
      (await client.get(`/v2/capital_assets${query}`)).json.capital_assets.map(
        ({ description, disposed_on }: { description: string; disposed_on?: string }) => [description, disposed_on],
      );
    expect(await names('?view=all')).toEqual([
      ['Van', undefined],
      ['Car', '2024-06-30'],
    ]);
    expect(await names('?view=disposed')).toEqual([['Car', '2024-06-30']]);
    expect(await names('?view=disposable')).toEqual([['Van', undefined]]);
    expect(await sums('2024-06-30')).toEqual({
      '460': '2000.0',
      '461': '4000.0',
      '602-3': '10000.0',
      '604-3': '-5000.0',
      '606-3': '-2000.0',
      '607-3': '1000.0',
      '999': '-10000.0',
    });
    expect(await outOfBalance(client)).toBe(0n);
  });

  test('are read-only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await client.call(method, `/v2/capital_assets${method === 'POST' ? '' : '/1'}`, {})).status).toBe(404);
    }
  });
});

describe('2.16, 4.14 hire purchases', () => {
  const records = { hire_purchases: [{ id: 31, description: 'Van on hire purchase', bill: '/v2/bills/7' }] };

  test('show their bill and their two categories, which are sub accounts in the chart', async () => {
    client = await start({ scenario: { companies: [{ ...ASH.companies[0]!, records }] } });
    const expected = {
      url: `${client.base}/v2/hire_purchases/31`,
      description: 'Van on hire purchase',
      bill: `${client.base}/v2/bills/7`,
      liabilities_over_one_year_category: `${client.base}/v2/categories/793-1`,
      liabilities_under_one_year_category: `${client.base}/v2/categories/792-1`,
    };
    expect((await client.get('/v2/hire_purchases')).json.hire_purchases).toEqual([expect.objectContaining(expected)]);
    expect((await client.get('/v2/hire_purchases/31')).json.hire_purchase).toMatchObject(expected);
    const general = (await client.get('/v2/categories?sub_accounts=true')).json.general_categories;
    const own = general.filter((each: { hire_purchase?: string }) => each.hire_purchase === expected.url);
    expect(own.map(({ nominal_code }: { nominal_code: string }) => nominal_code)).toEqual(['792-1', '793-1']);
  });

  test('are for UK companies only', async () => {
    const fields = { type: 'UniversalCompany' };
    client = await start({ scenario: { companies: [{ ...ASH.companies[0]!, fields }] } });
    expect((await client.get('/v2/hire_purchases')).status).toBe(403);
  });
});
