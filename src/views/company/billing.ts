import type { Viewer } from '../../access/viewer.js';
import { byName } from '../../companies/companies.js';
import { CompanyRow } from '../../companies/company.entity.js';
import type { FileColumn } from '../files/csv.js';
import { onlyAmong } from '../../ground/among.js';
import type { Database } from '../../ground/database.js';
import type { ReadRows } from '../../ground/rows.js';
import { everyPage, type Page, type PageAsked, seek } from '../../ground/seek.js';
import { namesOf } from '../../record/actors.js';
import { actNames, type LogAct, rowOf } from '../../record/acts.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { LogEntry } from '../../record/log/log-entry.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { monthInWords } from '../../journal/nouns/dates.js';
import { nameShown } from '../words/name-shown.js';

/** What was done for one client in one tax month: what a practice bills by. It has no amount of pay. */
export interface Billed {
  readonly companyId: string;
  readonly company: string;
  readonly year: number;
  readonly period: number;
  readonly payslips: number;
  readonly payDates: number;
  /** Journals that were amended, reversed or removed. */
  readonly corrections: number;
  /** Adjustments that were posted. */
  readonly adjustments: number;
  readonly linksSent: number;
  /** By people and programs, not by the schedule. */
  readonly acts: readonly { readonly who: string; readonly act: string; readonly times: number }[];
}

interface BilledMonth {
  readonly year: number;
  readonly period: number;
}

const byOthers: readonly string[] = ['sync', 'client', 'runner'];
/** The log may name an act that has no row any more. */
const isByPerson = (act: string): boolean =>
  (actNames as readonly string[]).includes(act) && !byOthers.includes(rowOf(act as LogAct).by);

const corrections: readonly string[] = ['amend', 'reverse', 'remove'];
/** What payroll has no figures for yet, what was there before us, and what is told elsewhere. */
const notDone = ['not_ready', 'overdue', 'before_cutover', 'moved'];

/** The clients with something in the month, by name. */
export async function billed(
  rows: ReadRows,
  viewer: Pick<Viewer, 'companies'>,
  month: BilledMonth,
  page: PageAsked,
): Promise<Page<Billed>> {
  const query = rows
    .createQueryBuilder(CompanyRow, 'c')
    .where(
      'EXISTS (SELECT 1 FROM pay_runs r WHERE r.company_id = c.id AND r.year = :year AND r.period = :period AND r.state NOT IN (:...notDone))',
      { ...month, notDone },
    );
  onlyAmong(query, 'c.id', viewer.companies);
  const found = await seek({ query, keys: byName, read: () => query.getMany() }, page);
  const among = { ids: found.rows.map(({ id }) => id), ...month };
  const [runs, acts, links] = [await runsOf(rows, among), await actsOf(rows, among), await linksOf(rows, among)];
  const names = await namesOf(rows, [...new Set(acts.map(({ actor }) => actor))]);
  return {
    ...found,
    rows: found.rows.map(({ id: companyId, name: company }) => {
      const own = acts.filter((one) => one.companyId === companyId);
      const paid = runs.find((one) => one.companyId === companyId);
      return {
        companyId,
        company,
        year: month.year,
        period: month.period,
        payslips: Number(paid?.payslips ?? 0),
        payDates: Number(paid?.payDates ?? 0),
        corrections: sum(own.filter(({ act }) => corrections.includes(act))),
        adjustments: Number(paid?.adjustments ?? 0),
        linksSent: Number(links.find((one) => one.companyId === companyId)?.links ?? 0),
        acts: own
          .filter(({ actor, act }) => actor !== 'schedule' && isByPerson(act))
          .map(({ actor, act, times }) => ({ who: nameShown(names.get(actor) ?? actor), act, times: Number(times) })),
      };
    }),
  };
}

type Among = BilledMonth & { readonly ids: readonly string[] };

const sum = (all: readonly { readonly times: number | string }[]): number =>
  all.reduce((total, { times }) => total + Number(times), 0);

