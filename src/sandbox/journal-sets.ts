import { forbidden, invalid, notFound, type Reply } from './answer.js';
import { type CompanyCall, Level, type Route } from './call.js';
import type { Company } from './company.js';
import { datesOf, sinceOf } from './engine.js';
import { readSet } from './journal-set-input.js';
import type { Entry, JournalSet, OpeningItem } from './ledger.js';
import { pageOf } from './paging.js';
import { decimalText } from './pence.js';
import { rootOf, type JsonObject } from './request-body.js';
import { timestamp } from './row.js';

const level = Level.taxAccountingAndUsers;
const path = '/v2/journal_sets';

export const journalSetRoutes: readonly Route[] = [
  { method: 'GET', path, scope: 'company', level, act: list },
  { method: 'POST', path, scope: 'company', level, act: create },
  { method: 'GET', path: `${path}/opening_balances`, scope: 'company', level, act: opening },
  { method: 'GET', path: `${path}/:id`, scope: 'company', level, act: read },
  { method: 'PUT', path: `${path}/:id`, scope: 'company', level, act: (call) => changeSet(call, call.company, true) },
  {
    method: 'DELETE',
    path: `${path}/:id`,
    scope: 'company',
    level,
    act: (call) => removeSet(call, call.company, true),
  },
];

function list(call: CompanyCall): Reply {
  const { from, to } = datesOf(call);
  const since = sinceOf(call);
  const tag = call.query.get('tag');
  const { ledger } = call.company;
  // The opening balances have no date: they come with every range, first.
  const sets = ledger.opening ? [ledger.opening, ...ledger.dated(from, to)] : ledger.dated(from, to);
  const narrowed = since !== undefined || tag !== null || call.hiddenSince !== Number.POSITIVE_INFINITY;
  const found = narrowed
    ? sets.filter(
        (set) =>
          (tag === null || set.tag === tag) &&
          (since === undefined || set.updatedAt >= since) &&
          set.createdAt < call.hiddenSince,
      )
    : sets;
  const page = pageOf(call, found);
  return { headers: page.headers, json: { journal_sets: page.records.map((set) => renderSet(call, set)) } };
}

function opening(call: CompanyCall): Reply {
  const set = call.company.ledger.opening;
  if (!set) throw notFound();
  return { json: { journal_set: renderSet(call, set) } };
}

function read(call: CompanyCall): Reply {
  return { json: { journal_set: renderSet(call, setOf(call, call.company)) } };
}

function create(call: CompanyCall): Reply {
  return createSet(call, call.company, true);
}

/** `guarded` keeps locked periods shut; the controls work behind the books' back. */
export function createSet(call: CompanyCall, company: Company, guarded: boolean): Reply {
  const content = readSet(company, rootOf(call.body, 'journal_set'), undefined);
  if (guarded && company.locked(content.datedOn!)) throw invalid(['dated_on is in a locked period']);
  const set: JournalSet = { ...content, id: company.nextId('journal_set'), createdAt: call.now, updatedAt: call.now };
  company.ledger.add(set);
  const record = renderSet(call, set);
  return { status: 201, headers: { location: String(record['url']) }, json: { journal_set: record } };
}

export function changeSet(call: CompanyCall, company: Company, guarded: boolean): Reply {
  const set = setOf(call, company);
  const content = readSet(company, rootOf(call.body, 'journal_set'), set);
  const dates = [set.datedOn, content.datedOn];
  if (guarded && dates.some((date) => date !== undefined && company.locked(date))) {
    throw invalid(['dated_on is in a locked period']);
  }
  company.ledger.change(set, content, call.now);
  return { json: { journal_set: renderSet(call, set) } };
}

export function removeSet(call: CompanyCall, company: Company, guarded: boolean): Reply {
  const set = setOf(call, company);
  if (guarded && set.datedOn === undefined) throw forbidden();
  if (guarded && company.locked(set.datedOn!)) throw invalid(['dated_on is in a locked period']);
  company.ledger.remove(set);
  return {};
}

function setOf(call: CompanyCall, company: Company): JournalSet {
  const set = company.ledger.get(Number(call.params['id']));
  if (!set) throw notFound();
  return set;
}

export function renderSet(call: CompanyCall, set: JournalSet): JsonObject {
  return {
    url: `${call.base}${path}/${set.id}`,
    ...(set.datedOn !== undefined && { dated_on: set.datedOn }),
    description: set.description,
    ...(set.tag !== undefined && { tag: set.tag }),
    updated_at: timestamp(set.updatedAt),
    journal_entries: set.entries.map((entry) => renderEntry(call, set, entry)),
    ...(set.opening && {
      bank_accounts: set.opening.bankAccounts.map((item) => renderItem(call, item)),
      stock_items: set.opening.stockItems.map((item) => renderItem(call, item)),
    }),
  };
}

function renderEntry(call: CompanyCall, set: JournalSet, entry: Entry): JsonObject {
  const form = call.world.settings.entryUrls;
  const own = form.startsWith('nested')
    ? `${path}/${set.id}/journal_entries/${entry.id}`
    : `/v2/journal_entries/${entry.id}`;
  return {
    url: form.endsWith('relative') ? own : `${call.base}${own}`,
    category: `${call.base}/v2/categories/${entry.category}`,
    ...(entry.description !== undefined && { description: entry.description }),
    debit_value: decimalText(entry.debit),
    ...(entry.userKey !== undefined && { user: `${call.base}/v2/users/${entry.userKey}` }),
    ...entry.others,
  };
}

function renderItem(call: CompanyCall, item: OpeningItem): JsonObject {
  return { url: `${call.base}${item.url}`, description: item.description, debit_value: decimalText(item.debit) };
}
