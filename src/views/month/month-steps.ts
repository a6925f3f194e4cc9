import type { Viewer } from '../../access/viewer.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { taxMonthRange } from '../../journal/nouns/dates.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { ControlReading } from '../../record/controls.entity.js';
import { Decision } from '../../record/runs/decision.entity.js';
import { LogEntry } from '../../record/log/log-entry.entity.js';
import type { RunState } from '../../record/runs/pay-run.entity.js';
import { groupOf, type RunGroup } from '../lists/run-groups.js';
import { runsSeen } from '../lists/run-row.js';
import { clientWaits } from '../company/client-answers.js';
import { onlyWork } from '../lists/assignees.js';
import type { TaxMonth } from './board-lists.js';
import { type FileAwaited, filesAwaited } from './files-awaited.js';

/** How far a client's month is: `in`: payroll has it; `closed`: nothing of it waits, and every run is signed off. */
export interface ClientMonth {
  readonly isIn: boolean;
  readonly isClosed: boolean;
}

/** The close of a month as steps, each with what is left of it. */
export interface MonthSteps {
  /** Clients at work. */
  readonly clients: number;
  /** Of these, the clients whose payroll for the month is in. */
  readonly payrollIn: number;
  /** Clients whose payroll comes as files, of which the month's has not come; by name. */
  readonly awaited: readonly FileAwaited[];
  /**
   * Of the clients at work, those with nothing waiting: payroll in, nothing to decide or post, signed off, and no
   * question or answer of the client's own outstanding.
   */
  readonly closed: number;
  /** Clients whose pay runs of the month come to something owed to HMRC. */
  readonly owing: number;
  /** Clients who were asked about, and so told of, the month's payments. */
  readonly told: number;
  /** Clients with an open control account, as last read; those never read are not known. */
  readonly toReconcile: number;
  readonly neverRead: number;
  /** Clients whose file of the month someone has taken. */
  readonly files: number;
  /** When something of a step was last done. */
  readonly at: StepTimes;
}

export interface StepTimes {
  readonly decided?: Date;
  readonly posted?: Date;
  readonly signedOff?: Date;
  readonly read?: Date;
  readonly filesTaken?: Date;
}

/** A month, and whose work of it, if not everyone's. */
export interface MonthOfWork extends TaxMonth {
  readonly assignee?: string;
}

interface Counted {
  readonly companyId: string;
  readonly state: RunState;
  readonly unsigned: number | string;
  /** Pence; null if none of them is worked out. */
  readonly owed: number | string | null;
  readonly postedAt: string | Date | null;
  readonly signedOffAt: string | Date | null;
}

export async function monthSteps(
  rows: ReadRows,
  viewer: Viewer,
  { assignee, ...month }: MonthOfWork,
  today: string,
): Promise<MonthSteps> {
  const found = await onlyWork(runsSeen(rows, viewer), assignee)
    .select('r.companyId', 'companyId')
    .addSelect('r.state', 'state')
    .addSelect('SUM(CASE WHEN r.signedOffAt IS NULL THEN 1 ELSE 0 END)', 'unsigned')
    .addSelect('SUM(r.taxAuthority)', 'owed')
    .addSelect('MAX(r.postedAt)', 'postedAt')
    .addSelect('MAX(r.signedOffAt)', 'signedOffAt')
    .andWhere('r.year = :year AND r.period = :period', month)
    .groupBy('r.companyId')
    .addGroupBy('r.state')
    .getRawMany<Counted>();
  const worked = new Set(found.map(({ companyId }) => companyId));
  const all = [...(await clientsAtWork(rows, viewer))];
  const clients = new Map(assignee === undefined ? all : all.filter(([id]) => worked.has(id)));
  const counted = found.filter(({ companyId }) => clients.has(companyId));
  const states = new Map<string, Counted[]>();
  for (const one of counted) states.set(one.companyId, [...(states.get(one.companyId) ?? []), one]);
  const { awaited, noPayment } = await filesAwaited(rows, viewer, month, today);
  const waitsForFile = new Set(awaited.map(({ companyId }) => companyId));
  const waitsForClient = new Set((await clientWaits(rows, viewer, month)).map(({ companyId }) => companyId));
  const months = [...clients.keys()].map((id) =>
    clientMonth(states.get(id) ?? [], {
      waitsForFile: waitsForFile.has(id),
      noPayment: noPayment.has(id),
      waitsForClient: waitsForClient.has(id),
    }),
  );
  const readings = await latestReadings(rows, viewer);
  const read = readings.filter(({ companyId }) => clients.has(companyId));
  const files = (await filesTaken(rows, month)).filter(({ id }) => clients.has(id));
  return {
    clients: clients.size,
    payrollIn: months.filter(({ isIn }) => isIn).length,
    awaited: awaited.filter(({ companyId }) => clients.has(companyId)),
    closed: months.filter(({ isClosed }) => isClosed).length,
    owing: [...states.values()].filter(isOwing).length,
    told: (await toldOf(rows, viewer, month)).filter((id) => clients.has(id)).length,
    toReconcile: read.filter(({ state }) => state !== 'clear').length,
    neverRead: clients.size - read.length,
    files: files.length,
    at: {
      ...timeAs('decided', await decidedAt(rows, viewer, { assignee, ...month })),
      ...timeAs('posted', latest(counted.map(({ postedAt }) => postedAt))),
      ...timeAs('signedOff', latest(counted.map(({ signedOffAt }) => signedOffAt))),
      ...timeAs('read', latest(read.map(({ readAt }) => readAt))),
      ...timeAs('filesTaken', latest(files.map(({ at }) => at))),
    },
  };
}

