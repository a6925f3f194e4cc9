import { outOfBalance, totals } from './books.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { FaultError, type FaultInput, SnapshotError } from '../src/index.js';
import { ASH, category, type Client, DEMO_USER, payrollSet, send, start, stopAll } from './client.js';

let client: Client;
beforeEach(async () => {
  client = await start({ scenario: 'demo', clock: () => new Date('2025-11-10T09:00:00.000Z') });
});
afterEach(stopAll);

const company = '/companies/marlowfinch';

test('requests are counted by method and path, and the count can be reset', async () => {
  await client.get('/v2/company');
  await client.get('/v2/users?view=staff');
  await client.get('/v2/users');
  await client.call('POST', '/v2/journal_sets', payrollSet({}, DEMO_USER + 1));
  expect((await client.control('GET', '/requests')).json).toEqual({
    total: 4,
    requests: [
      { method: 'GET', path: '/v2/company', count: 1 },
      { method: 'GET', path: '/v2/users', count: 2 },
      { method: 'POST', path: '/v2/journal_sets', count: 1 },
    ],
    sent: expect.any(Array),
  });
  await client.control('DELETE', '/requests');
  expect((await client.control('GET', '/requests')).json).toEqual({ total: 0, requests: [], sent: [] });
});

describe('what a client sent', () => {
  test('is shown whole, with what it was answered', async () => {
    await client.get('/v2/users?view=staff', { 'x-trace': '7' });
    await client.call('POST', '/v2/journal_sets', payrollSet({}, DEMO_USER + 1));
    const { sent } = (await client.control('GET', '/requests')).json;
    const at = '2025-11-10T09:00:00.000Z';
    expect(sent).toEqual([
      {
        ...{ at, method: 'GET', path: '/v2/users', query: 'view=staff', company: 'marlowfinch', body: '', status: 200 },
        headers: expect.objectContaining({ 'x-trace': '7', authorization: `Bearer ${client.token}` }),
      },
      {
        ...{ at, method: 'POST', path: '/v2/journal_sets', company: 'marlowfinch', status: 201 },
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
        body: JSON.stringify(payrollSet({}, DEMO_USER + 1)),
      },
    ]);
    expect(client.sandbox.requests()).toEqual(sent);
  });

  test('has no status when the connection broke', async () => {
    client.sandbox.faults.add({ kind: 'drop_after', match: { path: '/v2/company' } });
    await expect(client.get('/v2/company')).rejects.toThrow('fetch failed');
    expect(client.sandbox.requests()).toEqual([expect.not.objectContaining({ status: expect.anything() })]);
  });

  test('is filtered by company, method, path and since', async () => {
    await client.get('/v2/users');
    await client.get('/v2/users/10001');
    await client.call('POST', '/v2/journal_sets', {}, { 'x-subdomain': 'elm' });
    await client.control('POST', '/clock', { now: '2025-11-11T09:00:00Z' });
    await client.get('/v2/company', { authorization: undefined });
    const paths = async (query: string) => {
      const { json } = await client.control('GET', `/requests?${query}`);
      expect(json.total).toBe(json.sent.length);
      return json.requests.map(({ path }: { path: string }) => path);
    };
    expect(await paths('company=marlowfinch')).toEqual(['/v2/users', '/v2/users/10001']);
    expect(await paths('company=elm')).toEqual(['/v2/journal_sets']);
    expect(await paths('method=post')).toEqual(['/v2/journal_sets']);
    expect(await paths('path=/v2/users*&method=GET')).toEqual(['/v2/users', '/v2/users/10001']);
    expect(await paths('since=2025-11-11T09:00:00Z')).toEqual(['/v2/company']);
    expect(client.sandbox.requests({ since: new Date('2025-11-11T10:00:00+01:00') })).toHaveLength(1);
    expect((await client.control('GET', '/requests?since=noon')).status).toBe(422);
    const mistaken = await client.control('GET', '/requests?url=/v2/users');
    expect([mistaken.status, mistaken.json.errors[0].message]).toEqual([422, expect.stringContaining('url is not')]);
  });

  test('is kept for the latest 1,000; all are counted', async () => {
    const request = { method: 'GET', headers: { 'user-agent': 'test' }, body: '' };
    for (let at = 0; at < 2_100; at += 1) await client.sandbox.handle({ ...request, path: `/v2/company?at=${at}` });
    const { total, requests, sent } = (await client.control('GET', '/requests')).json;
    expect([total, requests[0].count, sent.length, sent[0].query]).toEqual([2_100, 2_100, 1_000, 'at=1100']);
  });
});

