import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROUTES } from '../src/registry.js';
import { type Client, start, stopAll } from './client.js';

/**
 * Section 4 of the specification line by line: what is sent, and the status and root of the answer. `made` stands for
 * the number of the record that the POST above it created.
 */
const C = '/v2/contacts/11';
const P = '/v2/projects/11';
const contact = { organisation_name: 'Acme' };
const project = { contact: C, name: 'Roof' };
const user = { email: 'a@x.example', first_name: 'A', last_name: 'B', role: 'Employee', opening_mileage: '0' };
const expense = {
  user: '/v2/users/10001',
  category: '/v2/categories/285',
  dated_on: '2025-10-01',
  gross_value: '-5',
  description: 'Tea',
};
const entries = [
  { category: '/v2/categories/401', debit_value: '1.00' },
  { category: '/v2/categories/814', debit_value: '-1.00' },
];
const set = { dated_on: '2025-10-01', description: 'Wages', tag: 't', journal_entries: entries };
const reconciliation = {
  gross_value: '1',
  dated_on: '2025-10-01',
  invoice: '/v2/invoices/11',
  credit_note: '/v2/credit_notes/11',
};
const line = { dated_on: '2025-10-01', description: 'Coffee', amount: -2.5 };

type Line = readonly [section: string, request: string, status: number, root: string, body?: unknown];
const LINES: readonly Line[] = [
  ['4.2', 'GET /v2/contacts', 200, 'contacts'],
  ['4.2', 'POST /v2/contacts', 201, 'contact', { contact }],
  ['4.2', 'GET /v2/contacts/made', 200, 'contact'],
  ['4.2', 'PUT /v2/contacts/made', 200, 'contact', { contact: { town: 'Bath' } }],
  ['4.2', 'DELETE /v2/contacts/made', 200, ''],
  ['4.3', 'GET /v2/projects', 200, 'projects'],
  ['4.3', 'POST /v2/projects', 201, 'project', { project }],
  ['4.3', 'GET /v2/projects/made', 200, 'project'],
  ['4.3', 'PUT /v2/projects/made', 200, 'project', { project: { name: 'Door' } }],
  ['4.3', 'DELETE /v2/projects/made', 200, ''],
  ['4.4', 'GET /v2/tasks', 200, 'tasks'],
  ['4.4', `POST /v2/tasks?project=${P}`, 201, 'task', { task: { name: 'Slates' } }],
  ['4.4', 'GET /v2/tasks/made', 200, 'task'],
  ['4.4', 'PUT /v2/tasks/made', 200, 'task', { task: { status: 'Completed' } }],
  ['4.4', 'DELETE /v2/tasks/made', 200, ''],
  ['4.5', `GET /v2/notes?contact=${C}`, 200, 'notes'],
  ['4.5', `GET /v2/notes?project=${P}`, 200, 'notes'],
  ['4.5', `POST /v2/notes?project=${P}`, 200, 'note', { note: { note: 'Called' } }],
  ['4.5', `POST /v2/notes?contact=${C}`, 200, 'note', { note: { note: 'Called' } }],
  ['4.5', 'GET /v2/notes/made', 200, 'note'],
  ['4.5', 'PUT /v2/notes/made', 200, 'note', { note: { note: 'Called again' } }],
  ['4.5', 'DELETE /v2/notes/made', 200, ''],
  ['4.6', 'GET /v2/users', 200, 'users'],
  ['4.6', 'GET /v2/users/me', 200, 'user'],
  ['4.6', 'POST /v2/users', 201, 'user', { user }],
  ['4.6', 'GET /v2/users/made', 200, 'user'],
  ['4.6', 'PUT /v2/users/made', 200, 'user', { user: { last_name: 'C' } }],
  ['4.6', 'PUT /v2/users/me', 200, 'user', { user: { ni_number: 'QQ123456C' } }],
  ['4.6', 'DELETE /v2/users/made', 200, ''],
  ['4.7', 'GET /v2/company', 200, 'company'],
  ['4.7', 'GET /v2/company/business_categories', 200, 'business_categories'],
  ['4.7', 'GET /v2/company/tax_timeline', 200, 'timeline_items'],
  ['4.8', 'GET /v2/expenses', 200, 'expenses'],
  ['4.8', 'POST /v2/expenses', 201, 'expenses', { expenses: [expense, expense] }],
  ['4.8', 'POST /v2/expenses', 201, 'expense', { expense }],
  ['4.8', 'GET /v2/expenses/made', 200, 'expense'],
  ['4.8', 'PUT /v2/expenses/made', 200, 'expense', { expense: { description: 'Coffee' } }],
  ['4.8', 'DELETE /v2/expenses/made', 200, ''],
  ['4.8', 'GET /v2/expenses/mileage_settings', 200, 'mileage_settings'],
  ['4.9', 'GET /v2/journal_sets', 200, 'journal_sets'],
  ['4.9', 'POST /v2/journal_sets', 201, 'journal_set', { journal_set: set }],
  ['4.9', 'GET /v2/journal_sets/made', 200, 'journal_set'],
  ['4.9', 'GET /v2/journal_sets/opening_balances', 200, 'journal_set'],
  ['4.9', 'PUT /v2/journal_sets/made', 200, 'journal_set', { journal_set: { description: 'Pay' } }],
  ['4.9', 'DELETE /v2/journal_sets/made', 200, ''],
  ['4.10', 'GET /v2/credit_note_reconciliations', 200, 'credit_note_reconciliations'],
  [
    '4.10',
    'POST /v2/credit_note_reconciliations',
    201,
    'credit_note_reconciliation',
    { credit_note_reconciliation: reconciliation },
  ],
  ['4.10', 'GET /v2/credit_note_reconciliations/made', 200, 'credit_note_reconciliations'],
  [
    '4.10',
    'PUT /v2/credit_note_reconciliations/made',
    200,
    'credit_note_reconciliation',
    { credit_note_reconciliation: { gross_value: '2' } },
  ],
  ['4.10', 'DELETE /v2/credit_note_reconciliations/made', 200, ''],
  ['4.11', 'GET /v2/categories', 200, 'admin_expenses_categories'],
  ['4.11', 'GET /v2/categories/001', 200, 'income_categories'],
  [
    '4.11',
    'POST /v2/categories',
    201,
    'income_categories',
    { category: { description: 'Fees', nominal_code: '048', category_group: 'income' } },
  ],
  ['4.12', 'GET /v2/capital_asset_types', 200, 'capital_asset_types'],
  ['4.12', 'POST /v2/capital_asset_types', 201, 'capital_asset_type', { capital_asset_type: { name: 'Boats' } }],
  ['4.12', 'GET /v2/capital_asset_types/made', 200, 'capital_asset_type'],
  ['4.12', 'PUT /v2/capital_asset_types/made', 200, 'capital_asset_type', { capital_asset_type: { name: 'Ships' } }],
  ['4.12', 'DELETE /v2/capital_asset_types/made', 200, 'capital_asset_type'],
  ['4.13', 'GET /v2/capital_assets', 200, 'capital_assets'],
  ['4.13', 'GET /v2/capital_assets/10001', 200, 'capital_asset'],
  ['4.14', 'GET /v2/hire_purchases', 200, 'hire_purchases'],
  ['4.14', 'GET /v2/hire_purchases/11', 200, 'hire_purchase'],
  ['4.15', 'GET /v2/bank_transactions?bank_account=/v2/bank_accounts/11', 200, 'bank_transactions'],
  ['4.15', 'GET /v2/bank_transactions/12', 200, 'bank_transaction'],
  ['4.15', 'DELETE /v2/bank_transaction/12', 200, ''],
  ['4.15', 'POST /v2/bank_transactions/statement?bank_account=/v2/bank_accounts/11', 200, '', { statement: [line] }],
  ['4.16', 'GET /v2/recurring_invoices', 200, 'recurring_invoices'],
  ['4.16', 'GET /v2/recurring_invoices/11', 200, 'recurring_invoice'],
  ['4.17', 'GET /v2/price_list_items', 200, 'price_list_items'],
  ['4.17', 'GET /v2/price_list_items/11', 200, 'price_list_item'],
  ['4.18', 'GET /v2/payroll/2026', 200, 'periods'],
  ['4.18', 'GET /v2/payroll/2026/0', 200, 'period'],
  ['4.18', 'GET /v2/payroll_profiles/2026', 200, 'profiles'],
  ['4.18', 'GET /v2/payroll_profiles/2026?user=/v2/users/10001', 200, 'profiles'],
  ['4.19', 'GET /v2/final_accounts_reports', 200, 'final_accounts_reports'],
  ['4.19', 'GET /v2/final_accounts_reports/2025-03-31', 200, 'final_accounts_report'],
  ['3', 'PUT /v2/final_accounts_reports/2025-03-31/mark_as_filed', 200, 'final_accounts_report'],
  ['3', 'PUT /v2/final_accounts_reports/2025-03-31/mark_as_unfiled', 200, 'final_accounts_report'],
  ['4.20', 'GET /v2/accounting/trial_balance/summary', 200, 'trial_balance_summary'],
  ['4.20', 'GET /v2/accounting/trial_balance/summary/opening_balances', 200, 'trial_balance_summary'],
  ['4.21', 'GET /v2/cashflow?from_date=2025-01-01&to_date=2025-12-31', 200, 'cashflow'],
  ['4.22', 'GET /v2/ec_moss/sales_tax_rates?country=France&date=2025-10-01', 200, 'sales_tax_rates'],
  ['4.23', 'GET /v2/clients', 200, 'clients'],
  ['4.23', 'GET /v2/account_managers', 200, 'account_managers'],
  ['4.23', 'GET /v2/account_managers/10001', 200, 'account_manager'],
  ['4.23', 'GET /v2/account_managers/me', 200, 'account_manager'],
  ['4.23', 'GET /v2/practice', 200, 'name'],
];