const timeAs = (step: keyof StepTimes, at: Date | undefined): StepTimes => (at === undefined ? {} : { [step]: at });

function latest(times: readonly (string | Date | null)[]): Date | undefined {
  const known = times.flatMap((time) => (time === null ? [] : new Date(time).getTime()));
  return known.length === 0 ? undefined : new Date(Math.max(...known));
}

const isOwing = (runs: readonly Counted[]): boolean => runs.reduce((sum, { owed }) => sum + Number(owed ?? 0), 0) > 0;

/** Payroll is not in while a run of it is still to come. */
const waiting: ReadonlySet<RunGroup> = new Set(['needsYou', 'checking', 'ready', 'notDue']);

export function clientMonth(
  states: readonly Pick<Counted, 'state' | 'unsigned'>[],
  { waitsForFile = false, noPayment = false, waitsForClient = false } = {},
): ClientMonth {
  const hasCome = !waitsForFile && (states.length > 0 || noPayment);
  const isIn = hasCome && states.every(({ state }) => state !== 'not_ready' && state !== 'overdue');
  const isClosed = states.every(({ state, unsigned }) => {
    const group = groupOf(state);
    return !waiting.has(group) && (group !== 'done' || Number(unsigned) === 0);
  });
  return { isIn, isClosed: isIn && isClosed && !waitsForClient };
}

/** Clients with a pay run in a month, by name: those whose file of it can be made. */
export async function clientsOfMonth(
  rows: ReadRows,
  viewer: Viewer,
  month: TaxMonth,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return runsSeen(rows, viewer)
    .innerJoin(CompanyRow, 'c', 'c.id = r.companyId')
    .select('c.id', 'id')
    .addSelect('c.name', 'name')
    .distinct(true)
    .andWhere('r.year = :year AND r.period = :period', month)
    .orderBy('c.name')
    .getRawMany<{ id: string; name: string }>();
}

/** Names of the clients at work that have no pay run in a month. */
export async function clientsWithoutRun(rows: ReadRows, viewer: Viewer, month: TaxMonth): Promise<readonly string[]> {
  const run = runsSeen(rows, viewer)
    .select('r.companyId', 'companyId')
    .andWhere('r.year = :year AND r.period = :period', month);
  const having = new Set((await run.getRawMany<{ companyId: string }>()).map(({ companyId }) => companyId));
  const without = [...(await clientsAtWork(rows, viewer))].filter(([id]) => !having.has(id));
  return without.map(([, name]) => name).sort((a, b) => a.localeCompare(b));
}

async function clientsAtWork(rows: ReadRows, viewer: Viewer): Promise<ReadonlyMap<string, string>> {
  const query = rows
    .createQueryBuilder()
    .select('c.id', 'id')
    .addSelect('c.name', 'name')
    .from(CompanyRow, 'c')
    .where(`c.life = 'working'`);
  onlyAmong(query, 'c.id', viewer.companies);
  return new Map((await query.getRawMany<{ id: string; name: string }>()).map(({ id, name }) => [id, name]));
}

async function latestReadings(rows: ReadRows, viewer: Viewer) {
  const query = rows
    .createQueryBuilder(ControlReading, 'r')
    .select('r.companyId', 'companyId')
    .addSelect('r.state', 'state')
    .addSelect('r.readAt', 'readAt')
    .where('r.as_on = (SELECT MAX(l.as_on) FROM control_readings l WHERE l.company_id = r.company_id)');
  onlyAmong(query, 'r.companyId', viewer.companies);
  return query.getRawMany<Pick<ControlReading, 'companyId' | 'state'> & { readonly readAt: string | Date }>();
}

async function toldOf(rows: ReadRows, viewer: Viewer, month: TaxMonth): Promise<readonly string[]> {
  const query = rows
    .createQueryBuilder(ClientApproval, 'a')
    .select('DISTINCT a.companyId', 'id')
    .where('a.year = :year AND a.period = :period AND a.endedAt IS NULL', month);
  onlyAmong(query, 'a.companyId', viewer.companies);
  return (await query.getRawMany<{ id: string }>()).map(({ id }) => id);
}

/** When a question about one of the month's pay runs was last answered. */
async function decidedAt(rows: ReadRows, viewer: Viewer, { assignee, ...month }: MonthOfWork) {
  const found = await onlyWork(runsSeen(rows, viewer), assignee)
    .innerJoin(Decision, 'd', 'd.companyId = r.companyId AND d.tag = r.tag')
    .select('MAX(d.at)', 'at')
    .andWhere('r.year = :year AND r.period = :period', month)
    .andWhere(`d.kind IN ('approval', 'treatment', 'ignore', 'recovery')`)
    .getRawOne<{ at: string | Date | null }>();
  return latest([found?.at ?? null]);
}

/** The installation's log records who took which file. */
async function filesTaken(rows: ReadRows, { year, period }: TaxMonth): Promise<readonly FileTaken[]> {
  return (
    rows
      .createQueryBuilder(LogEntry, 'e')
      .select('e.ref', 'id')
      .addSelect('MAX(e.at)', 'at')
      // By the index of acts: reads of pay fill the installation's log. No file of a month is older than the month.
      .where('e.act = :act AND e.at >= :since AND e.answer LIKE :of', {
        act: 'month_file',
        of: `${year}-${String(period).padStart(2, '0')}, %`,
        since: `${taxMonthRange(year, period + 1).from}T00:00:00.000Z`,
      })
      .groupBy('e.ref')
      .getRawMany<FileTaken>()
  );
}

interface FileTaken {
  readonly id: string;
  readonly at: string | Date;
}
