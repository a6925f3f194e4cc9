import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ASH, DEMO_USER, category, type Client, payrollSet, start, stopAll } from './client.js';

const NOW = () => new Date('2025-11-10T09:00:00.000Z');
let client: Client;

beforeEach(async () => {
  client = await start({ scenario: 'demo', clock: NOW });
});
afterEach(stopAll);

const UK_ONLY_TYPE = 'UsLimitedLiabilityCompany';
const ofType = (type: string) =>
  start({ scenario: { companies: [{ ...ASH.companies[0]!, fields: { type } }] }, clock: NOW });

test('the company is a single record; its id is a number', async () => {
  const { json } = await client.get('/v2/company');
  expect(json.company).toMatchObject({
    url: `${client.base}/v2/company`,
    id: 1,
    type: 'UkLimitedCompany',
    currency: 'GBP',
    freeagent_start_date: expect.stringMatching(/^20(1\d|2[0-3])-/),
  });
  expect(json.company.annual_accounting_periods.at(-1)).toEqual({ starts_on: '2025-04-01', ends_on: '2026-03-31' });
});

test('business categories are the fixed list', async () => {
  const { json } = await client.get('/v2/company/business_categories');
  expect(json.business_categories).toHaveLength(54);
  expect(json.business_categories).toContain('Health, Wellness and Fitness');
});

test('the tax timeline lists what is to be paid', async () => {
  const { json } = await client.get('/v2/company/tax_timeline');
  expect(json.timeline_items[0]).toEqual({
    description: expect.any(String),
    nature: expect.any(String),
    dated_on: expect.any(String),
    amount_due: expect.stringMatching(/^\d+\.\d{1,2}$/),
    is_personal: false,
  });
});

describe('users', () => {
  const user = {
    email: 'new@example.test',
    first_name: 'New',
    last_name: 'Comer',
    role: 'Employee',
    opening_mileage: 0,
  };

  test.each([
    ['all', 9],
    ['staff', 8],
    ['active_staff', 7],
    ['advisors', 1],
    ['active_advisors', 1],
  ])('view=%s', async (view, count) => {
    expect((await client.get(`/v2/users?view=${view}`)).json.users).toHaveLength(count);
  });

  test('an absent value is an absent key; timestamps have milliseconds', async () => {
    const { json } = await client.get('/v2/users/10001');
    expect(json.user).not.toHaveProperty('ni_number');
    expect(json.user.updated_at).toBe('2025-11-10T09:00:00.000Z');
    expect(json.user.current_payroll_profile).toEqual({
      total_pay_in_previous_employment: '0.0',
      total_tax_in_previous_employment: '0.0',
    });
  });

  test('are created, changed and deleted', async () => {
    const created = await client.call('POST', '/v2/users', { user: { ...user, send_invitation: true } });
    expect([created.status, created.headers.get('location')]).toEqual([201, created.json.user.url]);
    expect(created.json.user).toMatchObject({ first_name: 'New', opening_mileage: '0.0' });
    const path = new URL(created.json.user.url).pathname;
    const changed = await client.call('PUT', path, { user: { last_name: 'Name' } });
    expect(changed.json.user).toMatchObject({ first_name: 'New', last_name: 'Name' });
    const deleted = await client.call('DELETE', path);
    expect([deleted.status, deleted.text, (await client.get(path)).status]).toEqual([200, '', 404]);
  });

  test.each([
    [{ email: undefined }, "email can't be blank"],
    [{ role: 'King' }, 'role is invalid'],
    [{ permission_level: 9 }, 'permission_level is invalid'],
    [{ opening_mileage: 'far' }, 'opening_mileage is invalid'],
  ])('are refused with %j', async (changes, message) => {
    const answer = await client.call('POST', '/v2/users', { user: { ...user, ...changes } });
    expect([answer.status, answer.json]).toEqual([422, { errors: [{ message }] }]);
  });

  test('have no directors in a sole trader business', async () => {
    const soleTrader = await ofType('UkSoleTrader');
    expect((await soleTrader.call('POST', '/v2/users', { user: { ...user, role: 'Director' } })).status).toBe(422);
    expect((await soleTrader.call('POST', '/v2/users', { user })).status).toBe(201);
  });

  test('who are in the books cannot be deleted', async () => {
    await client.call('POST', '/v2/journal_sets', payrollSet({}, DEMO_USER + 1));
    expect((await client.call('DELETE', '/v2/users/10002')).status).toBe(409);
  });

  test('me is the token’s user, who may change it', async () => {
    expect((await client.get('/v2/users/me')).json.user.url).toBe(`${client.base}/v2/users/10001`);
    const answer = await client.call('PUT', '/v2/users/me', { user: { first_name: 'Hatty' } });
    expect(answer.json.user.first_name).toBe('Hatty');
  });
});

