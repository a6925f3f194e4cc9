import { Inject, Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { CompanyRow } from '../../companies/company.entity.js';
import type { ReadRows } from '../../ground/rows.js';
import { Database } from '../../ground/database.js';
import { adjustmentIn } from '../../journal/adjustment.js';
import { namesOf as peopleOf, actorIdOf } from '../../record/actors.js';
import { installation, LogEntry } from '../../record/log/log-entry.entity.js';
import type { Figures } from '../../record/log/carried.js';
import { LogFigures } from '../../record/log/log-figures.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { answerFor, type Decided, entryKey, reasonFor, reasonsOf, type Why } from './log-reasons.js';
import { nameShown } from '../name-shown.js';
import { placesOf } from './log-search.js';
import { columnsFor, type RunTotals, seenBy } from '../run/run-row.js';
import { cursorOf, isMoment, keysOf, type Page, pageOf, wrongCursor } from '../seek.js';
import { seesTotals, type Viewer } from '../../access/viewer.js';

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
  /** Only entries of pay runs in the books that nobody has signed off. */
  readonly unreviewed?: boolean;
  /** Part of a company's, a person's or an employee's name, whatever the case. */
  readonly search?: string;
}

/** One line of the log with its pay run: the figures of that time, and the present reviewer. */
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
  /** A person's own words. */
  readonly reason?: string;
  readonly decided?: Decided;
  readonly clientOf?: Why['clientOf'];
  readonly to?: string;
  readonly changed?: readonly string[];
  /** The short id of a decision, which `take-back` takes. */
  readonly decision?: string;
  /** In a search: the people found by name in its pay run, if the viewer may see pay. */
  readonly pays?: readonly string[];
  readonly run?: { readonly year: number; readonly period: number; readonly datedOn: string };
  /** A journal posted in addition to the pay run's: 'recovery', or an adjustment such as 'levy-1'. */
  readonly adjustment?: string;
  /** Undefined when the viewer may not see them. */
  readonly totals?: RunTotals;
  /** There are figures, and the viewer may not see them. */
  readonly hidden: boolean;
  readonly reviewer?: string;
}

const rowsPerPage = 50;
/** Read and joined without a pause: of 500, others waited a tenth of a second on a busy machine. */
const rowsPerRead = 200;
/** With more companies, reading the whole log once is cheaper than reading each company's part. */
const companiesWalkedApartMax = 30;

@Injectable()
export class LogViews {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Newest first. */
  async page(viewer: Viewer, filter: LogViewFilter, after?: string, size = rowsPerPage): Promise<Page<LogRow>> {
    const rows = await this.#read(viewer, filter, placeOf(after), size + 1);
    return pageOf(rows, size, ({ at, id }) => cursorOf(at.toISOString(), String(id)));
  }

  /** Every entry that matches, newest first, some hundreds at a time. */
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
    return this.database.read(async (rows) => {
      const { entries, pays } = await found(rows, viewer, filter, before, limit);
      const reasons = await reasonsOf(rows, entries);
      const runs = await runsOf(rows, viewer, entries);
      const figures = await figuresOf(rows, entries);
      const names = await namesOf(rows, entries);
      const people = await peopleOf(
        rows,
        entries.map(({ actor }) => actor),
      );
      return entries.map((entry) => {
        const actor = people.get(entry.actor) ?? entry.actor;
        return logRow(
          entry,
          {
            run: runs.get(runKey(entry)),
            kept: figures.get(entryKey(entry)),
            why: reasons.get(entryKey(entry)),
            pays: pays.get(Number(entry.id)),
          },
          { actor, company: names.get(entry.companyId) ?? '' },
          viewer,
        );
      });
    });
  }
}

/** The last entry of a page. */
type Place = Pick<LogRow, 'at' | 'id'>;

function placeOf(cursor: string | undefined): Place | undefined {
  const keys = keysOf(cursor, 2);
  if (keys === undefined) return undefined;
  const [at = '', id = ''] = keys;
  if (!isMoment(at) || !/^\d{1,15}$/.test(id)) throw wrongCursor();
  return { at: new Date(at), id: Number(id) };
}

interface Found {
  readonly entries: readonly LogEntry[];
  /** By entry, the people for whose name a search found it. */
  readonly pays: ReadonlyMap<number, readonly string[]>;
}

