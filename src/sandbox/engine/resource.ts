import type { Posting } from '../accounting/ledger.js';
import type { Company } from '../company/company.js';
import type { Refusal } from '../answer.js';
import type { JsonObject } from './body.js';
import type { Call } from './call.js';
import type { Fields } from './field.js';
import type { Row, SortValue, Table, Values } from './table.js';

/** Who changes which books, and when: all that a rule may know beside the values. */
export interface Act {
  readonly company: Company;
  readonly now: number;
  readonly level: number;
  /** The name of who acts, for records that keep it. */
  readonly author?: string;
  /** The controls work past locks. */
  readonly unguarded?: true;
}

export interface Reading {
  /** A scenario or a control makes the record: read-only fields and those above the level are taken. */
  readonly seeding?: true;
  /** Where what is wrong is written. */
  readonly messages?: string[];
}

export type Operation = 'list' | 'read' | 'create' | 'update' | 'delete';

/** A view by a row's own values is kept in order by the table; a live one looks further and is worked out each time. */
export type View = ((row: Row) => boolean) | { readonly live: (row: Row, call: Call & Act) => boolean };
/** The name of a field, `created_at`, `updated_at`, or what is worked out of a row. */
export type Sort = string | ((row: Row) => SortValue) | { readonly live: (row: Row, call: Call & Act) => SortValue };

/** A query parameter that a field has to equal, or that a rule of its own keeps rows by. */
export type Filter =
  | {
      readonly field: string;
      /** The parameter is the URI of a record of this kind. */
      readonly to?: string;
    }
  | { readonly keeps: (call: Call & Act, asked: string) => (row: Row) => boolean };

/** A resource described as data; records.ts, listing.ts and resource-routes.ts do the rest. */
export interface Resource {
  readonly plural: string;
  readonly singular: string;
  /** Of the specification. */
  readonly section: string;
  readonly scope: 'company' | 'practice';
  /** The minimum level of every operation. */
  readonly level: number;
  readonly operations: readonly Operation[];
  readonly fields: Fields;

  readonly views?: Readonly<Record<string, View>>;
  /** The view when the query names none; without it, everything. */
  readonly defaultView?: string;
  /** By the value of `sort`; the first is the default. Without any, by `datedBy`, then by number. */
  readonly sorts?: Readonly<Record<string, Sort>>;
  /** The date that `from_date` and `to_date` go by. */
  readonly datedBy?: string;
  readonly filters?: Readonly<Record<string, Filter>>;
  /** A list has to name one of these filters. */
  readonly needs?: readonly string[];
  /** Query parameters of a create that fill a field. */
  readonly fromQuery?: Readonly<Record<string, string>>;
  readonly perPageMax?: (call: Call) => number;
  /** The fields of a reduced form, when the query asks for it. */
  readonly reduced?: (call: Call) => readonly string[] | undefined;
  readonly visible?: (call: Call, row: Row) => boolean;

  /** For companies of the United Kingdom only: 403 to others. */
  readonly ukOnly?: true;
  /** A create may hold `{ plural: [ … ] }`. */
  readonly batch?: true;
  /** Bodies without the root element are accepted. */
  readonly rootless?: true;
  /** The root of a single record, when it is not the singular. */
  readonly singleRoot?: string;
  /** 200 without Location instead of 201. */
  readonly createdPlainly?: true;
  /** Deleting answers the record. */
  readonly deleteShows?: true;
  /** A request with a read-only field is refused (400) rather than the field ignored. */
  readonly strict?: true;
  /** Carries no created_at and updated_at. */
  readonly unstamped?: true;

  /** Values that follow from others, before the rules look at them. */
  readonly settle?: (act: Act, values: Values, sent: Values, before: Row | undefined) => Values;
  /** What is wrong with the values as they would become (422). */
  readonly check?: (act: Act, values: Values, before: Row | undefined) => readonly string[];
  /** Why this record may not be changed. */
  readonly fixed?: (act: Act, row: Row) => Refusal | undefined;
  /** Why this record may not be removed: a refusal, or a message that goes out as 409. */
  readonly kept?: (act: Act, row: Row) => Refusal | string | undefined;
  /** What the record moves in the ledger; days in a locked period refuse the change. */
  readonly posts?: (act: Act, row: Row) => readonly Posting[];
  /** What else follows in other tables once the record stands as it does, or is gone. */
  readonly follows?: (act: Act, row: Row | undefined, before: Row | undefined) => void;
  /** Reads a record whose form no list of fields describes. */
  readonly reads?: (act: Act, sent: Values, before: Row | undefined) => Values;
  /** More of a record than its own fields, over them. */
  readonly extra?: (call: Call & Act, row: Row, single: boolean) => JsonObject;
  /** Shows one. */
  readonly shows?: (call: Call, row: Row, single: boolean) => JsonObject;
  /** The last part of its URI, when it is no number. */
  readonly keyOf?: (values: Values) => string;
  /** Where its rows are; the company's table of its plural unless said. */
  readonly table?: (call: Call) => Table;
}
