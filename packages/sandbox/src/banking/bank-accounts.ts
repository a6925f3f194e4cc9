import type { Company } from '../company/company.js';
import { type CompanyCall, Level } from '../engine/call.js';
import { decimalText, parsePence } from '../engine/pence.js';
import type { Resource } from '../engine/resource.js';
import type { Row } from '../engine/table.js';

/** The specification describes no endpoint for bank accounts, but every client needs them for its statements. */
export const bankAccounts: Resource = {
  plural: 'bank_accounts',
  singular: 'bank_account',
  section: 'beyond',
  scope: 'company',
  level: Level.banking,
  operations: ['list', 'read', 'create', 'update', 'delete'],
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
    opening_balance: { type: 'decimal', initially: '0.0' },
    current_balance: { type: 'decimal', computed: (call, row) => balanceOf((call as CompanyCall).company, row) },
  },
  settle: ({ company }, values) => ({ ...values, currency: values['currency'] ?? company.record['currency'] }),
  posts: (_act, row) => {
    const opening = parsePence(row.values['opening_balance']) ?? 0n;
    const bank = { category: '750', sub: `/v2/bank_accounts/${row.key}`, debit: opening };
    return opening === 0n ? [] : [{ lines: [bank, { category: '999', debit: -opening }] }];
  },
  kept: ({ company }, row) =>
    isUsed(company, row) ? 'The account has transactions and cannot be deleted.' : undefined,
  follows: ({ company }, row) => {
    if (row) company.chart.suffixOf(`/v2/bank_accounts/${row.key}`);
  },
};

function isUsed(company: Company, row: Row): boolean {
  const path = `/v2/bank_accounts/${row.key}`;
  for (const plural of ['bank_transactions', 'bank_transaction_explanations']) {
    for (const _ of company.table(plural).having('bank_account', path)) return true;
  }
  // Its own opening balance is removed with it; one in the opening balances set stays, and so keeps the account.
  return parsePence(row.values['opening_balance']) === 0n && company.ledger.knows({ sub: path });
}

/** Its opening balance plus every transaction since, explained or not. */
function balanceOf(company: Company, row: Row): string {
  const path = `/v2/bank_accounts/${row.key}`;
  let balance = 0n;
  for (const each of company.ledger.openingBalances()) if (each.sub === path) balance += each.total;
  for (const each of company.table('bank_transactions').having('bank_account', path)) {
    balance += parsePence(each.values['amount'])!;
  }
  return decimalText(balance);
}