/** A search looks in each place by its own index, and the page shows the newest of all that were found. */
async function found(
  rows: ReadRows,
  viewer: Viewer,
  filter: LogViewFilter,
  before: Place | undefined,
  limit: number,
): Promise<Found> {
  const { search, ...plain } = filter;
  const pays = new Map<number, readonly string[]>();
  if (search === undefined) return { entries: await newest(rows, viewer, plain, { before, limit }), pays };
  const all = new Map<number, LogEntry>();
  for (const place of await placesOf(rows, viewer, search)) {
    if (place.companyId !== undefined && ![undefined, place.companyId].includes(plain.companyId)) continue;
    const { companyId = plain.companyId, actors, paid } = place;
    const tags = paid && [...paid.keys()];
    const entries = await newest(rows, viewer, { ...plain, companyId }, { before, limit, actors, tags });
    for (const entry of entries) {
      all.set(Number(entry.id), entry);
      const names = paid?.get(entry.tag ?? '');
      if (names !== undefined) pays.set(Number(entry.id), names);
    }
  }
  return { entries: [...all.values()].sort(newestFirst).slice(0, limit), pays };
}

const newestFirst = (a: LogEntry, b: LogEntry) => b.at.getTime() - a.at.getTime() || Number(b.id) - Number(a.id);

interface Part {
  readonly before: Place | undefined;
  readonly limit: number;
  /** Limits the entries to these people, or to these pay runs. */
  readonly actors?: readonly string[];
  readonly tags?: readonly string[];
}

/** A few companies are read one by one by index: one with few entries must not cost a read of the whole log. */
async function newest(rows: ReadRows, viewer: Viewer, filter: LogViewFilter, part: Part): Promise<LogEntry[]> {
  const companies = companiesOf(viewer, filter);
  const actor = filter.actor === undefined ? undefined : await actorIdOf(rows, filter.actor);
  const query = (of: readonly string[] | undefined) => {
    const asked = entriesQuery(rows, of, actor, filter, part.before);
    if (part.actors !== undefined) asked.andWhere('e.actor IN (:...people)', { people: part.actors });
    if (part.tags !== undefined) asked.andWhere('e.tag IN (:...tags)', { tags: part.tags });
    return asked.limit(part.limit).getMany();
  };
  if (companies === undefined || companies.length > companiesWalkedApartMax) return query(companies);
  const apart: LogEntry[] = [];
  for (const company of companies) apart.push(...(await query([company])));
  return apart.sort(newestFirst).slice(0, part.limit);
}

function companiesOf(viewer: Viewer, filter: LogViewFilter): readonly string[] | undefined {
  if (filter.companyId === undefined) return viewer.companies === null ? undefined : seenBy(viewer);
  const reaches = viewer.companies === null || viewer.companies.includes(filter.companyId);
  return [reaches ? filter.companyId : ''];
}

function entriesQuery(
  rows: ReadRows,
  companies: readonly string[] | undefined,
  actor: string | undefined,
  filter: LogViewFilter,
  before: Place | undefined,
): SelectQueryBuilder<LogEntry> {
  const query = rows
    .createQueryBuilder(LogEntry, 'e')
    .where('1 = 1')
    .orderBy('e.at', 'DESC')
    .addOrderBy('e.id', 'DESC');
  if (companies?.length === 1) query.andWhere('e.companyId = :company', { company: companies[0] });
  // An expression keeps the database from using an index for each company and sorting: the log is read once in order.
  else if (companies !== undefined) query.andWhere(`(e.companyId || '') IN (:...companies)`, { companies });
  // The installation's own entries are in another chain and do not belong to any company.
  else query.andWhere('e.companyId <> :installation', { installation });
  if (actor !== undefined) query.andWhere('e.actor = :actor', { actor });
  for (const name of ['act', 'trigger', 'tag'] as const) {
    if (filter[name] !== undefined) query.andWhere(`e.${name} = :${name}`, { [name]: filter[name] });
  }
  if (filter.tags !== undefined) query.andWhere('e.tag IN (:...anyOf)', { anyOf: ['', ...filter.tags] });
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
    .where(`r.kind = 'payroll' AND r.companyId = e.companyId AND r.tag = e.tag`)
    .andWhere(`r.state IN ('posted', 'changed', 'drift') AND r.signedOffAt IS NULL`)
    .getQuery();
}

