import { Level } from '../engine/call.js';
import type { Resource } from '../engine/resource.js';

/** Beside the specification, which describes no endpoint of bank accounts: every client needs them for its statements. */
export const bankAccounts: Resource = {
  plural: 'bank_accounts',
  singular: 'bank_account',
  section: 'beyond',
  scope: 'company',
  level: Level.banking,
  operations: ['list', 'read', 'create'],
  rootless: true,
  fields: {
    type: {
      type: 'string',
      values: ['StandardBankAccount', 'CreditCardAccount', 'PaypalAccount'],
      initially: 'StandardBankAccount',
    },
    name: { type: 'string', required: true },
    currency: { type: 'string' },
    is_personal: { type: 'boolean', initially: false },
    is_primary: { type: 'boolean', initially: false },
    status: { type: 'string', values: ['active', 'hidden'], initially: 'active' },
    bank_name: { type: 'string' },
    bank_code: { type: 'string' },
    account_number: { type: 'string' },
    sort_code: { type: 'string' },
    secondary_sort_code: { type: 'string' },
    iban: { type: 'string' },
    bic: { type: 'string' },
  },
  follows: ({ company }, row) => {
    if (row) company.chart.suffixOf(`/v2/bank_accounts/${row.key}`);
  },
};
