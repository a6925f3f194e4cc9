import { CompanyRow } from '../../companies/company.entity.js';
import { Inject, Injectable } from '@nestjs/common';

import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { dueDayShown } from './hmrc-due.js';
import { today } from '../../ground/clock.js';
import { Database } from '../../ground/database.js';
import {
  type Attention,
  type BoardFilter,
  type Checking,
  checking,
  done,
  type HeldRun,
  heldRuns,
  latestElsewhere,
  monthCounted,
  needsYou,
  placeOfRun,
  type Ready,
  type ReadyShort,
  type ReadyShown,
  ready,
  readyJudged,
  reasonsThatOccur,
  rowsAdded,
  rowsPerPage,
  rowsUpTo,
  type TaxMonth,
} from './board-lists.js';
import { type AdjustmentToDecide, adjustmentsToDecide } from './adjustments-to-decide.js';
import { type ClientWait, clientWaits } from '../company/client-answers.js';
import { colleaguesWithWork, ofWork, onlyWork } from '../lists/assignees.js';
import type { Colleague } from '../lists/run-work.js';
import { boardYear, type CompanyYear } from './board-year.js';
import { type Mode, modesOf, ofMode } from '../lists/of-mode.js';
import { type MonthSteps, monthSteps } from './month-steps.js';
import type { RunState } from '../../record/runs/pay-run.entity.js';
import { groupOf, type RunGroup, runGroups } from '../lists/run-groups.js';
import { runsSeen, type RunRow, type RunTotals } from '../lists/run-row.js';
import type { Page } from '../../ground/seek.js';
import { type ToSignOff, toSignOff } from './sign-off.js';
import type { Viewer } from '../../access/viewer.js';

/** Where each list of the board continues. */
export interface BoardPlaces {
  readonly needsYou?: string;
  readonly checking?: string;
  readonly ready?: string;
  readonly done?: string;
  readonly year?: string;
}

export interface GroupCount {
  readonly runs: number;
  readonly unsigned: number;
}

export interface TroubledCompany {
  readonly id: string;
  readonly name: string;
  readonly problem: string;
}

export interface CompaniesSummary {
  readonly companies: number;
  readonly lastSyncedAt?: Date;
  /** When the least recently rechecked books were last rechecked; undefined if none ever were. */
  readonly verifiedSince?: Date;
  /** Of the clients with a journal in their books. */
  readonly neverVerified: number;
  /** The findings of each company's last verify, added up. */
  readonly findings: number;
  /** Companies that cannot be synced until a person acts; the first few. */
  readonly troubled: readonly TroubledCompany[];
}

/** A month of the clients of one mode, or of all. */
export type MonthOfMode = Pick<BoardFilter, 'year' | 'period' | 'mode'>;

export interface BoardMonth {
  readonly hmrcDueOn: string;
  /** Whose work a list may be limited to. */
  readonly colleagues: readonly Colleague[];
  readonly steps: MonthSteps;
  readonly summary: CompaniesSummary;
  readonly counts: Readonly<Record<RunGroup, GroupCount>>;
  /** Of those that need someone: payroll is not filed, so there is nothing to decide yet. */
  readonly overdue: number;
  readonly needsYou: Page<Attention>;
  /** Held runs, with their questions; only the first of very many. */
  readonly held: readonly HeldRun[];
  /** What its filter offers: only what occurs. */
  readonly occurs: { readonly reasons: readonly string[]; readonly modes: readonly Mode[] };
  /** Months whose client asks something, or has not answered. */
  readonly clients: readonly ClientWait[];
  readonly checking: Page<Checking>;
  readonly ready: ReadyPage;
  /** What waits apart from the pay runs; no pay run waits for it. */
  readonly adjustment: readonly AdjustmentToDecide[];
  readonly done: Page<RunRow>;
  /** What waits in other months: how many, and the latest runs that need a person. */
  readonly elsewhere: Elsewhere;
  readonly year: Page<CompanyYear>;
}

/** Clean runs, a page at a time. Those with a warning stand before them, apart. */
export interface ReadyPage extends Page<Ready> {
  readonly from?: string;
  readonly warned: readonly Ready[];
  /** Of those with a warning, how many more there are. */
  readonly warnedMore: number;
  /** All clean runs of the month. */
  readonly clean: number;
  /** The clean ones that the page does not show. */
  readonly notShown: readonly NotShown[];
}

/** A run that is posted with those that are shown, by what was seen of it. */
export interface NotShown extends Pick<RunRow, 'companyId' | 'tag' | 'fingerprint'> {
  /** Undefined when the viewer may not see it. */
  readonly totals?: Pick<RunTotals, 'net'>;
}