describe('categories', () => {
  test('come in four groups, payroll accounts among the general ones', async () => {
    const { json } = await client.get('/v2/categories');
    expect(Object.keys(json).sort()).toEqual([
      'admin_expenses_categories',
      'cost_of_sales_categories',
      'general_categories',
      'income_categories',
    ]);
    const codes = json.general_categories.map((one: { nominal_code: string }) => one.nominal_code);
    expect(codes).toEqual(
      expect.arrayContaining(['401', '402', '403', '404', '405', '407', '408', '409', '813', '814', '815', '902']),
    );
  });

  test('sub accounts replace their account, one for each user', async () => {
    const { json } = await client.get('/v2/categories?sub_accounts=true');
    const nine = json.general_categories.filter((one: { nominal_code: string }) => one.nominal_code.startsWith('902'));
    expect(nine).toHaveLength(9);
    expect(nine[0]).toMatchObject({ url: `${client.base}/v2/categories/902-2`, user: `${client.base}/v2/users/10001` });
    const one = await client.get('/v2/categories/902-2');
    expect(one.json.general_categories).toEqual(nine[0]);
    expect((await client.get('/v2/categories/902-99')).status).toBe(404);
  });

  test('a single one is under the name of its group', async () => {
    expect((await client.get('/v2/categories/001')).json.income_categories.description).toBe('Sales');
    expect((await client.get('/v2/categories/251')).json.admin_expenses_categories.allowable_for_tax).toBe(true);
    expect((await client.get('/v2/categories/444')).status).toBe(404);
  });

  test.each([
    [{ category_group: 'income', nominal_code: '010' }, 'income_categories'],
    [
      { category_group: 'cost_of_sales', nominal_code: '199', tax_reporting_name: 'purchases' },
      'cost_of_sales_categories',
    ],
    [
      { category_group: 'admin_expenses', nominal_code: '399', tax_reporting_name: 'staff_training' },
      'admin_expenses_categories',
    ],
    [{ category_group: 'current_assets', nominal_code: '671', tax_reporting_name: 'debtors' }, 'general_categories'],
  ])('%j is created', async (fields, group) => {
    const answer = await client.call('POST', '/v2/categories', { category: { description: 'New', ...fields } });
    expect([answer.status, Object.keys(answer.json)]).toEqual([201, [group]]);
    expect(answer.headers.get('location')).toBe(`${client.base}/v2/categories/${fields.nominal_code}`);
    if (group === 'admin_expenses_categories') expect(answer.json[group].auto_sales_tax_rate).toBe('Standard rate');
    expect((await client.get(`/v2/categories/${fields.nominal_code}`)).json[group].description).toBe('New');
  });

  test.each([
    [{ category_group: 'income', nominal_code: '050' }],
    [{ category_group: 'income', nominal_code: '001' }],
    [{ category_group: 'income', nominal_code: '010', description: '' }],
    [{ category_group: 'cost_of_sales', nominal_code: '095', tax_reporting_name: 'purchases' }],
    [{ category_group: 'cost_of_sales', nominal_code: '198' }],
    [{ category_group: 'admin_expenses', nominal_code: '398', tax_reporting_name: 'wages' }],
    [{ category_group: 'current_assets', nominal_code: '721', tax_reporting_name: 'debtors' }],
    [{ category_group: 'liabilities', nominal_code: '731' }],
  ])('%j is refused', async (fields) => {
    const answer = await client.call('POST', '/v2/categories', { category: { description: 'New', ...fields } });
    expect(answer.status).toBe(422);
  });
});

