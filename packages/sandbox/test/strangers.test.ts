import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ASH, category, type Client, payrollSet, send, start, stopAll } from './client.js';

/** Requests as other people's clients send them, and what the specification demands for them. */
let client: Client;
const ash = ASH.companies[0]!;
const CLOCK = () => new Date('2025-11-10T09:00:00Z');
beforeEach(async () => {
  client = await start({ scenario: ASH, clock: CLOCK, limits: false });
});
afterEach(stopAll);
const pathOf = (url: string) => new URL(url).pathname;

describe('4.1 requests', () => {
  test('a body without a Content-Type is JSON', async () => {
    const { sandbox, token } = client;
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'go' };
    const body = JSON.stringify({ contact: { organisation_name: 'Acme' } });
    expect((await sandbox.handle({ method: 'POST', path: '/v2/contacts', headers, body })).status).toBe(201);
    const form = await client.call('POST', '/v2/contacts', 'contact[organisation_name]=A', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(form.status).toBe(415);
  });

  test('live: users come without a root element too', async () => {
    const user = { email: 'a@x.example', first_name: 'A', last_name: 'B', role: 'Employee', opening_mileage: 0 };
    const made = await client.call('POST', '/v2/users', user);
    expect(made.status).toBe(201);
    expect((await client.call('PUT', pathOf(made.json.user.url), { last_name: 'C' })).json.user.last_name).toBe('C');
  });

  test.each(['contacts/', 'contacts.json', '/contacts', 'contacts/?view=all'])('/v2/%s is the list', async (path) => {
    expect((await client.get(`/v2/${path}`)).json.contacts).toEqual([]);
  });

  test('4.1.5 links keep the format that was asked for', async () => {
    for (let i = 0; i < 3; i += 1) await client.call('POST', '/v2/contacts', { organisation_name: `A${i}` });
    const link = (await client.get('/v2/contacts.xml?per_page=1')).headers.get('link')!;
    const next = /<([^>]+)>; rel='next'/.exec(link)![1]!;
    const answer = await client.get(next.slice(client.base.length));
    expect(answer.text).toContain('<organisation-name>A1</organisation-name>');
  });

  test.each(['2025-11-10T10:00:00+01:00', '2025-11-10T10:00:00%2B01:00', '2025-11-10T09:00:00', '2025-11-10'])(
    '4.1.6 updated_since=%s takes what changed since',
    async (since) => {
      await client.call('POST', '/v2/contacts', { organisation_name: 'A' });
      expect((await client.get(`/v2/contacts?updated_since=${since}`)).json.contacts).toHaveLength(1);
      const later = since.replace('-10', '-11');
      expect((await client.get(`/v2/contacts?updated_since=${later}`)).json.contacts).toEqual([]);
    },
  );

  test('live: a date without its leading zeros is accepted', async () => {
    const { url } = (await client.call('POST', '/v2/contacts', { organisation_name: 'A' })).json.contact;
    const project = { contact: url, name: 'Website', starts_on: '2015-10-1', ends_on: '2015-12-31' };
    expect((await client.call('POST', '/v2/projects', { project })).json.project.starts_on).toBe('2015-10-01');
    expect(
      (await client.call('POST', '/v2/projects', { project: { ...project, starts_on: '2015-2-30' } })).status,
    ).toBe(422);
  });

  test('a change with an empty body is 400; a transition needs none', async () => {
    const reports = [{ period_ends_on: '2025-03-31' }];
    client = await start({ scenario: { companies: [{ ...ash, final_accounts_reports: reports }] }, clock: CLOCK });
    expect((await client.call('PUT', '/v2/users/2', '')).status).toBe(400);
    for (const body of [undefined, '', '{}', { final_accounts_report: {} }]) {
      const marked = await client.call('PUT', '/v2/final_accounts_reports/2025-03-31/mark_as_filed', body);
      expect([marked.status, marked.json.final_accounts_report.filing_status]).toEqual([200, 'marked_as_filed']);
    }
  });
});

