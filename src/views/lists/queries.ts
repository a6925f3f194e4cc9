import type { SelectQueryBuilder } from 'typeorm';
import { CompanyRow } from '../../companies/company.entity.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import type { Database } from '../../ground/database.js';
import type { KindsShown } from '../../record/runs/adjustment.js';
import { PayRunRecord, type RunState } from '../../record/runs/pay-run.entity.js';
import { withLines } from '../../record/runs/run-lines.js';
import { Posting, standingStates } from '../../record/runs/posting.entity.js';
import { type NamedRun, namedRuns, selectRuns } from './run-row.js';
import { everyPage, integer, moment, type Page, type PageAsked, type SeekKeys, seek } from '../../ground/seek.js';
import { SyncRecord } from '../../record/runs/sync-record.entity.js';
import { everything, type Viewer } from '../../access/viewer.js';

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
export function payRunPage(
  rows: ReadRows,
  viewer: Viewer,
  filter: PayRunFilter,
  page: PageAsked,
): Promise<Page<NamedRun>> {
  const query = narrow(selectRuns(rows, viewer).addSelect(moreColumns), filter);
  return seek({ query, keys: latestFirst, read: namedRuns }, page);
}

const inCompany: SeekKeys<NamedRun> = [
  { column: 'r.companyId', of: ({ run }) => run.companyId },
  { column: 'r.tag', of: ({ run }) => run.tag },
];
const latestFirst: SeekKeys<NamedRun> = [
  { column: 'r.year', descending: true, parse: integer, of: ({ run }) => run.year },
  { column: 'r.period', descending: true, parse: integer, of: ({ run }) => run.period },
  ...inCompany,
];
const byDay = (order: { readonly descending?: true }): SeekKeys<NamedRun> => [
  { ...order, column: 'r.year', parse: integer, of: ({ run }) => run.year },
  { ...order, column: 'r.period', parse: integer, of: ({ run }) => run.period },
  { ...order, column: 'r.datedOn', of: ({ run }) => run.datedOn },
  ...inCompany,
];

const runsPerRead = 500;

/** Every run of the kinds asked for. */
export function everyRun(
  database: Database,
  filter: PayRunFilter,
  first: 'latest' | 'oldest',
): AsyncGenerator<readonly NamedRun[]> {
  return everyPage((after) =>
    database.read(async (rows) => {
      const all = selectRuns(rows, everything, filter.kind);
      const query = narrow(all.select('r').addSelect('c.name', 'company'), filter);
      const page = await seek(
        { query, keys: byDay(first === 'latest' ? { descending: true } : {}), read: namedRuns },
        { after, size: runsPerRead },
      );
      if (filter.kind === undefined || filter.kind === 'payroll') return page;
      // An adjustment has no page of its own, so its lines are shown with it.
      const whole = await withLines(
        rows,
        page.rows.map(({ run }) => run),
      );
      return { ...page, rows: whole.map((run, index) => ({ run, company: page.rows[index]?.company ?? '' })) };
    }),
  );
}

function narrow(query: SelectQueryBuilder<PayRunRecord>, filter: PayRunFilter): SelectQueryBuilder<PayRunRecord> {
  for (const name of ['companyId', 'year', 'period', 'state'] as const)
    if (filter[name] !== undefined) query.andWhere(`r.${name} = :${name}`, { [name]: filter[name] });
  return query;
}

const lastAskedFirst: SeekKeys<SyncRecord> = [
  { column: 's.queuedAt', descending: true, parse: moment, of: ({ queuedAt }) => queuedAt.toISOString() },
  { column: 's.id', descending: true, of: ({ id }) => id },
];

/** Syncs, the latest first. */
export function syncPage(rows: ReadRows, viewer: Viewer, page: PageAsked): Promise<Page<SyncRecord>> {
  const query = rows.createQueryBuilder(SyncRecord, 's').where('1 = 1');
  onlyAmong(query, 's.companyId', viewer.companies);
  return seek({ query, keys: lastAskedFirst, read: () => query.getMany() }, page);
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

const byTag: SeekKeys<PostedSet> = [
  { column: 'p.companyId', of: ({ posting }) => posting.companyId },
  { column: 'p.tag', of: ({ posting }) => posting.tag },
  { column: 'p.id', of: ({ posting }) => posting.id },
];

/** All our sets in the books, whatever they were posted for, by company and tag, read some at a time. */
export async function* postedSets(database: Database, viewer: Viewer, filter: PostedFilter): AsyncGenerator<PostedSet> {
  const pages = everyPage((after) =>
    database.read((rows) =>
      seek({ query: postings(rows, viewer, filter), keys: byTag, read: setsIn }, { after, size: setsPerRead }),
    ),
  );
  for await (const page of pages) yield* page;
}

function postings(rows: ReadRows, viewer: Viewer, filter: PostedFilter): SelectQueryBuilder<Posting> {
  const query = rows
    .createQueryBuilder(Posting, 'p')
    .innerJoinAndMapOne('p.run', PayRunRecord, 'r', 'r.companyId = p.companyId AND r.tag = p.runTag')
    .innerJoin(CompanyRow, 'c', 'c.id = p.companyId')
    .addSelect('c.name', 'company')
    .where('p.state IN (:...standingStates)', { standingStates });
  onlyAmong(query, 'p.companyId', viewer.companies);
  for (const name of ['year', 'period'] as const)
    if (filter[name] !== undefined) query.andWhere(`r.${name} = :${name}`, { [name]: filter[name] });
  return query;
}

async function setsIn(query: SelectQueryBuilder<Posting>): Promise<readonly PostedSet[]> {
  const { raw, entities } = await query.getRawAndEntities<{ company: string }>();
  return entities.map((entity, index) => {
    const { run, ...posting } = entity as Posting & { run: PayRunRecord };
    return { posting, run, company: raw[index]?.company ?? '' };
  });
}
