import type { SelectQueryBuilder } from 'typeorm';
import type { ReadRows } from '../../ground/rows.js';
import { salaryAccounts } from '../../journal/allocation/cost-accounts.js';
import { Money } from '../../journal/nouns/money.js';
import { defaultPolicy } from '../../journal/policy/policy.js';
import { type NamesInBooks, namesInBooks } from '../lists/names-in-books.js';
import { payBefore, payFieldsOf } from '../checks/pay-before.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { type RunGroup, runGroups } from '../lists/run-groups.js';
import { type NamedRun, namedRuns, type RunRow, runsSeen, runRow, selectRuns } from '../lists/run-row.js';
import { onlyUpTo, type Page, placeIn, type SeekKeys, seek, sorted } from '../../ground/seek.js';
import { readKey } from '../checks/books-as-read.js';
import { checksOf, type RunChecks, withoutAmounts } from '../checks/checks.js';
import { judgeOf, policiesOf, type Unclean, uncleanBy } from '../checks/clean.js';
import type { Viewer } from '../../access/viewer.js';
import type { Mode } from '../lists/of-mode.js';
import { assigneesOf, unassigned, workKey } from '../lists/assignees.js';

export interface TaxMonth {
  readonly year: number;
  /** 0 to 11, as payroll counts. */
  readonly period: number;
}

export interface BoardFilter extends TaxMonth {
  /** Part of a company's name. */
  readonly search?: string;
  /** A state, or the code of a hold: limits what needs a person to it. */
  readonly reason?: string;
  /** Only clients of this mode: the viewer is limited to them (`ofMode`). */
  readonly mode?: Mode;
  /** Only this person's work, by their id, or unassigned work. */
  readonly assignee?: string;
}

export interface Attention extends RunRow {
  /** The first hold's full message, if the viewer may see pay. */
  readonly message?: string;
  /** Tags of the runs that must be dealt with before this one. */
  readonly waitsFor?: readonly string[];
  /** They cannot be dealt with: their journals may still reach the books. */
  readonly mayCome?: true;
  readonly mayPost?: true;
  /** The person it is assigned to. */
  readonly assignee?: string;
  /** What differs, account by account, if the viewer may see pay. */
  readonly differences: readonly { readonly account: string; readonly name: string; readonly by: Money }[];
}

export interface Ready extends RunRow {
  readonly clean: boolean;
  /** Why it is not clean. */
  readonly unclean: readonly Unclean[];
  readonly checks: RunChecks;
  /** Gross pay of the month before, if the company had one run in it. */
  readonly grossBefore?: Money;
  /** Pay items of this month that the month before did not have. */
  readonly newPay: readonly string[];
}

export interface Checking extends RunRow {
  /** Until when we look for the journal. */
  readonly settledBy?: Date;
}

/** What a page shows of the ready runs: after `from`, or from the first; up to `next`, or to the last. */
export interface ReadyShown {
  readonly from?: string;
  readonly next?: string;
}

/** The ready runs that a page does not show. */
export interface ReadyNotShown {
  readonly all: number;
  readonly clean: readonly RunRow[];
}

export const rowsPerPage = 10;
/** Rows that a script adds to a table come without a page around them: 25 are 18 KB. */
export const rowsAdded = 25;

export async function needsYou(
  rows: ReadRows,
  viewer: Viewer,
  filter: BoardFilter,
  after?: string,
): Promise<Page<Attention>> {
  const query = groupQuery(rows, viewer, filter, 'needsYou').addSelect(['r.mapped', 'r.plan']);
  if (filter.reason !== undefined) {
    query.andWhere('(r.state = :reason OR r.holdCodes LIKE :code)', {
      reason: filter.reason,
      code: `%"${filter.reason.replaceAll(/[^a-z_]/g, '')}"%`,
    });
  }
  const page = await pageBy(query, after, (named) => named);
  return { ...page, rows: await withNames(rows, viewer, page.rows) };
}

