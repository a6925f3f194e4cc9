import type { Call, CompanyCall } from './call.js';
import { isDate } from './calendar.js';
import { decimalText, parsePence } from './pence.js';
import type { JsonObject } from './request-body.js';
import type { Row, Table } from './row.js';
import { pathOf } from './uri.js';

export type FieldType = 'string' | 'date' | 'timestamp' | 'integer' | 'decimal' | 'boolean' | 'uri' | 'object';

export interface Field {
  readonly type: FieldType;
  readonly required?: true;
  readonly readOnly?: true;
  /** Taken in and never returned. */
  readonly writeOnly?: true;
  readonly values?: readonly (string | number)[];
}

type Operation = 'list' | 'read' | 'create' | 'update' | 'delete';

/** A resource of plain records, described as data: engine.ts makes its routes. */
export interface Resource {
  readonly plural: string;
  readonly singular: string;
  readonly scope: 'company' | 'practice';
  readonly level: number;
  readonly operations: readonly Operation[];
  readonly fields: Readonly<Record<string, Field>>;
  readonly views?: Readonly<Record<string, (row: Row) => boolean>>;
  /** Field names that `sort` takes; the first is the default. */
  readonly sorts?: readonly string[];
  /** The date field that `from_date` and `to_date` filter. */
  readonly datedBy?: string;
  /** Query parameters that hold the URI of another record, filtering the field of that name. */
  readonly references?: readonly string[];
  readonly visible?: (call: Call, row: Row) => boolean;
  /** More to send with a record than its own fields. */
  readonly extra?: (call: Call, row: Row) => JsonObject;
  /** Carries no created_at and updated_at. */
  readonly unstamped?: true;
  /** What is wrong with the values as they would become. */
  readonly check?: (call: CompanyCall, values: JsonObject) => readonly string[];
  /** Why this record may not be removed (409). */
  readonly kept?: (call: CompanyCall, row: Row) => string | undefined;
  readonly perPageMax?: (call: Call) => number;
  /** The fields of a reduced form, when the query asks for it. */
  readonly reduced?: (call: Call) => readonly string[] | undefined;
  readonly table: (call: Call) => Table;
}

/** The value as stored, or undefined when the text is no such value. */
export function readField(field: Field, value: unknown): unknown {
  const read = readType(field.type, value);
  return field.values && !field.values.includes(read as string) ? undefined : read;
}

function readType(type: FieldType, value: unknown): unknown {
  switch (type) {
    case 'string':
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    case 'date':
      return isDate(value) ? value : undefined;
    case 'timestamp':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined;
    case 'integer':
      return /^-?\d{1,15}$/.test(String(value)) ? Number(value) : undefined;
    case 'decimal': {
      const pence = parsePence(value);
      return pence === undefined ? undefined : decimalText(pence);
    }
    case 'boolean':
      return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;
    case 'uri':
      return typeof value === 'string' ? pathOf(value) : undefined;
    case 'object':
      return typeof value === 'object' ? value : undefined;
  }
}
