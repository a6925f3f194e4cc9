import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ASH, type Client, start, stopAll } from './client.js';
import { outOfBalance, totals } from './books.js';

let client: Client;
let account: string;

beforeEach(async () => {
  client = await start({ scenario: ASH, clock: () => new Date('2025-11-10T09:00:00Z'), limits: false });
  account = (await client.call('POST', '/v2/bank_accounts', { bank_account: { name: 'Current' } })).json.bank_account
    .url;
});
afterEach(stopAll);

const upload = (statement: unknown, headers = {}) =>
  client.call('POST', `/v2/bank_transactions/statement?bank_account=${account}`, statement, headers);
const listed = async (query = '') =>
  (await client.get(`/v2/bank_transactions?bank_account=${account}${query}`)).json.bank_transactions;
const explain = (fields: Record<string, unknown>) =>
  client.call('POST', '/v2/bank_transaction_explanations', { bank_transaction_explanation: fields });
const lines = [
  { dated_on: '2025-10-01', description: 'Coffee', amount: -3.5, transaction_type: 'POS', fitid: 'a1' },
  { dated_on: '2025-10-02', description: 'Acme Ltd', amount: 1200, transaction_type: 'CREDIT' },
];
const sums = async () => totals(await client.get('/v2/accounting/trial_balance/summary?from_date=2021-04-01'));

const OFX = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>GBP<BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20251003120000[0:GMT]<TRNAMT>-20.00<FITID>f1<NAME>Rent &amp; rates<MEMO>October</STMTTRN>
<STMTTRN>
<TRNTYPE>DIRECTDEP
<DTPOSTED>20251004
<TRNAMT>55.10
<FITID>f2
<NAME>Refund
</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

function multipart(file: string, field = 'statement', name = 's.ofx'): [string, Record<string, string>] {
  const body = `--XX\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${file}\r\n--XX--\r\n`;
  return [body, { 'content-type': 'multipart/form-data; boundary=XX' }];
}