function runsOf(rows: ReadRows, { ids, year, period }: Among) {
  const query = rows
    .createQueryBuilder()
    .select('r.companyId', 'companyId')
    .addSelect(`SUM(CASE WHEN r.kind = 'payroll' AND NOT r.gone THEN r.payslips ELSE 0 END)`, 'payslips')
    .addSelect(`COUNT(DISTINCT CASE WHEN r.kind = 'payroll' AND NOT r.gone THEN r.datedOn END)`, 'payDates')
    .addSelect(`SUM(CASE WHEN r.kind <> 'payroll' AND r.journalSet IS NOT NULL THEN 1 ELSE 0 END)`, 'adjustments')
    .from(PayRunRecord, 'r')
    .where('r.year = :year AND r.period = :period', { year, period })
    .andWhere('r.state NOT IN (:...notDone)', { notDone })
    .groupBy('r.companyId');
  type Counted = Record<'payslips' | 'payDates' | 'adjustments', number | string>;
  return onlyAmong(query, 'r.companyId', ids).getRawMany<Counted & { readonly companyId: string }>();
}

function actsOf(rows: ReadRows, { ids, year, period }: Among) {
  const query = rows
    .createQueryBuilder()
    .select('l.companyId', 'companyId')
    .addSelect('l.actor', 'actor')
    .addSelect('l.act', 'act')
    .addSelect('COUNT(*)', 'times')
    .from(PayRunRecord, 'r')
    .innerJoin(LogEntry, 'l', 'l.companyId = r.companyId AND l.tag = r.tag')
    .where('r.year = :year AND r.period = :period', { year, period })
    .andWhere(`l.outcome = 'done'`)
    .groupBy('l.companyId')
    .addGroupBy('l.actor')
    .addGroupBy('l.act')
    .orderBy('l.actor')
    .addOrderBy('l.act');
  type Done = Pick<LogEntry, 'companyId' | 'actor' | 'act'> & { readonly times: number | string };
  return onlyAmong(query, 'r.companyId', ids).getRawMany<Done>();
}

function linksOf(rows: ReadRows, { ids, year, period }: Among) {
  const query = rows
    .createQueryBuilder()
    .select('a.companyId', 'companyId')
    .addSelect('COUNT(*)', 'links')
    .from(ClientApproval, 'a')
    .where('a.year = :year AND a.period = :period', { year, period })
    .groupBy('a.companyId');
  return onlyAmong(query, 'a.companyId', ids).getRawMany<{ companyId: string; links: number | string }>();
}

const clientsPerRead = 200;

/** Of a tax year, by client and month. */
export async function* billedInYear(
  database: Database,
  viewer: Pick<Viewer, 'companies'>,
  year: number,
): AsyncGenerator<Billed> {
  for (let period = 0; period < 12; period++)
    for await (const page of everyPage((after) =>
      database.read((rows) => billed(rows, viewer, { year, period }, { after, size: clientsPerRead })),
    ))
      yield* page;
}

export const billingColumns: readonly FileColumn<Billed>[] = [
  { heading: 'Client', value: ({ company }) => company },
  { heading: 'Tax month', value: ({ year, period }) => monthInWords(year, period) },
  { heading: 'Payslips', value: ({ payslips }) => payslips },
  { heading: 'Pay dates', value: ({ payDates }) => payDates },
  { heading: 'Corrections', value: ({ corrections: times }) => times },
  { heading: 'Adjustments', value: ({ adjustments }) => adjustments },
  { heading: 'Links sent', value: ({ linksSent }) => linksSent },
  { heading: 'Who did what', value: ({ acts }) => actsInWords(acts) },
];

/** "Ann Ash: Posted 1, Signed off 1; Ben Birch: Decided 2" */
function actsInWords(acts: Billed['acts']): string {
  const people = [...new Set(acts.map(({ who }) => who))];
  const own = (name: string) => acts.filter(({ who }) => who === name);
  return people
    .map(
      (name) =>
        `${name}: ${own(name)
          .map(({ act, times }) => `${rowOf(act as LogAct).words} ${times}`)
          .join(', ')}`,
    )
    .join('; ');
}
