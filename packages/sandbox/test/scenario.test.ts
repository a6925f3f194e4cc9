import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { createSandbox, type ScenarioInput } from '../src/index.js';
import { start, stopAll } from './client.js';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-scenario-'));
afterEach(stopAll);
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const WHOLE = {
  entry_urls: 'relative',
  companies: [
    {
      name: 'Elm Ltd',
      subdomain: 'elm',
      fields: { company_start_date: '2022-01-01', cis_enabled: true },
      users: [
        { id: 5, first_name: 'A', last_name: 'B', role: 'Owner' },
        { first_name: 'C', last_name: 'D', hidden: true },
      ],
      access_level: 7,
      chart: { add: [{ nominal_code: '731', description: 'Net pay' }], remove: ['409'] },
      payroll: {
        '2026': {
          periods: [{ period: 6, payslips: [{ user: 5, basic_pay: '100.0', odd_item: '1.0' }] }],
          payments: [{ due_on: '2025-11-22', amount_due: '9.0', status: 'unpaid' }],
          profiles: [{ user: 6, title: 'Ms' }],
        },
      },
      journal_sets: [
        {
          dated_on: '2025-06-30',
          description: 'By hand',
          journal_entries: [
            { category: '902', user: 6, debit_value: '5.00' },
            { category: '731', debit_value: '-5.00' },
          ],
        },
      ],
      opening_balances: {
        journal_entries: [{ category: '970', debit_value: '-3.00' }],
        bank_accounts: [{ description: 'Bank', debit_value: '1.00' }],
        stock_items: [{ description: 'Planks', debit_value: '2.00' }],
      },
      locked_until: '2024-12-31',
      final_accounts_reports: [{ period_ends_on: '2024-12-31', filing_status: 'filed' }],
    },
  ],
};

test('a file can describe everything about a company; gaps get defaults', async () => {
  const born = '2025-11-10T09:00:00.000Z';
  const client = await start({ scenario: file('whole.json', WHOLE), clock: () => new Date(born) });
  expect((await client.get('/v2/company')).json.company).toMatchObject({
    name: 'Elm Ltd',
    company_start_date: '2022-01-01',
    cis_enabled: true,
    first_accounting_year_end: '2022-12-31',
  });
  const { users } = (await client.get('/v2/users')).json;
  expect(users.map((user: { url: string }) => user.url)).toEqual([
    `${client.base}/v2/users/5`,
    `${client.base}/v2/users/6`,
  ]);
  const { period } = (await client.get('/v2/payroll/2026/6')).json;
  expect(period).toMatchObject({ dated_on: '2025-10-31', status: 'filed', frequency: 'Monthly' });
  expect(period.payslips[0]).toMatchObject({
    user: users[0].url,
    dated_on: '2025-10-31',
    basic_pay: '100.0',
    employer_ni: '0.0',
    odd_item: '1.0',
  });
  expect((await client.get('/v2/payroll/2026')).json.payments).toEqual([
    { due_on: '2025-11-22', amount_due: '9.0', status: 'unpaid' },
  ]);
  expect((await client.get('/v2/payroll_profiles/2026')).json.profiles).toEqual([
    { user: users[1].url, title: 'Ms', created_at: born, updated_at: born },
  ]);
  const { journal_sets: sets } = (await client.get('/v2/journal_sets')).json;
  expect(sets[0]).toMatchObject({ bank_accounts: [{ debit_value: '-1.0' }], stock_items: [{ debit_value: '2.0' }] });
  expect(sets[1].journal_entries[0]).toMatchObject({
    user: users[1].url,
    url: expect.stringMatching(/^\/v2\/journal_entries\/\d+$/),
  });
  expect((await client.get('/v2/categories/409')).status).toBe(404);
  expect((await client.get('/v2/capital_asset_types')).status).toBe(403);
  expect((await client.call('DELETE', '/v2/journal_sets/10002')).status).toBe(200);
});

const odd = { colour: 'red' };
const entry = { category: '970', debit_value: '0.00' };
const bill = { due_on: '2025-11-22', amount_due: '9.0' };
const invoice = { contact: '/v2/contacts/11', dated_on: '2025-10-01', recurring_status: 'Active' };
/** Everywhere but in a period and a payslip, whose list of fields is open in the service too. */
const unknownKeys: readonly (readonly [where: string, changes: object])[] = [
  ['the fields of a company', { fields: odd }],
  ['a payment', { payroll: { '2026': { payments: [{ ...bill, ...odd }] } } }],
  ['a profile', { payroll: { '2026': { profiles: [{ user: 5, ...odd }] } } }],
  ['a journal set', { journal_sets: [{ dated_on: '2025-06-30', description: 'x', journal_entries: [entry], ...odd }] }],
  [
    'an entry',
    { journal_sets: [{ dated_on: '2025-06-30', description: 'x', journal_entries: [{ ...entry, ...odd }] }] },
  ],
  ['an opening entry', { opening_balances: { journal_entries: [{ ...entry, ...odd }] } }],
  ['a report', { final_accounts_reports: [{ period_ends_on: '2024-12-31', ...odd }] }],
  ['a record', { records: { contacts: [{ organisation_name: 'Acme', ...odd }] } }],
  ['a part of a record', { records: { recurring_invoices: [{ ...invoice, invoice_items: [odd] }] } }],
  ['the kinds of records', { records: { colour: [] } }],
];

describe('a scenario is refused', () => {
  const [elm] = WHOLE.companies;
  test.each<readonly [string, string | ScenarioInput, string]>([
    ['where nothing is', join(folder, 'none.json'), 'neither demo'],
    ['that is no JSON', file('broken.json', '{'), 'is not JSON'],
    ['with an unknown key', file('key.json', { companies: [{ ...elm, colour: 'red' }] }), 'colour'],
    ...unknownKeys.map(
      ([where, changes]) =>
        [
          `with an unknown key in ${where}`,
          { companies: [{ ...elm, ...changes }] } as ScenarioInput,
          'colour',
        ] as const,
    ),
    ['without companies', file('empty.json', { companies: [] }), 'companies'],
    [
      'with a date that does not exist',
      file('date.json', { companies: [{ ...elm, locked_until: '2025-02-30' }] }),
      'must be a date',
    ],
    [
      'with two companies of one subdomain',
      file('twice.json', { companies: [1, 2].map((n) => ({ name: `Elm ${n}`, subdomain: 'elm' })) }),
      'elm',
    ],
    [
      'with books out by a penny',
      file('penny.json', {
        companies: [{ ...elm, opening_balances: { journal_entries: [{ category: '970', debit_value: '0.01' }] } }],
      }),
      'must balance',
    ],
  ])('%s', (_, scenario, words) => {
    expect(() => createSandbox({ scenario })).toThrow(words);
  });
});
