import { refuse } from '../answer.js';
import { kindOf } from '../accounting/chart.js';
import { isMoss, PLACES_OF_SUPPLY, salesTaxFaults, SALES_TAX_FIELDS, withSalesTax } from '../accounting/sales-tax.js';
import type { Line, Posting } from '../accounting/ledger.js';
import { ASSET_LIVES, followAsset } from '../assets/capital-assets.js';
import { attachmentField } from '../engine/attachment.js';
import { type CompanyCall, Level, type Act } from '../engine/call.js';
import { parsePence } from '../engine/pence.js';
import { createRow } from '../engine/records.js';
import type { Resource } from '../engine/resource.js';
import type { Row, Values } from '../engine/table.js';
import { idIn } from '../engine/uri.js';
import { bankTransactions, recount, transactionPath } from './bank-transactions.js';
import { codeOf, entryType, subOf, typeOf } from './entry-type.js';
import { followTransfer } from './transfers.js';

/**
 * What a transaction was for: a category, a user's account, or a transfer to another bank account. The specification
 * shows them only inside a transaction. An explanation without a transaction gets one made for it.
 */
export const explanations: Resource = {
  plural: 'bank_transaction_explanations',
  singular: 'bank_transaction_explanation',
  section: 'beyond',
  scope: 'company',
  level: Level.banking,
  operations: ['list', 'read', 'create', 'update', 'delete'],
  rootless: true,
  fields: {
    bank_transaction: { type: 'uri', to: 'bank_transactions' },
    bank_account: { type: 'uri', to: 'bank_accounts', required: (values) => values['bank_transaction'] === undefined },
    dated_on: { type: 'date', required: true },
    description: { type: 'string' },
    gross_value: { type: 'decimal', required: true },
    category: { type: 'uri', to: 'categories', required: (values) => values['transfer_bank_account'] === undefined },
    paid_user: { type: 'uri', to: 'users', means: 'The user of a user category, unless its sub account names one.' },
    transfer_bank_account: { type: 'uri', to: 'bank_accounts' },
    linked_transfer_explanation: { type: 'uri', readOnly: true },
    ...SALES_TAX_FIELDS,
    sales_tax_rate: { ...SALES_TAX_FIELDS['sales_tax_rate']!, required: isMoss },
    place_of_supply: { type: 'string', values: PLACES_OF_SUPPLY, required: isMoss },
    receipt_reference: { type: 'string' },
    project: { type: 'uri', to: 'projects' },
    asset_life_years: { type: 'integer', values: ASSET_LIVES, required: buysAsset },
    capital_asset: { type: 'uri', readOnly: true },
    marked_for_review: { type: 'boolean', initially: false },
    attachment: attachmentField,
    is_money_in: { type: 'boolean', computed: (_call, row) => parsePence(row.values['gross_value'])! > 0n },
    is_money_out: { type: 'boolean', computed: (_call, row) => parsePence(row.values['gross_value'])! < 0n },
    type: { type: 'string', computed: (call, row) => typeOf((call as CompanyCall).company, row.values) },
    entry_type: { type: 'string', computed: (call, row) => entryType((call as CompanyCall).company, row.values) },
    is_deletable: {
      type: 'boolean',
      computed: (call, row) => !(call as CompanyCall).company.locked(String(row.values['dated_on'])),
    },
  },
  datedBy: 'dated_on',
  needs: ['bank_account'],
  filters: { bank_account: { field: 'bank_account', to: 'bank_accounts' } },
  settle: settled,
  check: faults,
  fixed: (_act, row) =>
    row.values['mirrors'] === true ? refuse(409, 'The other side of this transfer is the one to change.') : undefined,
  posts: (act, row) => postings(act, row.values),
  follows: follow,
};

export function buysAsset(values: Values): boolean {
  return codeOf(values)[0] === '602';
}

function settled(act: Act, values: Values): Values {
  const transaction = transactionOf(act, values);
  const bankAccount = transaction?.values['bank_account'] ?? values['bank_account'];
  return withSalesTax(act.company, { ...values, bank_account: bankAccount });
}

function transactionOf(act: Act, values: Values): Row | undefined {
  return act.company.find('bank_transactions', values['bank_transaction']) as Row | undefined;
}