describe('a period', () => {
  const payslip = {
    user: 'https://api.example.test/v2/users/10003',
    dated_on: '2025-06-05',
    basic_pay: '2000.0',
    some_new_item: '1.0',
  };

  test('is replaced, as it was sent, and updated_at moves', async () => {
    const before = (await client.get('/v2/payroll/2026/1')).json.period;
    const body = { period: 1, dated_on: '2025-06-05', status: 'pending', payslips: [payslip] };
    const answer = await client.control('PUT', `${company}/payroll/2026/1`, body);
    expect(answer.status).toBe(200);
    const { period } = (await client.get('/v2/payroll/2026/1')).json;
    expect(period).toMatchObject({
      dated_on: '2025-06-05',
      status: 'pending',
      employment_allowance_amount: '0.0',
      created_at: before.created_at,
    });
    expect(period.payslips).toEqual([expect.objectContaining({ ...payslip, user: `${client.base}/v2/users/10003` })]);
    expect(period.updated_at > before.updated_at).toBe(true);
    const header = (await client.get('/v2/payroll/2026')).json.periods[1];
    expect([header.status, header.updated_at]).toEqual(['pending', period.updated_at]);
  });

  test('keeps updated_at with touch=false', async () => {
    const before = (await client.get('/v2/payroll/2026/1')).json.period;
    await client.control('PUT', `${company}/payroll/2026/1?touch=false`, {
      period: { ...before, payslips: [payslip] },
    });
    const after = (await client.get('/v2/payroll/2026/1')).json.period;
    expect([after.updated_at, after.payslips.length]).toEqual([before.updated_at, 1]);
  });

  test('is created where there was none, and removed', async () => {
    const made = await client.control('PUT', `${company}/payroll/2024/0`, {
      dated_on: '2023-04-28',
      payslips: [payslip],
    });
    expect(made.json.period).toMatchObject({ period: 0, status: 'filed', frequency: 'Monthly' });
    expect((await client.get('/v2/payroll/2024')).json.periods).toHaveLength(1);
    await client.control('DELETE', `${company}/payroll/2024/0`);
    expect((await client.get('/v2/payroll/2024/0')).status).toBe(404);
  });

  test('changes what is due', async () => {
    const full = { tax_deducted: '100.0', employee_ni: '50.0', employer_ni: '70.0', student_loan_deduction: '9.0' };
    const period = {
      dated_on: '2025-06-05',
      employment_allowance_amount: '20.0',
      construction_industry_scheme_deduction: '5.0',
    };
    await client.control('PUT', `${company}/payroll/2026/1`, { ...period, payslips: [{ ...payslip, ...full }] });
    expect((await client.get('/v2/payroll/2026')).json.payments[1]).toEqual({
      due_on: '2025-06-22',
      amount_due: '204.0',
      status: 'unpaid',
    });
    await client.control('PUT', `${company}/payroll/2026/1`, { ...period, payslips: [] });
    expect((await client.get('/v2/payroll/2026')).json.payments[1]).not.toHaveProperty('status');
  });

  test('of an unknown company, or outside the year, is refused', async () => {
    expect((await client.control('PUT', '/companies/nobody/payroll/2026/1', {})).status).toBe(404);
    expect((await client.control('PUT', `${company}/payroll/2026/12`, {})).status).toBe(422);
  });
});

describe('the clock', () => {
  test('is set, advanced and stopped', async () => {
    expect((await client.control('POST', '/clock', { now: '2026-01-05T08:00:00Z' })).json.now).toBe(
      '2026-01-05T08:00:00.000Z',
    );
    expect((await client.control('POST', '/clock', { advanceSeconds: 90, stopped: true })).json).toEqual({
      now: '2026-01-05T08:01:30.000Z',
      stopped: true,
    });
    const { headers } = await client.get('/v2/nothing');
    expect(headers.get('date')).toBe('Mon, 05 Jan 2026 08:01:30 GMT');
    expect((await client.control('POST', '/clock', { tomorrow: 1 })).status).toBe(422);
  });
});