/** The latest runs of other months that need a person. */
export async function latestElsewhere(
  rows: ReadRows,
  viewer: Viewer,
  shown: TaxMonth,
  limit: number,
): Promise<readonly Attention[]> {
  const query = selectRuns(rows, viewer)
    .addSelect(['r.mapped', 'r.plan'])
    .andWhere('r.state IN (:...states)', { states: runGroups.needsYou })
    .andWhere('NOT (r.year = :year AND r.period = :period)', shown)
    .orderBy('r.year', 'DESC')
    .addOrderBy('r.period', 'DESC')
    .addOrderBy('c.name')
    .addOrderBy('r.tag')
    .limit(limit);
  return withNames(rows, viewer, await namedRuns(query));
}

export async function checking(
  rows: ReadRows,
  viewer: Viewer,
  filter: BoardFilter,
  after?: string,
): Promise<Page<Checking>> {
  const query = groupQuery(rows, viewer, filter, 'checking').addSelect('r.plan');
  return pageBy(query, after, (named) => {
    const { plan } = named.run;
    const settledBy = plan?.kind === 'in_doubt' ? plan.settledBy : undefined;
    return { ...runRow(named, viewer), settledBy: settledBy === undefined ? undefined : new Date(settledBy) };
  });
}

export async function done(rows: ReadRows, viewer: Viewer, filter: BoardFilter, after?: string): Promise<Page<RunRow>> {
  return pageBy(groupQuery(rows, viewer, filter, 'done'), after, (named) => runRow(named, viewer));
}

export async function ready(
  rows: ReadRows,
  viewer: Viewer,
  filter: BoardFilter,
  after?: string,
  size = rowsPerPage,
): Promise<Page<Ready>> {
  const query = groupQuery(rows, viewer, filter, 'ready').addSelect('r.mapped');
  const page = await pageBy(query, after, (named) => ({ row: runRow(named, viewer), run: named.run }), size);
  const companyIds = page.rows.map(({ row }) => row.companyId);
  const before = await payBefore(rows, companyIds, filter);
  const checks = await checksOf(
    rows,
    page.rows.map(({ run }) => run),
  );
  const policies = await policiesOf(rows, companyIds);
  const readyRow = ({ row, run }: { row: RunRow; run: PayRunRecord }): Ready => {
    const { mapped } = run;
    const own = checks.get(readKey(run)) as RunChecks;
    const previous = before.get(row.companyId);
    const rules = policies.get(row.companyId) ?? defaultPolicy;
    const salaries = salaryAccounts(rules);
    const known = payFieldsOf((previous ?? run).mapped, salaries);
    const against = { checks: own, rules, grossBefore: previous?.gross };
    const unclean = uncleanBy(run, against);
    return {
      ...row,
      clean: unclean.length === 0,
      unclean: viewer.pay ? unclean : unclean.map(withoutItsAmount),
      checks: viewer.pay ? own : withoutAmounts(own),
      grossBefore: viewer.pay ? previous?.gross : undefined,
      newPay: payFieldsOf(mapped, salaries).filter((field) => !known.includes(field)),
    };
  };
  return { ...page, rows: page.rows.map(readyRow) };
}

/** Judges the runs before and after those that a page shows, so that the page can offer all the clean ones at once. */
export async function readyNotShown(
  rows: ReadRows,
  viewer: Viewer,
  filter: BoardFilter,
  { from, next, max }: ReadyShown & { readonly max: number },
): Promise<ReadyNotShown> {
  const query = () => groupQuery(rows, viewer, filter, 'ready');
  const before = from === undefined ? [] : await upTo(query(), from, max);
  const left = max - before.length;
  const after = next === undefined ? [] : (await pageBy(query(), next, (named) => named, left)).rows;
  const all = [...before, ...after];
  const judge = await judgeOf(
    rows,
    all.map(({ run }) => run),
    filter,
  );
  const clean = all.filter(({ run }) => judge(run).length === 0);
  return { all: all.length, clean: clean.map((named) => runRow(named, viewer)) };
}

export function monthQuery(rows: ReadRows, viewer: Viewer, filter: BoardFilter): SelectQueryBuilder<PayRunRecord> {
  return searched(ofMonth(selectRuns(rows, viewer), filter), filter.search);
}

