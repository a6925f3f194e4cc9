import { outOfBalance, totals } from './books.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
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
  });
  await client.control('DELETE', '/requests');
  expect((await client.control('GET', '/requests')).json).toEqual({ total: 0, requests: [] });
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
