import { invalid } from '../answer.js';
import { isDate } from '../engine/calendar.js';
import type { Company } from '../company/company.js';
import type { Act } from '../engine/call.js';
import type { Values } from '../engine/table.js';
import { kindOf } from './chart.js';
import { decimalText, parsePence } from '../engine/pence.js';
import { isObject, type JsonObject } from '../engine/json.js';
import { elementsOf, type Field, readField } from '../engine/field.js';
import { idIn, pathOf } from '../engine/uri.js';

export interface Entry {
  readonly id: number;
  /** The top level code; a sub account is named by its user. */
  readonly category: string;
  readonly userKey?: string;
  readonly debit: bigint;
  readonly description?: string;
  /** capital_asset_type, stock_item, stock_altering_quantity, contact, property. */
  readonly others?: Readonly<Record<string, unknown>>;
}

export interface OpeningItem {
  readonly url: string;
  readonly category: '750' | '609';
  readonly description: string;
  readonly debit: bigint;
}

/** The values of a journal set's row. */
export interface JournalSet {
  /** The opening balances set has none. */
  readonly dated_on?: string;
  readonly description: string;
  readonly tag?: string;
  readonly journal_entries: readonly Entry[];
  readonly opening?: { readonly bankAccounts: readonly OpeningItem[]; readonly stockItems: readonly OpeningItem[] };
}

/** The set that a request creates, or that it changes `before` into. Refuses with all its reasons at once. */
export function readSet({ company }: Act, sent: Values, before: JournalSet | undefined): Values {
  const messages: string[] = [];
  const isOpening = before !== undefined && before.dated_on === undefined;
  const content: JournalSet = {
    ...(isOpening ? { opening: before.opening! } : { dated_on: readDate(sent, before, messages) }),
    description: readText(sent, 'description', before?.description) ?? '',
    ...tagOf(readText(sent, 'tag', before?.tag)),
    journal_entries: readEntries(company, sent, before, messages),
  };
  if (content.description.trim() === '') messages.unshift("description can't be blank");
  if (messages.length === 0) messages.push(...imbalance(content));
  if (messages.length > 0) throw invalid(messages);
  return content as unknown as Values;
}

function tagOf(tag: string | undefined): { tag?: string } {
  return tag === undefined || tag === '' ? {} : { tag };
}

function readText(sent: Values, name: string, before: string | undefined): string | undefined {
  const value = sent[name];
  if (value === undefined) return before;
  return value === null ? undefined : String(value);
}

function readDate(sent: Values, before: JournalSet | undefined, messages: string[]): string | undefined {
  const value = sent['dated_on'] === undefined ? before?.dated_on : sent['dated_on'];
  if (value === undefined || value === null || value === '') messages.push("dated_on can't be blank");
  else if (!isDate(value)) messages.push('dated_on is invalid');
  return value as string;
}

/** An entry with its url is changed or, with `_destroy`, removed; one without is added. */
function readEntries(company: Company, sent: Values, before: JournalSet | undefined, messages: string[]): Entry[] {
  const entries = new Map((before?.journal_entries ?? []).map((entry) => [entry.id, entry]));
  const list = elementsOf(sent['journal_entries'] ?? []);
  if (!list) throw invalid(['journal_entries is invalid']);
  for (const item of list) {
    if (!isObject(item)) throw invalid(['journal_entries is invalid']);
    const known = item['url'] === undefined ? undefined : entries.get(entryIdIn(item['url']));
    if (item['url'] !== undefined && !known)
      messages.push(`journal entry ${String(item['url'])} was not found in this set`);
    else if (known && /^(true|1)$/.test(String(item['_destroy']))) entries.delete(known.id);
    else {
      const entry = readEntry(company, item, known, before, messages);
      if (entry) entries.set(entry.id, entry);
    }
  }
  messages.push(...twice([...entries.values()]));
  if (entries.size === 0 && messages.length === 0) messages.push("journal_entries can't be blank");
  return [...entries.values()];
}

/** Section 2.9 allows one entry per contact and category. */
function twice(entries: readonly Entry[]): string[] {
  const seen = new Set<string>();
  return entries.flatMap(({ category, others }) => {
    const contact = others?.['contact'];
    if (contact === undefined) return [];
    const key = `${category} ${String(contact)}`;
    const isTwice = seen.has(key);
    seen.add(key);
    return isTwice ? [`contact has an entry of category ${category} already`] : [];
  });
}

function entryIdIn(url: unknown): number {
  return Number(/\/journal_entries\/(\d+)$/.exec(pathOf(String(url)))?.[1]);
}