describe('the trial balance', () => {
  const totals = async (query: string) => {
    const { json } = await client.get(`/v2/accounting/trial_balance/summary${query}`);
    return Object.fromEntries(
      json.trial_balance_summary.map((item: { display_nominal_code: string; total: string }) => [
        item.display_nominal_code,
        item.total,
      ]),
    );
  };
  const posted = (datedOn: string) =>
    client.call('POST', '/v2/journal_sets', payrollSet({ dated_on: datedOn }, DEMO_USER + 1));

  test('with both dates covers exactly that range', async () => {
    await posted('2025-10-30');
    await posted('2025-10-31');
    await posted('2025-11-01');
    expect(await totals('?from_date=2025-10-31&to_date=2025-10-31')).toEqual({
      '401': '2000.0',
      '402': '194.71',
      '814': '-637.67',
      '902-3': '-1557.04',
    });
  });

  test('with to_date only covers the accounting period up to it', async () => {
    await posted('2025-03-31');
    await posted('2025-04-01');
    await posted('2025-10-31');
    expect((await totals('?to_date=2025-10-31'))['401']).toBe('4000.0');
    expect((await totals('?to_date=2025-10-30'))['401']).toBe('2000.0');
    expect((await totals('?to_date=2025-03-31'))['401']).toBe('2000.0');
  });

  test('without dates is for today', async () => {
    await posted('2025-11-10');
    await posted('2025-11-11');
    expect((await totals(''))['401']).toBe('2000.0');
  });

  test('names users, and gives the legacy code beside the displayed one', async () => {
    await posted('2025-10-31');
    const { json } = await client.get('/v2/accounting/trial_balance/summary');
    const item = json.trial_balance_summary.find((one: { user?: string }) => one.user);
    expect(item).toEqual({
      category: `${client.base}/v2/categories/902-3`,
      nominal_code: '902-10002',
      display_nominal_code: '902-3',
      name: 'Salary and Bonuses: Owen Finch',
      total: '-1557.04',
      user: `${client.base}/v2/users/10002`,
    });
  });

  test('has the opening balances on the start date, and can show them alone', async () => {
    const opening = { '681': '4200.0', '750-1': '12500.0', '796': '-3100.0', '970': '-100.0', '999': '-13500.0' };
    expect(await totals('?from_date=2021-04-01&to_date=2021-04-01')).toEqual(opening);
    expect(await totals('/opening_balances')).toEqual(opening);
    expect(await totals('?from_date=2021-04-02&to_date=2021-12-31')).toEqual({});
  });

  test('leaves out what is dated before the start date', async () => {
    await posted('2021-03-31');
    expect((await totals('?from_date=2020-01-01&to_date=2021-03-31'))['401']).toBeUndefined();
  });
});

describe('payroll', () => {
  test('a year has periods without payslips, and payments', async () => {
    const { json } = await client.get('/v2/payroll/2025');
    expect(json.periods).toHaveLength(12);
    expect(Object.keys(json.periods[0]).sort()).toEqual([
      'construction_industry_scheme_deduction',
      'created_at',
      'dated_on',
      'employment_allowance_amount',
      'employment_allowance_claimed',
      'frequency',
      'period',
      'status',
      'updated_at',
      'url',
    ]);
    expect(json.payments[0]).toMatchObject({ due_on: '2024-05-22', status: 'unpaid' });
  });

  test('a period has payslips whose amounts have one or two decimals', async () => {
    const { json } = await client.get('/v2/payroll/2026/5');
    expect(json.period.url).toBe(`${client.base}/v2/payroll/2026/5`);
    expect(json.period.payslips[0]).toMatchObject({
      user: `${client.base}/v2/users/10001`,
      basic_pay: '3500.0',
      dated_on: '2025-09-30',
    });
    for (const payslip of json.period.payslips) expect(payslip.employer_ni).toMatch(/^\d+\.\d{1,2}$/);
  });

  test.each(['/v2/payroll/2026/12', '/v2/payroll/2026/11', '/v2/payroll/26'])('%s is 404', async (path) => {
    expect((await client.get(path)).status).toBe(404);
  });

  test('a year without payroll is empty', async () => {
    expect((await client.get('/v2/payroll/2020')).json).toEqual({ periods: [], payments: [] });
  });

  test('is for companies of the United Kingdom', async () => {
    const other = await ofType(UK_ONLY_TYPE);
    expect((await other.get('/v2/payroll/2026')).status).toBe(403);
  });

  test('a payment is marked paid and unpaid, once each', async () => {
    const path = '/v2/payroll/2025/payments/2024-05-22';
    const paid = await client.call('PUT', `${path}/mark_as_paid`);
    expect([paid.status, paid.json.payment.status]).toEqual([200, 'marked_as_paid']);
    expect((await client.get('/v2/payroll/2025')).json.payments[0].status).toBe('marked_as_paid');
    expect((await client.call('PUT', `${path}/mark_as_paid`)).status).toBe(409);
    expect((await client.call('PUT', `${path}/mark_as_unpaid`)).json.payment.status).toBe('unpaid');
    expect((await client.call('PUT', '/v2/payroll/2025/payments/2024-05-23/mark_as_paid')).status).toBe(404);
  });

  test('profiles are listed, and filtered by user whatever the host', async () => {
    expect((await client.get('/v2/payroll_profiles/2025')).json.profiles).toHaveLength(8);
    const { json } = await client.get('/v2/payroll_profiles/2025?user=https://elsewhere.example/v2/users/10006');
    expect(json.profiles).toEqual([
      expect.objectContaining({ user: `${client.base}/v2/users/10006`, employment_starts_on: expect.any(String) }),
    ]);
  });
});

