import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { isStorable } from './printable.js';
import { type Problem, problem } from './problem.js';

/** One page of a sorted list, and the place after which the next page begins, as text for the client to send back. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Undefined on the last page. */
  readonly next?: string;
}

export interface PageAsked {
  /** The `next` of the page before; without it the list starts at its beginning. */
  readonly after?: string;
  readonly size: number;
}

type Value = string | number;
/** A row's values of the keys. */
export type Place = readonly Value[];

/** What a list is sorted by. */
export interface SeekKey<Row> {
  readonly column: string;
  readonly descending?: true;
  readonly of: (row: Row) => Value;
  /** The value as a cursor has it; undefined if no row can have it. Text that can be stored, if absent. */
  readonly parse?: (text: string) => Value | undefined;
}

/** Together they must tell every row from every other, or rows that are alike are lost between two pages. */
export type SeekKeys<Row> = readonly SeekKey<Row>[];

interface List<Entity extends ObjectLiteral, Row> {
  readonly query: SelectQueryBuilder<Entity>;
  readonly keys: SeekKeys<Row>;
  readonly read: (query: SelectQueryBuilder<Entity>) => Promise<readonly Row[]>;
}

/** The only way to page: however long the list, a page costs only its own rows. */
export async function seek<Entity extends ObjectLiteral, Row>(
  { query, keys, read }: List<Entity, Row>,
  { after, size }: PageAsked,
): Promise<Page<Row>> {
  const place = placeIn(keys, after);
  if (place !== undefined) onlyAfter(query, keys, place);
  return pageOf(await read(sorted(query, keys).limit(size + 1)), size, keys);
}

/** All rows, a page at a time, because they may not fit in memory. */
export async function* everyPage<Row>(
  read: (after: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  for (let after: string | undefined; ; ) {
    const { rows, next } = await read(after);
    if (rows.length > 0) yield rows;
    if (next === undefined) return;
    after = next;
  }
}

/** A page is read with one row too many, which shows whether there is another page. */
export function pageOf<Row>(rows: readonly Row[], size: number, keys: SeekKeys<Row>): Page<Row> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return rows.length > size && last !== undefined ? { rows: shown, next: cursorOf(keys, last) } : { rows: shown };
}

export const placeOf = <Row>(keys: SeekKeys<Row>, row: Row): Place => keys.map((key) => key.of(row));

/** Undefined without a cursor. A Problem for text that is not a cursor of this list. */
export function placeIn<Row>(keys: SeekKeys<Row>, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const texts = arrayIn(cursor);
  if (texts?.length !== keys.length) throw wrongCursor();
  return keys.map(({ parse = (text) => text }, i) => {
    const text = texts[i];
    const value = typeof text === 'string' && isStorable(text) ? parse(text) : undefined;
    if (value === undefined) throw wrongCursor();
    return value;
  });
}

export function sorted<Entity extends ObjectLiteral, Row>(query: SelectQueryBuilder<Entity>, keys: SeekKeys<Row>) {
  for (const { column, descending } of keys) query.addOrderBy(column, descending ? 'DESC' : 'ASC');
  return query;
}

export function onlyAfter<Row>(query: SelectQueryBuilder<ObjectLiteral>, keys: SeekKeys<Row>, place: Place): void {
  query.andWhere(beyond(levelsOf(keys, 'after')), valuesOf('after', place));
}

/** The row of this place too. */
export function onlyUpTo<Row>(query: SelectQueryBuilder<ObjectLiteral>, keys: SeekKeys<Row>, place: Place): void {
  query.andWhere(beyond(levelsOf(keys, 'upTo'), '='), valuesOf('upTo', place));
}

type Side = 'after' | 'upTo';

const valuesOf = (side: Side, place: Place) => Object.fromEntries(place.map((value, i) => [`${side}${i}`, value]));

/** Keys next to each other that are sorted in the same direction: they are compared at once, as an index is read. */
interface Level {
  readonly sign: '<' | '>';
  readonly columns: string[];
  readonly values: string[];
}

function levelsOf<Row>(keys: SeekKeys<Row>, side: Side): readonly Level[] {
  const levels: Level[] = [];
  for (const [i, { column, descending = false }] of keys.entries()) {
    const sign = descending === (side === 'after') ? '<' : '>';
    if (levels.at(-1)?.sign !== sign) levels.push({ sign, columns: [], values: [] });
    levels.at(-1)?.columns.push(column);
    levels.at(-1)?.values.push(`:${side}${i}`);
  }
  return levels;
}

/**
 * The first level is outside the OR, because an index cannot start at a place that only one side of an OR names: (year,
 * period) <= (2026, 6) AND ((year, period) < (2026, 6) OR (company, tag) > ('ash', 't')).
 */
function beyond([level, ...more]: readonly Level[], orEqual: '' | '=' = ''): string {
  if (level === undefined) return '1 = 1';
  const is = (operator: string) => `(${level.columns.join(', ')}) ${operator} (${level.values.join(', ')})`;
  if (more.length === 0) return is(`${level.sign}${orEqual}`);
  return `${is(`${level.sign}=`)} AND (${is(level.sign)} OR (${beyond(more, orEqual)}))`;
}

/** The most that a column of integers holds: PostgreSQL refuses to compare it with more. */
const integerMax = 2 ** 31 - 1;
export const integer = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) <= integerMax ? Number(text) : undefined;

/** For columns of times: a form that the database can read too. */
export const moment = (text: string): string | undefined =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]{8,12}Z$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

export const cursorOf = <Row>(keys: SeekKeys<Row>, row: Row): string =>
  Buffer.from(JSON.stringify(placeOf(keys, row).map(String))).toString('base64url');

function arrayIn(cursor: string): unknown[] | undefined {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(keys) ? keys : undefined;
  } catch {
    return undefined;
  }
}

function wrongCursor(): Problem {
  return problem('unknown-cursor', {
    detail: 'The cursor was not handed out by this list, or it was changed on the way.',
    todo: 'Begin at the first page, without a cursor.',
  });
}
