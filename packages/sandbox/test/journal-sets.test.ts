import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ASH, category, type Client, DEMO_USER, payrollSet, standingClock, start, stopAll } from './client.js';

let client: Client;
let clock: ReturnType<typeof standingClock>;

beforeEach(async () => {
  clock = standingClock('2025-11-10T09:00:00.000Z');
  client = await start({ scenario: ASH, clock: clock.now, limits: false });
});
afterEach(stopAll);

const post = (changes?: Record<string, unknown>) => client.call('POST', '/v2/journal_sets', payrollSet(changes));
const messagesOf = (answer: { json: { errors: { message: string }[] } }) =>
  answer.json.errors.map(({ message }) => message);
const pathOf = (url: string) => new URL(url, 'http://x').pathname;

describe('creating', () => {
  test('answers 201, an absolute Location and the record', async () => {
    const answer = await post();
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${client.base}/v2/journal_sets/10001`);
    expect(answer.json.journal_set).toEqual({
      url: `${client.base}/v2/journal_sets/10001`,
      dated_on: '2025-10-31',
      description: 'Payroll October',
      tag: 'test:2026-06',
      updated_at: '2025-11-10T09:00:00.000Z',
      journal_entries: [
        expect.objectContaining({
          category: `${client.base}/v2/categories/401`,
          debit_value: '2000.0',
          description: 'Gross pay',
        }),
        expect.objectContaining({ debit_value: '194.71' }),
        expect.objectContaining({ debit_value: '-637.67' }),
        expect.objectContaining({ user: `${client.base}/v2/users/2`, debit_value: '-1557.04' }),
      ],
    });
    expect(Object.keys(answer.json.journal_set.journal_entries[1])).toEqual(['url', 'category', 'debit_value']);
  });

  test('record URIs are resolved by path, with any host or none', async () => {
    const answer = await post({
      journal_entries: [
        { category: 'https://elsewhere.example/v2/categories/401', debit_value: '10.0' },
        { category: '/v2/categories/902', user: '/v2/users/2', debit_value: '-10.0' },
      ],
    });
    expect(answer.status).toBe(201);
  });

  test.each([
    ['10.10', '-10.09'],
    ['0.01', '0.00'],
    ['90000000000000.01', '-90000000000000.00'],
  ])('a set of %s and %s does not balance', async (debit, credit) => {
    const answer = await post({
      journal_entries: [
        { category: category('401'), debit_value: debit },
        { category: category('814'), debit_value: credit },
      ],
    });
    expect(answer.status).toBe(422);
    expect(messagesOf(answer)).toEqual([expect.stringContaining('must balance')]);
    expect((await client.get('/v2/journal_sets')).json.journal_sets).toEqual([]);
  });

  test('an amount may be a JSON number, and keeps every digit', async () => {
    const body = `{"journal_set":{"dated_on":"2025-10-31","description":"9.1 \\"is 9.10","journal_entries":[
      {"category":"/v2/categories/401","debit_value":70368744177664.37},{"category":"/v2/categories/814","debit_value":-70368744177664.37}]}}`;
    const answer = await client.call('POST', '/v2/journal_sets', body);
    expect(answer.status).toBe(201);
    expect(answer.json.journal_set.description).toBe('9.1 "is 9.10');
    expect(answer.json.journal_set.journal_entries[0].debit_value).toBe('70368744177664.37');
  });

  test.each([
    ['a description', { description: ' ' }, "description can't be blank"],
    ['a date', { dated_on: undefined }, "dated_on can't be blank"],
    ['a date that exists', { dated_on: '2025-02-30' }, 'dated_on is invalid'],
    ['entries', { journal_entries: [] }, "journal_entries can't be blank"],
  ])('it needs %s', async (_, changes, message) => {
    const answer = await post(changes);
    expect([answer.status, messagesOf(answer)]).toEqual([422, [message]]);
  });

  test.each([
    ['a category', { debit_value: '1.0' }, "category can't be blank"],
    [
      'a known category',
      { category: category('444'), debit_value: '1.0' },
      `category ${category('444')} was not found`,
    ],
    ['an amount', { category: category('401') }, "debit_value can't be blank"],
    ['an amount in pence', { category: category('401'), debit_value: '1.005' }, 'debit_value is not an amount'],
    ['a user on 902', { category: category('902'), debit_value: '1.0' }, "user can't be blank for category 902"],
    [
      'a known user',
      { category: category('902'), debit_value: '1.0', user: '/v2/users/99' },
      'user /v2/users/99 was not found',
    ],
    [
      'an account that is no bank account',
      { category: category('750'), debit_value: '1.0' },
      'category is a bank account: bank accounts cannot be journalled',
    ],
    [
      'a type on capital assets',
      { category: category('602'), debit_value: '1.0' },
      "capital_asset_type can't be blank for category 602",
    ],
    [
      'no contact outside the opening balances',
      { category: category('681'), debit_value: '1.0', contact: '/v2/contacts/1' },
      'contact is for opening balances of categories 681 and 796 only',
    ],
  ])('an entry needs %s', async (_, entry, message) => {
    const answer = await post({ journal_entries: [entry, { category: category('814'), debit_value: '-1.0' }] });
    expect([answer.status, messagesOf(answer)]).toEqual([422, [message]]);
  });

  test('a sub account’s number stands for its user, and is not the user’s id', async () => {
    const { json } = await client.get('/v2/categories?sub_accounts=true');
    const subAccount = json.general_categories.find(
      (one: { user?: string; nominal_code: string }) =>
        one.user?.endsWith('/users/2') && one.nominal_code.startsWith('902-'),
    );
    expect(subAccount.nominal_code).not.toBe('902-2');
    const answer = await post({
      journal_entries: [
        { category: subAccount.url, debit_value: '5.0' },
        { category: category('814'), debit_value: '-5.0' },
      ],
    });
    expect(answer.json.journal_set.journal_entries[0].user).toBe(`${client.base}/v2/users/2`);
  });

  test('a body that is not JSON, or has no root, is 400', async () => {
    expect((await client.call('POST', '/v2/journal_sets', '{')).status).toBe(400);
    expect((await client.call('POST', '/v2/journal_sets', { description: 'x' })).status).toBe(400);
  });
});

describe('changing', () => {
  test('changes, adds and destroys entries, and moves updated_at', async () => {
    const { json } = await post();
    const [gross, ni, hmrc, net] = json.journal_set.journal_entries;
    clock.advance(60);
    const answer = await client.call('PUT', '/v2/journal_sets/10001', {
      journal_set: {
        journal_entries: [
          { url: pathOf(gross.url), debit_value: '2194.71' },
          { url: `https://elsewhere.example${pathOf(ni.url)}`, _destroy: true },
          { url: net.url, debit_value: '-1657.04' },
          { category: category('815'), debit_value: '100.00', description: 'added' },
        ],
      },
    });
    expect(answer.status).toBe(200);
    const set = answer.json.journal_set;
    expect(set.journal_entries.map((entry: { debit_value: string }) => entry.debit_value)).toEqual([
      '2194.71',
      '-637.67',
      '-1657.04',
      '100.0',
    ]);
    expect(set.journal_entries.slice(0, 3).map((entry: { url: string }) => entry.url)).toEqual([
      gross.url,
      hmrc.url,
      net.url,
    ]);
    expect(set.updated_at).toBe('2025-11-10T09:01:00.000Z');
    expect(set.tag).toBe('test:2026-06');
    expect((await client.get('/v2/journal_sets/10001')).json.journal_set).toEqual(set);
  });

  test('an entry without its url is added at every update', async () => {
    await post();
    const balanced = [
      { category: category('401'), debit_value: '1.0' },
      { category: category('814'), debit_value: '-1.0' },
    ];
    for (let i = 0; i < 2; i += 1) {
      await client.call('PUT', '/v2/journal_sets/10001', { journal_set: { journal_entries: balanced } });
    }
    expect((await client.get('/v2/journal_sets/10001')).json.journal_set.journal_entries).toHaveLength(8);
  });

  test('must leave the set balanced, and may name only its own entries', async () => {
    const { json } = await post();
    const one = json.journal_set.journal_entries[0];
    const update = (entry: unknown) =>
      client.call('PUT', '/v2/journal_sets/10001', { journal_set: { journal_entries: [entry] } });
    expect((await update({ url: one.url, debit_value: '2000.01' })).status).toBe(422);
    expect((await update({ url: '/v2/journal_entries/999', _destroy: true })).status).toBe(422);
    expect((await client.get('/v2/journal_sets/10001')).json).toEqual(json);
  });

  test('changes date and description', async () => {
    await post();
    const answer = await client.call('PUT', '/v2/journal_sets/10001', {
      journal_set: { dated_on: '2025-10-30', tag: 'other' },
    });
    expect([answer.json.journal_set.dated_on, answer.json.journal_set.tag]).toEqual(['2025-10-30', 'other']);
    expect((await client.get('/v2/journal_sets?from_date=2025-10-31')).json.journal_sets).toEqual([]);
    expect((await client.get('/v2/journal_sets?to_date=2025-10-30&tag=other')).json.journal_sets).toHaveLength(1);
  });

  test('updated_at moves even while the clock stands', async () => {
    const before = (await post()).json.journal_set.updated_at;
    const answer = await client.call('PUT', '/v2/journal_sets/10001', { journal_set: { description: 'again' } });
    expect(answer.json.journal_set.updated_at > before).toBe(true);
  });
});