describe('final accounts', () => {
  test('are listed and read by their period end', async () => {
    const { json } = await client.get('/v2/final_accounts_reports');
    const report = json.final_accounts_reports.at(-1);
    expect(report).toMatchObject({
      url: `${client.base}/v2/final_accounts_reports/2025-03-31`,
      period_starts_on: '2024-04-01',
      period_ends_on: '2025-03-31',
      filing_status: 'unfiled',
    });
    expect(report).not.toHaveProperty('updated_at');
    expect((await client.get('/v2/final_accounts_reports/2025-03-31')).json.final_accounts_report).toEqual(report);
    expect((await client.get('/v2/final_accounts_reports/2025-03-30')).status).toBe(404);
  });

  test('are marked filed and unfiled', async () => {
    const path = '/v2/final_accounts_reports/2025-03-31';
    const filed = await client.call('PUT', `${path}/mark_as_filed`);
    expect([filed.status, filed.json.final_accounts_report.filing_status]).toEqual([200, 'marked_as_filed']);
    const unfiled = await client.call('PUT', `${path}/mark_as_unfiled`);
    expect(unfiled.json.final_accounts_report.filing_status).toBe('unfiled');
  });
});

test('an account that a chart lacks cannot be posted to', async () => {
  const other = await start({
    scenario: {
      companies: [
        { ...ASH.companies[0]!, chart: { remove: ['402'], add: [{ nominal_code: '731', description: 'Net pay' }] } },
      ],
    },
  });
  expect((await other.call('POST', '/v2/journal_sets', payrollSet())).status).toBe(422);
  const entries = [
    { category: category('401'), debit_value: '1.0' },
    { category: category('731'), debit_value: '-1.0' },
  ];
  expect((await other.call('POST', '/v2/journal_sets', payrollSet({ journal_entries: entries }))).status).toBe(201);
});

describe('categories, beyond the specification', () => {
  const fields = {
    description: 'Timber',
    nominal_code: '110',
    category_group: 'cost_of_sales',
    tax_reporting_name: 'purchases',
  };
  const set = {
    dated_on: '2025-10-01',
    description: 'x',
    journal_entries: [
      { category: '/v2/categories/110', debit_value: '1' },
      { category: '/v2/categories/970', debit_value: '-1' },
    ],
  };

  test('are changed and deleted, unless in use', async () => {
    await client.call('POST', '/v2/categories', { category: fields });
    const changed = await client.call('PUT', '/v2/categories/110', {
      category: { description: 'Wood', allowable_for_tax: false },
    });
    expect(changed.json.cost_of_sales_categories).toMatchObject({
      description: 'Wood',
      nominal_code: '110',
      allowable_for_tax: false,
    });
    const posted = await client.call('POST', '/v2/journal_sets', { journal_set: set });
    expect((await client.call('DELETE', '/v2/categories/110')).status).toBe(409);
    expect((await client.call('PUT', '/v2/categories/110', { category: { nominal_code: '111' } })).status).toBe(409);
    await client.call('DELETE', new URL(posted.headers.get('location')!).pathname);
    expect((await client.call('PUT', '/v2/categories/110', { category: { nominal_code: '111' } })).status).toBe(200);
    expect((await client.get('/v2/categories/110')).status).toBe(404);
    expect((await client.call('DELETE', '/v2/categories/111')).status).toBe(200);
    expect((await client.call('DELETE', '/v2/categories/814')).status).toBe(403);
    expect((await client.call('PUT', '/v2/categories/814', { category: { description: 'x' } })).status).toBe(403);
  });

  test('live: lists show tax_reporting_name in words', async () => {
    const { admin_expenses_categories: listed } = (await client.get('/v2/categories')).json;
    const rent = listed.find(({ nominal_code }: { nominal_code: string }) => nominal_code === '251');
    expect(rent.tax_reporting_name).toBe('Rent of premises');
    const one = (await client.get('/v2/categories/251')).json.admin_expenses_categories;
    expect(one.tax_reporting_name).toBe('rent_of_premises');
  });

  test('the default chart is the live service’s', async () => {
    const general = (await client.get('/v2/categories')).json.general_categories as {
      nominal_code: string;
      description: string;
    }[];
    const codes = general.map(({ nominal_code }) => nominal_code);
    expect(codes).toEqual(expect.arrayContaining(['900', '901', '902', '904', '905', '907', '908', '910']));
    const named = Object.fromEntries(general.map(({ nominal_code, description }) => [nominal_code, description]));
    expect(named).toMatchObject({
      ...{ '051': 'Interest Received', '660': 'Accruals', '620': 'Prepayments', '901': 'Capital Account' },
      ...{ '460': 'Depreciation Charge', '461': 'Loss/Gain on Disposal of Capital Asset' },
      ...{ '604': 'Disposal of Capital Asset', '605': 'Capital Asset Depreciation Brought Forward' },
      ...{ '606': 'Capital Asset Depreciation in Year', '607': 'Depreciation on Disposal of Capital Asset' },
      ...{ '968': 'Profit and Loss', '999': 'Suspense Account' },
    });
  });
});