describe('4.15 statement upload', () => {
  test('a JSON array is added; fields that are not given have their defaults', async () => {
    const answer = await upload({ statement: [...lines, { dated_on: '2025-10-03' }] });
    expect([answer.status, answer.text]).toEqual([200, '']);
    const transactions = await listed();
    expect(transactions).toMatchObject([
      {
        amount: '-3.5',
        dated_on: '2025-10-01',
        description: 'Coffee',
        full_description: 'Coffee//POS/£3.50',
        transaction_id: 'a1',
        unexplained_amount: '-3.5',
        is_manual: false,
        uploaded_at: '2025-11-10T09:00:00.000Z',
        matching_transactions_count: 0,
        bank_transaction_explanations: [],
      },
      { amount: '1200.0', description: 'Acme Ltd' },
      { amount: '0.0', description: '', full_description: '//OTHER/£0.00' },
    ]);
    expect(transactions[1]).not.toHaveProperty('transaction_id');
  });

  test('live: a transaction_type in any case, and bare ids where URIs are expected', async () => {
    const sent = { statement: [{ dated_on: '2025-10-01', amount: 5, transaction_type: 'debit', description: 'Oak' }] };
    expect((await client.call('POST', '/v2/bank_transactions/statement?bank_account=10001', sent)).status).toBe(200);
    const [transaction] = (await client.get('/v2/bank_transactions?bank_account=10001')).json.bank_transactions;
    expect(transaction).toMatchObject({ amount: '-5.0', full_description: 'Oak//DEBIT/£5.00' });
    const explained = { bank_transaction: transaction.url, dated_on: '2025-10-01', gross_value: '-5', category: 268 };
    const made = await client.call('POST', '/v2/bank_transaction_explanations', explained);
    expect(made.json.bank_transaction_explanation.category).toBe(`${client.base}/v2/categories/268`);
  });

  test('an XML array is added', async () => {
    const body = `<statement type="array"><transaction><dated-on>2025-10-01</dated-on><description>A &amp; B</description><amount>-1.25</amount></transaction></statement>`;
    expect((await upload(body, { 'content-type': 'application/xml' })).status).toBe(200);
    expect(await listed()).toMatchObject([{ description: 'A & B', amount: '-1.25' }]);
  });

  test('an OFX file is added once, however often it is sent', async () => {
    const [body, headers] = multipart(OFX);
    for (let time = 0; time < 2; time += 1) {
      expect((await upload(body, headers)).status).toBe(200);
      expect(await listed()).toMatchObject([
        { dated_on: '2025-10-03', amount: '-20.0', description: 'Rent & rates/October', transaction_id: 'f1' },
        { dated_on: '2025-10-04', amount: '55.1', description: 'Refund', transaction_id: 'f2' },
      ]);
    }
  });

  test('a CSV file is read as the vendor asks for it: day, amount and description, without headings', async () => {
    const file = '\uFEFF03/10/2025,-20.00,Rent\r\n04/10/2025,55.1,Refund: October\r\n\r\n05/10/2025,1200,\r\n';
    for (let time = 0; time < 2; time += 1) {
      expect((await upload(...multipart(file, 'statement', 's.csv'))).status).toBe(200);
      expect(await listed()).toMatchObject([
        { dated_on: '2025-10-03', amount: '-20.0', description: 'Rent', full_description: 'Rent//OTHER/£20.00' },
        { dated_on: '2025-10-04', amount: '55.1', description: 'Refund: October' },
        { dated_on: '2025-10-05', amount: '1200.0', description: '' },
      ]);
    }
  });

  test.each([
    ['in JSON', JSON.stringify({ statement: '03/10/2025,-20.00,Rent\n04/10/2025,5,Tea' }), 'application/json'],
    ['in XML', '<statement>03/10/2025,-20.00,Rent&#10;04/10/2025,5,Tea</statement>', 'application/xml'],
  ])("clients send a file's text as the statement, %s", async (_, body, contentType) => {
    expect((await upload(body, { 'content-type': contentType })).status).toBe(200);
    expect(await listed()).toMatchObject([
      { dated_on: '2025-10-03', amount: '-20.0', description: 'Rent' },
      { dated_on: '2025-10-04', amount: '5.0', description: 'Tea' },
    ]);
  });

  test('an OFX file in XML is read too', async () => {
    const file = `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><BANKTRANLIST><STMTTRN><TRNTYPE>FEE</TRNTYPE><DTPOSTED>20251005</DTPOSTED><TRNAMT>4.00</TRNAMT><FITID>g1</FITID><NAME>Charges</NAME></STMTTRN></BANKTRANLIST></OFX>`;
    await upload(...multipart(file));
    expect(await listed()).toMatchObject([{ amount: '-4.0', description: 'Charges' }]);
  });

  test.each([
    ['CREDIT', -5, '5.0'],
    ['DEBIT', 5, '-5.0'],
    ['INT', -5, '-5.0'],
    ['DIV', -5, '5.0'],
    ['FEE', 5, '-5.0'],
    ['SRVCHG', 5, '-5.0'],
    ['DEP', -5, '5.0'],
    ['ATM', 5, '5.0'],
    ['POS', -5, '-5.0'],
    ['XFER', 5, '-5.0'],
    ['CHECK', 5, '-5.0'],
    ['PAYMENT', 5, '-5.0'],
    ['CASH', 5, '-5.0'],
    ['DIRECTDEP', -5, '5.0'],
    ['DIRECTDEBIT', 5, '-5.0'],
    ['REPEATPMT', 5, '-5.0'],
    ['OTHER', -5, '-5.0'],
  ])('2.17 %s of %i is %s', async (type, amount, shown) => {
    await upload({ statement: [{ dated_on: '2025-10-01', amount, transaction_type: type }] });
    expect(await listed()).toMatchObject([{ amount: shown }]);
  });

  test('a line with the same date, amount and description is the same one; twice in one upload they are two', async () => {
    const twice = [lines[0], lines[0]];
    await upload({ statement: twice });
    await upload({ statement: twice });
    expect(await listed()).toHaveLength(2);
    await upload({
      statement: [lines[0], { ...lines[0], dated_on: '2025-10-09' }, { ...lines[0], description: 'Tea' }],
    });
    expect(await listed()).toHaveLength(4);
    expect(await listed('&last_uploaded=true')).toHaveLength(2);
    expect((await listed())[0].matching_transactions_count).toBe(2);
  });

  test('live: an amount as a text answers 200 and imports nothing', async () => {
    const answer = await upload({ statement: [{ dated_on: '2025-10-01', amount: '5.00' }] });
    expect([answer.status, await listed()]).toEqual([200, []]);
  });

  test.each<[number, string, unknown, Record<string, string>]>([
    [400, 'no JSON', '{', {}],
    [400, 'no array', { statement: 5 }, {}],
    [400, 'no dated_on', { statement: [{ amount: 1 }] }, {}],
    [400, 'a day that is none', { statement: [{ dated_on: '2025-02-30', amount: 1 }] }, {}],
    [400, 'an amount that is none', { statement: [{ dated_on: '2025-10-01', amount: true }] }, {}],
    [400, 'an unknown type', { statement: [{ dated_on: '2025-10-01', amount: 1, transaction_type: 'GIFT' }] }, {}],
    [400, 'a file that is neither OFX nor CSV', ...multipart('a,b,c')],
    [400, 'a CSV file with headings', ...multipart('Date,Amount,Description\n03/10/2025,-20.00,Rent')],
    [400, 'a CSV file with a day that is none', ...multipart('31/02/2025,-20.00,Rent')],
    [400, 'a CSV file with thousands in an amount', ...multipart('03/10/2025,1,200.00,Rent')],
    [400, 'a CSV file with quotes', ...multipart('03/10/2025,-20.00,"Rent"')],
    [400, "a text that is no file's", { statement: 'rent' }, {}],
    [406, 'an empty CSV file', ...multipart('\r\n')],
    [406, 'no statement', {}, {}],
    [406, 'no body', undefined, {}],
    [406, 'an empty statement', { statement: [] }, {}],
    [406, 'a form without the file', ...multipart(OFX, 'other')],
    [406, 'a file without transactions', ...multipart('<OFX></OFX>')],
  ])('%i: %s; nothing is added', async (status, _, body, headers) => {
    const answer = await upload(body, headers);
    expect([answer.status, await listed()]).toEqual([status, []]);
  });

  test.each(['', '?bank_account=/v2/bank_accounts/99'])('404 without a valid bank account (%s)', async (query) => {
    const answer = await client.call('POST', `/v2/bank_transactions/statement${query}`, { statement: lines });
    expect(answer.status).toBe(404);
  });
});

