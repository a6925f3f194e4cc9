import { notFound, type Reply } from './answer.js';
import { addDays, addYears, dateOf } from './calendar.js';
import { type CompanyCall, Level, type Route } from './call.js';
import { kindOf } from './chart.js';
import type { Company } from './company.js';
import { datesOf } from './engine.js';
import type { JournalSet } from './ledger.js';
import { decimalText } from './pence.js';
import { isObject, type JsonObject } from './request-body.js';

const path = '/v2/accounting/trial_balance/summary';
const level = Level.taxAccountingAndUsers;

export const trialBalanceRoutes: readonly Route[] = [
  { method: 'GET', path, scope: 'company', level, act: summary },
  { method: 'GET', path: `${path}/opening_balances`, scope: 'company', level, act: openingBalances },
];

export interface Balance {
  readonly code: string;
  readonly userKey?: string;
  readonly bankAccount?: string;
  readonly total: bigint;
}

function summary(call: CompanyCall): Reply {
  const { from, to } = rangeOf(call.company, datesOf(call), dateOf(new Date(call.now)));
  return itemsOf(call, balancesOf(call.company.counted(from, to)));
}

function openingBalances(call: CompanyCall): Reply {
  const { opening } = call.company.ledger;
  if (!opening) throw notFound();
  return itemsOf(call, balancesOf([opening]));
}

/** No dates: today. Without from_date: from the start of the accounting period of to_date. */
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
  // Outside those the company names, its years follow one another.
  let end = String(company.record['first_accounting_year_end']);
  while (end < date) end = addYears(end, 1);
  while (addYears(end, -1) >= date) end = addYears(end, -1);
  return addDays(addYears(end, -1), 1);
}

/** Totals per account and sub account, by code. */
export function balancesOf(sets: readonly JournalSet[]): Balance[] {
  const totals = new Map<string, Balance>();
  const add = (balance: Balance) => {
    const key = `${balance.code}|${balance.userKey ?? ''}|${balance.bankAccount ?? ''}`;
    const before = totals.get(key);
    totals.set(key, before ? { ...before, total: before.total + balance.total } : balance);
  };
  for (const set of sets) {
    for (const { category, userKey, debit } of set.entries) {
      add({ code: category, ...(userKey !== undefined && { userKey }), total: debit });
    }
    for (const item of set.opening?.bankAccounts ?? []) add({ code: '750', bankAccount: item.url, total: item.debit });
    for (const item of set.opening?.stockItems ?? []) add({ code: '609', total: item.debit });
  }
  return [...totals.values()].sort((a, b) => (a.code === b.code ? 0 : a.code < b.code ? -1 : 1));
}

export function codeShown(company: Company, balance: Balance): string {
  if (balance.userKey !== undefined) return `${balance.code}-${company.chart.suffixOf(balance.userKey)}`;
  return balance.bankAccount === undefined ? balance.code : `${balance.code}-${balance.bankAccount.split('/').pop()}`;
}

export function nameShown(company: Company, balance: Balance): string {
  const name = company.chart.get(balance.code)?.description ?? `Category ${balance.code}`;
  return balance.userKey === undefined ? name : `${name}: ${company.nameOf(balance.userKey)}`;
}

function itemsOf(call: CompanyCall, balances: readonly Balance[]): Reply {
  return { json: { trial_balance_summary: balances.map((balance) => renderBalance(call, balance)) } };
}

function renderBalance(call: CompanyCall, balance: Balance): JsonObject {
  const shown = codeShown(call.company, balance);
  const { userKey, bankAccount } = balance;
  // The legacy code carries the related record's id, for users and bank accounts.
  const legacy = kindOf(balance.code) === 'user' ? `${balance.code}-${userKey}` : shown;
  return {
    category: `${call.base}/v2/categories/${shown}`,
    nominal_code: legacy,
    display_nominal_code: shown,
    name: nameShown(call.company, balance),
    total: decimalText(balance.total),
    ...(userKey !== undefined && { user: `${call.base}/v2/users/${userKey}` }),
    ...(bankAccount !== undefined && { bank_account: `${call.base}${bankAccount}` }),
  };
}