/** Without ticks: all that is clean. */
interface ReviewAsked {
  readonly isTicked?: ((run: NotShown) => boolean) | undefined;
  /** Also the clean ones that a page did not show. */
  readonly rest?: ReadyShown | undefined;
  /** Counted from 0. */
  readonly part: number;
}

export interface Review {
  /** Those of this part. */
  readonly rows: readonly Ready[];
  readonly part: number;
  /** How many of those listed come before them. */
  readonly from: number;
  /** Of all parts: all with a warning, and the clean ones that are ticked. */
  readonly listed: number;
  readonly parts: number;
  /** All that are ready, and how many of them are ticked. */
  readonly ready: number;
  readonly picked: number;
  /** Of those that were ticked, how many are still as they were shown. */
  readonly asTicked: number;
  /** The clean ones that are not ticked. */
  readonly leftOut: readonly (ReadyShort['run'] & Pick<RunRow, 'company'>)[];
}

export interface WaitingMonth extends TaxMonth {
  readonly group: 'needsYou' | 'ready';
  readonly runs: number;
}

export interface Elsewhere {
  readonly months: readonly WaitingMonth[];
  readonly latest: readonly Attention[];
  readonly clients: readonly ClientWait[];
}

const troubledMax = 10;
const heldMax = 100;
const warnedShownMax = 25;
export const reviewedMax = 1000;
/** What is posted at once is on one page, each with its figures: 100 are 90 KB. */
const reviewedAtOnce = 100;
const latestElsewhereMax = 6;

/** One tax month of every company the viewer may see, and their year. */
@Injectable()
export class Board {
  constructor(@Inject(Database) private readonly database: Database) {}

  async month(reader: Viewer, filter: BoardFilter, places: BoardPlaces = {}): Promise<BoardMonth> {
    return this.database.read(async (rows) => {
      const all = await ofMode(rows, reader, filter.mode);
      const viewer = await ofWork(rows, all, filter.assignee);
      return {
        hmrcDueOn: await dueDayShown(rows, reader, filter),
        colleagues: await colleaguesWithWork(rows, all),
        steps: await monthSteps(rows, viewer, filter, today(this.database.clock)),
        summary: await companiesSummary(rows, viewer),
        ...(await countsOf(rows, viewer, filter)),
        needsYou: await needsYou(rows, viewer, filter, places.needsYou),
        held: await heldRuns(rows, viewer, filter, heldMax),
        occurs: { reasons: await reasonsThatOccur(rows, viewer, filter), modes: await modesOf(rows, reader) },
        clients: clientsShown(await clientWaits(rows, viewer, filter), filter.reason),
        checking: await checking(rows, viewer, filter, places.checking),
        ready: await readyPage(rows, viewer, filter, { from: places.ready, after: places.ready, size: rowsPerPage }),
        // No one is assigned to an adjustment.
        adjustment: filter.assignee === undefined ? await adjustmentsToDecide(rows, viewer, filter) : [],
        done: await done(rows, viewer, filter, places.done),
        elsewhere: await waitingElsewhere(rows, viewer, filter),
        year: await boardYear(rows, viewer, filter, places.year),
      };
    });
  }

  /** A part of the ready runs of a month, or of what its filter leaves: those with a warning, then the clean ones. */
  async review(reader: Viewer, filter: BoardFilter, { isTicked, rest, part }: ReviewAsked): Promise<Review> {
    return this.database.read(async (rows) => {
      const viewer = await ofMode(rows, reader, filter.mode);
      const { clean, warned } = await readyJudged(rows, viewer, filter, reviewedMax);
      const unseen = new Set(rest === undefined ? [] : notOnPage(clean, rest));
      const isPicked = (one: ReadyShort) => unseen.has(one) || isTicked?.(notShown(one, viewer)) === true;
      const picked = isTicked === undefined ? clean : clean.filter(isPicked);
      const pickedOnly = new Set(picked);
      const listed = [...warned, ...picked];
      const parts = Math.max(1, Math.ceil(listed.length / reviewedAtOnce));
      const shown = Math.min(part, parts - 1);
      const from = shown * reviewedAtOnce;
      return {
        rows: await ready(rows, viewer, filter, listed.slice(from, from + reviewedAtOnce)),
        part: shown,
        from,
        listed: listed.length,
        parts,
        ready: clean.length + warned.length,
        picked: picked.length + warned.filter(isPicked).length,
        asTicked: [...clean, ...warned].filter((one) => isTicked?.(notShown(one, viewer))).length,
        leftOut: clean.filter((one) => !pickedOnly.has(one)).map(({ company, run }) => ({ ...run, company })),
      };
    });
  }

