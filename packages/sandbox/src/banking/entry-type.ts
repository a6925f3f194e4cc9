import { kindOf } from '../accounting/chart.js';
import { nameShown } from '../accounting/trial-balance.js';
import type { Company } from '../company/company.js';
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