function faults(act: Act, values: Values, before: Row | undefined): string[] {
  const messages = salesTaxFaults(act.company, values);
  const gross = parsePence(values['gross_value'])!;
  if (gross === 0n) messages.push('gross_value must not be zero');
  if (before && before.values['bank_transaction'] !== values['bank_transaction']) {
    messages.push('bank_transaction cannot be changed');
  }
  const transaction = transactionOf(act, values);
  // A transaction that was made for its explanation has no amount of its own to stay within.
  if (transaction && transaction.values['is_manual'] !== true) {
    const left = parsePence(transaction.values['unexplained_amount'])!;
    const open = left + (before ? parsePence(before.values['gross_value'])! : 0n);
    if (open > 0n ? gross < 0n || gross > open : gross > 0n || gross < open) {
      messages.push('gross_value is more than is left to explain');
    }
  }
  const [code = ''] = codeOf(values);
  if (values['transfer_bank_account'] !== undefined) {
    if (values['category'] !== undefined) messages.push('category must be left out of a transfer');
    if (values['transfer_bank_account'] === values['bank_account']) {
      messages.push('transfer_bank_account must be another account');
    }
  } else if (kindOf(code) === 'bank') messages.push('category is a bank account: use transfer_bank_account');
  if (kindOf(code) === 'user' && subOf(act.company, values) === undefined) {
    messages.push(`paid_user can't be blank for category ${code}`);
  }
  if (kindOf(code) === 'capital_asset' && subOf(act.company, values) === undefined) {
    messages.push(`category ${code} must name its sub account`);
  }
  return messages;
}

/** The bank moves by the gross amount and the category by the net; sales tax has an account of its own. */
function postings(act: Act, values: Values): Posting[] {
  if (values['linked_transfer_explanation'] !== undefined && values['mirrors'] === true) return [];
  const gross = parsePence(values['gross_value'])!;
  const bank = { category: '750', sub: String(values['bank_account']), debit: gross };
  const datedOn = String(values['dated_on']);
  if (values['transfer_bank_account'] !== undefined) {
    return [
      { datedOn, lines: [bank, { category: '750', sub: String(values['transfer_bank_account']), debit: -gross }] },
    ];
  }
  const tax = parsePence(values['sales_tax_value']) ?? 0n;
  const [category = ''] = codeOf(values);
  const sub = subOf(act.company, values);
  const other: Line = { category, ...(sub !== undefined && { sub }), debit: tax - gross };
  return [{ datedOn, lines: [bank, other, ...(tax === 0n ? [] : [{ category: '817', debit: -tax }])] }];
}

/** Brings up to date the transaction it explains, the other side of a transfer and the asset it buys. */
function follow(act: Act, row: Row | undefined, before: Row | undefined): void {
  const current = row && row.values['bank_transaction'] === undefined ? withTransaction(act, row) : row;
  if (before?.values['bank_transaction'] !== undefined) removeManual(act, before, current);
  recount(act, (current ?? before)!.values['bank_transaction']);
  followTransfer(act, current, before);
  followAsset(
    act,
    explanations,
    current,
    before,
    current && buysAsset(current.values) ? subOf(act.company, current.values) : undefined,
  );
}

function withTransaction(act: Act, row: Row): Row {
  const { bank_account, dated_on, description = '', gross_value: amount } = row.values;
  const sent = { bank_account, dated_on, description, amount, is_manual: true };
  const transaction = createRow(bankTransactions, act, sent, { seeding: true });
  const values = { ...row.values, bank_transaction: transactionPath(transaction) };
  return act.company.table('bank_transaction_explanations').put({ ...row, values });
}

/** A transaction that was made for its explanation is changed and removed with it. */
function removeManual(act: Act, before: Row, current: Row | undefined): void {
  const table = act.company.table('bank_transactions');
  const transaction = table.get(idIn(before.values['bank_transaction'], 'bank_transactions') ?? '');
  if (transaction?.values['is_manual'] !== true) return;
  if (!current) table.delete(transaction.key);
  else {
    const { dated_on, description = '', gross_value: amount } = current.values;
    table.put({ ...transaction, values: { ...transaction.values, dated_on, description, amount } });
  }
}
