import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CompanyRow } from '../../companies/company.entity.js';
import type { ReadRows } from '../../ground/rows.js';
import { Database } from '../../ground/database.js';
import { pick } from '../../ground/pick.js';
import { everyPage, type Page, type PageAsked, type Place, pageOf, placeIn } from '../../ground/seek.js';
import { adjustmentIn } from '../../journal/nouns/adjustment.js';
import { namesOf as peopleOf } from '../../record/actors.js';
import type { LogEntry } from '../../record/log/log-entry.entity.js';
import { LogFigures } from '../../record/log/log-figures.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { entryKey, reasonsOf, type Why, whyFor } from './log-reasons.js';
import { nameShown } from '../words/name-shown.js';
import { byTime, type LogViewFilter, newestEntries, newestFirst } from './log-entries.js';
import { type LogPlace, placesOf } from './log-search.js';
import type { RunTotals } from '../lists/run-row.js';
import type { Viewer } from '../../access/viewer.js';

/** One line of the log with its pay run: the figures of that time, and the present reviewer. */
export interface LogRow extends Omit<Why, 'said'> {
  readonly id: number;
  readonly at: Date;
  readonly companyId: string;
  readonly company: string;
  readonly actor: string;
  readonly trigger: string;
  readonly policyVersion?: number;
  readonly act: string;
  readonly outcome: string;
  readonly tag?: string;
  readonly journalSet?: string;
  readonly answer?: string;
  readonly holdCodes: readonly string[];
  /** In a search: the people found by name in its pay run, if the viewer may see pay. */
  readonly pays?: readonly string[];
  readonly run?: { readonly year: number; readonly period: number; readonly datedOn: string; readonly tag: string };
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
@Injectable()
export class LogViews {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Newest first. */
  async page(viewer: Viewer, filter: LogViewFilter, after?: string, size = rowsPerPage): Promise<Page<LogRow>> {
    return this.#page(viewer, await this.#sought(viewer, filter), { after, size });
  }

  /** Every entry that matches, newest first, some hundreds at a time. */
  async *all(viewer: Viewer, filter: LogViewFilter): AsyncGenerator<LogRow> {
    const sought = await this.#sought(viewer, filter);
    for await (const page of everyPage((after) => this.#page(viewer, sought, { after, size: rowsPerRead })))
      yield* page;
  }

  async #page(viewer: Viewer, sought: Sought, { after, size }: PageAsked): Promise<Page<LogRow>> {
    return pageOf(await this.#read(viewer, sought, placeIn(byTime, after), size + 1), size, byTime);
  }

  /** What a search found is looked for once, however long the log is. */
  async #sought(viewer: Viewer, { search, ...filter }: LogViewFilter): Promise<Sought> {
    return search === undefined ? { filter } : { filter, places: await placesOf(this.database, viewer, search) };
  }

  async #read(viewer: Viewer, sought: Sought, after: Place | undefined, limit: number): Promise<LogRow[]> {
    const { entries, pays } = await this.#found(viewer, sought, after, limit);
    return this.database.read(async (rows) => {
      const reasons = await reasonsOf(rows, entries);
      const runs = await runsOf(rows, entries);
      const figures = await figuresOf(rows, entries);
      const names = await namesOf(rows, entries);
      const people = await peopleOf(
        rows,
        entries.map(({ actor }) => actor),
      );
      return entries.map((entry) => {
        const actor = people.get(entry.actor) ?? entry.actor;
        const found = { run: runs.get(runKey(entry)), figures: figures.get(entryKey(entry)) };
        const why = whyFor(viewer, reasons.get(entryKey(entry)));
        const company = names.get(entry.companyId) ?? '';
        return logRow(viewer, entry, { ...found, why, actor, company, pays: pays.get(Number(entry.id)) });
      });
    });
  }

  /** A search looks in each place by its own index, and the page shows the newest of everything found. */
  async #found(viewer: Viewer, { filter, places }: Sought, after: Place | undefined, limit: number): Promise<Found> {
    const pays = new Map<number, readonly string[]>();
    if (places === undefined)
      return { entries: await newestEntries(this.database, viewer, filter, { after, limit }), pays };
    const all = new Map<number, LogEntry>();
    for (const { actors, paid, companyId = filter.companyId } of places) {
      if (![undefined, companyId].includes(filter.companyId)) continue;
      const tags = paid && [...paid.keys()];
      const part = { after, limit, actors, tags };
      for (const entry of await newestEntries(this.database, viewer, { ...filter, companyId }, part)) {
        all.set(Number(entry.id), entry);
        const names = paid?.get(entry.tag ?? '');
        if (names !== undefined) pays.set(Number(entry.id), names);
      }
      await setImmediate();
    }
    return { entries: [...all.values()].sort(newestFirst).slice(0, limit), pays };
  }
}

interface Sought {
  readonly filter: Omit<LogViewFilter, 'search'>;
  /** In a search: where in the log the match is. */
  readonly places?: readonly LogPlace[];
}

interface Found {
  readonly entries: readonly LogEntry[];
  /** By entry, the people by whose name a search found it. */
  readonly pays: ReadonlyMap<number, readonly string[]>;
}

async function runsOf(rows: ReadRows, entries: readonly LogEntry[]): Promise<ReadonlyMap<string, PayRunRecord>> {
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

/** What was found about an entry, and kept elsewhere. */
interface AboutEntry extends Pick<LogRow, 'actor' | 'company' | 'pays'> {
  readonly run?: PayRunRecord;
  readonly figures?: LogFigures;
  readonly why: Why;
}

function logRow(
  { pay }: Viewer,
  entry: LogEntry,
  { run, figures, why: { said, ...why }, pays, ...named }: AboutEntry,
): LogRow {
  const { adjustment } = adjustmentIn(entry.tag ?? '');
  return {
    ...pick(entry, ['at', 'companyId', 'trigger', 'act', 'outcome']),
    ...named,
    ...why,
    id: Number(entry.id),
    policyVersion: entry.policyVersion ?? undefined,
    tag: entry.tag ?? undefined,
    journalSet: entry.journalSet ?? undefined,
    answer: said ?? entry.answer ?? undefined,
    holdCodes: entry.holdCodes ?? [],
    ...(pays !== undefined && { pays }),
    run: run && pick(run, ['year', 'period', 'datedOn', 'tag']),
    totals: pay && figures ? pick(figures, ['gross', 'net', 'taxAuthority']) : undefined,
    hidden: figures !== undefined && !pay,
    ...(adjustment !== undefined && { adjustment }),
    reviewer: adjustment === undefined && run?.signedOffBy ? nameShown(run.signedOffBy) : undefined,
  };
}