function readEntry(
  company: Company,
  item: JsonObject,
  known: Entry | undefined,
  set: JournalSet | undefined,
  messages: string[],
): Entry | undefined {
  const faultsBefore = messages.length;
  const place =
    item['category'] === undefined ? known && { code: known.category } : readCategory(company, item, messages);
  if (!place && messages.length === faultsBefore) messages.push("category can't be blank");
  const debit = item['debit_value'] === undefined ? known?.debit : parsePence(item['debit_value']);
  if (debit === undefined) {
    messages.push(item['debit_value'] === undefined ? "debit_value can't be blank" : 'debit_value is not an amount');
  }
  const userKey = place && readUser(company, item, place, known, messages);
  const others = place && readOthers(company, item, place.code, known, set, messages);
  if (messages.length > faultsBefore) return undefined;
  const description = readText(item, 'description', known?.description);
  return {
    id: known?.id ?? company.nextId('journal_entry'),
    category: place!.code,
    debit: debit!,
    ...(userKey !== undefined && { userKey }),
    ...(description !== undefined && { description }),
    ...(others && { others }),
  };
}

interface Place {
  readonly code: string;
  readonly suffix?: string;
}

function readCategory(company: Company, item: JsonObject, messages: string[]): Place | undefined {
  const uri = item['category'];
  if (uri === null || uri === '') return undefined;
  const [code, suffix] = (idIn(uri, 'categories') ?? '').split('-');
  if (!code || !company.chart.get(code)) {
    messages.push(`category ${String(uri)} was not found`);
    return undefined;
  }
  if (kindOf(code) === 'bank') messages.push('category is a bank account: bank accounts cannot be journalled');
  return suffix === undefined ? { code } : { code, suffix };
}

/** An entry in a user category needs a user, by the `user` field or the sub account; other entries have none. */
function readUser(
  company: Company,
  item: JsonObject,
  place: Place,
  known: Entry | undefined,
  messages: string[],
): string | undefined {
  if (kindOf(place.code) !== 'user') return undefined;
  const ofSuffix = place.suffix === undefined ? undefined : idIn(company.chart.subOf('users', place.suffix), 'users');
  if (place.suffix !== undefined && ofSuffix === undefined)
    messages.push(`category ${place.code}-${place.suffix} was not found`);
  const uri = item['user'];
  if (uri === undefined || uri === null) {
    const key = ofSuffix ?? (known && kindOf(known.category) === 'user' ? known.userKey : undefined);
    if (key === undefined && place.suffix === undefined)
      messages.push(`user can't be blank for category ${place.code}`);
    return key;
  }
  const user = company.userOf(uri);
  if (!user) messages.push(`user ${String(uri)} was not found`);
  else if (ofSuffix !== undefined && ofSuffix !== user.key) messages.push('user is not the one of this sub account');
  return user?.key;
}

/** Trade Debtors and Trade Creditors. */
const CONTACT_CODES = ['681', '796'];
const isLandlord = (company: Company) => company.record['type'] === 'UkUnincorporatedLandlord';
const isProfitAndLoss = (code: string) => code < '500';

/** Fields that other kinds of category need, and those that only the opening balances may hold. */
function readOthers(
  company: Company,
  item: JsonObject,
  code: string,
  known: Entry | undefined,
  set: JournalSet | undefined,
  messages: string[],
): JsonObject | undefined {
  const kind = kindOf(code);
  const others: JsonObject = {};
  /** The value of one such field; undefined when it is missing or wrong. */
  const read = (name: string, field: Field): unknown => {
    const given = item[name] ?? known?.others?.[name];
    if (given === undefined) return undefined;
    const value = readField(field, given);
    if (value === undefined) messages.push(`${name} is invalid`);
    else if (field.to && !company.find(field.to, value)) messages.push(`${name} was not found`);
    else others[name] = value;
    return given;
  };
  const need = (name: string, field: Field) => {
    if (read(name, field) === undefined) messages.push(`${name} can't be blank for category ${code}`);
  };
  if (kind === 'capital_asset') need('capital_asset_type', { type: 'uri', to: 'capital_asset_types' });
  if (kind === 'stock') {
    need('stock_item', { type: 'uri' });
    need('stock_altering_quantity', { type: 'integer' });
  }
  if (isLandlord(company) && isProfitAndLoss(code)) need('property', { type: 'uri' });
  if ((item['contact'] ?? known?.others?.['contact']) !== undefined) {
    const isOpening = set !== undefined && set.dated_on === undefined;
    if (!isOpening || !CONTACT_CODES.includes(code)) {
      messages.push('contact is for opening balances of categories 681 and 796 only');
    } else read('contact', { type: 'uri' });
  }
  return Object.keys(others).length > 0 ? others : undefined;
}

function imbalance(content: JournalSet): string[] {
  const items = [...(content.opening?.bankAccounts ?? []), ...(content.opening?.stockItems ?? [])];
  let sum = 0n;
  for (const { debit } of content.journal_entries) sum += debit;
  for (const { debit } of items) sum += debit;
  return sum === 0n ? [] : [`journal_entries must balance: they are out by ${decimalText(sum)}`];
}
