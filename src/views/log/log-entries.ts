import { setImmediate } from 'node:timers/promises';
import type { SelectQueryBuilder } from 'typeorm';
import type { Viewer } from '../../access/viewer.js';
import { onlyAmong } from '../../ground/among.js';
import type { Database } from '../../ground/database.js';
import type { ReadRows } from '../../ground/rows.js';
import { integer, moment, onlyAfter, onlyUpTo, type Place, placeOf, type SeekKeys, sorted } from '../../ground/seek.js';
import { actorIdOf } from '../../record/actors.js';
import { installation, LogEntry } from '../../record/log/log-entry.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';

export interface LogViewFilter {
  readonly companyId?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly act?: string;
  readonly actor?: string;
  readonly trigger?: string;
  readonly tag?: string;
  /** Of any of these. */
  readonly tags?: readonly string[];
  /** Only entries of pay runs in the books that no one has signed off. */
  readonly unreviewed?: boolean;
  /** Part of a company's, a person's or an employee's name, whatever the case. */
  readonly search?: string;
}

export const byTime: SeekKeys<Pick<LogEntry, 'at' | 'id'>> = [
  { column: 'e.at', descending: true, parse: moment, of: ({ at }) => at.toISOString() },
  { column: 'e.id', descending: true, parse: integer, of: ({ id }) => Number(id) },
];

export interface Part {
  /** Where the page before ended. */
  readonly after: Place | undefined;
  readonly limit: number;
  /** Limits the entries to these people, or to these pay runs. */
  readonly actors?: readonly string[];
  readonly tags?: readonly string[];
}

/** With more companies or people, reading the whole log once is cheaper than reading each one's part. */
const walkedApartMax = 30;
/** Looked through without a pause: four milliseconds of a log of a million, which would take 0.7 s at once. */
const entriesLookedThrough = 5000;

/**
 * A few companies or people are read one by one by index: a company with few entries must not cost a read of the whole
 * log.
 */
export async function newestEntries(
  database: Database,
  viewer: Viewer,
  filter: Omit<LogViewFilter, 'search'>,
  part: Part,
  lookedThrough = entriesLookedThrough,
): Promise<LogEntry[]> {
  const companies = companiesOf(viewer, filter);
  const { actor: named } = filter;
  const actor = named === undefined ? undefined : await database.read((rows) => actorIdOf(rows, named));
  const apart: LogEntry[] = [];
  const { tags: ofTags, ...within } = part;
  for (const sought of walksOf({ ...filter, ...within, actor, companies, ofTags }))
    apart.push(...(await walked(database, sought, lookedThrough)));
  return apart.sort(newestFirst).slice(0, part.limit);
}

function walksOf(sought: Sought): readonly Sought[] {
  const { companies, actor, actors } = sought;
  if (companies !== undefined && companies.length <= walkedApartMax)
    return companies.map((company) => ({ ...sought, companies: [company] }));
  if (actor === undefined && actors !== undefined && actors.length <= walkedApartMax)
    return actors.map((one) => ({ ...sought, actor: one, actors: undefined }));
  return [sought];
}

export const newestFirst = (a: LogEntry, b: LogEntry) => b.at.getTime() - a.at.getTime() || Number(b.id) - Number(a.id);

function companiesOf(viewer: Viewer, filter: LogViewFilter): readonly string[] | undefined {
  if (filter.companyId === undefined) return viewer.companies ?? undefined;
  const reaches = viewer.companies === null || viewer.companies.includes(filter.companyId);
  return reaches ? [filter.companyId] : [];
}

interface Sought extends Omit<LogViewFilter, 'search' | 'companyId'>, Omit<Part, 'tags'> {
  readonly companies: readonly string[] | undefined;
  readonly ofTags: readonly string[] | undefined;
}

/**
 * What one index finds is read at once. Anything else may be nowhere in the log, so it is looked for in a few thousand
 * entries at a time, each in a read of its own: on SQLite no one else reads, writes or gets an answer during a read.
 */