test('deleting answers 200 with an empty body, then 404', async () => {
  await post();
  const answer = await client.call('DELETE', '/v2/journal_sets/10001');
  expect([answer.status, answer.text]).toEqual([200, '']);
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const gone = await client.call(method, '/v2/journal_sets/10001', method === 'PUT' ? payrollSet() : undefined);
    expect([gone.status, gone.json]).toEqual([404, { errors: { error: { message: 'Resource not found' } } }]);
  }
});

test('in a locked period nothing is added or removed, until it is opened', async () => {
  await post();
  await client.control('PUT', '/companies/ash/lock', { until: '2025-10-31' });
  const refused = [
    await post(),
    await client.call('PUT', '/v2/journal_sets/10001', { journal_set: { dated_on: '2025-11-01' } }),
    await client.call('DELETE', '/v2/journal_sets/10001'),
  ];
  for (const answer of refused) {
    expect([answer.status, messagesOf(answer)]).toEqual([422, ['dated_on is in a locked period']]);
  }
  expect((await post({ dated_on: '2025-11-01' })).status).toBe(201);
  await client.control('PUT', '/companies/ash/lock', {});
  expect((await client.call('DELETE', '/v2/journal_sets/10001')).status).toBe(200);
});

describe('listing', () => {
  test('filters by date, tag and updated_since, together', async () => {
    await post({ dated_on: '2025-10-01', tag: 'a' });
    clock.advance(1_800);
    await post({ dated_on: '2025-10-15', tag: 'b' });
    await post({ dated_on: '2025-10-31', tag: 'a' });
    const dates = async (query: string) =>
      (await client.get(`/v2/journal_sets?${query}`)).json.journal_sets.map(
        (set: { dated_on: string }) => set.dated_on,
      );
    expect(await dates('from_date=2025-10-01&to_date=2025-10-15')).toEqual(['2025-10-01', '2025-10-15']);
    expect(await dates('tag=a')).toEqual(['2025-10-01', '2025-10-31']);
    expect(await dates('updated_since=2025-11-10T09:30:00Z')).toEqual(['2025-10-15', '2025-10-31']);
    expect(await dates('updated_since=2025-11-10T09:30:00Z&tag=a&to_date=2025-10-31')).toEqual(['2025-10-31']);
    expect((await client.get('/v2/journal_sets?from_date=tomorrow')).status).toBe(400);
  });

  test('includes the opening balances, which have no date, unless days are asked for', async () => {
    const demo = await start({ scenario: 'demo' });
    await demo.call('POST', '/v2/journal_sets', payrollSet({ dated_on: '2025-10-31' }, DEMO_USER + 1));
    const answer = await demo.get('/v2/journal_sets');
    const opening = answer.json.journal_sets.filter((set: { dated_on?: string }) => !('dated_on' in set));
    expect(opening).toHaveLength(1);
    const alone = await demo.get('/v2/journal_sets/opening_balances');
    expect(alone.json.journal_set).toMatchObject({
      ...opening[0],
      // With the sign of the other side, as in the live service.
      bank_accounts: [{ debit_value: '-12500.0' }],
      stock_items: [],
    });
    for (const query of ['from_date=2019-01-01', 'to_date=2035-12-31', 'from_date=2025-10-31&to_date=2025-10-31']) {
      const { json, headers } = await demo.get(`/v2/journal_sets?${query}&per_page=1`);
      const all = (await demo.get(`/v2/journal_sets?${query}&per_page=100`)).json.journal_sets;
      expect([json.journal_sets.length, headers.get('x-total-count')]).toEqual([1, String(all.length)]);
      expect(all.filter((set: { dated_on?: string }) => !('dated_on' in set))).toEqual([]);
    }
    const tagged = await demo.get('/v2/journal_sets?tag=none');
    expect(tagged.json.journal_sets).toEqual([]);
  });
});