describe('behind the books', () => {
  test('a set is added, edited and deleted, even in a locked period', async () => {
    await client.control('PUT', `${company}/lock`, { from: '2025-10-01', to: '2025-10-31' });
    const { json } = await client.control(
      'POST',
      `${company}/journal_sets`,
      payrollSet({ tag: undefined }, DEMO_USER + 1),
    );
    const path = new URL(json.journal_set.url).pathname;
    expect((await client.get(path)).json.journal_set).not.toHaveProperty('tag');
    const entries = [
      { category: category('401'), debit_value: '120.0' },
      { category: category('310'), debit_value: '-120.0' },
    ];
    await client.control('PUT', `${company}${path.slice(3)}`, { journal_set: { journal_entries: entries } });
    expect((await client.get(path)).json.journal_set.journal_entries).toHaveLength(6);
    await client.control('DELETE', `${company}${path.slice(3)}`);
    expect((await client.get(path)).status).toBe(404);
  });

  test('sets are listed and read past tokens and levels', async () => {
    await client.call('POST', '/v2/journal_sets', payrollSet({}, DEMO_USER + 1));
    const { json, headers } = await client.control('GET', `${company}/journal_sets?tag=test:2026-06`);
    expect([json.journal_sets.length, headers.get('x-total-count')]).toEqual([1, '1']);
    const path = new URL(json.journal_sets[0].url).pathname.slice(3);
    expect((await client.control('GET', `${company}${path}`)).json.journal_set.tag).toBe('test:2026-06');
  });

  test('a deleted set can come back under its number', async () => {
    const { journal_set: set } = payrollSet({}, DEMO_USER + 1);
    const { json } = await client.control('POST', `${company}/journal_sets`, { journal_set: { ...set, id: 12_345 } });
    expect(json.journal_set.url).toBe(`${client.base}/v2/journal_sets/12345`);
  });

  test('a final accounts report is set', async () => {
    await client.control('PUT', `${company}/final_accounts_reports/2025-03-31`, { filing_status: 'pending' });
    expect((await client.get('/v2/final_accounts_reports/2025-03-31')).json.final_accounts_report.filing_status).toBe(
      'pending',
    );
    await client.control('PUT', `${company}/final_accounts_reports/2025-09-30`, {
      filing_status: 'filed',
      period_starts_on: '2025-04-01',
    });
    expect((await client.get('/v2/final_accounts_reports')).json.final_accounts_reports.at(-1)).toMatchObject({
      filing_status: 'filed',
      period_starts_on: '2025-04-01',
    });
  });

  test('a user changes, and one appears', async () => {
    await client.control('PUT', `${company}/users/10003`, { role: 'Director', hidden: true });
    expect((await client.get('/v2/users/10003')).json.user).toMatchObject({
      first_name: 'Priya',
      role: 'Director',
      hidden: true,
    });
    await client.control('PUT', `${company}/users/77`, { first_name: 'Late' });
    expect((await client.get('/v2/users/77')).json.user).toMatchObject({ first_name: 'Late', role: 'Employee' });
    expect((await client.control('POST', `${company}/users`, {})).json.user.url).toBe(`${client.base}/v2/users/10010`);
  });

  test('an account disappears and comes back', async () => {
    await client.control('DELETE', `${company}/categories/402`);
    expect((await client.call('POST', '/v2/journal_sets', payrollSet({}, DEMO_USER + 1))).status).toBe(422);
    await client.control('PUT', `${company}/categories/402`, { description: 'Employer NICs' });
    expect((await client.call('POST', '/v2/journal_sets', payrollSet({}, DEMO_USER + 1))).status).toBe(201);
  });

  test('payments are set', async () => {
    const payments = [{ due_on: '2025-05-22', amount_due: '1.0', status: 'unpaid' }];
    await client.control('PUT', `${company}/payroll/2026/payments`, { payments });
    expect((await client.get('/v2/payroll/2026')).json.payments).toEqual(payments);
  });
});

test('a reset restores the scenario, its tokens and its clock', async () => {
  await client.control('POST', '/clock', { advanceSeconds: 86_400 });
  await client.control('DELETE', `${company}/payroll/2026/1`);
  await client.control('POST', '/faults', { kind: 'drop_before', count: 'always' });
  await client.control('POST', '/reset');
  const answer = await client.get('/v2/payroll/2026/1');
  expect([answer.status, answer.headers.get('date')]).toEqual([200, 'Mon, 10 Nov 2025 09:00:00 GMT']);
});

