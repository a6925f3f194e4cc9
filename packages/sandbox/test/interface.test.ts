import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ASH, type Client, DEMO_USER, payrollSet, standingClock, start, stopAll } from './client.js';

afterEach(stopAll);

test('live: no id in an answer has fewer than two digits (clients match \\d{2,})', async () => {
  const client = await start({ scenario: 'demo', limits: false });
  const lists = ['contacts', 'projects', 'tasks', 'users', 'expenses', 'journal_sets', 'capital_asset_types'];
  const more = ['bank_accounts', 'recurring_invoices', 'price_list_items', 'capital_assets', 'hire_purchases'];
  for (const plural of [...lists, ...more]) {
    const { text } = await client.get(`/v2/${plural}?per_page=100`);
    expect([plural, /\/v2\/\w+\/\d/.test(text)]).toEqual([plural, true]);
    expect([plural, text.match(/\/v2\/(?!categories)\w+\/\d(?!\d)[^"]*/g)]).toEqual([plural, null]);
  }
  const { json } = await client.call('POST', '/v2/journal_sets', payrollSet({}, DEMO_USER));
  expect(json.journal_set.url).toMatch(/\/v2\/journal_sets\/\d{5,}$/);
});

describe('every answer', () => {
  test('has a Date of the sandbox clock', async () => {
    const client = await start({ scenario: 'demo', clock: () => new Date('2025-11-10T09:00:00Z') });
    expect((await client.get('/v2/company')).headers.get('date')).toBe('Mon, 10 Nov 2025 09:00:00 GMT');
  });

  test('is refused without a User-Agent', async () => {
    const client = await start({ scenario: 'demo' });
    const status = await new Promise<number>((resolve) => {
      httpRequest(`${client.base}/v2/company`, { headers: { authorization: `Bearer ${client.token}` } }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      }).end();
    });
    expect(status).toBe(400);
  });

  test('is refused with a body of another kind', async () => {
    const client = await start({ scenario: 'demo' });
    const answer = await client.call('POST', '/v2/journal_sets', 'x', { 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
  });

  test('an unknown path is 404', async () => {
    const client = await start({ scenario: 'demo' });
    const answer = await client.get('/v2/nothing');
    expect([answer.status, answer.json]).toEqual([404, { errors: { error: { message: 'Resource not found' } } }]);
  });
});

describe('access levels', () => {
  const at = (level: number) => start({ scenario: { companies: [{ ...ASH.companies[0]!, access_level: level }] } });
  test.each([
    ['/v2/company', 1],
    ['/v2/users/me', 1],
    ['/v2/categories', 2],
    ['/v2/users', 7],
    ['/v2/journal_sets', 7],
    ['/v2/payroll/2026', 7],
    ['/v2/payroll_profiles/2026', 7],
    ['/v2/final_accounts_reports', 7],
    ['/v2/accounting/trial_balance/summary', 7],
    ['/v2/company/tax_timeline', 7],
    ['/v2/capital_asset_types', 8],
  ])('%s needs level %i', async (path, level) => {
    const below = await (await at(level - 1)).get(path);
    expect([below.status, below.json]).toEqual([
      403,
      { errors: { error: { message: 'You are not allowed to access this action.' } } },
    ]);
    expect((await (await at(level)).get(path)).status).toBe(200);
  });

  test('marking final accounts needs Full', async () => {
    const report = { period_ends_on: '2025-03-31' };
    const company = { ...ASH.companies[0]!, final_accounts_reports: [report] };
    const almost = await start({ scenario: { companies: [{ ...company, access_level: 7 }] } });
    expect((await almost.call('PUT', '/v2/final_accounts_reports/2025-03-31/mark_as_filed')).status).toBe(403);
  });
});

describe('pages', () => {
  async function filled(options: { doubleQuotedLinks?: boolean } = {}): Promise<Client> {
    const client = await start({ scenario: ASH, limits: false, ...options });
    for (let i = 0; i < 30; i += 1) await client.call('POST', '/v2/journal_sets', payrollSet({ tag: `t${i}` }));
    return client;
  }
  const next = (link: string | null) => /<([^>]+)>; rel='next'/.exec(link ?? '')?.[1];

  test('two pages can be followed by Link, and hold every record once', async () => {
    const client = await filled();
    const first = await client.get('/v2/journal_sets?from_date=2025-10-01');
    expect(first.json.journal_sets).toHaveLength(25);
    expect(first.headers.get('x-total-count')).toBe('30');
    const second = await client.get(next(first.headers.get('link'))!.slice(client.base.length));
    expect(second.json.journal_sets).toHaveLength(5);
    expect(next(second.headers.get('link'))).toBeUndefined();
    expect(second.headers.get('link')).toMatch(/rel='prev'.*rel='first'.*rel='last'/);
    const tags = [...first.json.journal_sets, ...second.json.journal_sets].map((set: { tag: string }) => set.tag);
    expect(new Set(tags).size).toBe(30);
  });

  test('a single page has an empty Link and its total', async () => {
    const client = await filled();
    const answer = await client.get('/v2/journal_sets?per_page=500');
    expect([answer.json.journal_sets.length, answer.headers.get('link'), answer.headers.get('x-total-count')]).toEqual([
      30,
      '',
      '30',
    ]);
    expect((await client.get('/v2/journal_sets?page=9')).json.journal_sets).toEqual([]);
  });

  test('rel may come in double quotes', async () => {
    const client = await filled({ doubleQuotedLinks: true });
    expect((await client.get('/v2/journal_sets')).headers.get('link')).toContain('; rel="next"');
  });
});

describe('limits', () => {
  test('the 121st request of a minute is 429, until the minute of its clock ends', async () => {
    const clock = standingClock('2025-11-10T09:00:15.500Z');
    const client = await start({ scenario: 'demo', clock: clock.now });
    for (let i = 0; i < 120; i += 1) expect((await client.get('/v2/company')).status).toBe(200);
    const limited = await client.get('/v2/company');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '45']);
    expect(limited.headers.get('content-type')).toMatch(/^text\/plain/);
    clock.advance(45);
    expect((await client.get('/v2/company')).status).toBe(200);
  });

  test('3,600 an hour, whatever the minutes', async () => {
    const clock = standingClock('2025-11-10T09:00:00.000Z');
    const client = await start({ scenario: 'demo', clock: clock.now });
    const headers = { authorization: `Bearer ${client.token}`, 'user-agent': 'test' };
    const ask = () => client.sandbox.handle({ method: 'GET', path: '/v2/company', headers, body: '' });
    for (let minute = 0; minute < 30; minute += 1) {
      for (let i = 0; i < 120; i += 1) expect((await ask()).status).toBe(200);
      clock.advance(60);
    }
    const limited = await ask();
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '1800']);
    clock.advance(1_799);
    expect((await ask()).status).toBe(429);
    clock.advance(1);
    // In the new hour the token has expired too.
    expect((await ask()).status).toBe(401);
  });

  test('X-RateLimit-Test lowers the limit to five a minute', async () => {
    const client = await start({ scenario: 'demo', clock: () => new Date('2025-11-10T09:00:00Z') });
    const test = { 'x-ratelimit-test': 'true' };
    for (let i = 0; i < 5; i += 1) expect((await client.get('/v2/company', test)).status).toBe(200);
    expect((await client.get('/v2/company', test)).status).toBe(429);
    expect((await client.get('/v2/company')).status).toBe(200);
  });

  test('may be switched off', async () => {
    const client = await start({ scenario: 'demo', limits: false, clock: () => new Date('2025-11-10T09:00:00Z') });
    for (let i = 0; i < 130; i += 1) expect((await client.get('/v2/company')).status).toBe(200);
  });
});