test.each([
  ['/v2/journal_sets/opening_balances', 'journal_set', { journal_entries: [], bank_accounts: [], stock_items: [] }],
  ['/v2/accounting/trial_balance/summary/opening_balances', 'trial_balance_summary', []],
])('4.9, 4.20 %s answers 200 in a company that began with nothing', async (path, root, expected) => {
  const answer = await client.get(path);
  expect([answer.status, answer.json[root]]).toEqual([
    200,
    Array.isArray(expected) ? expected : expect.objectContaining({ url: `${client.base}${path}`, ...expected }),
  ]);
  expect((await client.get('/v2/journal_sets')).json.journal_sets).toEqual([]);
});

test.each([
  ['absolute', (base: string) => `${base}/v2/journal_entries/10001`],
  ['relative', () => '/v2/journal_entries/10001'],
  ['nested', (base: string) => `${base}/v2/journal_sets/10001/journal_entries/10001`],
  ['nested_relative', () => '/v2/journal_sets/10001/journal_entries/10001'],
] as const)('entry urls come %s, and come back', async (entryUrls, expected) => {
  const other = await start({ scenario: ASH, entryUrls });
  const { json } = await other.call('POST', '/v2/journal_sets', payrollSet());
  const { url } = json.journal_set.journal_entries[0];
  expect(url).toBe(expected(other.base));
  const update = { journal_set: { journal_entries: [{ url, description: 'changed' }] } };
  const answer = await other.call('PUT', '/v2/journal_sets/10001', update);
  expect(answer.json.journal_set.journal_entries[0].description).toBe('changed');
});
