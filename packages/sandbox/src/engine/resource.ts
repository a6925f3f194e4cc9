import type { Posting } from '../accounting/ledger.js';
import type { Refusal } from '../answer.js';
import type { JsonObject } from './json.js';
import type { Act, Call } from './call.js';
import type { Fields } from './field.js';
import type { Row, SortValue, Table, Values } from './table.js';

export type Operation = 'list' | 'read' | 'create' | 'update' | 'delete';

/** The table keeps a view by a row's own values. A live view reads other records too: worked out for each request. */
export type View = ((row: Row) => boolean) | { readonly live: (row: Row, call: Call & Act) => boolean };
/** The name of a field, `created_at`, `updated_at`, or a function of the row. */
export type Sort = string | ((row: Row) => SortValue) | { readonly live: (row: Row, call: Call & Act) => SortValue };

/** A query parameter that a field must equal, or a rule that decides which rows to keep. */
export type Filter =
  | {
      readonly field: string;
      /** The parameter is the URI of a record with this plural. */
      readonly to?: string;
    }
  | { readonly keeps: (call: Call & Act, asked: string) => (row: Row) => boolean };

/** A resource as data; records.ts, listing.ts and resource-routes.ts do the work. */
export interface Resource {
  readonly plural: string;
  readonly singular: string;
  /** The section of the specification. */
  readonly section: string;
  readonly scope: 'company' | 'practice';
  /** The minimum level of every operation. */
  readonly level: number;
  readonly operations: readonly Operation[];
  readonly fields: Fields;

  readonly views?: Readonly<Record<string, View>>;
  /** The view when the query names none; without it, everything. */
  readonly defaultView?: string;
  /** By the value of `sort`; the first is the default. Without any, rows are sorted by `datedBy`, then by number. */
  readonly sorts?: Readonly<Record<string, Sort>>;
  /** The field that `from_date` and `to_date` filter by. */
  readonly datedBy?: string;
  readonly filters?: Readonly<Record<string, Filter>>;
  /** A list request must use one of these filters. */
  readonly needs?: readonly string[];
  /** Query parameters that fill a field of a new record. */
  readonly fromQuery?: Readonly<Record<string, string>>;
  readonly perPageMax?: (call: Call) => number;
  /** The fields to show when the query asks for a reduced form. */
  readonly reduced?: (call: Call) => readonly string[] | undefined;
  readonly visible?: (call: Call, row: Row) => boolean;

  /** For companies of the United Kingdom only: 403 to others. */
  readonly ukOnly?: true;
  /** A create may send `{ plural: [ … ] }`. */
  readonly batch?: true;
  /** Bodies without the root element are accepted. */
  readonly rootless?: true;
  /** The root of a single record, when it is not the singular. */
  readonly singleRoot?: string;
  /** A create answers 200 without a Location, not 201. */
  readonly createdPlainly?: true;
  /** A delete answers with the record. */
  readonly deleteShows?: true;
  /** A read-only field in a request is refused (400) instead of ignored. */
  readonly strict?: true;
  /** Shows no created_at and updated_at. */
  readonly unstamped?: true;

  /** Values that follow from others, before the rules look at them. */
  readonly settle?: (act: Act, values: Values, sent: Values, before: Row | undefined) => Values;
  /** What is wrong with the values as they would be after the change (422). */
  readonly check?: (act: Act, values: Values, before: Row | undefined) => readonly string[];
  /** Why this record may not be changed. */
  readonly fixed?: (act: Act, row: Row) => Refusal | undefined;
  /** Why this record may not be removed: a refusal, or the message of a 409. */
  readonly kept?: (act: Act, row: Row) => Refusal | string | undefined;
  /** What the record moves in the ledger; a day in a locked period refuses the change. */
  readonly posts?: (act: Act, row: Row) => readonly Posting[];
  /** Changes in other tables once the record is stored or removed. */
  readonly follows?: (act: Act, row: Row | undefined, before: Row | undefined) => void;
  /** Reads a record whose form a list of fields cannot describe. */
  readonly reads?: (act: Act, sent: Values, before: Row | undefined) => Values;
  /** Added to the fields shown; replaces a field of the same name. */
  readonly extra?: (call: Call & Act, row: Row, single: boolean) => JsonObject;
  /** Shows a record that `reads` has read. */
  readonly shows?: (call: Call, row: Row, single: boolean) => JsonObject;
  /** The last part of its URI, when that is not its number. */
  readonly keyOf?: (values: Values) => string;
  /** Where its rows are; by default the company's table of its plural. */
  readonly table?: (call: Call) => Table;
}
