import { isDate } from './calendar.js';
import type { Act, Call } from './call.js';
import { readDecimal } from './pence.js';
import { isObject } from './json.js';
import type { Row, Values } from './table.js';
import { isBareId, pathOf } from './uri.js';

export type FieldType =
  | 'string'
  | 'date'
  | 'timestamp'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'uri'
  | 'object'
  | 'array';

/** One field of a record: how it is read, stored and shown. */
export interface Field {
  readonly type: FieldType;
  /** Required always, or when the other values call for it. */
  readonly required?: true | ((values: Values, act: Act) => boolean);
  /** Shown only: a value in a request is ignored. */
  readonly readOnly?: true;
  /** Accepted in a request and never shown. */
  readonly writeOnly?: true;
  /** The values permitted. */
  readonly values?: readonly (string | number)[];
  /** Texts permitted besides values of the type: `Auto` for a rate, `Mileage` for a category. */
  readonly words?: readonly string[];
  readonly pattern?: RegExp;
  /** Decimal places stored; money has two. */
  readonly places?: number;
  /** A decimal that is shown as a JSON number. */
  readonly bare?: true;
  /** For a URI: the plural of the resource it must belong to; the record must exist in the company's tables. */
  readonly to?: string;
  /** The access level from which the field is shown and accepted. */
  readonly level?: number;
  /** Shown only when one record is read, not in lists. */
  readonly single?: true;
  /** The value in a new record when the request leaves the field out. */
  readonly initially?: unknown;
  /** Worked out whenever it is shown; never stored. */
  readonly computed?: (call: Call, row: Row) => unknown;
  /** The fields of an object, or of the elements of an array. An array without parts holds texts. */
  readonly parts?: Fields;
  /** The name of an array's elements in XML; by default the array's name without its s. */
  readonly element?: string;
  /** The description in the OpenAPI document. */
  readonly means?: string;
  readonly example?: unknown;
  /** Parts that are not listed are shown too. */
  readonly open?: true;
  /** For a URI: the record's fields, shown in its place when the query asks for it. */
  readonly whole?: Fields;
  /** For an object with a url: that URI in its place says the same. */
  readonly byUri?: true;
  /** Only in a batch of records, so examples leave it out. */
  readonly rare?: true;
}

export type Fields = Readonly<Record<string, Field>>;

export interface Reading {
  /** A scenario or a control makes the record, so read-only fields and those above its level are accepted. */
  readonly seeding?: true;
  /** Collects what is wrong, instead of refusing at the first fault. */
  readonly messages?: string[];
}

const MONEY_PLACES = 2;

/** The value as stored; undefined when it is not valid for the field. */
export function readField(field: Field, value: unknown): unknown {
  if (field.words?.includes(String(value))) return String(value);
  const read = readType(field, value);
  if (read === undefined) return undefined;
  if (field.values && !field.values.includes(read as string)) return undefined;
  return field.pattern && !field.pattern.test(String(read)) ? undefined : read;
}

/** Public clients leave out the leading zero of a month or day: 2015-10-1. */
function readDate(value: unknown): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(String(value)) ?? [];
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return typeof value === 'string' && isDate(date) ? date : undefined;
}

function readType(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'string':
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    case 'date':
      return readDate(value);
    case 'timestamp':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined;
    case 'integer':
      return /^-?\d{1,15}$/.test(String(value)) ? Number(value) : undefined;
    case 'decimal':
      return readDecimal(value, field.places ?? MONEY_PLACES);
    case 'boolean':
      return /^(true|1)$/.test(String(value)) ? true : /^(false|0)$/.test(String(value)) ? false : undefined;
    case 'uri':
      if (field.to !== undefined && isBareId(value)) return `/v2/${field.to}/${String(value)}`;
      return typeof value === 'string' ? pathOf(value) : undefined;
    case 'object':
      if (field.byUri && typeof value === 'string' && value.includes('/')) return { url: value };
      return isObject(value) ? value : undefined;
    case 'array':
      return elementsOf(value);
  }
}

/** The elements of an array; XML without type="array" gives them under their own name. */
export function elementsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const inner = Object.values(value);
  return inner.length === 1 ? (Array.isArray(inner[0]) ? inner[0] : [inner[0]]) : undefined;
}

/**
 * The values of a record after a request, starting from those it had before. A null or an empty text removes a value.
 * Unknown and read-only fields are ignored. Everything wrong is reported at once.
 */
export function readFields(fields: Fields, act: Act, sent: Values, before: Values, reading: Reading = {}): Values {
  const values: Record<string, unknown> = { ...before };
  const messages = reading.messages ?? [];
  const faulty = new Set<string>();
  for (const [name, field] of Object.entries(fields)) {
    if (!(name in sent) || !takes(field, act, reading)) continue;
    const given = sent[name];
    if (given === null || given === '') {
      delete values[name];
      continue;
    }
    const value = readField(field, given);
    const lost = value !== undefined && field.to !== undefined && !field.words?.includes(String(value));
    if (value === undefined) messages.push(`${name} is invalid`);
    else if (lost && act.company.find(field.to!, value) === undefined) messages.push(`${name} was not found`);
    else {
      values[name] = field.parts ? readParts(field, act, value, reading) : value;
      continue;
    }
    faulty.add(name);
  }
  for (const [name, field] of Object.entries(fields)) {
    if (values[name] === undefined && before[name] === undefined && !faulty.has(name)) values[name] = field.initially;
    if (values[name] === undefined) delete values[name];
    const needed = typeof field.required === 'function' ? field.required(values, act) : field.required;
    if (needed && isBlank(values[name]) && !faulty.has(name)) messages.push(`${name} can't be blank`);
  }
  return values;
}

function takes(field: Field, act: Act, reading: Reading): boolean {
  if (field.computed) return false;
  if (reading.seeding) return true;
  return !field.readOnly && (field.level === undefined || act.level >= field.level);
}

function readParts(field: Field, act: Act, value: unknown, reading: Reading): unknown {
  const part = (each: unknown) => readFields(field.parts!, act, isObject(each) ? each : {}, {}, reading);
  return field.type === 'array' ? (value as unknown[]).map(part) : part(value);
}

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** The fields of a record as answers show them. */
export function showFields(
  fields: Fields,
  call: Call & Partial<Act>,
  row: Row,
  single: boolean,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.writeOnly || (field.single && !single)) continue;
    if (field.level !== undefined && call.level !== undefined && call.level < field.level) continue;
    const value = field.computed ? field.computed(call, row) : row.values[name];
    if (value !== undefined && value !== null) shown[name] = showField(field, call, value, row);
  }
  return shown;
}

function showField(field: Field, call: Call & Partial<Act>, value: unknown, row: Row): unknown {
  if (field.words?.includes(String(value))) return value;
  if (field.type === 'uri') return absolute(call, String(value));
  if (field.bare) return Number(value);
  if (!field.parts) return value;
  const part = (each: unknown) => showFields(field.parts!, call, { ...row, values: each as Values }, true);
  return field.type === 'array' ? (value as unknown[]).map(part) : part(value);
}

export function absolute(call: { readonly base: string }, path: string): string {
  return path.startsWith('/') ? `${call.base}${path}` : path;
}
