import { defaultPolicy, type Policy } from '../../../src/journal/policy/policy.js';
import type { OwnSetting, SettingRow } from '../../../src/journal/policy/settings.js';

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

export function anotherOf({ field, path, words, usual, example }: SettingRow): unknown {
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

export const nested = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
