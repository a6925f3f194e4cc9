import { Inject, Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import type { Rows } from '../ground/rows.js';
import { Database } from '../ground/database.js';
import { generationOf } from '../journal/identity.js';
import { namesOf as peopleOf, writtenAs } from '../record/actors.js';
import { installation, LogEntry } from '../record/log-entry.entity.js';
import { PayRunRecord } from '../record/pay-run.entity.js';
import { type RunTotals, seenBy } from './run-row.js';
import { cursorOf, isMoment, keysOf, type Page, pageOf, wrongCursor } from './seek.js';
import { seesTotals, type Viewer } from '../access/viewer.js';

export interface LogViewFilter {
  readonly companyId?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly act?: string;
  readonly actor?: string;
  readonly trigger?: string;
  readonly tag?: string;
  /** Only of pay runs in the books that nobody has signed off. */
  readonly unreviewed?: boolean;
}

/** One line of the log, with the pay run it is about as that is now. */
export interface LogRow {
  readonly id: number;
  readonly at: Date;
  readonly companyId: string;
  readonly company: string;
  readonly actor: string;
  readonly trigger: string;
  readonly act: string;
  readonly outcome: string;
  readonly tag?: string;
  readonly journalSet?: string;
  readonly answer?: string;
  readonly holdCodes: readonly string[];
  readonly run?: { readonly year: number; readonly period: number; readonly datedOn: string };
  /** Undefined where the viewer may not see them. */
  readonly totals?: RunTotals;
  readonly reviewer?: string;
}

const rowsPerPage = 50;
const rowsPerRead = 500;
/** Above it, one walk down the whole log is cheaper than as many walks down single companies'. */
const companiesWalkedApartMax = 30;

@Injectable()
export class LogViews {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Newest first. */
  async page(viewer: Viewer, filter: LogViewFilter, after?: string, size = rowsPerPage): Promise<Page<LogRow>> {
    const rows = await this.#read(viewer, filter, placeOf(after), size + 1);
    return pageOf(rows, size, ({ at, id }) => cursorOf(at.toISOString(), String(id)));
  }

  /** Everything that fits, newest first, a part at a time. */
  async *all(viewer: Viewer, filter: LogViewFilter): AsyncGenerator<LogRow> {
    for (let before: Place | undefined; ; ) {
      const rows = await this.#read(viewer, filter, before, rowsPerRead);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < rowsPerRead) return;
      before = last;
    }
  }

  async #read(viewer: Viewer, filter: LogViewFilter, before: Place | undefined, limit: number): Promise<LogRow[]> {
    return this.database.read(async (em) => {
      const entries = await newest(em, viewer, filter, before, limit);
      const runs = await runsOf(em, entries);
      const names = await namesOf(em, entries);
      const people = await peopleOf(
        em,
        entries.flatMap(({ format, actor }) => (format === 2 ? [actor] : [])),
      );
      return entries.map((entry) => {
        const actor = people.get(entry.actor) ?? entry.actor;
        return rowOf(entry, runs.get(runKey(entry)), { actor, company: names.get(entry.companyId) ?? '' }, viewer);
      });
    });
  }
}

/** The entry that a page ended with. */
type Place = Pick<LogRow, 'at' | 'id'>;

function placeOf(cursor: string | undefined): Place | undefined {
  const keys = keysOf(cursor, 2);
  if (keys === undefined) return undefined;
  const [at = '', id = ''] = keys;
  if (!isMoment(at) || !/^\d{1,15}$/.test(id)) throw wrongCursor();
  return { at: new Date(at), id: Number(id) };
}

/** Of few companies each is walked by its own index: a company that rarely appears must not cost a walk down the whole log. */
async function newest(
  em: Rows,
  viewer: Viewer,
  filter: LogViewFilter,
  before: Place | undefined,
  limit: number,
): Promise<LogEntry[]> {
  const companies = companiesOf(viewer, filter);
  const actors = filter.actor === undefined ? undefined : await writtenAs(em, filter.actor);
  if (companies === undefined || companies.length > companiesWalkedApartMax) {
    return entriesQuery(em, companies, actors, filter, before).limit(limit).getMany();
  }
  const apart: LogEntry[] = [];
  for (const company of companies)
    apart.push(...(await entriesQuery(em, [company], actors, filter, before).limit(limit).getMany()));
  return apart.sort((a, b) => b.at.getTime() - a.at.getTime() || Number(b.id) - Number(a.id)).slice(0, limit);
}

function companiesOf(viewer: Viewer, filter: LogViewFilter): readonly string[] | undefined {
  if (filter.companyId === undefined) return viewer.companies === null ? undefined : seenBy(viewer);
  const reaches = viewer.companies === null || viewer.companies.includes(filter.companyId);
  return [reaches ? filter.companyId : ''];
}

