import { kindOf } from '../accounting/chart.js';
import { nameShown } from '../accounting/trial-balance.js';
import type { Company } from '../company/company.js';
import { parsePence } from '../engine/pence.js';
import type { Values } from '../engine/table.js';
import { idIn } from '../engine/uri.js';

/** The code of a record's category, and the suffix of its sub account. */
export const codeOf = (values: Values) => idIn(values['category'], 'categories')?.split('-') ?? [];

/** The record whose sub account the category is, found by its suffix or by the user who was paid. */
export function subOf(company: Company, values: Values): string | undefined {
  const [code = '', suffix] = codeOf(values);
  const kind = kindOf(code);
  if (kind === 'user' && values['paid_user'] !== undefined) return String(values['paid_user']);
  const plural = kind === 'user' ? 'users' : kind === 'capital_asset' ? 'capital_asset_types' : undefined;
  return plural === undefined || suffix === undefined ? undefined : company.chart.subOf(plural, suffix);
}

/** The kind of an explanation, as the chart names it. */
export function entryType(company: Company, values: Values): string {
  if (values['transfer_bank_account'] !== undefined) return 'Transfer to Another Account';
  const [code = ''] = codeOf(values);
  const sub = subOf(company, values);
  return nameShown(company, { code, ...(sub !== undefined && { sub }) });
}

/** What an explanation of money in, and one of money out, is called by its category. */
const TYPES = {
  transfer: ['Transfer from Another Account', 'Transfer to Another Account'],
  user: ['Money Received from User', 'Money Paid to User'],
  asset: ['Disposal of Capital Asset', 'Purchase of Capital Asset'],
  stock: ['Sale of Stock', 'Purchase of Stock'],
  income: ['Sales', 'Sales Refund'],
  cost: ['Refund', 'Payment'],
  other: ['Other Money In', 'Other Money Out'],
} as const;

/** Taxes are payments, as costs are: PAYE, VAT, Corporation Tax. */
const TAXES = ['814', '817', '820'];

/** The type that the service shows. docs/readings.md tells which of them were recorded. */
export function typeOf(company: Company, values: Values): string {
  const [moneyIn, moneyOut] = TYPES[typeKind(company, values)];
  return parsePence(values['gross_value'])! > 0n ? moneyIn : moneyOut;
}

function typeKind(company: Company, values: Values): keyof typeof TYPES {
  if (values['transfer_bank_account'] !== undefined) return 'transfer';
  const [code = ''] = codeOf(values);
  if (TAXES.includes(code)) return 'cost';
  const kind = kindOf(code);
  if (kind === 'user') return 'user';
  if (kind === 'capital_asset') return 'asset';
  if (kind === 'stock') return 'stock';
  const group = company.chart.get(code)?.group;
  if (group === 'income_categories') return 'income';
  return group === undefined || group === 'general_categories' ? 'other' : 'cost';
}
