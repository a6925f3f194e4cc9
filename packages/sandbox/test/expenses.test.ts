import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { outOfBalance, totals } from './books.js';
import { ASH, type Client, send, start, stopAll } from './client.js';

let client: Client;
const ash = ASH.companies[0]!;
const records = {
  contacts: [{ id: 11, organisation_name: 'Acme' }],
  projects: [{ id: 11, contact: '/v2/contacts/11', name: 'Roof' }],
};
const begin = (fields: Record<string, unknown> = { sales_tax_registration_status: 'Registered' }) =>
  start({
    scenario: { companies: [{ ...ash, fields, records }] },
    clock: () => new Date('2025-11-10T09:00:00Z'),
    limits: false,
  });

beforeEach(async () => {
  client = await begin();
});
afterEach(stopAll);

const lunch = {
  user: '/v2/users/2',
  category: '/v2/categories/291',
  dated_on: '2025-10-01',
  gross_value: '-100',
  description: 'Lunch',
};
const post = (changes: Record<string, unknown> = {}) =>
  client.call('POST', '/v2/expenses', { expense: { ...lunch, ...changes } });
const made = async (changes: Record<string, unknown> = {}) => (await post(changes)).json.expense;
const listed = async (query = '') =>
  (await client.get(`/v2/expenses${query}`)).json.expenses.map(
    ({ description }: { description: string }) => description,
  );
const sums = async () => totals(await client.get('/v2/accounting/trial_balance/summary?from_date=2021-04-01'));
const pathOf = (url: string) => new URL(url).pathname;