  /** The held runs of a month, in the order in which they are asked about. */
  async held(reader: Viewer, month: MonthOfMode): Promise<readonly HeldRun[]> {
    return this.database.read(async (rows) => heldRuns(rows, await ofMode(rows, reader, month.mode), month, heldMax));
  }

  /** The ready runs that are added after those of a page that began at `from`. */
  async moreReady(reader: Viewer, filter: BoardFilter, place: ReadyPlace): Promise<ReadyPage> {
    return this.database.read(async (rows) =>
      readyPage(rows, await ofMode(rows, reader, filter.mode), filter, { ...place, size: rowsAdded }),
    );
  }

  async toSignOff(viewer: Viewer, month: MonthOfMode): Promise<readonly ToSignOff[]> {
    const now = this.database.clock.now();
    return this.database.read(async (rows) => toSignOff(rows, await ofMode(rows, viewer, month.mode), { month, now }));
  }

  /** The month that is being closed: the latest, up to the given month, for which payroll is known. */
  async latestMonth(viewer: Viewer, upTo: TaxMonth): Promise<TaxMonth> {
    const [latest] = await this.database.read((rows) =>
      runsSeen(rows, viewer)
        .select('r.year', 'year')
        .addSelect('r.period', 'period')
        .andWhere('(r.year, r.period) <= (:year, :period)', upTo)
        .andWhere(`r.state <> 'not_ready'`)
        .orderBy('r.year', 'DESC')
        .addOrderBy('r.period', 'DESC')
        .limit(1)
        .getRawMany<TaxMonth>(),
    );
    return latest ?? upTo;
  }
}

interface ReadyPlace {
  /** Where the page began: rows are added to it. */
  readonly from?: string;
  readonly after?: string;
}

async function readyPage(
  rows: ReadRows,
  viewer: Viewer,
  filter: BoardFilter,
  { from, after, size }: ReadyPlace & { readonly size: number },
): Promise<ReadyPage> {
  const { clean, warned } = await readyJudged(rows, viewer, filter, reviewedMax);
  const start = rowsUpTo(clean, after);
  const shown = clean.slice(start, start + size);
  const last = shown.at(-1);
  const left = clean.slice(start + size);
  const warnedShown = warned.slice(0, warnedShownMax);
  const found = await ready(rows, viewer, filter, [...shown, ...(from === after ? warnedShown : [])]);
  return {
    rows: found.filter((row) => row.clean),
    ...(left.length > 0 && last !== undefined && { next: placeOfRun(last) }),
    from,
    warned: found.filter((row) => !row.clean),
    warnedMore: warned.length - warnedShown.length,
    clean: clean.length,
    notShown: notOnPage(clean, { from, next: last && placeOfRun(last) }).map((one) => notShown(one, viewer)),
  };
}

/** The clean ones before a page that began at `from`, and after it. */
function notOnPage(clean: readonly ReadyShort[], { from, next }: ReadyShown): readonly ReadyShort[] {
  const end = next === undefined ? clean.length : rowsUpTo(clean, next);
  return [...clean.slice(0, rowsUpTo(clean, from)), ...clean.slice(end)];
}

const notShown = ({ run: { companyId, tag, fingerprint, net } }: ReadyShort, viewer: Viewer): NotShown => ({
  companyId,
  tag,
  fingerprint: fingerprint ?? undefined,
  totals: viewer.pay ? { net } : undefined,
});

async function countsOf(
  rows: ReadRows,
  viewer: Viewer,
  filter: BoardFilter,
): Promise<Pick<BoardMonth, 'counts' | 'overdue'>> {
  const found = await monthCounted(rows, viewer, filter)
    .select('r.state', 'state')
    .addSelect('COUNT(*)', 'runs')
    .addSelect('SUM(CASE WHEN r.signedOffAt IS NULL THEN 1 ELSE 0 END)', 'unsigned')
    .groupBy('r.state')
    .getRawMany<{ state: RunState; runs: number | string; unsigned: number | string }>();
  const groups = Object.keys(runGroups) as RunGroup[];
  const counts = groups.map((group) => {
    const states = found.filter((row) => groupOf(row.state) === group);
    const sum = (of: 'runs' | 'unsigned') => states.reduce((total, row) => total + Number(row[of]), 0);
    return [group, { runs: sum('runs'), unsigned: sum('unsigned') }] as const;
  });
  const overdue = found.filter(({ state }) => state === 'overdue').reduce((sum, { runs }) => sum + Number(runs), 0);
  return { counts: Object.fromEntries(counts) as Record<RunGroup, GroupCount>, overdue };
}

interface Sums {
  readonly companies: number | string;
  readonly synced: string | Date | null;
  readonly verified: string | Date | null;
  readonly never: number | string | null;
}