describe('a snapshot', () => {
  const sets = async () => (await client.get('/v2/journal_sets?tag=test:2026-06')).json.journal_sets.length;
  const post = () => client.call('POST', '/v2/journal_sets', payrollSet({}, DEMO_USER + 1));

  test('brings back books, tokens and clock, as often as it is restored', async () => {
    const first = (await post()).json.journal_set;
    client.sandbox.snapshot('one set');
    for (const round of [1, 2]) {
      const second = (await post()).json.journal_set;
      await client.control('POST', '/clock', { advanceSeconds: 4_000 });
      client.sandbox.faults.add({ kind: 'drop_before', count: 'always' });
      client.sandbox.restore('one set');
      expect([round, await sets()]).toEqual([round, 1]);
      expect((await client.get(new URL(first.url).pathname)).json.journal_set).toEqual(first);
      expect((await client.get(new URL(second.url).pathname)).status).toBe(404);
      expect((await client.control('GET', '/clock')).json.now).toBe('2025-11-10T09:00:00.000Z');
    }
    client.sandbox.reset();
    expect(await sets()).toBe(0);
    client.sandbox.restore('one set');
    expect(await sets()).toBe(1);
  });

  test('is made and restored over HTTP too', async () => {
    expect((await client.control('PUT', '/snapshots/clean')).status).toBe(200);
    await post();
    expect((await client.control('POST', '/snapshots/clean/restore')).json.now).toBe('2025-11-10T09:00:00.000Z');
    expect(await sets()).toBe(0);
    expect((await client.control('POST', '/snapshots/other/restore')).status).toBe(404);
  });

  test('that was never made is told by name', () => {
    client.sandbox.snapshot('clean');
    expect(() => client.sandbox.restore('other')).toThrow(new SnapshotError('other', ['clean']));
    expect(() => client.sandbox.restore('other')).toThrow('There is no snapshot other; there is clean.');
  });
});

describe('faults of a program', () => {
  test('are added, seen to act, and cleared', async () => {
    const [fault] = client.sandbox.faults.add(
      { kind: 'status', status: 503, body: 'later', match: { path: '/v2/company' } },
      { kind: 'rate_limit', match: { path: '/v2/users' }, nth: 2 },
    );
    expect((await client.get('/v2/company')).status).toBe(503);
    expect(client.sandbox.faults.all()).toMatchObject([
      { kind: 'status', seen: 1, acted: 1 },
      { kind: 'rate_limit', seen: 0, acted: 0 },
    ]);
    expect((await client.control('GET', '/faults')).json.faults).toEqual(client.sandbox.faults.all());
    client.sandbox.faults.clear(fault!.id);
    expect(client.sandbox.faults.all()).toMatchObject([{ kind: 'rate_limit' }]);
    client.sandbox.faults.clear();
    expect(client.sandbox.faults.all()).toEqual([]);
  });

  test('that are wrong are told by name, and none is added', () => {
    const wrong = { kind: 'status', statsu: 503 } as unknown as FaultInput;
    expect(() => client.sandbox.faults.add({ kind: 'empty' }, wrong)).toThrow('statsu is not known');
    expect(() => client.sandbox.faults.add(wrong)).toThrow(FaultError);
    expect(client.sandbox.faults.all()).toEqual([]);
  });
});

test('the page shows the books, and escapes what arrived', async () => {
  const xss = '<script>alert("1")</script>';
  await client.call('POST', '/v2/journal_sets', payrollSet({ description: xss, tag: `${xss}&` }, DEMO_USER + 1));
  const { status, text, headers } = await send(`${client.base}/`, 'GET', undefined, {});
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const word of ['Trial balance', 'Journal sets', 'Requests', '1,557.04', '/v2/journal_sets', 'Owen Finch'])
    expect(text).toContain(word);
  expect(text).toContain('&lt;script&gt;alert(&quot;1&quot;)');
  expect(text).not.toContain('<script>');
  const request = { method: 'GET', path: `/v2/${xss}`, headers: {}, body: '' };
  await client.sandbox.handle(request);
  expect((await send(`${client.base}/`, 'GET', undefined, {})).text).not.toContain('<script>');
});

describe('payments', () => {
  test('are made and explained in one step: from the bank to an account, or to a person', async () => {
    const client = await start({ scenario: ASH });
    const pay = (body: unknown) => client.control('POST', '/companies/ash/payments', body);
    const wage = await pay({ dated_on: '2025-10-31', amount: '1557.04', category: '902', user: 2 });
    expect(wage.status).toBe(201);
    expect(wage.json.bank_transaction_explanation).toMatchObject({
      gross_value: '-1557.04',
      paid_user: `${client.base}/v2/users/2`,
    });
    await pay({ dated_on: '2025-11-22', amount: '637.67', category: '814' });
    await pay({ dated_on: '2025-11-23', amount: '-5', category: '814' });
    const balances = totals(
      await client.get('/v2/accounting/trial_balance/summary?from_date=2021-04-01&to_date=2025-12-31'),
    );
    expect(balances).toEqual({ '750-1': '-2189.71', '814': '632.67', '902-3': '1557.04' });
    const refused = await pay({ dated_on: '2025-10-31', amount: '1', category: '902' });
    expect([refused.status, await outOfBalance(client)]).toEqual([422, 0n]);
  });
});
