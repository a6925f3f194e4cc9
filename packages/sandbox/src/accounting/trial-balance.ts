import type { Reply } from '../answer.js';
import type { Company } from '../company/company.js';
import { isObject, type JsonObject } from '../engine/json.js';
import { addDays, addYears, dateOf } from '../engine/calendar.js';
import { type CompanyCall, Level } from '../engine/call.js';
import type { Route } from '../engine/router.js';
import type { Fields } from '../engine/field.js';
import { datesOf } from '../engine/listing.js';
import { decimalText } from '../engine/pence.js';
import { idIn } from '../engine/uri.js';
import { kindOf } from './chart.js';
import type { Balance } from './ledger.js';

const path = '/v2/accounting/trial_balance/summary';
const level = Level.taxAccountingAndUsers;

const itemFields: Fields = {
  category: { type: 'uri' },
  nominal_code: { type: 'string', means: 'Legacy: 750 and 900 to 910 end in the id of the related record.' },
  display_nominal_code: { type: 'string' },
  name: { type: 'string' },
  total: { type: 'decimal' },
  bank_account: { type: 'uri' },
  user: { type: 'uri' },
};
const answers: Fields = {
  trial_balance_summary: { type: 'array', element: 'trial_balance_summary_item', parts: itemFields },
};

export const trialBalanceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path,
    scope: 'company',
    level,
    doc: { section: '4.20', summary: 'Reads the trial balance', query: ['from_date', 'to_date'], answers },
    act: summary,
  },
  {
    method: 'GET',
    path: `${path}/opening_balances`,
    scope: 'company',
    level,
    doc: { section: '4.20', summary: 'Reads the trial balance of the opening balances', answers },
    act: openingBalances,
  },
];

function summary(call: CompanyCall): Reply {
  const { from, to } = rangeOf(call.company, datesOf(call), dateOf(new Date(call.now)));
  return itemsOf(call, call.company.balances(from, to));
}

function openingBalances(call: CompanyCall): Reply {
  return itemsOf(call, call.company.ledger.openingBalances());
}

/** `to_date` defaults to today, and `from_date` to the start of the accounting period that `to_date` lies in. */
function rangeOf(company: Company, asked: { from?: string; to?: string }, today: string): { from: string; to: string } {
  const to = asked.to ?? today;
  return { from: asked.from ?? accountingPeriodStart(company, to), to };
}

export function accountingPeriodStart(company: Company, date: string): string {
  const periods = company.record['annual_accounting_periods'];
  for (const period of Array.isArray(periods) ? (periods as unknown[]) : []) {
    if (!isObject(period)) continue;
    if (String(period['starts_on']) <= date && date <= String(period['ends_on'])) return String(period['starts_on']);
  }
  // Outside the company's listed periods, its accounting years follow one another.
  let end = String(company.record['first_accounting_year_end']);
  while (end < date) end = addYears(end, 1);
  while (addYears(end, -1) >= date) end = addYears(end, -1);
  return addDays(addYears(end, -1), 1);
}

/** The last day of the accounting year that a date lies in, or of the year so many years later. */
export function accountingYearEnd(company: Company, date: string, yearsLater = 0): string {
  return addDays(addYears(accountingPeriodStart(company, date), 1 + yearsLater), -1);
}

type Shown = Pick<Balance, 'code' | 'sub'>;

export function codeShown(company: Company, { code, sub }: Shown): string {
  return sub === undefined ? code : `${code}-${company.chart.suffixOf(sub)}`;
}

export function nameShown(company: Company, { code, sub }: Shown): string {
  const name = company.chart.get(code)?.description ?? `Category ${code}`;
  return sub === undefined ? name : `${name}: ${subName(company, sub)}`;
}

/** The name of the record that a sub account belongs to. */
export function subName(company: Company, sub: string): string {
  const userKey = idIn(sub, 'users');
  if (userKey !== undefined) return company.nameOf(userKey);
  const [, , plural = '', key = ''] = sub.split('/');
  const values = company.table(plural).get(key)?.values;
  return String(values?.['name'] ?? values?.['description'] ?? key);
}

function itemsOf(call: CompanyCall, balances: readonly Balance[]): Reply {
  return { json: { trial_balance_summary: balances.map((balance) => renderBalance(call, balance)) } };
}

function renderBalance(call: CompanyCall, balance: Balance): JsonObject {
  const { code, sub } = balance;
  const shown = codeShown(call.company, balance);
  const kind = kindOf(code);
  // For users and bank accounts the legacy code ends in the record's id instead of the suffix.
  const legacy = sub !== undefined && (kind === 'user' || kind === 'bank') ? `${code}-${sub.split('/').pop()}` : shown;
  return {
    // A bank account's line names the account as a whole.
    category: `${call.base}/v2/categories/${kind === 'bank' ? code : shown}`,
    nominal_code: legacy,
    display_nominal_code: shown,
    name: nameShown(call.company, balance),
    total: decimalText(balance.total),
    ...(sub !== undefined && kind === 'user' && { user: `${call.base}${sub}` }),
    ...(sub !== undefined && kind === 'bank' && { bank_account: `${call.base}${sub}` }),
  };
}
