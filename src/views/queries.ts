import type { SelectQueryBuilder } from 'typeorm';
import { CompanyRow } from '../companies/company.entity.js';
import type { ReadRows } from '../ground/rows.js';
import type { Database } from '../ground/database.js';
import type { KindsShown } from '../record/runs/adjustment.js';
import { PayRunRecord, type RunState } from '../record/runs/pay-run.entity.js';
import { withLines } from '../record/runs/run-lines.js';
import { Posting, standingStates } from '../record/runs/posting.entity.js';
import { type NamedRun, namedRuns, seenBy, selectRuns } from './run/run-row.js';
import { cursorOf, isMoment, keysOf, type Page, pageOf, wrongCursor } from './seek.js';
import { SyncRecord } from '../record/runs/sync-record.entity.js';
import type { Viewer } from '../access/viewer.js';

export interface PayRunFilter {
  readonly companyId?: string;
  readonly year?: number;
  readonly period?: number;
  readonly state?: RunState;
  /** Pay runs, if absent. */
  readonly kind?: KindsShown;
}

/** What `runs` lists beyond a row of the board. */
const moreColumns = ['r.journalSet', 'r.mapped', 'r.policyVersion', 'r.pension', 'r.other'];

/** Pay runs of all months, the latest month first, and by company and tag within it. */
export async function payRunPage(
  rows: ReadRows,
  viewer: Viewer,
  filter: PayRunFilter,
  page: { readonly after?: string; readonly size: number },
): Promise<Page<NamedRun>> {
  const query = selectRuns(rows, viewer).addSelect(moreColumns);
  narrow(query, filter);
  const place = placeOf(page.after);
  if (place !== undefined) {
    query
      .andWhere('r.year <= :afterYear')
      .andWhere(
        `(r.year < :afterYear OR r.period < :afterPeriod
          OR (r.period = :afterPeriod AND (r.companyId, r.tag) > (:afterCompany, :afterTag)))`,
      )
      .setParameters(place);
  }
  query
    .orderBy('r.year', 'DESC')
    .addOrderBy('r.period', 'DESC')
    .addOrderBy('r.companyId')
    .addOrderBy('r.tag')
    .limit(page.size + 1);
  const found = await namedRuns(query);
  return pageOf(found, page.size, ({ run }) => cursorOf(String(run.year), String(run.period), run.companyId, run.tag));
}

const runsPerRead = 500;

/** Every run of the kinds asked for, the oldest first, a page at a time, because a practice's years may not fit in memory. */
export async function* everyRun(database: Database, filter: PayRunFilter): AsyncGenerator<readonly NamedRun[]> {
  for (let last: PayRunRecord | undefined; ; ) {
    const after = last;
    const page = await database.read((rows) => runsAfter(rows, filter, after));
    if (page.length > 0) yield page;
    last = page.at(-1)?.run;
    if (!last || page.length < runsPerRead) return;
  }
}

async function runsAfter(
  rows: ReadRows,
  filter: PayRunFilter,
  after: PayRunRecord | undefined,
): Promise<readonly NamedRun[]> {
  const query = selectRuns(rows, { companies: null, pay: true }, filter.kind)
    .select('r')
    .addSelect('c.name', 'company');
  narrow(query, filter);
  if (after)
    query.andWhere('(r.year, r.period, r.datedOn, r.companyId, r.tag) > (:y, :p, :d, :c, :t)', {
      ...{ y: after.year, p: after.period, d: after.datedOn, c: after.companyId, t: after.tag },
    });
  for (const name of ['year', 'period', 'datedOn', 'companyId', 'tag']) query.addOrderBy(`r.${name}`);
  const found = await namedRuns(query.limit(runsPerRead));
  if (filter.kind === undefined || filter.kind === 'payroll') return found;
  // An adjustment has no page of its own, so its lines are shown with it.
  const whole = await withLines(
    rows,
    found.map(({ run }) => run),
  );
  return whole.map((run, index) => ({ run, company: found[index]?.company ?? '' }));
}

