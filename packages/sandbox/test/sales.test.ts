import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ASH, type Client, start, stopAll } from './client.js';

let client: Client;
const ash = ASH.companies[0]!;
const records = {
  contacts: [
    { id: 11, organisation_name: 'Acme', charge_sales_tax: 'Always' },
    { id: 12, organisation_name: 'Bolt', country: 'France' },
  ],
  recurring_invoices: [
    {
      id: 21,
      contact: '/v2/contacts/11',
      frequency: 'Weekly',
      recurring_status: 'Draft',
      dated_on: '2025-11-01',
      reference: '007',
      payment_methods: { stripe: true },
      invoice_items: [
        { description: 'Oak', price: '10.005', quantity: '2', sales_tax_rate: '20', category: '/v2/categories/001' },
        { description: 'Labour', price: '50' },
        { description: 'Book', price: '5', sales_tax_status: 'EXEMPT' },
      ],
    },
    {
      id: 22,
      contact: '/v2/contacts/12',
      recurring_status: 'Active',
      dated_on: '2025-10-01',
      invoice_items: [{ price: '1' }],
    },
    { id: 23, contact: '/v2/contacts/12', recurring_status: 'Inactive', dated_on: '2025-10-02' },
  ],
  price_list_items: [
    { id: 31, code: 'OAK', price: '12.5', category: '/v2/categories/001', sales_tax_rate: '20' },
    { id: 32, code: 'ASH', price: '9', item_type: 'Stock', stock_item: '/v2/stock_items/1' },
  ],
};

beforeEach(async () => {
  const fields = { sales_tax_registration_status: 'Registered' };
  client = await start({ scenario: { companies: [{ ...ash, fields, records }] }, limits: false });
});
afterEach(stopAll);

describe('2.12, 4.16 recurring invoices', () => {
  test('views and the contact of a list; items in the single record only', async () => {
    const references = async (query: string) =>
      (await client.get(`/v2/recurring_invoices${query}`)).json.recurring_invoices.map(({ url }: { url: string }) =>
        Number(url.split('/').pop()),
      );
    expect(await references('')).toEqual([21, 22, 23]);
    expect(await references('?view=draft')).toEqual([21]);
    expect(await references('?view=active')).toEqual([22]);
    expect(await references('?view=inactive')).toEqual([23]);
    expect(await references('?contact=/v2/contacts/12')).toEqual([22, 23]);
    const [listed] = (await client.get('/v2/recurring_invoices')).json.recurring_invoices;
    expect(listed).not.toHaveProperty('invoice_items');
  });

  test('2.8.7 tax by item, otherwise by the contact; the invoice has the sum', async () => {
    const { recurring_invoice: invoice } = (await client.get('/v2/recurring_invoices/21')).json;
    expect(invoice).toMatchObject({
      contact_name: 'Acme',
      frequency: 'Weekly',
      currency: 'GBP',
      exchange_rate: '1.0',
      net_value: '75.01',
      sales_tax_value: '14.0',
      total_value: '89.01',
      payment_methods: { stripe: true },
      invoice_items: [
        {
          position: 1,
          price: '10.005',
          quantity: '2.0',
          sales_tax_rate: '20.0',
          category: `${client.base}/v2/categories/001`,
        },
        { position: 2, item_type: 'Hours', quantity: '1.0', sales_tax_rate: '20.0' },
        { position: 3, sales_tax_status: 'EXEMPT', sales_tax_rate: '0.0' },
      ],
    });
    // Auto, for a contact abroad: no tax.
    expect((await client.get('/v2/recurring_invoices/22')).json.recurring_invoice.sales_tax_value).toBe('0.0');
  });

  test('are read-only', async () => {
    expect((await client.call('POST', '/v2/recurring_invoices', {})).status).toBe(404);
  });
});