describe('4.15 lists', () => {
  test('bank_account is required', async () => {
    expect((await client.get('/v2/bank_transactions')).status).toBe(400);
    expect((await client.get('/v2/bank_transactions?bank_account=/v2/bank_accounts/99')).status).toBe(404);
  });

  test('views, dates, and another account', async () => {
    await upload({ statement: lines });
    const [coffee] = await listed();
    const category = '/v2/categories/291';
    const fields = { bank_transaction: coffee.url, dated_on: '2025-10-01', gross_value: '-3.50', category };
    const made = await explain({ ...fields, marked_for_review: true });
    expect(made.status).toBe(201);
    await explain({ bank_account: account, dated_on: '2025-10-05', gross_value: '-9', category, description: 'Till' });
    const names = async (query: string) =>
      (await listed(query)).map(({ description }: { description: string }) => description);
    expect(await names('')).toEqual(['Coffee', 'Acme Ltd', 'Till']);
    expect(await names('&view=all')).toEqual(['Coffee', 'Acme Ltd', 'Till']);
    expect(await names('&view=unexplained')).toEqual(['Acme Ltd']);
    expect(await names('&view=explained')).toEqual(['Coffee', 'Till']);
    expect(await names('&view=manual')).toEqual(['Till']);
    expect(await names('&view=imported')).toEqual(['Coffee', 'Acme Ltd']);
    expect(await names('&view=marked_for_review')).toEqual(['Coffee']);
    expect(await names('&from_date=2025-10-02&to_date=2025-10-04')).toEqual(['Acme Ltd']);
    expect(await names('&updated_since=2025-11-10T09:00:00.001Z')).toEqual(['Coffee', 'Till']);
    const other = await client.call('POST', '/v2/bank_accounts', { name: 'Savings' });
    const empty = await client.get(`/v2/bank_transactions?bank_account=${other.json.bank_account.url}`);
    expect(empty.json.bank_transactions).toEqual([]);
  });
});

