import { forbidden } from '../answer.js';
import type { JsonObject } from '../engine/json.js';
import { type Call, type CompanyCall, Level } from '../engine/call.js';
import type { Route } from '../engine/router.js';
import type { Fields } from '../engine/field.js';
import { decimalText } from '../engine/pence.js';
import type { Resource } from '../engine/resource.js';
import { read, routesOf, shownFields } from '../engine/resource-routes.js';
import { type Row, timestamp } from '../engine/table.js';
import { type Entry, type JournalSet, type OpeningItem, readSet } from './journal-set-input.js';
import type { Line } from './ledger.js';

const path = '/v2/journal_sets';

const entryFields: Fields = {
  url: { type: 'uri', readOnly: true },
  category: { type: 'uri', required: true, to: 'categories' },
  debit_value: { type: 'decimal', required: true, means: 'Credits are negative.' },
  description: { type: 'string' },
  user: { type: 'uri', to: 'users', means: 'Required for user categories (900 to 910).' },
  capital_asset_type: { type: 'uri', means: 'Required for categories 601 to 607.' },
  stock_item: { type: 'uri', means: 'Required for stock categories.' },
  stock_altering_quantity: { type: 'integer', means: 'Required for stock categories.' },
  bank_account: { type: 'uri', readOnly: true, means: 'Historical data only.' },
  property: { type: 'uri', means: 'UK Unincorporated Landlord companies, profit and loss categories only.' },
  contact: { type: 'uri', means: 'Opening balances of 681 and 796 only.' },
};

const itemFields: Fields = {
  url: { type: 'uri' },
  description: { type: 'string' },
  debit_value: { type: 'decimal' },
};

export const journalSets: Resource = {
  plural: 'journal_sets',
  singular: 'journal_set',
  section: '4.9',
  scope: 'company',
  level: Level.taxAccountingAndUsers,
  operations: ['list', 'read', 'create', 'update', 'delete'],
  fields: {
    dated_on: { type: 'date', required: true, means: 'The opening balances set has none.' },
    description: { type: 'string', required: true },
    tag: { type: 'string' },
    journal_entries: { type: 'array', element: 'journal_entry', required: true, parts: entryFields },
    bank_accounts: { type: 'array', readOnly: true, parts: itemFields },
    stock_items: { type: 'array', readOnly: true, parts: itemFields },
  },
  datedBy: 'dated_on',
  filters: { tag: { field: 'tag' } },
  reads: (act, sent, before) => readSet(act, sent, before && setOf(before)),
  kept: (act, row) => (setOf(row).dated_on === undefined && !act.unguarded ? forbidden() : undefined),
  posts: (_act, row) => [postingOf(setOf(row))],
  shows: (call, row) => renderSet(call, row),
};

export const journalSetRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: `${path}/opening_balances`,
    scope: 'company',
    level: Level.taxAccountingAndUsers,
    doc: {
      section: '4.9',
      summary: 'Reads the opening balances',
      answers: { journal_set: { type: 'object', parts: shownFields(journalSets) } },
    },
    act: (call) => read(journalSets, call, openingOf(call)),
  },
  ...routesOf(journalSets),
];

/** A company that began with nothing has an empty set, which only its own address shows. */
function openingOf(call: CompanyCall): Row {
  for (const row of call.company.table('journal_sets').having('dated_on', undefined)) return row;
  const born = Date.parse(String(call.company.record['created_at']));
  const values = {
    description: 'Opening balances',
    journal_entries: [],
    opening: { bankAccounts: [], stockItems: [] },
  };
  return { key: 'opening_balances', values, createdAt: born, updatedAt: born };
}

export function setOf(row: Row): JournalSet {
  return row.values as unknown as JournalSet;
}

function postingOf(set: JournalSet): { datedOn?: string; lines: readonly Line[] } {
  const items = [...(set.opening?.bankAccounts ?? []), ...(set.opening?.stockItems ?? [])];
  const lines = set.journal_entries.map((entry): Line => {
    const sub = subOf(entry);
    return { category: entry.category, ...(sub !== undefined && { sub }), debit: entry.debit };
  });
  return {
    ...(set.dated_on !== undefined && { datedOn: set.dated_on }),
    lines: [...lines, ...items.map(({ category, url, debit }) => ({ category, sub: url, debit }))],
  };
}

/** The path of the record whose sub account an entry is posted to. */
export function subOf(entry: Entry): string | undefined {
  if (entry.userKey !== undefined) return `/v2/users/${entry.userKey}`;
  return (entry.others?.['capital_asset_type'] ?? entry.others?.['stock_item']) as string | undefined;
}

function renderSet(call: Call, row: Row): JsonObject {
  const set = setOf(row);
  return {
    url: `${call.base}${path}/${row.key}`,
    ...(set.dated_on !== undefined && { dated_on: set.dated_on }),
    description: set.description,
    ...(set.tag !== undefined && { tag: set.tag }),
    updated_at: timestamp(row.updatedAt),
    journal_entries: set.journal_entries.map((entry) => renderEntry(call, row.key, entry)),
    ...(set.opening && {
      // The live service shows a bank's opening balance with the sign of its other side.
      bank_accounts: set.opening.bankAccounts.map((item) => renderItem(call, item, -item.debit)),
      stock_items: set.opening.stockItems.map((item) => renderItem(call, item, item.debit)),
    }),
  };
}

function renderEntry(call: Call, setKey: string, entry: Entry): JsonObject {
  const form = call.world.settings.entryUrls;
  const own = form.startsWith('nested')
    ? `${path}/${setKey}/journal_entries/${entry.id}`
    : `/v2/journal_entries/${entry.id}`;
  return {
    url: form.endsWith('relative') ? own : `${call.base}${own}`,
    category: `${call.base}/v2/categories/${entry.category}`,
    ...(entry.description !== undefined && { description: entry.description }),
    debit_value: decimalText(entry.debit),
    ...(entry.userKey !== undefined && { user: `${call.base}/v2/users/${entry.userKey}` }),
    ...shownOthers(call, entry.others),
  };
}

/** URIs are shown with our own host, whatever host the request used. */
function shownOthers(call: Call, others: Entry['others'] = {}): JsonObject {
  return Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, typeof value === 'string' ? `${call.base}${value}` : value]),
  );
}

function renderItem(call: Call, item: OpeningItem, debit: bigint): JsonObject {
  return { url: `${call.base}${item.url}`, description: item.description, debit_value: decimalText(debit) };
}