describe('2.13, 4.17 price list items', () => {
  test('are sorted by created_at, or by code', async () => {
    const codes = async (query: string) =>
      (await client.get(`/v2/price_list_items${query}`)).json.price_list_items.map(
        ({ code }: { code: string }) => code,
      );
    expect(await codes('')).toEqual(['OAK', 'ASH']);
    expect(await codes('?sort=-created_at')).toHaveLength(2);
    expect(await codes('?sort=code')).toEqual(['ASH', 'OAK']);
    expect(await codes('?sort=-code')).toEqual(['OAK', 'ASH']);
    expect((await client.get('/v2/price_list_items/32')).json.price_list_item).toMatchObject({
      item_type: 'Stock',
      price: '9.0',
      quantity: '1.0',
      vat_status: 'standard',
      stock_item: `${client.base}/v2/stock_items/1`,
    });
  });
});

describe('2.10, 4.10 credit note reconciliations', () => {
  const path = '/v2/credit_note_reconciliations';
  const fields = {
    gross_value: '10',
    dated_on: '2025-10-01',
    invoice: '/v2/invoices/5',
    credit_note: '/v2/credit_notes/6',
  };
  const post = (changes: Record<string, unknown> = {}) =>
    client.call('POST', path, { credit_note_reconciliation: { ...fields, ...changes } });

  test('are created, listed, read under their own root, changed and deleted', async () => {
    const made = await post({ exchange_rate: '1.123456', currency: 'EUR' });
    expect(made.status).toBe(201);
    const { url } = made.json.credit_note_reconciliation;
    expect(made.headers.get('location')).toBe(url);
    expect(made.json.credit_note_reconciliation).toMatchObject({
      gross_value: '10.0',
      exchange_rate: '1.123456',
      currency: 'EUR',
      invoice: `${client.base}/v2/invoices/5`,
      created_at: expect.any(String),
    });
    const own = new URL(url).pathname;
    expect((await client.get(own)).json.credit_note_reconciliations.url).toBe(url);
    const changed = await client.call('PUT', own, { credit_note_reconciliation: { gross_value: '9' } });
    expect([changed.status, changed.json.credit_note_reconciliation.gross_value]).toEqual([200, '9.0']);
    await post({ dated_on: '2025-09-01' });
    const days = async (query: string) =>
      (await client.get(`${path}${query}`)).json.credit_note_reconciliations.map(
        ({ dated_on }: { dated_on: string }) => dated_on,
      );
    expect(await days('')).toEqual(['2025-09-01', '2025-10-01']);
    expect(await days('?from_date=2025-09-02')).toEqual(['2025-10-01']);
    expect(await days('?to_date=2025-09-02')).toEqual(['2025-09-01']);
    expect(await days('?updated_since=2099-01-01T00:00:00Z')).toEqual([]);
    expect((await client.call('DELETE', own)).status).toBe(200);
    expect((await client.get(own)).status).toBe(404);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ gross_value: undefined }, "gross_value can't be blank"],
    [{ gross_value: '-1' }, 'gross_value must be more than zero'],
    [{ invoice: undefined }, "invoice can't be blank"],
    [{ credit_note: undefined }, "credit_note can't be blank"],
    [{ credit_note: '/v2/invoices/5' }, 'credit_note was not found'],
    [{ exchange_rate: '0' }, 'exchange_rate must be more than zero'],
    [{ dated_on: '2025-13-01' }, 'dated_on is invalid'],
  ])('%j is refused: %s', async (changes, message) => {
    const answer = await post(changes);
    expect([answer.status, answer.json.errors]).toEqual([422, [{ message }]]);
    expect((await client.get(path)).json.credit_note_reconciliations).toEqual([]);
  });
});