let company: Client;
let practice: Client;
let made = '';
beforeAll(async () => {
  const clock = () => new Date('2025-11-10T09:00:00Z');
  company = await start({ scenario: 'demo', limits: false, clock });
  practice = await start({ scenario: 'practice:1', limits: false, clock });
});
afterAll(stopAll);

// Rest parameters: Jest would take an optional fifth parameter for its callback, and wait.
test.each(LINES)('%s %s: %i %s', async (...line: Line) => {
  const [section, request, status, root, body] = line;
  const [method, path] = request.replace('/made', `/${made}`).split(' ') as [string, string];
  const answer = await (section === '4.23' ? practice : company).call(method, path, body);
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([status, root === '' ? '' : expect.anything()]);
  if (root !== '') expect(Object.keys(answer.json)).toContain(root);
  if (method !== 'POST' || root === '') return;
  const record = answer.json[root];
  // 4.1.4: Location names the new record, except for notes and batches.
  expect(answer.headers.get('location')).toBe(status === 201 && !Array.isArray(record) ? record.url : null);
  made = String(record.url).split('/').pop()!;
});

const LEVELS =
  'No Access · Time · My Money · Contacts & Projects · Invoices, Estimates & Files · Bills · Banking · Tax, Accounting & Users · Full'.split(
    ' · ',
  );