function narrow(query: SelectQueryBuilder<PayRunRecord>, filter: PayRunFilter): void {
  for (const name of ['companyId', 'year', 'period', 'state'] as const)
    if (filter[name] !== undefined) query.andWhere(`r.${name} = :${name}`, { [name]: filter[name] });
}

function placeOf(cursor: string | undefined) {
  const keys = keysOf(cursor, 4);
  if (keys === undefined) return undefined;
  const [year = '', period = '', afterCompany, afterTag] = keys;
  if (!/^\d{1,4}$/.test(year) || !/^\d{1,2}$/.test(period)) throw wrongCursor();
  const [afterYear, afterPeriod] = [Number(year), Number(period)];
  return { afterYear, afterPeriod, afterCompany, afterTag };
}

/** Syncs, the latest first. */
export async function syncPage(
  rows: ReadRows,
  viewer: Viewer,
  page: { readonly after?: string; readonly size: number },
): Promise<Page<SyncRecord>> {
  const query = rows.createQueryBuilder(SyncRecord, 's').where('1 = 1');
  if (viewer.companies !== null) query.andWhere('s.companyId IN (:...seen)', { seen: seenBy(viewer) });
  const [afterAt, afterId] = keysOf(page.after, 2) ?? [];
  if (afterAt !== undefined) {
    if (!isMoment(afterAt)) throw wrongCursor();
    query.andWhere('(s.queuedAt, s.id) < (:afterAt, :afterId)', { afterAt, afterId });
  }
  query
    .orderBy('s.queuedAt', 'DESC')
    .addOrderBy('s.id', 'DESC')
    .limit(page.size + 1);
  return pageOf(await query.getMany(), page.size, (sync) => cursorOf(sync.queuedAt.toISOString(), sync.id));
}

export interface PostedSet {
  readonly posting: Posting;
  /** The pay run, recovery or adjustment that it was posted for. */
  readonly run: PayRunRecord;
  readonly company: string;
}

export interface PostedFilter {
  readonly year?: number;
  readonly period?: number;
}

const setsPerRead = 200;

/** All our sets in the books, whatever they were posted for, by company and tag, read some at a time. */
export async function* postedSets(database: Database, viewer: Viewer, filter: PostedFilter): AsyncGenerator<PostedSet> {
  for (let after: Posting | undefined; ; ) {
    const found = await database.read((rows) => postedPage(rows, viewer, filter, after));
    yield* found;
    after = found.at(-1)?.posting;
    if (after === undefined || found.length < setsPerRead) return;
  }
}

async function postedPage(rows: ReadRows, viewer: Viewer, filter: PostedFilter, after?: Posting): Promise<PostedSet[]> {
  const query = rows
    .createQueryBuilder(Posting, 'p')
    .innerJoinAndMapOne('p.run', PayRunRecord, 'r', 'r.companyId = p.companyId AND r.tag = p.runTag')
    .innerJoin(CompanyRow, 'c', 'c.id = p.companyId')
    .addSelect('c.name', 'company')
    .where('p.state IN (:...standingStates)', { standingStates });
  if (viewer.companies !== null) query.andWhere('p.companyId IN (:...seen)', { seen: seenBy(viewer) });
  for (const name of ['year', 'period'] as const) {
    if (filter[name] !== undefined) query.andWhere(`r.${name} = :${name}`, { [name]: filter[name] });
  }
  if (after !== undefined) {
    query.andWhere('(p.companyId, p.tag, p.id) > (:afterCompany, :afterTag, :afterId)', {
      afterCompany: after.companyId,
      afterTag: after.tag,
      afterId: after.id,
    });
  }
  query.orderBy('p.companyId').addOrderBy('p.tag').addOrderBy('p.id').limit(setsPerRead);
  const { raw, entities } = await query.getRawAndEntities<{ company: string }>();
  return entities.map((entity, index) => {
    const { run, ...posting } = entity as Posting & { run: PayRunRecord };
    return { posting, run, company: raw[index]?.company ?? '' };
  });
}