describe('2.7, 4.8 expenses', () => {
  test('are created, read, changed and deleted, and so are their postings', async () => {
    const answer = await post();
    expect(answer.status).toBe(201);
    const { expense } = answer.json;
    expect(answer.headers.get('location')).toBe(expense.url);
    expect(expense).toMatchObject({
      user: `${client.base}/v2/users/2`,
      category: `${client.base}/v2/categories/291`,
      currency: 'GBP',
      gross_value: '-100.0',
      native_gross_value: '-100.0',
      sales_tax_rate: '20.0',
      sales_tax_value: '-16.67',
      native_sales_tax_value: '-16.67',
    });
    expect(await sums()).toEqual({ '291': '83.33', '817': '16.67', '905-3': '-100.0' });
    const own = pathOf(expense.url);
    await client.call('PUT', own, { expense: { gross_value: '-50', category: '/v2/categories/270' } });
    expect((await client.get(own)).json.expense).toMatchObject({ gross_value: '-50.0', description: 'Lunch' });
    expect((await client.call('DELETE', own)).status).toBe(200);
    expect([await sums(), await listed()]).toEqual([{}, []]);
  });

  test('a batch is created as a whole or not at all', async () => {
    const batch = (expenses: unknown) => client.call('POST', '/v2/expenses', { expenses });
    const bad = await batch([lunch, { ...lunch, dated_on: 'x' }]);
    expect([bad.status, bad.json.errors, await listed(), await sums()]).toEqual([
      422,
      [{ message: 'dated_on is invalid' }],
      [],
      {},
    ]);
    const good = await batch([lunch, { ...lunch, description: 'Tea' }]);
    expect([good.status, good.json.expenses.length, await listed()]).toEqual([201, 2, ['Lunch', 'Tea']]);
  });

  test('views, dates, project', async () => {
    await post({ dated_on: '2025-01-01', description: 'Old', project: '/v2/projects/11' });
    await post({ recurring: 'Monthly', description: 'Rent' });
    await post();
    expect(await listed()).toEqual(['Old', 'Rent', 'Lunch']);
    expect(await listed('?view=recent')).toEqual(['Rent', 'Lunch']);
    expect(await listed('?view=recurring')).toEqual(['Rent']);
    expect(await listed('?from_date=2025-02-01')).toEqual(['Rent', 'Lunch']);
    expect(await listed('?to_date=2025-02-01')).toEqual(['Old']);
    expect(await listed('?project=/v2/projects/11')).toEqual(['Old']);
    expect(await listed('?updated_since=2025-11-11T00:00:00Z')).toEqual([]);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ user: undefined }, "user can't be blank"],
    [{ user: '/v2/users/99' }, 'user was not found'],
    [{ category: undefined }, "category can't be blank"],
    [{ category: '/v2/categories/997' }, 'category was not found'],
    [{ category: '/v2/categories/750' }, 'category is a bank account'],
    [{ dated_on: undefined }, "dated_on can't be blank"],
    [{ description: undefined }, "description can't be blank"],
    [{ gross_value: undefined }, "gross_value can't be blank"],
    [{ gross_value: '0' }, 'gross_value must not be zero'],
    [{ gross_value: '1.234' }, 'gross_value is invalid'],
    [{ sales_tax_rate: '19' }, 'sales_tax_rate is not one of the standard rates'],
    [{ sales_tax_status: 'FREE' }, 'sales_tax_status is invalid'],
    [
      { currency: 'EUR', manual_sales_tax_amount: '86' },
      'manual_sales_tax_amount must be between zero and gross_value',
    ],
    [{ manual_sales_tax_amount: '101' }, 'manual_sales_tax_amount must be between zero and gross_value'],
    [{ project: '/v2/projects/11', rebill_type: 'markup' }, "rebill_factor can't be blank"],
    [{ project: '/v2/projects/11', rebill_type: 'price' }, "rebill_factor can't be blank"],
    [{ rebill_type: 'cost' }, "project can't be blank when rebilling"],
    [{ recurring: 'Daily' }, 'recurring is invalid'],
    [{ property: '/v2/properties/1' }, 'property is for unincorporated landlords only'],
    [{ category: '/v2/categories/602-1' }, "asset_life_years can't be blank"],
    [{ attachment: { file_name: 'a.pdf', content_type: 'application/pdf' } }, "attachment data can't be blank"],
    [{ attachment: { data: 'YQ==', content_type: 'a/b' } }, "attachment file_name can't be blank"],
    [{ attachment: { data: '*', file_name: 'a', content_type: 'a/b' } }, 'attachment data is not base64'],
  ])('%j is refused: %s', async (changes, message) => {
    const answer = await post(changes);
    expect([answer.status, answer.json.errors]).toEqual([422, [{ message }]]);
    expect([await listed(), await sums()]).toEqual([[], {}]);
  });

  test('an attachment is stored, can be downloaded, and can be kept by its url', async () => {
    const file = {
      data: Buffer.from('%PDF').toString('base64'),
      file_name: 'r.pdf',
      content_type: 'application/pdf',
      description: 'Receipt',
    };
    const { attachment } = await made({ attachment: file });
    expect(attachment).toEqual({
      url: `${client.base}/v2/attachments/10001`,
      content_src: expect.stringContaining(`${client.base}/v2/attachments/10001/content?`),
      expires_at: '2025-11-10T09:30:00.000Z',
      content_type: 'application/pdf',
      file_name: 'r.pdf',
      file_size: 4,
      description: 'Receipt',
    });
    expect((await made({ attachment: { url: attachment.url } })).attachment).toEqual(attachment);
    expect((await made({ attachment: attachment.url })).attachment).toEqual(attachment);
    const large = { ...file, data: Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64') };
    expect((await post({ attachment: large })).json.errors).toEqual([{ message: 'attachment must be at most 5 MB' }]);
  });

  test('2.7 content_src downloads it without a token, until it expires', async () => {
    const file = { data: Buffer.from('%PDF').toString('base64'), file_name: 'r.pdf', content_type: 'application/pdf' };
    const { attachment } = await made({ attachment: file });
    const download = (url: string) => send(url, 'GET', undefined, {});
    const content = await download(attachment.content_src);
    expect([content.status, content.text, content.headers.get('content-type')]).toEqual([
      200,
      '%PDF',
      'application/pdf',
    ]);
    const forged = attachment.content_src.replace('10001', '10002');
    const prolonged = attachment.content_src.replace('2025', '2026');
    for (const url of [forged, prolonged, attachment.content_src.split('?')[0]])
      expect([url, (await download(url)).status]).toEqual([url, 403]);
    await client.control('POST', '/clock', { now: attachment.expires_at });
    const late = await download(attachment.content_src);
    expect([late.status, late.json.errors.error.message]).toEqual([
      403,
      'This address has expired. Read the attachment again.',
    ]);
    const again = (await client.get(pathOf(attachment.url))).json.attachment;
    expect((await download(again.content_src)).text).toBe('%PDF');
  });

  test('an attachment that is not there says so', async () => {
    const answer = await client.get('/v2/attachments/998');
    expect([answer.status, answer.json.errors.error.message]).toEqual([404, 'There is no attachment 998.']);
  });

  test('rebilling: project and rebill_to_project are the same; a rebilled expense cannot be changed', async () => {
    const expense = await made({ rebill_to_project: '/v2/projects/11', rebill_type: 'markup', rebill_factor: '1.1' });
    expect([expense.project, expense.rebill_to_project]).toEqual(Array(2).fill(`${client.base}/v2/projects/11`));
    const rebilled = { ...lunch, id: 77, rebilled_on_invoice: '/v2/invoices/3' };
    client = await start({ scenario: { companies: [{ ...ash, records: { expenses: [rebilled] } }] } });
    expect((await client.call('PUT', '/v2/expenses/77', { expense: { description: 'x' } })).status).toBe(409);
    expect((await client.call('DELETE', '/v2/expenses/77')).status).toBe(409);
  });

  test.each([
    ['Weekly', '2025-10-01', '2025-11-12'],
    ['Two Weekly', '2025-11-10', '2025-11-24'],
    ['Monthly', '2025-08-31', '2025-11-30'],
    ['Quarterly', '2025-08-31', '2025-11-30'],
    ['Annually', '2024-02-29', '2026-02-28'],
    ['2-Yearly', '2025-10-01', '2027-10-01'],
  ])('one that recurs %s from %s comes again on %s', async (recurring, dated_on, expected) => {
    expect((await made({ recurring, dated_on })).next_recurs_on).toBe(expected);
    const ended = await made({ recurring, dated_on, recurring_end_date: '2025-11-11' });
    expect(ended).not.toHaveProperty('next_recurs_on');
  });

  test('a purchase on 602 is a capital asset', async () => {
    const expense = await made({ category: '/v2/categories/602-1', asset_life_years: 2, description: 'Laptop' });
    const { capital_asset: asset } = (await client.get(pathOf(expense.capital_asset))).json;
    expect(asset).toMatchObject({
      description: 'Laptop',
      asset_life_years: 2,
      asset_type: 'Computer Equipment Purchase',
    });
    expect(await outOfBalance(client)).toBe(0n);
  });
});