function entriesQuery(
  em: Rows,
  companies: readonly string[] | undefined,
  actors: readonly string[] | undefined,
  filter: LogViewFilter,
  before: Place | undefined,
): SelectQueryBuilder<LogEntry> {
  const query = em.createQueryBuilder(LogEntry, 'e').where('1 = 1').orderBy('e.at', 'DESC').addOrderBy('e.id', 'DESC');
  if (companies?.length === 1) query.andWhere('e.companyId = :company', { company: companies[0] });
  // As an expression, so that the log is walked down once and not gathered from so many indexes and sorted.
  else if (companies !== undefined) query.andWhere(`(e.companyId || '') IN (:...companies)`, { companies });
  // What the installation did has a chain of its own, and no place among the companies'.
  else query.andWhere('e.companyId <> :installation', { installation });
  if (actors !== undefined) query.andWhere('e.actor IN (:...actors)', { actors });
  for (const name of ['act', 'trigger', 'tag'] as const) {
    if (filter[name] !== undefined) query.andWhere(`e.${name} = :${name}`, { [name]: filter[name] });
  }
  if (filter.since !== undefined) query.andWhere('e.at >= :since', { since: filter.since.toISOString() });
  if (filter.until !== undefined) query.andWhere('e.at < :until', { until: filter.until.toISOString() });
  if (before !== undefined) {
    query.andWhere('(e.at, e.id) < (:at, :id)', { at: before.at.toISOString(), id: before.id });
  }
  if (filter.unreviewed) query.andWhere(`EXISTS ${unreviewedRun(query)}`);
  return query;
}

function unreviewedRun(query: SelectQueryBuilder<LogEntry>): string {
  return query
    .subQuery()
    .select('1')
    .from(PayRunRecord, 'r')
    .where('r.companyId = e.companyId AND r.tag = e.tag')
    .andWhere(`r.state IN ('posted', 'changed', 'drift') AND r.signedOffAt IS NULL`)
    .getQuery();
}

async function runsOf(em: Rows, entries: readonly LogEntry[]): Promise<ReadonlyMap<string, PayRunRecord>> {
  const tags = [...new Set(entries.flatMap((entry) => (entry.tag === null ? [] : [runTag(entry.tag)])))];
  if (tags.length === 0) return new Map();
  const companies = [...new Set(entries.map((entry) => entry.companyId))];
  const columns = [
    'companyId',
    'tag',
    'year',
    'period',
    'datedOn',
    'payslips',
    'gross',
    'net',
    'taxAuthority',
    'signedOffBy',
  ];
  const runs = await em
    .createQueryBuilder(PayRunRecord, 'r')
    .select(columns.map((column) => `r.${column}`))
    .where('r.companyId IN (:...companies) AND r.tag IN (:...tags)', { companies, tags })
    .getMany();
  return new Map(runs.map((run) => [`${run.companyId} ${run.tag}`, run]));
}

async function namesOf(em: Rows, entries: readonly LogEntry[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(entries.map((entry) => entry.companyId))];
  if (ids.length === 0) return new Map();
  const rows = await em
    .createQueryBuilder()
    .select('c.id', 'id')
    .addSelect('c.name', 'name')
    .from('companies', 'c')
    .where('c.id IN (:...ids)', { ids })
    .getRawMany<{ id: string; name: string }>();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A set's tag names its generation too; the pay run's does not. */
function runTag(tag: string): string {
  return generationOf(tag)?.base ?? tag;
}

const runKey = (entry: LogEntry) => `${entry.companyId} ${entry.tag === null ? '' : runTag(entry.tag)}`;

function rowOf(
  entry: LogEntry,
  run: PayRunRecord | undefined,
  named: Pick<LogRow, 'actor' | 'company'>,
  viewer: Viewer,
): LogRow {
  const shown = run !== undefined && seesTotals(viewer, run);
  return {
    id: Number(entry.id),
    at: entry.at,
    companyId: entry.companyId,
    ...named,
    trigger: entry.trigger,
    act: entry.act,
    outcome: entry.outcome,
    tag: entry.tag ?? undefined,
    journalSet: entry.journalSet ?? undefined,
    answer: entry.answer ?? undefined,
    holdCodes: entry.holdCodes ?? [],
    run: run && { year: run.year, period: run.period, datedOn: run.datedOn },
    totals: shown ? { gross: run.gross, net: run.net, taxAuthority: run.taxAuthority } : undefined,
    reviewer: run?.signedOffBy ?? undefined,
  };
}