describe('explanations', () => {
  test('are inside their transaction as in 2.17, and posted to the ledger', async () => {
    await upload({ statement: lines });
    const [coffee] = await listed();
    const fields = { bank_transaction: coffee.url, dated_on: '2025-10-01', gross_value: '-3.50' };
    const made = await explain({ ...fields, category: `${client.base}/v2/categories/291`, description: 'Team' });
    expect(made.status).toBe(201);
    const { url } = made.json.bank_transaction_explanation;
    expect(made.headers.get('location')).toBe(url);
    const one = (await client.get(coffee.url.slice(client.base.length))).json.bank_transaction;
    expect(one.unexplained_amount).toBe('0.0');
    expect(one.bank_transaction_explanations).toEqual([
      {
        url,
        bank_transaction: coffee.url,
        bank_account: account,
        dated_on: '2025-10-01',
        description: 'Team',
        type: 'Payment',
        entry_type: 'Leasing Payments',
        gross_value: '-3.5',
        is_deletable: true,
      },
    ]);
    expect(await sums()).toEqual({ '291': '3.5', '750-1': '-3.5' });
  });

  test("a user's 902, named by paid_user or by its sub account", async () => {
    const common = { bank_account: account, dated_on: '2025-10-31', gross_value: '-100.00' };
    await explain({ ...common, category: '/v2/categories/902', paid_user: '/v2/users/2' });
    const { user } = (await client.get('/v2/users/2')).json;
    const groups = (await client.get('/v2/categories?sub_accounts=true')).json.general_categories;
    const own = groups.find(
      (each: { user?: string; nominal_code: string }) => each.user === user.url && each.nominal_code.startsWith('902'),
    );
    await explain({ ...common, category: own.url });
    expect(await sums()).toEqual({ [own.nominal_code]: '200.0', '750-1': '-200.0' });
    const nobody = await explain({ ...common, category: '/v2/categories/902' });
    expect([nobody.status, nobody.json.errors]).toEqual([
      422,
      [{ message: "paid_user can't be blank for category 902" }],
    ]);
  });

  test('a transfer shows in both accounts and goes with either side', async () => {
    const savings = (await client.call('POST', '/v2/bank_accounts', { name: 'Savings' })).json.bank_account.url;
    const transfer = {
      bank_account: account,
      dated_on: '2025-10-31',
      gross_value: '-40',
      transfer_bank_account: savings,
    };
    const made = (await explain(transfer)).json.bank_transaction_explanation;
    expect(made).toMatchObject({ type: 'Transfer to Another Account', entry_type: 'Transfer to Another Account' });
    expect(await sums()).toEqual({ '750-1': '-40.0', '750-2': '40.0' });
    const other = (await client.get(`/v2/bank_transactions?bank_account=${savings}`)).json.bank_transactions;
    const bank_transaction_explanations = [{ type: 'Transfer from Another Account' }];
    expect(other).toMatchObject([
      { amount: '40.0', unexplained_amount: '0.0', is_manual: true, bank_transaction_explanations },
    ]);
    const mirror = new URL(made.linked_transfer_explanation).pathname;
    expect((await client.call('PUT', mirror, { gross_value: '41' })).status).toBe(409);
    expect((await client.call('DELETE', mirror)).status).toBe(200);
    expect(await sums()).toEqual({});
    expect(await listed()).toEqual([]);
  });

  test.each([
    ['285', 'Refund', 'Payment'],
    ['101', 'Refund', 'Payment'],
    ['814', 'Refund', 'Payment'],
    ['001', 'Sales', 'Sales Refund'],
    ['051', 'Other Money In', 'Other Money Out'],
    ['813', 'Other Money In', 'Other Money Out'],
    ['902-2', 'Money Received from User', 'Money Paid to User'],
    ['602-1', 'Disposal of Capital Asset', 'Purchase of Capital Asset'],
    ['609', 'Sale of Stock', 'Purchase of Stock'],
  ])('of category %s is a %s or a %s', async (code, moneyIn, moneyOut) => {
    const fields = { bank_account: account, dated_on: '2025-10-31', category: `/v2/categories/${code}` };
    for (const [gross_value, type] of [
      ['10', moneyIn],
      ['-10', moneyOut],
    ]) {
      const made = await explain({ ...fields, gross_value, asset_life_years: code === '602-1' ? 3 : undefined });
      expect(made.json.bank_transaction_explanation).toMatchObject({ type });
    }
  });

  test('a transfer uses a matching line that the other account already has', async () => {
    const savings = (await client.call('POST', '/v2/bank_accounts', { name: 'Savings' })).json.bank_account.url;
    const line = { dated_on: '2025-10-31', description: 'From current', amount: 40 };
    await client.call('POST', `/v2/bank_transactions/statement?bank_account=${savings}`, { statement: [line] });
    await explain({
      bank_account: account,
      dated_on: '2025-10-31',
      gross_value: '-40',
      transfer_bank_account: savings,
    });
    const other = (await client.get(`/v2/bank_transactions?bank_account=${savings}`)).json.bank_transactions;
    expect(other).toMatchObject([{ description: 'From current', unexplained_amount: '0.0' }]);
  });

  test('when changed or removed, change the ledger', async () => {
    const common = {
      bank_account: account,
      dated_on: '2025-10-31',
      gross_value: '-10',
      category: '/v2/categories/291',
    };
    const path = new URL((await explain(common)).json.bank_transaction_explanation.url).pathname;
    expect((await client.call('PUT', path, { gross_value: '-12', category: '/v2/categories/280' })).status).toBe(200);
    expect(await sums()).toEqual({ '280': '12.0', '750-1': '-12.0' });
    expect(await listed()).toMatchObject([{ amount: '-12.0', unexplained_amount: '0.0' }]);
    expect((await client.call('DELETE', path)).status).toBe(200);
    expect([await sums(), await listed()]).toEqual([{}, []]);
  });

  test('of a registered company post sales tax to its own account', async () => {
    const fields = { sales_tax_registration_status: 'Registered' };
    client = await start({ scenario: { companies: [{ ...ASH.companies[0]!, fields }] }, limits: false });
    account = (await client.call('POST', '/v2/bank_accounts', { name: 'Current' })).json.bank_account.url;
    const made = await explain({
      bank_account: account,
      dated_on: '2025-10-31',
      gross_value: '-100',
      category: '/v2/categories/310',
    });
    expect(made.json.bank_transaction_explanation).toMatchObject({ sales_tax_rate: '20.0', sales_tax_value: '-16.67' });
    expect(await sums()).toEqual({ '310': '83.33', '750-1': '-100.0', '817': '16.67' });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ gross_value: '0' }, 'gross_value must not be zero'],
    [{ gross_value: 'ten' }, 'gross_value is invalid'],
    [{ dated_on: undefined }, "dated_on can't be blank"],
    [{ category: undefined }, "category can't be blank"],
    [{ category: '/v2/categories/750' }, 'category is a bank account: use transfer_bank_account'],
    [{ category: '/v2/categories/997' }, 'category was not found'],
    [{ bank_account: undefined }, "bank_account can't be blank"],
    [{ sales_tax_rate: '19' }, 'sales_tax_rate is not one of the standard rates'],
    [{ ec_status: 'EC VAT MOSS', sales_tax_rate: '20' }, "place_of_supply can't be blank"],
    [{ ec_status: 'EC VAT MOSS', place_of_supply: 'France' }, "sales_tax_rate can't be blank"],
    [{ ec_status: 'EC VAT MOSS', place_of_supply: 'Norway', sales_tax_rate: '20' }, 'place_of_supply is invalid'],
    [{ category: '/v2/categories/602-1' }, "asset_life_years can't be blank"],
  ])('%j is refused: %s', async (changes, message) => {
    const fields = {
      bank_account: account,
      dated_on: '2025-10-31',
      gross_value: '-10',
      category: '/v2/categories/291',
    };
    const answer = await explain({ ...fields, ...changes });
    expect([answer.status, answer.json.errors]).toEqual([422, [{ message }]]);
    expect([await sums(), await listed()]).toEqual([{}, []]);
  });

  test('cannot explain more than there is', async () => {
    await upload({ statement: lines });
    const [coffee] = await listed();
    const fields = { bank_transaction: coffee.url, dated_on: '2025-10-01', category: '/v2/categories/291' };
    for (const gross_value of ['-3.51', '3.50']) {
      const answer = await explain({ ...fields, gross_value });
      expect(answer.json.errors).toEqual([{ message: 'gross_value is more than is left to explain' }]);
    }
    expect((await explain({ ...fields, gross_value: '-2' })).status).toBe(201);
    expect((await explain({ ...fields, gross_value: '-1.50' })).status).toBe(201);
    expect((await explain({ ...fields, gross_value: '-0.01' })).status).toBe(422);
  });

  test('cannot be added or removed on locked days', async () => {
    const fields = {
      bank_account: account,
      dated_on: '2025-09-30',
      gross_value: '-10',
      category: '/v2/categories/291',
    };
    const { url } = (await explain(fields)).json.bank_transaction_explanation;
    await client.control('PUT', '/companies/ash/lock', { until: '2025-09-30' });
    expect((await explain(fields)).json.errors).toEqual([{ message: 'dated_on is in a locked period' }]);
    expect((await client.call('DELETE', new URL(url).pathname)).status).toBe(422);
    expect(await outOfBalance(client)).toBe(0n);
  });
});