describe('2.8 sales tax', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['1: both left out: from the category', {}, { sales_tax_rate: '20.0', sales_tax_value: '-16.67' }],
    [
      '1: Auto: from the category',
      { sales_tax_rate: 'Auto', category: '/v2/categories/365' },
      { sales_tax_rate: '0.0', sales_tax_value: '0.0' },
    ],
    [
      '2: a rate: net plus tax is the gross',
      { sales_tax_rate: '5' },
      { sales_tax_rate: '5.0', sales_tax_value: '-4.76' },
    ],
    ['2: of a refund', { gross_value: '100', sales_tax_rate: '20' }, { sales_tax_value: '16.67' }],
    [
      '3: a manual amount: no rate',
      { manual_sales_tax_amount: '7.50' },
      { manual_sales_tax_amount: '7.5', sales_tax_value: '-7.5', sales_tax_rate: undefined },
    ],
    [
      '4: both: the rate is ignored, amount and value are returned',
      { manual_sales_tax_amount: '7.50', sales_tax_rate: '20' },
      { manual_sales_tax_amount: '7.5', sales_tax_value: '-7.5', sales_tax_rate: undefined },
    ],
    [
      '4: both: a rate that is none of the standard ones is ignored too',
      { manual_sales_tax_amount: '7.50', sales_tax_rate: '8.11' },
      { manual_sales_tax_amount: '7.5', sales_tax_value: '-7.5', sales_tax_rate: undefined },
    ],
    [
      '5: EXEMPT',
      { sales_tax_status: 'EXEMPT', sales_tax_rate: '20' },
      { sales_tax_value: '0.0', sales_tax_status: 'EXEMPT' },
    ],
    ['5: OUT_OF_SCOPE', { sales_tax_status: 'OUT_OF_SCOPE' }, { sales_tax_value: '0.0' }],
    [
      '6: foreign: the rate is set to zero',
      { currency: 'EUR', sales_tax_rate: '20' },
      { sales_tax_rate: '0.0', sales_tax_value: '0.0', native_gross_value: '-85.0' },
    ],
    [
      '6: foreign: tax is entered by hand',
      { currency: 'EUR', manual_sales_tax_amount: '8', sales_tax_rate: '19' },
      { sales_tax_value: '-8.0', native_sales_tax_value: '-8.0', sales_tax_rate: undefined },
    ],
    [
      '6: foreign: a rate that is none of the standard ones is ignored too',
      { currency: 'EUR', sales_tax_rate: '19' },
      { sales_tax_rate: '0.0', sales_tax_value: '0.0' },
    ],
    [
      '6: foreign: tax by hand is of the native amount, which may be the greater',
      { currency: 'EUR', native_gross_value: '-150', manual_sales_tax_amount: '120' },
      { native_sales_tax_value: '-120.0' },
    ],
    [
      'a native value given stays',
      { currency: 'USD', native_gross_value: '-81.5' },
      { gross_value: '-100.0', native_gross_value: '-81.5' },
    ],
  ])('2.8.%s', async (_, changes, expected) => {
    const expense = await made(changes);
    expect(expense).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    );
    for (const [name, value] of Object.entries(expected))
      if (value === undefined) expect(expense).not.toHaveProperty(name);
    expect(await outOfBalance(client)).toBe(0n);
  });

  test('a company that is not registered reclaims none', async () => {
    client = await begin({});
    expect(await made()).toMatchObject({ sales_tax_rate: '0.0', sales_tax_value: '0.0' });
  });

  test('a second sales tax is for universal accounts', async () => {
    const second = { second_sales_tax_rate: '7', second_sales_tax_status: 'TAXABLE' };
    expect(await made(second)).not.toHaveProperty('second_sales_tax_rate');
    client = await begin({ type: 'UniversalCompany' });
    expect(await made(second)).toMatchObject({ second_sales_tax_rate: '7.0', second_sales_tax_status: 'TAXABLE' });
  });

  test('property is for unincorporated landlords, who need it unless they buy a capital asset', async () => {
    client = await begin({ type: 'UkUnincorporatedLandlord' });
    expect((await post()).json.errors).toEqual([{ message: "property can't be blank" }]);
    expect((await post({ property: '/v2/properties/1' })).status).toBe(201);
    expect((await post({ category: '/v2/categories/602-1', asset_life_years: 2 })).status).toBe(201);
  });
});