describe('4.1.2 XML', () => {
  const xml = { 'content-type': 'application/xml' };
  const post = (body: string, path = '/v2/contacts') => client.call('POST', path, body, xml);

  test('characters may be numeric entities', async () => {
    const answer = await post('<contact><organisation-name>O&#39;Neil &#xA3; &amp;#39;</organisation-name></contact>');
    expect(answer.json.contact.organisation_name).toBe("O'Neil £ &#39;");
  });

  test('there may be many of them', async () => {
    const name = '&amp;'.repeat(5_000);
    const answer = await post(`<contact><organisation-name>${name}</organisation-name></contact>`);
    expect(answer.json.contact.organisation_name).toBe('&'.repeat(5_000));
  });

  test('excessive nesting is 400', async () => {
    expect((await post('<a>'.repeat(3_000) + '</a>'.repeat(3_000))).status).toBe(400);
  });

  test('4.8 a batch needs no type="array"', async () => {
    const one = `<expense><user>/v2/users/1</user><category>/v2/categories/285</category><dated-on>2025-10-01</dated-on>
      <gross-value>-5</gross-value><description>Tea</description></expense>`;
    const answer = await post(`<expenses>${one}${one}</expenses>`, '/v2/expenses');
    expect([answer.status, answer.json.expenses.length]).toEqual([201, 2]);
  });
});

describe('2.5, 4.6 users', () => {
  test('5.6 a user with a low level may change their own profile, but not their access', async () => {
    client = await start({ scenario: { companies: [{ ...ash, access_level: 1 }] }, clock: CLOCK });
    const sent = { first_name: 'Dot', permission_level: 0, role: 'Employee', hidden: true };
    const { user } = (await client.call('PUT', '/v2/users/me', { user: sent })).json;
    expect(user).toMatchObject({ first_name: 'Dot', permission_level: 8, role: 'Director', hidden: false });
  });

  test('unique_tax_reference has 10 digits', async () => {
    const answer = await client.call('PUT', '/v2/users/2', { user: { unique_tax_reference: '123' } });
    expect([answer.status, answer.json.errors]).toEqual([422, [{ message: 'unique_tax_reference is invalid' }]]);
  });
});

describe('2.8 sales tax', () => {
  const fields = { sales_tax_registration_status: 'Registered' };
  const expense = (changes: Record<string, unknown>) => ({
    expense: {
      ...{ user: '/v2/users/1', category: '/v2/categories/285', dated_on: '2025-10-01', gross_value: '-120' },
      ...{ description: 'Room', ...changes },
    },
  });
  beforeEach(async () => {
    client = await start({ scenario: { companies: [{ ...ash, fields }] }, clock: CLOCK, limits: false });
  });

  test('2.8.4 a rate beside a manual amount is ignored on later reads, after another change too', async () => {
    const sent = expense({ manual_sales_tax_amount: '7', sales_tax_rate: '20' });
    const path = pathOf((await client.call('POST', '/v2/expenses', sent)).json.expense.url);
    await client.call('PUT', path, { expense: { description: 'Rooms' } });
    const both = { manual_sales_tax_amount: '7.0', sales_tax_value: '-7.0' };
    const { expense: read } = (await client.get(path)).json;
    expect(read).toMatchObject(both);
    expect(read).not.toHaveProperty('sales_tax_rate');
  });

  test('2.8.3 a manual amount replaces the rate of the category', async () => {
    const path = pathOf((await client.call('POST', '/v2/expenses', expense({}))).json.expense.url);
    await client.call('PUT', path, { expense: { manual_sales_tax_amount: '7' } });
    expect((await client.get(path)).json.expense).not.toHaveProperty('sales_tax_rate');
  });

  test('2.8.8 a MOSS explanation has the tax of its place of supply', async () => {
    const account = (await client.call('POST', '/v2/bank_accounts', { name: 'A' })).json.bank_account.url;
    const explain = (sales_tax_rate: string) =>
      client.call('POST', '/v2/bank_transaction_explanations', {
        ...{ bank_account: account, dated_on: '2025-10-01', gross_value: '119', category: category('001') },
        ...{ ec_status: 'EC VAT MOSS', place_of_supply: 'Germany', sales_tax_rate },
      });
    expect((await explain('19')).json.bank_transaction_explanation.sales_tax_value).toBe('19.0');
    expect((await explain('20')).status).toBe(422);
  });
});

