import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Client, standingClock, start, stopAll } from './client.js';

/**
 * Sentences of the specification, each quoted, and what a client that knows nothing but the specification may expect of
 * it. No test here looks at how the sandbox is made.
 */
const director = { id: 1, first_name: 'Dora', last_name: 'Ash', role: 'Director' as const, permission_level: 8 };
const timekeeper = { id: 2, first_name: 'Tim', last_name: 'Elm', role: 'Employee' as const, permission_level: 1 };
const accountant = { id: 3, first_name: 'Ada', last_name: 'Fox', role: 'Accountant' as const, permission_level: 7 };
const gone = { id: 4, first_name: 'Gus', last_name: 'Old', role: 'Employee' as const, hidden: true };
const company = { name: 'Ash Ltd', subdomain: 'ash', users: [director, timekeeper, accountant, gone] };

let client: Client;
let clock: ReturnType<typeof standingClock>;
beforeEach(async () => {
  clock = standingClock('2025-11-10T09:00:10.000Z');
  client = await start({ scenario: { companies: [company] }, clock: clock.now, limits: false });
});
afterEach(stopAll);

const open = (more: object) =>
  start({ scenario: { companies: [{ ...company, ...more }] }, clock: clock.now, limits: false });
/** Makes a record, which must be accepted, and hands it back. */
async function made(path: string, body: unknown, on = client) {
  const answer = await on.call('POST', path, body);
  expect([answer.status, answer.text]).toEqual([expect.any(Number), expect.not.stringContaining('"errors"')]);
  return Object.values(answer.json as Record<string, any>)[0]; // oxlint-disable-line typescript/no-explicit-any
}
/** Refused for one reason, which names the field. */
async function expectRefused(field: string, path: string, body: unknown, on = client) {
  const answer = await on.call('POST', path, body);
  const because = [{ message: expect.stringMatching(new RegExp(`^${field} `)) }];
  expect([answer.status, answer.json.errors]).toEqual([422, because]);
}
const pathOf = (url: string) => new URL(url).pathname;
const contact = { organisation_name: 'Acme' };
const project = async () => {
  const { url } = await made('/v2/contacts', { contact });
  const fields = { contact: url, name: 'Roof', status: 'Active', budget: '12.5', budget_units: 'Hours' };
  return made('/v2/projects', {
    project: { ...fields, currency: 'GBP', hours_per_day: '8', normal_billing_rate: '50' },
  });
};

