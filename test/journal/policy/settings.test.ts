import { readFileSync, writeFileSync } from 'node:fs';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { settingsHelp, withSettings } from '../../../src/doors/terminal/company/policy-settings.js';
import { defaultPolicy, parsePolicy, type Policy } from '../../../src/journal/policy/policy.js';
import { type OwnSetting, type SettingRow, settingRows, valueAt } from '../../../src/journal/policy/settings.js';
import { fieldsOf, policyFrom } from '../../../src/doors/review/policy/policy-form.js';
import type { PolicyProps } from '../../../src/doors/review/policy/policy-props.js';
import { Settings } from '../../../src/doors/review/policy/policy-settings.js';
import { policyChanges, policyInWords } from '../../../src/views/policy-in-words.js';
import { routeTable } from '../../doors/api/route-table.js';
import { settingsPage } from './settings-page.js';

const user = 'https://books.example/v2/users/7';

/** Another value of each setting that is written by hand. */
const ownValues: { readonly [Name in OwnSetting]: Policy[Name] } = {
  roles: { [user]: 'director' },
  treatments: { ...defaultPolicy.treatments, bonus: { as: 'pay', account: '405' } },
  layout: { merged: { liabilityCategory: '731' } },
  allocations: { [user]: [{ from: '2025-10-06', parts: [{ percent: '100', accounts: { salaries: '101' } }] }] },
  payrollMoves: [{ on: '2025-10-06', from: 'service', to: 'files', madeAt: '2025-10-01T09:00:00.000Z' }],
  payrollPeople: { E1: user },
  employerPensions: { E1: '3%' },
  pensionTotals: { '2025-10': '382.90' },
  paidBeforeFiles: { E1: { '2025/26': { statutory_maternity_pay: '500.00' } } },
  hmrcAccount: [{ what: 'paid', year: '2026/27', on: '2026-07-03', amount: '1000.00' }],
  payrollColumns: { person: 'Ref', fields: { Basic: 'basic_pay', Dept: 'information' }, net: 'Net', totals: 'Total' },
  variance: { percent: 5, amount: '500' },
  expectedWarnings: ['not_filed'],
};

function anotherOf({ field, path, words, usual, example }: SettingRow): unknown {
  switch (field) {
    case 'choice':
      return Object.keys(words ?? {}).find((value) => value !== usual);
    case 'day':
      return 7;
    case 'account':
      return '999';
    case 'list':
      return ['filed', 'pending'];
    case 'own':
      return ownValues[path as OwnSetting];
    default:
      return example;
  }
}

const nested = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const page = (policy: Policy) =>
  renderToString(
    h(Settings, {
      company: { id: 'ash', approval: 'one', policy },
      fields: fieldsOf(policy),
      people: [],
      accountNames: { account: () => '' },
    } as unknown as PolicyProps),
  );

describe.each(settingRows.map((row) => [row.path, row] as const))('the setting %s', (path, row) => {
  const another = anotherOf(row);
  const changed = parsePolicy(nested(path, another));

  it('is in the type, with its usual value', () => {
    expect(valueAt(defaultPolicy, path)).toEqual(row.usual);
    expect(another).not.toEqual(row.usual);
    expect(valueAt(changed, path)).toEqual(another);
    for (const wrong of [true, '?']) expect(() => parsePolicy(nested(path, wrong))).toThrow(`policy.${path}: `);
  });

  it('may be null where null has words, and nowhere else', () => {
    const isNullable = row.schema.safeParse(null).success;
    expect(row.field === 'own' || isNullable === (row.none !== undefined)).toBe(true);
    if (isNullable) expect(parsePolicy(nested(path, null))).toEqual(defaultPolicy);
  });

  it('is set at the terminal, and stands in its help', () => {
    expect(parsePolicy(withSettings(defaultPolicy, [`${path}=${asText(another)}`]))).toEqual(changed);
    expect(settingsHelp()).toContain(`\n  ${path}: ${row.expects}\n      ${row.label}`);
  });

  it('has a field on the page, which gives back what it shows', () => {
    expect(page(defaultPolicy)).toContain(row.label);
    if (row.field !== 'own') expect(page(defaultPolicy)).toContain(`name="${path}"`);
    expect(page(changed)).not.toBe(page(defaultPolicy));
    expect(policyFrom(fieldsOf(changed), { policy: changed })).toEqual(changed);
    if (!['allocations', 'payrollColumns', 'payrollMoves'].includes(path))
      if (!['allocations', 'payrollColumns', 'pensionTotals'].includes(path))
        expect(policyFrom(fieldsOf(changed), { policy: defaultPolicy })).toEqual(changed);
  });

  it('is in the words of the month file and of the history', () => {
    const shown = { people: true };
    expect(policyInWords(changed, shown)).not.toEqual(policyInWords(defaultPolicy, shown));
    const words = policyChanges(defaultPolicy, changed);
    expect(words).not.toEqual([]);
    expect(words.join()).not.toMatch(/undefined|\[object/);
    if (row.field === 'choice') expect(words).toEqual([expect.stringMatching(` → ${row.words?.[String(another)]}$`)]);
  });

  it('names who may change it, as the routes do', () => {
    const route =
      row.by === 'admin'
        ? 'PUT /api/companies/:company/policy'
        : 'POST /api/pay-runs/:company/:year/:period/:paidOn/decide';
    expect(routeTable[route]).toBe(row.by);
  });
});

/** `UPDATE_DOCS=1` writes the page. */
it('docs/policy.md is made from the table', () => {
  const file = new URL('../../../docs/policy.md', import.meta.url);
  if (process.env.UPDATE_DOCS !== undefined) writeFileSync(file, settingsPage());
  expect(readFileSync(file, 'utf8')).toBe(settingsPage());
});