describe('2.9 journal entries', () => {
  const post = (entry: Record<string, unknown>, on = client) =>
    on.call('POST', '/v2/journal_sets', {
      journal_set: {
        dated_on: '2025-10-01',
        description: 'x',
        journal_entries: [
          { debit_value: '5', ...entry },
          { category: category('814'), debit_value: '-5' },
        ],
      },
    });
  const first = (answer: { json: { journal_set: { journal_entries: Record<string, unknown>[] } } }) =>
    answer.json.journal_set.journal_entries[0]!;

  test('a URI in the answer is complete, whatever host the request used, if any', async () => {
    const stock = { category: '/v2/categories/609', stock_item: 'https://x.example/v2/stock_items/7' };
    expect(first(await post({ ...stock, stock_altering_quantity: '3' }))).toMatchObject({
      stock_item: `${client.base}/v2/stock_items/7`,
      stock_altering_quantity: 3,
    });
    expect((await post({ ...stock, stock_altering_quantity: 'three' })).status).toBe(422);
  });

  test('property is for unincorporated landlords, and their profit and loss needs it', async () => {
    const fields = { type: 'UkUnincorporatedLandlord' };
    const landlord = await start({ scenario: { companies: [{ ...ash, fields }] }, clock: CLOCK });
    const rent = { category: category('250') };
    expect((await post(rent, landlord)).status).toBe(422);
    const answer = await post({ ...rent, property: '/v2/properties/5' }, landlord);
    expect(first(answer)).toMatchObject({ property: `${landlord.base}/v2/properties/5` });
    expect(first(await post({ ...rent, property: '/v2/properties/5' }))).not.toHaveProperty('property');
  });

  test('a contact has one opening balance in a category', async () => {
    const contacts = [{ id: 11, organisation_name: 'A' }];
    const scenario = { companies: [{ ...ash, records: { contacts }, opening_balances: balanced() }] };
    client = await start({ scenario, clock: CLOCK, limits: false });
    const path = pathOf((await client.get('/v2/journal_sets/opening_balances')).json.journal_set.url);
    const owed = { category: category('681'), contact: '/v2/contacts/11', debit_value: '5' };
    const against = { category: category('999'), debit_value: '-5' };
    const put = (journal_entries: unknown[]) => client.call('PUT', path, { journal_set: { journal_entries } });
    expect((await put([owed, against])).status).toBe(200);
    const twice = await put([owed, against]);
    expect([twice.status, twice.json.errors]).toEqual([
      422,
      [{ message: 'contact has an entry of category 681 already' }],
    ]);
  });
});

const balanced = () => ({
  journal_entries: [
    { category: '970', debit_value: '-1.00' },
    { category: '999', debit_value: '1.00' },
  ],
});