async function companiesSummary(rows: ReadRows, viewer: Viewer): Promise<CompaniesSummary> {
  const companies = () => {
    const query = rows.createQueryBuilder().from(CompanyRow, 'c').where(`c.life <> 'left'`);
    return onlyAmong(query, 'c.id', viewer.companies);
  };
  const sums = await companies()
    .select('COUNT(*)', 'companies')
    .addSelect('MAX(c.lastSyncedAt)', 'synced')
    .addSelect(`MIN(CASE WHEN c.life = 'working' THEN c.lastVerifiedAt END)`, 'verified')
    .addSelect(
      `SUM(CASE WHEN c.life = 'working' AND c.lastVerifiedAt IS NULL AND ${isPosted} THEN 1 ELSE 0 END)`,
      'never',
    )
    .getRawOne<Sums>();
  const findings = await companies()
    .select('c.verifyFindings', 'findings')
    .andWhere(`c.verifyFindings IS NOT NULL AND c.verifyFindings <> '[]'`)
    .getRawMany<{ findings: string }>();
  const troubled = await companies()
    .select('c.id', 'id')
    .addSelect('c.name', 'name')
    .addSelect('c.problem', 'problem')
    .andWhere(`c.problem IS NOT NULL AND c.life = 'working'`)
    .orderBy('c.name')
    .limit(troubledMax)
    .getRawMany<TroubledCompany>();
  return {
    companies: Number(sums?.companies ?? 0),
    lastSyncedAt: sums?.synced ? new Date(sums.synced) : undefined,
    verifiedSince: sums?.verified ? new Date(sums.verified) : undefined,
    neverVerified: Number(sums?.never ?? 0),
    findings: findings.reduce((total, row) => total + findingsIn(row.findings), 0),
    troubled,
  };
}

const isPosted = 'EXISTS (SELECT 1 FROM postings p WHERE p.company_id = c.id)';

function findingsIn(json: string): number {
  const found: unknown = JSON.parse(json);
  return Array.isArray(found) ? found.length : 0;
}

async function waitingElsewhere(rows: ReadRows, viewer: Viewer, shown: BoardFilter): Promise<Elsewhere> {
  const waiting: readonly RunState[] = [...runGroups.needsYou, ...runGroups.ready];
  const { assignee } = shown;
  const found = await onlyWork(runsSeen(rows, viewer), assignee)
    .select('r.year', 'year')
    .addSelect('r.period', 'period')
    .addSelect(`CASE WHEN r.state = 'ready' THEN 'ready' ELSE 'needsYou' END`, 'waits')
    .addSelect('COUNT(*)', 'runs')
    .andWhere('r.state IN (:...waiting)', { waiting })
    .groupBy('r.year')
    .addGroupBy('r.period')
    .addGroupBy(`CASE WHEN r.state = 'ready' THEN 'ready' ELSE 'needsYou' END`)
    .orderBy('r.year')
    .addOrderBy('r.period')
    .getRawMany<{ year: number; period: number; waits: WaitingMonth['group']; runs: number | string }>();
  const months = found
    .filter((row) => row.year !== shown.year || row.period !== shown.period)
    .map(({ year, period, waits, runs }) => ({ year, period, group: waits, runs: Number(runs) }));
  const isAny = months.some((month) => month.group === 'needsYou');
  const latest = isAny ? await latestElsewhere(rows, viewer, shown, latestElsewhereMax) : [];
  const clients = (await clientWaits(rows, viewer, { assignee })).filter(
    ({ year, period }) => year !== shown.year || period !== shown.period,
  );
  return { months: withClients(months, clients), latest, clients: clients.slice(0, latestElsewhereMax) };
}

/** A month in which only a client's answer is awaited is listed too. */
function withClients(months: readonly WaitingMonth[], clients: readonly ClientWait[]): readonly WaitingMonth[] {
  const all = new Map(months.map((one) => [`${one.year} ${one.period} ${one.group}`, one]));
  for (const { year, period } of clients) {
    const key = `${year} ${period} needsYou`;
    const known = all.get(key) ?? { year, period, group: 'needsYou', runs: 0 };
    all.set(key, { ...known, runs: known.runs + 1 });
  }
  return [...all.values()].sort((a, b) => a.year - b.year || a.period - b.period);
}

/** What the list can be limited to, besides states and holds. */
export const clientReasons = { client_asks: 'asks', client_silent: 'silent' } as const;

function clientsShown(waits: readonly ClientWait[], reason: string | undefined): readonly ClientWait[] {
  if (reason === undefined) return waits;
  return waits.filter(({ says }) => says === clientReasons[reason as keyof typeof clientReasons]);
}