async function walked(database: Database, sought: Sought, lookedThrough: number): Promise<LogEntry[]> {
  const { limit } = sought;
  if (isFoundByIndex(sought)) return database.read((rows) => matching(rows, sought).limit(limit).getMany());
  const found: LogEntry[] = [];
  for (let { after } = sought; ; ) {
    const from = { ...sought, after };
    const { end, entries } = await database.read(async (rows) => {
      const [last] = await onIndex(rows, from)
        .select(['e.id', 'e.at'])
        .offset(lookedThrough - 1)
        .limit(1)
        .getMany();
      const query = matching(rows, from).limit(limit - found.length);
      const place = last && placeOf(byTime, last);
      if (place !== undefined) onlyUpTo(query, byTime, place);
      return { end: place, entries: await query.getMany() };
    });
    found.push(...entries);
    if (end === undefined || found.length >= limit) return found;
    after = end;
    await setImmediate();
  }
}

/** Conditions that an index in the order of the log can serve: it takes one. */
const indexed = ['act', 'actor', 'trigger'] as const;

function isFoundByIndex(sought: Sought): boolean {
  const { companies, unreviewed, actors } = sought;
  const isOfOne = companies?.length === 1;
  const tags = [sought.tag, sought.tags, sought.ofTags].filter((one) => one !== undefined);
  if (isOfOne && tags.length > 0) return true;
  if (tags.length > 0 || unreviewed || actors !== undefined || (companies !== undefined && !isOfOne)) return false;
  return indexed.filter((name) => sought[name] !== undefined).length <= (isOfOne ? 0 : 1);
}

/** Those that one index has in the log's order, newest first. */
function onIndex(rows: ReadRows, sought: Sought): SelectQueryBuilder<LogEntry> {
  const query = sorted(rows.createQueryBuilder(LogEntry, 'e').where('1 = 1'), byTime);
  const { companies, since, until, after } = sought;
  const first = indexed.find((name) => sought[name] !== undefined);
  if (companies?.length === 1) query.andWhere('e.companyId = :company', { company: companies[0] });
  else if (first !== undefined) query.andWhere(`e.${first} = :${first}`, { [first]: sought[first] });
  if (since !== undefined) query.andWhere('e.at >= :since', { since: since.toISOString() });
  if (until !== undefined) query.andWhere('e.at < :until', { until: until.toISOString() });
  if (after !== undefined) onlyAfter(query, byTime, after);
  return query;
}

function matching(rows: ReadRows, sought: Sought): SelectQueryBuilder<LogEntry> {
  const query = onIndex(rows, sought);
  const { companies, tag, tags, ofTags, actors } = sought;
  // An expression keeps the database from using an index for each company and sorting: the log is read once in order.
  if (companies !== undefined && companies.length !== 1)
    query.andWhere(`(e.companyId || '') IN (:...companies)`, { companies });
  // The installation's own entries are in another chain and do not belong to any company.
  else if (companies === undefined) query.andWhere('e.companyId <> :installation', { installation });
  for (const name of indexed)
    if (sought[name] !== undefined) query.andWhere(`e.${name} = :${name}`, { [name]: sought[name] });
  if (tag !== undefined) query.andWhere('e.tag = :tag', { tag });
  onlyAmong(query, 'e.tag', tags);
  onlyAmong(query, 'e.tag', ofTags);
  onlyAmong(query, 'e.actor', actors);
  if (sought.unreviewed) query.andWhere(`EXISTS ${unreviewedRun(query)}`);
  return query;
}

function unreviewedRun(query: SelectQueryBuilder<LogEntry>): string {
  return query
    .subQuery()
    .select('1')
    .from(PayRunRecord, 'r')
    .where(`r.kind = 'payroll' AND r.companyId = e.companyId AND r.tag = e.tag`)
    .andWhere(`r.state IN ('posted', 'changed', 'drift') AND r.signedOffAt IS NULL`)
    .getQuery();
}