describe('payroll payments', () => {
  const maternity = { user: 2, statutory_maternity_pay: '811.18', tax_deducted: '1000.00' };
  interface Company {
    payslip?: { user: number };
    small_employer?: boolean;
  }
  const due = async (
    dated_on: string,
    year: string,
    period: number,
    { payslip = maternity, small_employer }: Company = {},
  ) => {
    const payroll = { [year]: { periods: [{ period, dated_on, payslips: [payslip] }] } };
    const one = await start({ scenario: { companies: [{ ...ASH.companies[0]!, payroll, small_employer }] } });
    return (await one.get(`/v2/payroll/${year}`)).json.payments[0].amount_due;
  };

  test.each([
    ['2025-04-05', '2025', 11, '164.48'],
    ['2025-04-30', '2026', 0, '119.87'],
    ['2026-04-30', '2027', 0, '115.81'],
  ])('reclaim parental pay and the compensation of %s', async (day, year, period, expected) => {
    expect(await due(day, year, period)).toBe(expected);
  });

  test.each([
    ['2025-04-05', '2025', 11, '100.44'],
    ['2026-03-31', '2026', 11, '92.18'],
    ['2026-04-06', '2027', 0, '91.44'],
  ])(
    'reclaim bereavement pay, Northern Ireland’s apart from 6 April 2026: paid %s',
    async (day, year, period, left) => {
      const payslip = {
        user: 2,
        tax_deducted: '255.00',
        statutory_parental_bereavement_pay: '100.03',
        statutory_parental_bereavement_pay_n_ireland: '50.03',
      };
      expect(await due(day, year, period, { payslip })).toBe(left);
    },
  );

  test.each([
    ['statutory_shared_parental_pay', '150.0'],
    ['statutory_redundancy_pay', '1000.0'],
    ['statutory_sick_pay', '1000.0'],
  ])('reclaim by the name of the field: with 779.82 of %s, %s is due', async (field, left) => {
    const payslip = { user: 2, tax_deducted: '1000.00', [field]: '779.82' };
    expect(await due('2026-04-30', '2027', 0, { payslip })).toBe(left);
  });

  test('reclaim nothing for a large employer, who journals 92 % by hand', async () => {
    expect(await due('2026-04-30', '2027', 0, { small_employer: false })).toBe('1000.0');
  });
});

test('the tax timeline has payroll, accounts and VAT, by day', async () => {
  const fields = { sales_tax_registration_status: 'Registered', vat_first_return_period_ends_on: '2025-06-30' };
  const payroll = { '2026': { periods: [{ period: 6, payslips: [{ user: 2, tax_deducted: '10' }] }] } };
  const reports = [{ period_ends_on: '2025-03-31' }, { period_ends_on: '2024-03-31', filing_status: 'filed' as const }];
  const one = await start({
    scenario: { companies: [{ ...ASH.companies[0]!, fields, payroll, final_accounts_reports: reports }] },
    clock: () => new Date('2025-11-10T09:00:00Z'),
  });
  const item = (description: string, nature: string, dated_on: string) => ({
    description,
    nature,
    dated_on,
    is_personal: false,
  });
  expect((await one.get('/v2/company/tax_timeline')).json.timeline_items).toEqual([
    { ...item('PAYE and National Insurance', 'Payment due', '2025-11-22'), amount_due: '10.0' },
    item('Accounts to Companies House, year ending 2025-03-31', 'Filing due', '2025-12-31'),
    item('Corporation Tax, year ending 2025-03-31', 'Payment due', '2025-12-31'),
    item('VAT return, period ending 2025-12-29', 'Filing due', '2026-02-04'),
  ]);
});