describe('4.15 deletion', () => {
  test.each(['/v2/bank_transaction/', '/v2/bank_transactions/'])('%s:id, only without explanations', async (path) => {
    await upload({ statement: lines });
    const [coffee, acme] = await listed();
    const id = (url: string) => url.split('/').pop()!;
    await explain({
      bank_transaction: coffee.url,
      dated_on: '2025-10-01',
      gross_value: '-3.5',
      category: '/v2/categories/291',
    });
    const refused = await client.call('DELETE', path + id(coffee.url));
    expect([refused.status, refused.json.errors.error.message]).toEqual([409, expect.stringContaining('explained')]);
    expect((await client.call('DELETE', path + id(acme.url))).status).toBe(200);
    expect(await listed()).toHaveLength(1);
    expect((await client.call('DELETE', path + id(acme.url))).status).toBe(404);
  });
});

describe('4.21 cashflow', () => {
  test('incoming and outgoing by month, as bare numbers; transfers are neither', async () => {
    await upload({
      statement: [...lines, { dated_on: '2025-09-30', amount: -10.25 }, { dated_on: '2025-08-31', amount: 9 }],
    });
    const savings = (await client.call('POST', '/v2/bank_accounts', { name: 'Savings' })).json.bank_account.url;
    await explain({
      bank_account: account,
      dated_on: '2025-10-31',
      gross_value: '-40',
      transfer_bank_account: savings,
    });
    const expected = {
      from: '2025-09-01',
      to: '2025-10-31',
      incoming: {
        total: 1200,
        months: [
          { month: 9, year: 2025, total: 0 },
          { month: 10, year: 2025, total: 1200 },
        ],
      },
      outgoing: {
        total: 13.75,
        months: [
          { month: 9, year: 2025, total: 10.25 },
          { month: 10, year: 2025, total: 3.5 },
        ],
      },
      balance: 1186.25,
    };
    expect((await client.get('/v2/cashflow?from_date=2025-09-01&to_date=2025-10-31')).json).toEqual({
      cashflow: expected,
    });
    expect((await client.get('/v2/cashflow?from_date=01-09-2025&to_date=31-10-2025')).json).toEqual({
      cashflow: expected,
    });
  });

  test.each([
    '',
    '?from_date=2025-09-01',
    '?from_date=x&to_date=2025-10-31',
    '?from_date=2025-11-01&to_date=2025-10-31',
  ])('%s is 400', async (query) => expect((await client.get(`/v2/cashflow${query}`)).status).toBe(400));
});

