import { isDate } from './calendar.js';
import type { Call } from './call.js';
import type { Act, Reading } from './resource.js';
import { readDecimal } from './pence.js';
import { isObject } from './body.js';
import type { Row, Values } from './table.js';
import { pathOf } from './uri.js';

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

/** One field of a record: how it is read, kept and shown. */
export interface Field {
  readonly type: FieldType;
  /** Has to be there, always or when the other values ask for it. */
  readonly required?: true | ((values: Values, act: Act) => boolean);
  /** Shown and never taken in; what a request holds is ignored. */
  readonly readOnly?: true;
  /** Taken in and never shown. */
  readonly writeOnly?: true;
  /** The values permitted. */
  readonly values?: readonly (string | number)[];
  /** Texts permitted beside those of the type: `Auto` of a rate, `Mileage` of a category. */
  readonly words?: readonly string[];
  readonly pattern?: RegExp;
  /** Decimals kept; money has two. */
  readonly places?: number;
  /** A decimal that goes out as a JSON number. */
  readonly bare?: true;
  /** A URI: the plural of the records it has to be one of, looked up in the company's tables. */
  readonly to?: string;
  /** The level below which the field is neither shown nor taken. */
  readonly level?: number;
  /** Shown in the answer of one record only, not in lists. */
  readonly single?: true;
  /** What a new record holds when a request leaves the field out. */
  readonly initially?: unknown;
  /** Worked out whenever it is shown; never stored. */
  readonly computed?: (call: Call, row: Row) => unknown;
  /** What an object or the elements of an array hold. An array without parts holds texts. */
  readonly parts?: Fields;
  /** The name of an array's elements in XML; else the array's without its s. */
  readonly element?: string;
  /** What the field is, for the OpenAPI document. */
  readonly means?: string;
  readonly example?: unknown;
}

export type Fields = Readonly<Record<string, Field>>;

const MONEY_PLACES = 2;

/** The value as stored, or undefined when the text is no such value. */
export function readField(field: Field, value: unknown): unknown {
  if (field.words?.includes(String(value))) return String(value);
  const read = readType(field, value);
  if (read === undefined) return undefined;
  if (field.values && !field.values.includes(read as string)) return undefined;
  return field.pattern && !field.pattern.test(String(read)) ? undefined : read;
}

/** Public clients leave the nought of a month or day out: 2015-10-1. */
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
      return typeof value === 'string' ? pathOf(value) : undefined;
    case 'object':
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
 * The values of a record as a request makes it, out of what it was. A null or an empty text takes a value away;
 * what is not described is ignored, and so is what is read-only. Every fault is said at once.
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

/** The fields of a record as an answer holds them. */
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