describe('2.1, 4.2 contacts', () => {
  test.each([
    ['first_name required if organisation_name is absent', { last_name: 'Elm' }],
    ['last_name required if organisation_name is absent', { first_name: 'Ed' }],
    ['charge_sales_tax: one of Always, Never, Auto', { ...contact, charge_sales_tax: 'Sometimes' }],
    ['cis_deduction_rate: required when is_cis_subcontractor is true', { ...contact, is_cis_subcontractor: true }],
  ])('%s', (words, fields) => expectRefused(words.split(/[ :]/, 1)[0]!, '/v2/contacts', { contact: fields }));

  test('active_projects_count: number of active projects of the contact, integer in responses', async () => {
    const { contact: url } = await project();
    expect((await client.get(pathOf(url))).json.contact.active_projects_count).toBe(1);
  });

  test('additional fields for users with Contacts & Projects permission: a user of level Time sees no email', async () => {
    const { url } = await made('/v2/contacts', { contact: { ...contact, email: 'a@acme.example' } });
    expect((await client.get(pathOf(url))).json.contact.email).toBe('a@acme.example');
    const timed = await open({
      access_level: 1,
      records: { contacts: [{ id: 11, ...contact, email: 'a@acme.example' }] },
    });
    const seen = (await timed.get('/v2/contacts/11')).json.contact;
    expect([seen.organisation_name, 'email' in seen]).toEqual(['Acme', false]);
  });

  test('unique_tax_reference: 10 digits, no spaces; subcontractor_verification_number: V, 10 digits, up to 2 letters', async () => {
    const cis = await open({ fields: { cis_enabled: true } });
    const taker = { ...contact, is_cis_subcontractor: true, cis_deduction_rate: 'cis_standard' };
    await expectRefused(
      'unique_tax_reference',
      '/v2/contacts',
      { contact: { ...taker, unique_tax_reference: '12345 6789' } },
      cis,
    );
    await expectRefused(
      'subcontractor_verification_number',
      '/v2/contacts',
      { contact: { ...taker, subcontractor_verification_number: 'V123' } },
      cis,
    );
    const good = { unique_tax_reference: '1234567890', subcontractor_verification_number: 'V1234567890AB' };
    expect(await made('/v2/contacts', { contact: { ...taker, ...good } }, cis)).toMatchObject(good);
  });

  test('billing_email: at most 2 addresses during a free trial', async () => {
    const trial = await open({ fields: { free_trial: true } });
    const addresses = ['a@x.example', 'b@x.example', 'c@x.example'];
    await expectRefused(
      'billing_email',
      '/v2/contacts',
      { contact: { ...contact, billing_email: addresses.join(', ') } },
      trial,
    );
    await made('/v2/contacts', { contact: { ...contact, billing_email: addresses.slice(0, 2).join(', ') } }, trial);
  });

  test('sort: name (default, concatenation of organisation_name, last_name, first_name); a hyphen sorts descending', async () => {
    for (const organisation_name of ['Birch', 'Acme', 'Cedar'])
      await made('/v2/contacts', { contact: { organisation_name } });
    const names = async (query: string) =>
      (await client.get(`/v2/contacts${query}`)).json.contacts.map((one: typeof contact) => one.organisation_name);
    expect(await names('')).toEqual(['Acme', 'Birch', 'Cedar']);
    expect(await names('?sort=-name')).toEqual(['Cedar', 'Birch', 'Acme']);
  });
});