describe('bank accounts', () => {
  test('open with a balance, against suspense, and count every transaction', async () => {
    const made = await client.call('POST', '/v2/bank_accounts', {
      bank_account: { name: 'Till', opening_balance: '50' },
    });
    expect(made.json.bank_account).toMatchObject({ name: 'Till', status: 'active', current_balance: '50.0' });
    expect(await sums()).toEqual({ '750-2': '50.0', '999': '-50.0' });
    await upload({ statement: lines });
    const one = await client.get(new URL(account).pathname);
    expect(one.json.bank_account.current_balance).toBe('1196.5');
    expect((await client.call('POST', '/v2/bank_accounts', { bank_account: {} })).json.errors).toEqual([
      { message: "name can't be blank" },
    ]);
  });

  test('their trial balance line has the id in the legacy code only', async () => {
    const fields = {
      bank_account: account,
      dated_on: '2025-10-31',
      gross_value: '-10',
      category: '/v2/categories/291',
    };
    await explain(fields);
    const items = (await client.get('/v2/accounting/trial_balance/summary')).json.trial_balance_summary;
    expect(items.at(-1)).toEqual({
      category: `${client.base}/v2/categories/750`,
      nominal_code: `750-${account.split('/').pop()}`,
      display_nominal_code: '750-1',
      name: 'Bank Account: Current',
      total: '-10.0',
      bank_account: account,
    });
  });
});
