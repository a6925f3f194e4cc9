import { readFileSync, writeFileSync } from 'node:fs';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { withSettings } from '../../../src/acts/companies/with-settings.js';
import { settingsHelp } from '../../../src/doors/terminal/company/settings-help.js';
import { defaultPolicy, parsePolicy, type Policy } from '../../../src/journal/policy/policy.js';
import { settingRows, valueAt } from '../../../src/journal/policy/settings.js';
import { fieldsOf, policyFrom } from '../../../src/doors/review/policy/policy-form.js';
import type { PolicyProps } from '../../../src/doors/review/policy/policy-props.js';
import { rowsNamed, sections } from '../../../src/doors/review/policy/sections.js';
import { Settings } from '../../../src/doors/review/policy/policy-settings.js';
import { policyChanges, policyInWords } from '../../../src/views/words/policy-in-words.js';
import { routeTable } from '../../doors/api/route-table.js';
import { anotherOf, nested } from './another-value.js';
import { settingsPage } from './settings-page.js';

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const page = (policy: Policy, fields = fieldsOf(policy)) =>
  renderToString(
    h(Settings, {
      company: { id: 'ash', approval: 'one', policy },
      fields,
      principal: { role: 'admin', pay: true },
      people: [],
      accountNames: {
        account: (code: string) => (code === '405' ? 'Bonuses' : ''),
        person: (user: string) => (user === '/v2/users/1' ? 'Ann Ash' : undefined),
      },
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
    // The one setting with a default that null turns off.
    const off = path === 'variance' ? { variance: null } : {};
    if (isNullable) expect(parsePolicy(nested(path, null))).toEqual({ ...defaultPolicy, ...off });
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

it('each setting is in one section of the page', () => {
  const placed = sections.flatMap((one) => rowsNamed([...one.of, ...('ofFiles' in one ? one.ofFiles : [])]));
  expect(placed.map(({ path }) => path).sort()).toEqual(settingRows.map(({ path }) => path).sort());
});

it('the page has each setting in words, accounts and people by name, and opens what was typed and is not saved', () => {
  const lines = (html: string) =>
    [...html.matchAll(/<details class="setting([^"]*)"[^>]*?( open)?><summary>(.*?)<\/summary>/g)].map(
      ([, set = '', open = '', words = '']) => `${words.replace(/<[^>]*>/g, '')}${set}${open}`,
    );
  const policy = parsePolicy({ accounts: { salaries: '405' }, roles: { '/v2/users/1': 'director' } });
  const shown = lines(page(policy));
  expect(shown).toContain('Salaries 405 Bonuses is-set');
  expect(shown).toContain('Directors and employees by name Ann Ash: director is-set');
  expect(shown).toContain('Mode Wait for approval');
  expect(shown.filter((one) => one.endsWith(' open'))).toEqual([]);
  expect(page(policy)).toMatch(/name="accounts.salaries" value="405".*?Unless changed: 401\./);
  const typed = lines(page(policy, { ...fieldsOf(policy), 'accounts.payeNi': '825', 'role.0.as': 'employee' }));
  expect(typed.filter((one) => one.endsWith(' open'))).toEqual([
    'PAYE/NI 814 open',
    'Directors and employees by name Ann Ash: director is-set open',
  ]);
});

/** `UPDATE_DOCS=1` writes the page. */
it('docs/policy.md is made from the table', () => {
  const file = new URL('../../../docs/policy.md', import.meta.url);
  if (process.env.UPDATE_DOCS !== undefined) writeFileSync(file, settingsPage());
  expect(readFileSync(file, 'utf8')).toBe(settingsPage());
});