async function runsOf(
  rows: ReadRows,
  viewer: Viewer,
  entries: readonly LogEntry[],
): Promise<ReadonlyMap<string, PayRunRecord>> {
  const tags = [...new Set(entries.flatMap((entry) => (entry.tag === null ? [] : [adjustmentIn(entry.tag).run])))];
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
    'fingerprint',
    'journalSet',
    'signedOffBy',
    ...columnsFor(viewer),
  ];
  const runs = await rows
    .createQueryBuilder(PayRunRecord, 'r')
    .select(columns.map((column) => `r.${column}`))
    .where('r.companyId IN (:...companies) AND r.tag IN (:...tags)', { companies, tags })
    .getMany();
  return new Map(runs.map((run) => [`${run.companyId} ${run.tag}`, run]));
}

async function namesOf(rows: ReadRows, entries: readonly LogEntry[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(entries.map((entry) => entry.companyId))];
  if (ids.length === 0) return new Map();
  const found = await rows
    .createQueryBuilder()
    .select('c.id', 'id')
    .addSelect('c.name', 'name')
    .from(CompanyRow, 'c')
    .where('c.id IN (:...ids)', { ids })
    .getRawMany<{ id: string; name: string }>();
  return new Map(found.map(({ id, name }) => [id, name]));
}

async function figuresOf(rows: ReadRows, entries: readonly LogEntry[]): Promise<ReadonlyMap<string, LogFigures>> {
  const tagged = entries.filter(({ tag }) => tag !== null);
  if (tagged.length === 0) return new Map();
  const companies = [...new Set(tagged.map(({ companyId }) => companyId))];
  const numbers = [...new Set(tagged.map(({ seq }) => seq))];
  const kept = await rows
    .createQueryBuilder(LogFigures, 'f')
    .where('f.companyId IN (:...companies) AND f.seq IN (:...numbers)', { companies, numbers })
    .getMany();
  return new Map(kept.map((one) => [entryKey(one), one]));
}

const runKey = (entry: LogEntry) => `${entry.companyId} ${entry.tag === null ? '' : adjustmentIn(entry.tag).run}`;

/** What an amendment changed is one person's pay more often than not: earlier figures are not shown next to the present. */
function isAsNow(then: Figures, run: PayRunRecord | undefined): run is PayRunRecord {
  if (run === undefined || then.payslips !== run.payslips) return false;
  return (['gross', 'net', 'taxAuthority'] as const).every((name) => then[name].abs().equals(run[name].abs()));
}

/** A split contains fixed amounts of somebody's pay. */
function withoutAmounts(decided: Decided | undefined): Decided | undefined {
  return typeof decided?.as === 'object' ? { ...decided, as: decided.as.as } : decided;
}

const isOf = ({ act, outcome, fingerprint }: LogEntry, run: PayRunRecord | undefined) =>
  fingerprint !== null && run?.fingerprint === fingerprint && !(act === 'reverse' && outcome === 'asked');

function logRow(
  entry: LogEntry,
  {
    run,
    kept,
    why,
    pays,
  }: Pick<LogRow, 'pays'> & {
    readonly run?: PayRunRecord;
    readonly kept?: LogFigures;
    readonly why?: Why;
  },
  named: Pick<LogRow, 'actor' | 'company'>,
  viewer: Viewer,
): LogRow {
  // Entries from before figures were stored show the run's own, as long as the run is still what the entry is about.
  const then = kept ?? (isOf(entry, run) ? run : undefined);
  const shown = then !== undefined && (viewer.pay || (isAsNow(then, run) && seesTotals(viewer, run)));
  const { adjustment } = adjustmentIn(entry.tag ?? '');
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
    answer: answerFor(viewer, why ?? {}, entry.answer),
    holdCodes: entry.holdCodes ?? [],
    reason: why && reasonFor(viewer, why),
    clientOf: why?.clientOf,
    to: why?.to,
    changed: why?.changed,
    decision: why?.decision,
    decided: viewer.pay ? why?.decided : withoutAmounts(why?.decided),
    ...(pays !== undefined && { pays }),
    run: run && { year: run.year, period: run.period, datedOn: run.datedOn },
    totals: shown ? { gross: then.gross, net: then.net, taxAuthority: then.taxAuthority } : undefined,
    hidden: then !== undefined && !shown,
    ...(adjustment !== undefined && { adjustment }),
    reviewer: adjustment === undefined && run?.signedOffBy ? nameShown(run.signedOffBy) : undefined,
  };
}
