import { refuse } from '../answer.js';
import type { Call, Act } from './call.js';
import { readField } from './field.js';
import type { Rows } from './paging.js';
import type { Resource, Sort, View } from './resource.js';
import { type Row, type SortValue, type Table, timestamp } from './table.js';

const EVERYTHING: View = () => true;
/** Before every day, and after no day at all. */
const FIRST_DAY = '0000-00-00';

/** The rows a list request asks for, in its order. */
export function listed(resource: Resource, call: Call & Act, table: Table): Rows<Row> {
  const { view, viewName } = viewOf(resource, call);
  const { sort, sortName, sign } = sortOf(resource, call);
  const equal = equalOf(resource, call);
  const isLive = typeof view === 'object' || typeof sort === 'object';
  const valueOf = typeof sort === 'object' ? (row: Row) => sort.live(row, call) : sorterOf(sort);
  const matches = typeof view === 'object' ? (row: Row) => view.live(row, call) : view;
  const plan = () => ({ matches, valueOf, sign, equal });
  const rows = isLive ? ordered(table, plan()) : table.listing(JSON.stringify([viewName, sortName, sign, equal]), plan);
  return narrowed(resource, call, rows, sign === 1 && sortName === resource.datedBy);
}

/** A live view or order depends on other records, so it is worked out for each request. */
function ordered(
  table: Table,
  plan: Parameters<Table['listing']>[1] extends () => infer P ? P : never,
): readonly Row[] {
  const entries = Object.entries(plan.equal);
  return [...table.values()]
    .filter((row) => plan.matches(row) && entries.every(([field, value]) => row.values[field] === value))
    .map((row) => ({ row, value: plan.valueOf(row) }))
    .sort((a, b) => (a.value < b.value ? -plan.sign : a.value > b.value ? plan.sign : 0))
    .map(({ row }) => row);
}

function viewOf(resource: Resource, call: Call): { view: View; viewName: string } {
  const asked = call.query.get('view') ?? resource.defaultView ?? 'all';
  const view = resource.views?.[asked];
  return view ? { view, viewName: asked } : { view: EVERYTHING, viewName: 'all' };
}

function sortOf(resource: Resource, call: Call): { sort: Sort; sortName: string; sign: 1 | -1 } {
  const asked = call.query.get('sort') ?? '';
  const name = asked.replace(/^-/, '');
  const known = resource.sorts?.[name];
  if (known !== undefined) return { sort: known, sortName: name, sign: asked.startsWith('-') ? -1 : 1 };
  const [first] = Object.entries(resource.sorts ?? {});
  if (first) return { sort: first[1], sortName: first[0], sign: 1 };
  const own = resource.datedBy ?? 'created_at';
  return { sort: own, sortName: own, sign: 1 };
}

function sorterOf(sort: Exclude<Sort, object> | ((row: Row) => SortValue)): (row: Row) => SortValue {
  if (typeof sort === 'function') return sort;
  if (sort === 'created_at') return (row) => row.createdAt;
  if (sort === 'updated_at') return (row) => row.updatedAt;
  return (row) => String(row.values[sort] ?? '').toLowerCase();
}

function equalOf(resource: Resource, call: Call & Act): Record<string, unknown> {
  if (resource.needs && !resource.needs.some((name) => call.query.has(name))) {
    throw refuse(400, `The query must name ${resource.needs.join(' or ')}.`);
  }
  const equal: Record<string, unknown> = {};
  for (const [name, filter] of Object.entries(resource.filters ?? {})) {
    const asked = call.query.get(name);
    if (asked === null || 'keeps' in filter) continue;
    const { field, to } = filter;
    if (to === undefined) equal[field] = asked;
    else equal[field] = readField({ type: 'uri', to }, asked);
    if (to !== undefined && resource.needs?.includes(name) && !call.company.find(to, asked)) {
      throw refuse(404, `${name} was not found`);
    }
  }
  return equal;
}

function narrowed(resource: Resource, call: Call & Act, rows: readonly Row[], byDate: boolean): Rows<Row> {
  const since = sinceOf(call);
  const { from, to } = datesOf(call);
  const dates = resource.datedBy !== undefined && (from !== undefined || to !== undefined);
  const filters: ((row: Row) => boolean)[] = [];
  if (resource.visible) filters.push((row) => resource.visible!(call, row));
  if (call.hiddenSince !== Number.POSITIVE_INFINITY) filters.push((row) => row.createdAt < call.hiddenSince);
  if (since !== undefined) filters.push((row) => row.updatedAt >= since);
  for (const [name, filter] of Object.entries(resource.filters ?? {})) {
    const asked = call.query.get(name);
    if (asked !== null && 'keeps' in filter) filters.push(filter.keeps(call, asked));
  }
  const day = (row: Row) => dayOf(resource.datedBy!, row);
  if (dates && !byDate) filters.push((row) => inRange(day(row), from, to));
  const kept = filters.length > 0 ? rows.filter((row) => filters.every((filter) => filter(row))) : rows;
  return dates && byDate ? stretch(kept, day, from, to) : kept;
}

function dayOf(field: string, row: Row): string {
  return field === 'created_at' ? timestamp(row.createdAt).slice(0, 10) : String(row.values[field] ?? '');
}

/** A record without a date is in no range. */
function inRange(day: string, from: string | undefined, to: string | undefined): boolean {
  return day >= (from ?? FIRST_DAY) && (to === undefined || day <= to);
}

/** A range of days in rows ordered by day, found by binary search; the undated rows come first, and are left out. */
function stretch(rows: readonly Row[], day: (row: Row) => string, from?: string, to?: string): Rows<Row> {
  const start = placeOf(rows, (row) => day(row) >= (from ?? FIRST_DAY));
  const end =
    to === undefined
      ? rows.length
      : Math.max(
          start,
          placeOf(rows, (row) => day(row) > to),
        );
  const length = end - start;
  return { length, slice: (first, last) => rows.slice(start + first, start + Math.min(last, length)) };
}

/** The index of the first row for which it is true; the rows are ordered so that it stays true from there. */
function placeOf(rows: readonly Row[], isTrue: (row: Row) => boolean): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(rows[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function sinceOf(call: Call): number | undefined {
  const text = call.query.get('updated_since');
  if (text === null) return undefined;
  const since = momentOf(text);
  if (Number.isNaN(since)) throw refuse(400, 'updated_since must be an ISO 8601 date-time.');
  return since;
}

/** An unescaped + arrives as a space. A time without an offset is read as UTC, wherever the sandbox runs. */
function momentOf(text: string): number {
  const whole = text.replace(/ (?=\d\d:?\d\d$)/, '+');
  return Date.parse(/T[\d:.]+$/.test(whole) ? `${whole}Z` : whole);
}

export function datesOf(call: Call): { from: string | undefined; to: string | undefined } {
  const date = (name: string) => {
    const text = call.query.get(name);
    if (text === null) return undefined;
    const day = readField({ type: 'date' }, text) as string | undefined;
    if (day === undefined) throw refuse(400, `${name} must be a date, YYYY-MM-DD.`);
    return day;
  };
  return { from: date('from_date'), to: date('to_date') };
}