/** Companies are needed only to search by their names. */
export function monthCounted(rows: ReadRows, viewer: Viewer, filter: BoardFilter): SelectQueryBuilder<PayRunRecord> {
  return filter.search ? monthQuery(rows, viewer, filter) : ofMonth(runsSeen(rows, viewer), filter);
}

function ofMonth(query: SelectQueryBuilder<PayRunRecord>, { assignee, year, period }: BoardFilter) {
  query.andWhere('r.year = :year AND r.period = :period', { year, period });
  if (assignee === undefined) return query;
  return assignee === unassigned
    ? query.andWhere(`NOT ${isWork})`)
    : query.andWhere(`${isWork} AND a.person_id = :assignee)`, { assignee });
}

const isWork = 'EXISTS (SELECT 1 FROM assignments a WHERE a.company_id = r.company_id AND a.tag = r.tag';

/** Companies whose name contains these letters, whatever the case. */
export function searched<T extends object>(query: SelectQueryBuilder<T>, search: string | undefined) {
  if (search === undefined || search === '') return query;
  const part = search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  return query.andWhere(`LOWER(c.name) LIKE :part ESCAPE '\\'`, { part: `%${part}%` });
}

function groupQuery(rows: ReadRows, viewer: Viewer, filter: BoardFilter, group: RunGroup) {
  return monthQuery(rows, viewer, filter).andWhere('r.state IN (:...states)', { states: runGroups[group] });
}

const byCompany: SeekKeys<NamedRun> = [
  { column: 'c.name', of: ({ company }) => company },
  { column: 'r.tag', of: ({ run }) => run.tag },
];

async function pageBy<Row>(
  query: SelectQueryBuilder<PayRunRecord>,
  after: string | undefined,
  toRow: (named: NamedRun) => Row,
  size = rowsPerPage,
): Promise<Page<Row>> {
  const page = await seek({ query, keys: byCompany, read: namedRuns }, { after, size });
  return { ...page, rows: page.rows.map(toRow) };
}

/** The runs up to the place that a cursor names. */
function upTo(query: SelectQueryBuilder<PayRunRecord>, cursor: string, max: number): Promise<NamedRun[]> {
  const place = placeIn(byCompany, cursor);
  if (place !== undefined) onlyUpTo(query, byCompany, place);
  return namedRuns(sorted(query, byCompany).limit(max));
}

function withoutItsAmount(one: Unclean): Unclean {
  if (one.is === 'variance') return { ...one, by: Money.zero };
  return one.is === 'not_agreed' ? { ...one, paye: { ...one.paye, tie: undefined } } : one;
}

/** Names accounts by each company's own chart. */
async function withNames(rows: ReadRows, viewer: Viewer, found: readonly NamedRun[]): Promise<readonly Attention[]> {
  const names = new Map<string, NamesInBooks>();
  for (const { run } of found)
    if (run.plan && !names.has(run.companyId)) names.set(run.companyId, await namesInBooks(rows, run.companyId));
  const assignees = await assigneesOf(
    rows,
    found.map(({ run }) => run),
  );
  return found.map((named): Attention => {
    const row = attention(named, viewer, names.get(named.run.companyId));
    return { ...row, assignee: assignees.get(workKey(named.run)) };
  });
}

function attention(named: NamedRun, viewer: Viewer, names?: NamesInBooks): Attention {
  const { mapped, plan, state } = named.run;
  const row = runRow(named, viewer);
  const adjustment =
    plan?.kind === 'changed' && plan.why === 'neighbour'
      ? { waitsFor: plan.waitsFor ?? [], mayCome: plan.mayCome, mayPost: plan.mayPost }
      : {};
  if (!viewer.pay) return { ...row, ...adjustment, differences: [] };
  const changes = plan?.kind === 'changed' || plan?.kind === 'drift' ? plan.differences : [];
  return {
    ...row,
    ...adjustment,
    message: state === 'held' ? mapped?.holds[0]?.message : undefined,
    // A date that moved is listed among the changes, and is not an amount.
    differences: changes
      .filter(({ account }) => account !== 'date')
      .map(({ account, before, after }) => ({
        account,
        name: names?.account(account) ?? '',
        by: Money.parse(after).minus(Money.parse(before)),
      })),
  };
}