describe('2.7 mileage claims', () => {
  const trip = { category: 'Mileage', gross_value: undefined, mileage: '100', vehicle_type: 'Car' };

  test('are worth their miles; the engine size is the first of its type', async () => {
    const expense = await made({ ...trip, engine_type: 'Diesel' });
    expect(expense).toMatchObject({
      category: 'Mileage',
      type: 'Mileage',
      mileage: '100.0',
      gross_value: '-45.0',
      engine_type: 'Diesel',
      engine_size: 'Up to 1600cc',
      reclaim_mileage: 1,
      initial_rate_mileage: '0.45',
    });
    expect(await sums()).toEqual({ '249': '45.0', '905-3': '-45.0' });
  });

  test('above 10,000 miles in a tax year the additional rate applies, by person and vehicle', async () => {
    await made({ ...trip, mileage: '9900' });
    expect((await made({ ...trip, mileage: '200' })).gross_value).toBe('-70.0');
    expect((await made({ ...trip, mileage: '200', user: '/v2/users/1' })).gross_value).toBe('-90.0');
    expect((await made({ ...trip, mileage: '200', vehicle_type: 'Bicycle' })).gross_value).toBe('-40.0');
    expect((await made({ ...trip, mileage: '200', dated_on: '2025-04-05' })).gross_value).toBe('-90.0');
  });

  test.each<[Record<string, unknown>, string]>([
    [{ mileage: undefined }, "mileage can't be blank"],
    [{ vehicle_type: undefined }, "vehicle_type can't be blank"],
    [{ vehicle_type: 'Boat' }, 'vehicle_type is invalid'],
    [{ mileage: '0' }, 'mileage must be more than zero'],
    [{ engine_type: 'Steam' }, 'engine_type is invalid'],
    [{ engine_type: 'Electric', dated_on: '2019-02-28' }, 'engine_type is invalid'],
    [{ engine_type: 'Electric', engine_size: 'All (Electric)' }, 'engine_size is invalid'],
    [{ engine_type: 'Petrol', engine_size: 'Up to 1600cc' }, 'engine_size is invalid'],
    [{ reclaim_mileage: 7 }, 'reclaim_mileage is invalid'],
  ])('%j is refused: %s', async (changes, message) => {
    const answer = await post({ ...trip, ...changes });
    expect([answer.status, answer.json.errors]).toEqual([422, [{ message }]]);
    expect(await sums()).toEqual({});
  });

  test('2.7.1 the settings, by date: Electric from 2019-03-01', async () => {
    const { mileage_settings: settings } = (await client.get('/v2/expenses/mileage_settings')).json;
    const [before, since] = settings.engine_type_and_size_options;
    expect(Object.keys(before.value)).toEqual(['Petrol', 'Diesel', 'LPG']);
    expect([since.from, since.value.Electric]).toEqual(['2019-03-01', ['All']]);
    expect(since.value.Petrol).toEqual(['Up to 1400cc', '1401-2000cc', 'Over 2000cc']);
    expect(settings.mileage_rates[0].value).toEqual({
      Car: { basic_rate: '0.45', additional_rate: '0.25' },
      Motorcycle: { basic_rate: '0.24', additional_rate: '0.24' },
      Bicycle: { basic_rate: '0.2', additional_rate: '0.2' },
      basic_rate_limit: 10_000,
    });
  });
});