describe('2.2 to 2.4, projects, tasks and notes', () => {
  test('budget: zero means no budget (returned as a JSON number)', async () => {
    expect((await project()).budget).toBe(12.5);
  });

  test('is_deletable: returned only in the single-project response; contact_name: display name of the contact', async () => {
    const { url } = await project();
    expect((await client.get(pathOf(url))).json.project).toMatchObject({ is_deletable: true, contact_name: 'Acme' });
    expect('is_deletable' in (await client.get('/v2/projects')).json.projects[0]).toBe(false);
  });

  test('nested: true returns the full contact object for each project, false the contact URI', async () => {
    await project();
    const [whole] = (await client.get('/v2/projects?nested=true')).json.projects;
    const [bare] = (await client.get('/v2/projects?nested=false')).json.projects;
    expect([whole.contact.organisation_name, typeof bare.contact]).toEqual(['Acme', 'string']);
  });

  test('POST /v2/tasks?project=<project_url>; name Y', async () => {
    const { url } = await project();
    expect((await made(`/v2/tasks?project=${url}`, { task: { name: 'Slates' } })).project).toBe(url);
    await expectRefused('name', `/v2/tasks?project=${url}`, { task: { is_billable: true } });
  });

  test('the note create operations return 200 without Location; parent_url, author (name of the creating user)', async () => {
    const { url } = await made('/v2/contacts', { contact });
    const answer = await client.call('POST', `/v2/notes?contact=${url}`, { note: { note: 'Rang' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    expect(answer.json.note).toMatchObject({ note: 'Rang', parent_url: url, author: 'Dora Ash' });
    await expectRefused('note', `/v2/notes?contact=${url}`, { note: {} });
  });
});

describe('2.5, 4.6 users', () => {
  const user = { email: 'n@x.example', first_name: 'Nia', last_name: 'New', role: 'Employee', opening_mileage: '0' };

  test.each(['email', 'first_name', 'last_name', 'role', 'opening_mileage'])('%s: Y', async (name) => {
    await expectRefused(name, '/v2/users', { user: { ...user, [name]: undefined } });
  });

  test('a sole trader business has no Directors, Partners, Company Secretaries or Shareholders', async () => {
    const sole = await open({ fields: { type: 'UkSoleTrader' }, users: [{ ...director, role: 'Owner' }] });
    for (const role of ['Director', 'Partner', 'Company Secretary', 'Shareholder'])
      await expectRefused('role', '/v2/users', { user: { ...user, role } }, sole);
    await made('/v2/users', { user }, sole);
  });

  test('view: staff, active_staff (same roles, non-hidden), advisors (Accountant)', async () => {
    const names = async (view: string) =>
      (await client.get(`/v2/users?view=${view}`)).json.users.map((one: typeof director) => one.first_name).toSorted();
    expect(await names('all')).toEqual(['Ada', 'Dora', 'Gus', 'Tim']);
    expect(await names('staff')).toEqual(['Dora', 'Gus', 'Tim']);
    expect(await names('active_staff')).toEqual(['Dora', 'Tim']);
    expect(await names('advisors')).toEqual(['Ada']);
  });

  test('GET /v2/users/me: current user (/me paths min Time)', async () => {
    expect((await client.get('/v2/users/me')).json.user.first_name).toBe('Dora');
    const timed = await open({ access_level: 1 });
    expect([(await timed.get('/v2/users/me')).status, (await timed.get('/v2/users')).status]).toEqual([200, 403]);
  });
});

describe('2.7, 2.8 expenses', () => {
  const claim = (more: object) => ({
    expense: {
      user: '/v2/users/1',
      category: '/v2/categories/285',
      dated_on: '2025-11-03',
      description: 'Pens',
      ...more,
    },
  });

  test('gross_value: required unless category is Mileage', () =>
    expectRefused('gross_value', '/v2/expenses', claim({})));

  test('20 percent on a gross of 100 gives a tax value of 16.67', async () => {
    const registered = await open({ fields: { sales_tax_registration_status: 'Registered' } });
    const answer = await made('/v2/expenses', claim({ gross_value: '-100.0', sales_tax_rate: '20.0' }), registered);
    expect([answer.sales_tax_rate, answer.sales_tax_value.replace('-', '')]).toEqual(['20.0', '16.67']);
  });

  test('when manual_sales_tax_amount is supplied, no sales_tax_rate is returned', async () => {
    const registered = await open({ fields: { sales_tax_registration_status: 'Registered' } });
    const { url } = await made(
      '/v2/expenses',
      claim({ gross_value: '-100.0', manual_sales_tax_amount: '9.0' }),
      registered,
    );
    const { expense } = (await registered.get(pathOf(url))).json;
    expect([expense.manual_sales_tax_amount, 'sales_tax_rate' in expense]).toEqual(['9.0', false]);
  });

  test('foreign-currency expenses: a supplied sales_tax_rate is ignored and the rate is set to zero', async () => {
    const registered = await open({ fields: { sales_tax_registration_status: 'Registered' } });
    const more = { gross_value: '-100.0', currency: 'EUR', sales_tax_rate: '20.0' };
    expect(Number((await made('/v2/expenses', claim(more), registered)).sales_tax_rate)).toBe(0);
  });

  test('rebill_factor: required when rebill_type is markup or price', async () => {
    const { url } = await project();
    for (const rebill_type of ['markup', 'price'])
      await expectRefused('rebill_factor', '/v2/expenses', claim({ gross_value: '-5', project: url, rebill_type }));
  });

  test('batch {expenses:[expense,...]}', async () => {
    const one = claim({ gross_value: '-5' }).expense;
    const answer = await client.call('POST', '/v2/expenses', { expenses: [one, { ...one, description: 'Ink' }] });
    expect(answer.status).toBe(201);
    expect((await client.get('/v2/expenses')).headers.get('x-total-count')).toBe('2');
  });

  test('engine_type_and_size_options: Petrol, Diesel, LPG, and from 2019-03-01 also Electric', async () => {
    const { mileage_settings: settings } = (await client.get('/v2/expenses/mileage_settings')).json;
    const options: { from: string; value: object }[] = settings.engine_type_and_size_options;
    for (const { from, value } of options) expect([from, 'Electric' in value]).toEqual([from, from >= '2019-03-01']);
    expect(options.some(({ value }) => 'Electric' in value)).toBe(true);
  });

  test('engine_size: defaults to the first option for the chosen engine_type', async () => {
    const { mileage_settings: settings } = (await client.get('/v2/expenses/mileage_settings')).json;
    const [first] = settings.engine_type_and_size_options.at(-1).value.Diesel;
    const ride = { category: 'Mileage', mileage: '10', vehicle_type: 'Car', engine_type: 'Diesel', reclaim_mileage: 1 };
    expect((await made('/v2/expenses', claim(ride))).engine_size).toBe(first);
  });
});

describe('2.9, 4.9 journal sets', () => {
  const entry = (code: string, debit_value: string, more: object = {}) => ({
    category: `${client.base}/v2/categories/${code}`,
    debit_value,
    ...more,
  });
  const set = (...journal_entries: object[]) => ({
    journal_set: { dated_on: '2025-10-31', description: 'By hand', journal_entries },
  });

  test.each<[string, string, () => object[]]>([
    ['journal_entries', 'must balance to be valid', () => [entry('300', '5.00'), entry('796', '-4.99')]],
    [
      'capital_asset_type',
      'capital_asset_type required: category needs a sub-code (601 to 607)',
      () => [entry('602', '5'), entry('796', '-5')],
    ],
    ['user', 'user required: user categories', () => [entry('902', '5'), entry('796', '-5')]],
    [
      'category',
      'journalling to or from bank accounts is no longer possible',
      () => [entry('750-1', '5'), entry('796', '-5')],
    ],
    [
      'contact',
      'contact: only in the opening balances set',
      () => [entry('681', '5', { contact: '/v2/contacts/1' }), entry('796', '-5')],
    ],
  ])('%s: %s', (field, _, entries) => expectRefused(field, '/v2/journal_sets', set(...entries())));

  test('an entry with its url and _destroy true is removed; with its url and changed fields modified; without url added', async () => {
    const { url, journal_entries: before } = await made('/v2/journal_sets', set(entry('300', '5'), entry('796', '-5')));
    const changes = [
      { url: before[0].url, _destroy: true },
      { url: before[1].url, description: 'changed' },
      entry('285', '5.00'),
    ];
    await client.call('PUT', pathOf(url), { journal_set: { journal_entries: changes } });
    const { journal_entries: after } = (await client.get(pathOf(url))).json.journal_set;
    const told = after.map((one: { category: string; description?: string }) => [
      one.category.split('/').pop(),
      one.description,
    ]);
    expect(told.toSorted()).toEqual([
      ['285', undefined],
      ['796', 'changed'],
    ]);
  });

  test('from_date, to_date, tag', async () => {
    const dated = (dated_on: string, tag: string) => {
      const { journal_set: plain } = set(entry('300', '5'), entry('796', '-5'));
      return made('/v2/journal_sets', { journal_set: { ...plain, dated_on, tag } });
    };
    for (const [day, tag] of [
      ['2025-09-30', 'a'],
      ['2025-10-31', 'b'],
      ['2025-11-01', 'b'],
    ] as const)
      await dated(day, tag);
    const days = async (query: string) =>
      (await client.get(`/v2/journal_sets?${query}`)).json.journal_sets.map(
        (one: { dated_on: string }) => one.dated_on,
      );
    expect(await days('from_date=2025-10-31&to_date=2025-10-31')).toEqual(['2025-10-31']);
    expect(await days('to_date=2025-10-01')).toEqual(['2025-09-30']);
    expect(await days('tag=b')).toEqual(['2025-10-31', '2025-11-01']);
  });
});

describe('2.11, 4.11 categories', () => {
  const category = (category_group: string, nominal_code: string, more: object = {}) => ({
    category: { description: 'Ours', category_group, nominal_code, ...more },
  });
  const taxed = { tax_reporting_name: 'stationery', allowable_for_tax: true };

  test.each<[string, unknown]>([
    ['income: 001 to 049', category('income', '050')],
    ['cost_of_sales: 096 to 199', category('cost_of_sales', '095', { ...taxed, tax_reporting_name: 'purchases' })],
    ['admin_expenses: 200 to 399', category('admin_expenses', '400', taxed)],
    [
      'current_assets: 671 to 720',
      category('current_assets', '721', { tax_reporting_name: 'prepayments_and_accrued_income' }),
    ],
  ])('nominal_code range, %s', (_, body) => expectRefused('nominal_code', '/v2/categories', body));

  test('unique; object keyed by group name', async () => {
    const answer = await client.call('POST', '/v2/categories', category('income', '048'));
    expect([answer.status, answer.json.income_categories.description]).toEqual([201, 'Ours']);
    await expectRefused('nominal_code', '/v2/categories', category('income', '048'));
    expect((await client.get('/v2/categories/048')).json.income_categories.nominal_code).toBe('048');
  });

  test('sub_accounts=true lists sub accounts in place of their top level accounts; user URI (900-x to 910-x)', async () => {
    const codes = async (query: string) => {
      const { general_categories: general } = (await client.get(`/v2/categories${query}`)).json;
      return general as { nominal_code: string; user?: string }[];
    };
    expect((await codes('')).map(({ nominal_code: code }) => code)).toContain('902');
    const subs = (await codes('?sub_accounts=true')).filter(({ nominal_code: code }) => code.startsWith('902'));
    expect(subs.map(({ nominal_code: code }) => code)).not.toContain('902');
    expect(subs.map(({ user }) => user)).toContain(`${client.base}/v2/users/1`);
  });
});

describe('4.1 conventions, 8 limits', () => {
  test('per_page (default 25, maximum 100); X-Total-Count; the Link header carries rel values prev, next, first, last', async () => {
    const contacts = Array.from({ length: 101 }, (_, at) => ({ organisation_name: `Contact ${at}` }));
    const many = await open({ records: { contacts } });
    const plain = await many.get('/v2/contacts');
    expect([plain.json.contacts.length, plain.headers.get('x-total-count')]).toEqual([25, '101']);
    expect((await many.get('/v2/contacts?per_page=500')).json.contacts).toHaveLength(100);
    const link = (await many.get('/v2/contacts?page=2')).headers.get('link')!;
    expect([...link.matchAll(/rel='(\w+)'/g)].map(([, rel]) => rel).toSorted()).toEqual([
      'first',
      'last',
      'next',
      'prev',
    ]);
  });

  test('XML element names are hyphenated in responses; list elements carry type=array', async () => {
    await made('/v2/contacts', { contact });
    const { text } = await client.get('/v2/contacts', { accept: 'application/xml' });
    expect(text).toMatch(/<contacts type="array">\s*<contact>/);
    expect(text).toContain('<organisation-name>Acme</organisation-name>');
  });

  test('creation returns status 201 with a Location header naming the new record', async () => {
    const answer = await client.call('POST', '/v2/contacts', { contact });
    expect([answer.status, answer.headers.get('location')]).toEqual([201, answer.json.contact.url]);
  });

  test('X-RateLimit-Test lowers calls to 5 requests per minute; Retry-After; reset at the start of each minute', async () => {
    const limited = await start({ scenario: { companies: [company] }, clock: clock.now });
    const ask = () => limited.get('/v2/company', { 'x-ratelimit-test': 'true' });
    for (let count = 1; count <= 5; count += 1) expect((await ask()).status).toBe(200);
    const sixth = await ask();
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '50']);
    clock.advance(50);
    expect((await ask()).status).toBe(200);
  });
});

describe('4.12 to 4.15, assets and bank', () => {
  test('capital asset types: only user-created types with no items; DELETE answers the removed record', async () => {
    const { capital_asset_types: types } = (await client.get('/v2/capital_asset_types')).json;
    const system = types.find((one: { system_default: boolean }) => one.system_default);
    const renamed = { capital_asset_type: { name: 'Ours' } };
    expect((await client.call('PUT', pathOf(system.url), renamed)).status).toBeGreaterThanOrEqual(400);
    const own = await made('/v2/capital_asset_types', { capital_asset_type: { name: 'Vans' } });
    const removed = await client.call('DELETE', pathOf(own.url));
    expect([removed.status, removed.json.capital_asset_type.name]).toEqual([200, 'Vans']);
  });

  const account = async () => (await made('/v2/bank_accounts', { bank_account: { name: 'Current' } })).url as string;
  const upload = (url: string, statement: unknown) =>
    client.call('POST', `/v2/bank_transactions/statement?bank_account=${url}`, { statement });
  const amounts = async (url: string) =>
    (await client.get(`/v2/bank_transactions?bank_account=${url}`)).json.bank_transactions.map(
      (one: { amount: string }) => Number(one.amount),
    );

  test.each([
    ['CREDIT', -7, 7],
    ['DEBIT', 7, -7],
    ['INT', -7, -7],
    ['DIV', -7, 7],
    ['FEE', 7, -7],
    ['SRVCHG', 7, -7],
    ['DEP', -7, 7],
    ['ATM', 7, 7],
    ['POS', -7, -7],
    ['XFER', 7, -7],
    ['CHECK', 7, -7],
    ['PAYMENT', 7, -7],
    ['CASH', 7, -7],
    ['DIRECTDEP', -7, 7],
    ['DIRECTDEBIT', 7, -7],
    ['REPEATPMT', 7, -7],
    ['OTHER', -7, -7],
  ])('sign treatment of %s: %d becomes %d', async (transaction_type, amount, expected) => {
    const url = await account();
    await upload(url, [{ dated_on: '2025-11-03', amount, transaction_type }]);
    expect(await amounts(url)).toEqual([expected]);
  });

  test('transactions are deduplicated against existing ones of the same account, date, amount and description', async () => {
    const url = await account();
    const lines = [{ dated_on: '2025-11-03', amount: 5, description: 'Tea' }];
    await upload(url, lines);
    await upload(url, [...lines, { dated_on: '2025-11-03', amount: 5, description: 'Cake' }]);
    expect(await amounts(url)).toEqual([5, 5]);
  });

  test('406: statement value omitted or the statement contains no data; 404: no valid bank account; 400: a required attribute omitted', async () => {
    const url = await account();
    expect((await client.call('POST', `/v2/bank_transactions/statement?bank_account=${url}`, {})).status).toBe(406);
    expect((await upload(url, [])).status).toBe(406);
    expect((await upload(`${client.base}/v2/bank_accounts/99999`, [{ dated_on: '2025-11-03' }])).status).toBe(404);
    expect((await upload(url, [{ amount: 5 }])).status).toBe(400);
  });
});

describe('4.18 to 4.23, reports, payroll and practice', () => {
  test('payslips: in the per-period response; period 0 to 11', async () => {
    const demo = await start({ scenario: 'demo', clock: clock.now });
    const { periods } = (await demo.get('/v2/payroll/2026')).json;
    expect(periods.filter((one: object) => 'payslips' in one)).toEqual([]);
    expect((await demo.get('/v2/payroll/2026/0')).json.period.payslips.length).toBeGreaterThan(0);
    expect((await demo.get('/v2/payroll/2026/12')).status).toBe(404);
  });

  test('GET /v2/payroll_profiles/:year?user=<user_url>: the one matching profile', async () => {
    const demo = await start({ scenario: 'demo', clock: clock.now });
    const { profiles } = (await demo.get('/v2/payroll_profiles/2026')).json;
    const { user } = profiles.at(-1);
    const one = (await demo.get(`/v2/payroll_profiles/2026?user=${user}`)).json.profiles;
    expect(one).toEqual([profiles.at(-1)]);
  });

  test('mark_as_filed: marked_as_filed; mark_as_unfiled: unfiled; returns the report, status 200', async () => {
    const filed = await open({ final_accounts_reports: [{ period_ends_on: '2025-03-31' }] });
    const path = '/v2/final_accounts_reports/2025-03-31';
    for (const [last, status] of [
      ['filed', 'marked_as_filed'],
      ['unfiled', 'unfiled'],
    ] as const) {
      const answer = await filed.call('PUT', `${path}/mark_as_${last}`);
      expect([answer.status, answer.json.final_accounts_report.filing_status]).toEqual([200, status]);
    }
  });

  test('trial balance: no dates, the current date; only to_date, from the period start; both, the custom range', async () => {
    const books = await open({
      fields: {
        company_start_date: '2023-04-01',
        first_accounting_year_end: '2024-03-31',
        freeagent_start_date: '2023-04-01',
      },
    });
    for (const dated_on of ['2025-03-31', '2025-04-01', '2025-10-31']) {
      const entries = [
        { category: '/v2/categories/300', debit_value: '1.00' },
        { category: '/v2/categories/796', debit_value: '-1.00' },
      ];
      await made('/v2/journal_sets', { journal_set: { dated_on, description: 'x', journal_entries: entries } }, books);
    }
    const total = async (query: string) => {
      const { json } = await books.get(`/v2/accounting/trial_balance/summary${query}`);
      const items: { display_nominal_code: string; total: string }[] = json.trial_balance_summary;
      return Number(items.find(({ display_nominal_code: code }) => code === '300')?.total ?? 0);
    };
    expect(await total('')).toBe(2);
    expect(await total('?to_date=2025-04-30')).toBe(1);
    expect(await total('?from_date=2025-03-01&to_date=2025-10-31')).toBe(3);
    const changed = await books.call('PUT', '/v2/accounting/trial_balance/summary', {});
    expect(changed.status).toBe(404);
  });

  test('cashflow: incoming and outgoing, each with total and months (month Integer, year Integer, total); balance', async () => {
    const { cashflow } = (await client.get('/v2/cashflow?from_date=2025-10-01&to_date=2025-11-30')).json;
    expect([cashflow.from, cashflow.to]).toEqual(['2025-10-01', '2025-11-30']);
    for (const side of [cashflow.incoming, cashflow.outgoing])
      expect(side.months.map(({ month, year }: { month: number; year: number }) => [month, year])).toEqual([
        [10, 2025],
        [11, 2025],
      ]);
  });

  test('minimal_data=true returns only id, name, subdomain and raises the per_page maximum from 100 to 500', async () => {
    const practice = await start({ scenario: 'practice:120:1:1', clock: clock.now, limits: false });
    const minimal = (await practice.get('/v2/clients?minimal_data=true&per_page=500')).json.clients;
    expect([minimal.length, Object.keys(minimal[0]).toSorted()]).toEqual([120, ['id', 'name', 'subdomain']]);
    expect((await practice.get('/v2/clients?per_page=500')).json.clients).toHaveLength(100);
  });

  test('EC MOSS: country and date; percentage and band', async () => {
    const { sales_tax_rates: rates } = (await client.get('/v2/ec_moss/sales_tax_rates?country=Austria&date=2020-01-01'))
      .json;
    expect(rates).toContainEqual({ percentage: expect.anything(), band: 'Standard' });
  });
});