describe('2.22, 4.22 EC MOSS rates', () => {
  test.each([
    [
      'Austria',
      '2025-01-01',
      [
        ['20.0', 'Standard'],
        ['10.0', 'Reduced'],
        ['13.0', 'Reduced'],
        ['13.0', 'Parking'],
      ],
    ],
    [
      'Germany',
      '2020-08-01',
      [
        ['16.0', 'Standard'],
        ['5.0', 'Reduced'],
      ],
    ],
    [
      'Germany',
      '2021-01-01',
      [
        ['19.0', 'Standard'],
        ['7.0', 'Reduced'],
      ],
    ],
    [
      'Greece',
      '2015-02-01',
      [
        ['23.0', 'Standard'],
        ['6.5', 'Reduced'],
        ['13.0', 'Reduced'],
      ],
    ],
    [
      'Malta',
      '2026-04-28',
      [
        ['18.0', 'Standard'],
        ['5.0', 'Reduced'],
        ['7.0', 'Reduced'],
        ['12.0', 'Parking'],
      ],
    ],
    // An answer recorded from the live service.
    [
      'Ireland',
      '2026-04-28',
      [
        ['23.0', 'Standard'],
        ['9.0', 'Reduced'],
        ['13.5', 'Reduced'],
        ['13.5', 'Parking'],
        ['4.8', 'Super Reduced'],
      ],
    ],
    ['Denmark', '2015-01-01', [['25.0', 'Standard']]],
    ['Denmark', '2014-12-31', []],
  ])('%s on %s', async (country, date, rates) => {
    const answer = await client.get(`/v2/ec_moss/sales_tax_rates?country=${country}&date=${date}`);
    expect(answer.json).toEqual({
      ec_tax_name: 'VAT',
      sales_tax_rates: rates.map(([percentage, band]) => ({ percentage, band })),
    });
  });

  // The whole TEDB table of that day, as vatnode/eu-vat-rates-data publishes it, without regional rates.
  test.each(
    `Austria 20 10 13|Belgium 21 6 12|Bulgaria 20 9|Croatia 25 5 13|Cyprus 19 3 5 9|Czech Republic 21 12|Denmark 25|Estonia 24 9 13
Finland 25.5 10 13.5|France 20 2.1 5.5 10|Germany 19 7|Greece 24 6 13|Hungary 27 5 18|Ireland 23 4.8 9 13.5|Italy 22 4 5 10|Latvia 21 5 12
Lithuania 21 5 12|Luxembourg 17 3 8|Malta 18 5 7|Netherlands 21 9|Poland 23 5 8|Portugal 23 6 13|Romania 21 11|Slovakia 23 5 19
Slovenia 22 5 9.5|Spain 21 4 10|Sweden 25 6 12`.split(/[|\n]/),
  )('on 28 April 2026: %s', async (line) => {
    const [, country, rates] = /^(\D+) ([\d. ]+)$/.exec(line)!;
    const answer = await client.get(`/v2/ec_moss/sales_tax_rates?country=${country}&date=2026-04-28`);
    const shown = (answer.json.sales_tax_rates as { percentage: string; band: string }[])
      .filter(({ band }) => band !== 'Parking')
      .map(({ percentage }) => Number(percentage));
    expect([shown[0], ...shown.slice(1).toSorted((a, b) => a - b)].join(' ')).toBe(rates);
  });

  test('every country of 2.8.8 has rates', async () => {
    const countries =
      'Austria, Belgium, Bulgaria, Croatia, Cyprus, Czech Republic, Denmark, Estonia, Finland, France, Germany, Greece, Hungary, Ireland, Italy, Latvia, Lithuania, Luxembourg, Malta, Netherlands, Poland, Portugal, Romania, Slovakia, Slovenia, Spain, Sweden';
    for (const country of countries.split(', ')) {
      const answer = await client.get(`/v2/ec_moss/sales_tax_rates?country=${country}&date=2025-06-01`);
      expect([country, answer.status, answer.json.sales_tax_rates[0].band]).toEqual([country, 200, 'Standard']);
    }
  });

  test.each(['country=Norway&date=2025-01-01', 'date=2025-01-01', 'country=France', 'country=France&date=1.1.2025'])(
    '%s is refused',
    async (query) => expect((await client.get(`/v2/ec_moss/sales_tax_rates?${query}`)).status).toBe(422),
  );
});
