import { payKey, payKeyOf } from '../../../journal/nouns/pay-key.js';
import { isProfitAndLoss } from '../../../journal/nouns/chart.js';
import type { MonthOfMode } from '../../../views/month/board.js';
import type { BoardFilter, TaxMonth } from '../../../views/month/board-lists.js';

/** The addresses of the pages, in one place. */

interface RunAddress {
  readonly companyId: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
}

type RunNamed = RunAddress & ({ readonly tag: string } | { readonly fromSource: string | undefined });

export function runPath({ companyId, year, period, datedOn, ...run }: RunNamed): string {
  const paidOn = 'tag' in run ? payKeyOf({ datedOn, tag: run.tag }) : payKey(datedOn, run.fromSource);
  return runKeyPath({ companyId, year, period, paidOn });
}

/** `paidOn` as `payKeyOf` names it. */
export const runKeyPath = (of: Omit<RunAddress, 'datedOn'> & { readonly paidOn: string }): string =>
  `/runs/${encodeURIComponent(of.companyId)}/${of.year}/${of.period}/${of.paidOn}`;

/** A client's tabs by their addresses; the first, its pay runs, is the client's own address. */
export const clientTabs = [
  'runs',
  'payroll-in',
  'reconciliation',
  'audit',
  'tax-year',
  'people',
  'settings',
  'connection',
] as const;
export type ClientTab = (typeof clientTabs)[number];

export function companyPath(companyId: string, tab: ClientTab = 'runs'): string {
  const client = `/clients/${encodeURIComponent(companyId)}`;
  return tab === 'runs' ? client : `${client}/${tab}`;
}

/** Its pay run of the month, if there is only one. */
export const clientMonthPath = (companyId: string, { year, period }: TaxMonth): string =>
  `${companyPath(companyId)}/months/${year}/${period}`;

/** What makes up an account of a client: a cost month by month, a debt by what charged and cleared it. */
export const accountPath = (companyId: string, account: string): string =>
  `${companyPath(companyId, isProfitAndLoss(account) ? 'tax-year' : 'reconciliation')}#${accountId(account)}`;

export const movementPath = (companyId: string, of: { readonly account: string; readonly from: string }): string =>
  withQuery(`${companyPath(companyId, 'reconciliation')}/movement`, { ...of });

export const auditPath = (companyId: string, year?: number): string =>
  withQuery(companyPath(companyId, 'audit'), { year: year?.toString() });

export const accountId = (account: string): string => `account-${account}`;

export const costByAccountPath = (companyId: string) => `${companyPath(companyId, 'settings')}/cost-by-account`;
export const payrollMovePath = (companyId: string) => `${companyPath(companyId, 'settings')}/payroll-move`;
/** What the employer pays into whose pension, where payroll comes as files. */
export const pensionsPath = (companyId: string) => `${companyPath(companyId, 'payroll-in')}/pensions`;
export const adjustmentsPath = (companyId: string) => `${companyPath(companyId, 'settings')}/adjustments`;

interface EmployeeAddress {
  readonly companyId: string;
  readonly user: string;
  readonly year: number;
}

export function employeePath({ companyId, user, year }: EmployeeAddress): string {
  return `${companyPath(companyId, 'people')}/${encodeURIComponent(user)}?year=${year}`;
}

export const dryRunPath = (companyId: string, sync: string) =>
  `${companyPath(companyId)}/dry-run/${encodeURIComponent(sync)}`;

export function taxYearPath(companyId: string, year?: number): string {
  return withQuery(companyPath(companyId, 'tax-year'), { year: year?.toString() });
}

export function taxYearFilePath(companyId: string, format: string, year?: number): string {
  return withQuery(`${companyPath(companyId, 'tax-year')}.${format}`, { year: year?.toString() });
}

export function personPath(id: string): string {
  return `/people/${encodeURIComponent(id)}`;
}

/** Addresses count tax months from 1 to 12, as people do. */
export function boardPath({ year, period }: TaxMonth, more: Readonly<Record<string, string | undefined>> = {}): string {
  return withQuery('/', { year: String(year), month: String(period + 1), ...more });
}

/** What limits Month to some of its clients, in the form of its addresses and forms. */
export const clientsOnly = ({ search, mode, assignee }: BoardFilter): Readonly<Record<string, string | undefined>> => ({
  search,
  mode,
  assignee,
});

/** What a form of a month sends along: the month and its filters. */
export const monthKept = (filter: BoardFilter) => ({
  year: filter.year,
  month: filter.period + 1,
  ...clientsOnly(filter),
  reason: filter.reason,
});

/** An act for many runs of a month, for the clients of one mode or for all. */
export const monthActPath = (path: string, { year, period, mode }: MonthOfMode): string =>
  withQuery(path, { year: String(year), month: String(period + 1), mode });

/** What would be posted of a month: all that is clean, to begin with. */
export const reviewPath = (filter: BoardFilter): string =>
  withQuery('/runs/review', { year: String(filter.year), month: String(filter.period + 1), ...clientsOnly(filter) });

/** With the month that is being closed, if one is, so that the page can lead on. */
export const reconcilePath = (month: TaxMonth | undefined, part = ''): string =>
  withQuery(
    `/reconciliation${part}`,
    month === undefined ? {} : { year: String(month.year), month: String(month.period + 1) },
  );

/** Where syncs that were begun between two moments are followed. */
export const followPath = ({ since, until }: { readonly since: Date; readonly until: Date }): string =>
  withQuery('/syncs', { since: since.toISOString(), until: until.toISOString() });

export const signOffPath = (month: MonthOfMode): string => monthActPath('/runs/sign-off', month);

/** What the clients of a month were asked, and answered. */
export const clientAnswersPath = (month: TaxMonth, state?: string): string =>
  withQuery('/client-answers', { year: String(month.year), month: String(month.period + 1), state });

export const clientAnswersFilePath = (month: TaxMonth, format: string, state?: string): string =>
  withQuery(`/client-answers/file.${format}`, { year: String(month.year), month: String(month.period + 1), state });

export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