const routeOf = (request: string) => {
  const [method, url] = request.split(' ') as [string, string];
  const path = url.split('?', 1)[0]!;
  return ROUTES.find(
    (route) => route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  );
};

describe('the table of docs/endpoints.md', () => {
  test('section 4 is whole: each of its lines has a route, and each route of a section a line', () => {
    const asked = new Set(LINES.map(([, request]) => routeOf(request)));
    expect([...asked]).not.toContain(undefined);
    const served = ROUTES.filter(({ doc }) => doc && doc.section !== 'beyond');
    const without = served.filter((route) => !asked.has(route)).map(({ method, path }) => `${method} ${path}`);
    // We also have deletion under the plural; 4.15 lists only the singular path.
    expect(without).toEqual(['DELETE /v2/bank_transactions/:id']);
  });

  test('is made from the routes (UPDATE_DOCS=1 writes it)', () => {
    const rows = ROUTES.filter(({ doc }) => doc).map((route) => {
      const { section, status = 200 } = route.doc!;
      const who = { open: 'none', practice: 'account manager' };
      const level = route.scope === 'company' ? LEVELS[route.level]! : who[route.scope];
      const line = LINES.find(([, request]) => routeOf(request) === route);
      const named = line ? `\`${line[0]} ${line[1].replace('/made', '/:id')}\`` : 'tables';
      return { section, text: `| ${section} | \`${route.method} ${route.path}\` | ${level} | ${status} | ${named} |` };
    });
    const order = (section: string) => (section === 'beyond' ? 1_000 : Number(section.split('.')[1] ?? 19));
    rows.sort((a, b) => order(a.section) - order(b.section));
    const table = [
      '| section | endpoint | minimum level | status | test |',
      '|---|---|---|---|---|',
      ...rows.map(({ text }) => text),
    ];
    const file = new URL('../docs/endpoints.md', import.meta.url);
    const [before, , after] = readFileSync(file, 'utf8').split(
      /(?<=<!-- endpoints -->\n)|(?=<!-- \/endpoints -->)/,
    ) as [string, string, string];
    const written = `${before}\n${table.join('\n')}\n\n${after}`;
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, written);
    expect(readFileSync(file, 'utf8')).toBe(written);
  });
});