describe('2.11, 4.11 categories', () => {
  const make = (fields: Record<string, unknown>) => client.call('POST', '/v2/categories', { category: fields });

  test('an income category has its automatic rate', async () => {
    const answer = await make({ description: 'Fees', nominal_code: '048', category_group: 'income' });
    expect(answer.json.income_categories.auto_sales_tax_rate).toBe('Standard rate');
  });

  test('allowable_for_tax is true or false', async () => {
    const spent = {
      description: 'X',
      nominal_code: '222',
      category_group: 'admin_expenses',
      tax_reporting_name: 'insurance',
    };
    expect((await make({ ...spent, allowable_for_tax: 'perhaps' })).status).toBe(422);
    expect((await make({ ...spent, allowable_for_tax: '0' })).json.admin_expenses_categories.allowable_for_tax).toBe(
      false,
    );
  });

  test('live: a tax_reporting_name is accepted in the words that lists show', async () => {
    const [{ tax_reporting_name }] = (await client.get('/v2/categories')).json.admin_expenses_categories;
    const spent = { description: 'X', nominal_code: '222', category_group: 'admin_expenses', tax_reporting_name };
    expect((await make(spent)).json.admin_expenses_categories.tax_reporting_name).toBe('vehicle_running_costs');
  });

  test('live: the accounts that public clients name are there', async () => {
    for (const code of ['001', '150', '268', '283', '285', '359', '901']) {
      expect([code, (await client.get(`/v2/categories/${code}`)).status]).toEqual([code, 200]);
    }
  });
});

describe('beyond the specification', () => {
  test('a bank account is changed, and can be deleted while nothing has moved on it', async () => {
    const made = (await client.call('POST', '/v2/bank_accounts', { name: 'A', opening_balance: '5' })).json
      .bank_account;
    const path = pathOf(made.url);
    const changed = await client.call('PUT', path, { bank_account: { name: 'B', opening_balance: '7' } });
    expect(changed.json.bank_account).toMatchObject({ name: 'B', current_balance: '7.0' });
    const line = { dated_on: '2025-10-01', description: 'x', amount: 1 };
    const statement = `/v2/bank_transactions/statement?bank_account=${path}`;
    await client.call('POST', statement, { statement: [line] });
    expect((await client.call('DELETE', path)).status).toBe(409);
    const [{ url }] = (await client.get(`/v2/bank_transactions?bank_account=${path}`)).json.bank_transactions;
    await client.call('DELETE', pathOf(url));
    expect((await client.call('DELETE', path)).status).toBe(200);
    expect((await client.get(path)).status).toBe(404);
  });

  test('live: an explanation shows which way the money went, and that it is taxable', async () => {
    const account = (await client.call('POST', '/v2/bank_accounts', { name: 'A' })).json.bank_account;
    expect(account).toMatchObject({ currency: 'GBP', opening_balance: '0.0' });
    const sent = { bank_account: account.url, dated_on: '2025-10-01', gross_value: '-5', category: category('285') };
    const made = await client.call('POST', '/v2/bank_transaction_explanations', sent);
    expect(made.json.bank_transaction_explanation).toMatchObject({
      ...{ is_money_in: false, is_money_out: true, sales_tax_status: 'TAXABLE' },
    });
  });

  test('2.7 the address of an attachment answers', async () => {
    const attachment = { data: 'aGk=', file_name: 'a.txt', content_type: 'text/plain' };
    const expense = { user: '/v2/users/1', category: category('285'), dated_on: '2025-10-01', gross_value: '-5' };
    const sent = { expense: { ...expense, description: 'Tea', attachment } };
    const { url } = (await client.call('POST', '/v2/expenses', sent)).json.expense.attachment;
    expect((await client.get(pathOf(url))).json.attachment).toEqual({
      url,
      content_src: expect.stringContaining(`${url}/content?`),
      expires_at: expect.stringMatching(/Z$/),
      content_type: 'text/plain',
      file_name: 'a.txt',
      file_size: 2,
    });
  });
});

test('a token requested with a form can be used for a list', async () => {
  const { refreshToken } = client.sandbox.credentials().companies[0]!;
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const basic = Buffer.from('sandbox-client:sandbox-secret').toString('base64');
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${basic}` };
  const granted = await send(`${client.base}/v2/token_endpoint`, 'POST', form.toString(), headers);
  const set = await client.call('POST', '/v2/journal_sets', payrollSet(), {
    authorization: `Bearer ${granted.json.access_token}`,
  });
  expect(set.status).toBe(201);
});
