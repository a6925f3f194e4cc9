import type { SelectQueryBuilder } from 'typeorm';
import type { ReadRows } from '../../ground/rows.js';
import { salaryAccounts } from '../../journal/allocation/cost-accounts.js';
import { Money } from '../../journal/nouns/money.js';
import { defaultPolicy } from '../../journal/policy/policy.js';
import { type NamesInBooks, namesInBooks } from '../lists/names-in-books.js';
import { payBefore, payFieldsOf } from '../checks/pay-before.js';
import type { PayRunRecord, StoredRemark } from '../../record/runs/pay-run.entity.js';
import { type RunGroup, runGroups } from '../lists/run-groups.js';
import { type NamedRun, namedRuns, type RunRow, runsSeen, runRow, selectRuns } from '../lists/run-row.js';
import { cursorOf, type Page, placeIn, type SeekKeys, seek, sorted } from '../../ground/seek.js';
import { readKey } from '../checks/books-as-read.js';
import { checksOf, type RunChecks, withoutAmounts } from '../checks/checks.js';
import { outByAccount } from '../run/run-checked.js';
import { judgeOf, type Unclean, uncleanBy } from '../checks/clean.js';
import { employersOf } from '../checks/scheme-years.js';
import type { Viewer } from '../../access/viewer.js';
import type { Mode } from '../lists/of-mode.js';
import { assigneesOf, onlyWork, workKey } from '../lists/assignees.js';

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

/** What a page shows of the clean ready runs: after `from`, or from the first; up to `next`, or to the last. */
export interface ReadyShown {
  readonly from?: string;
  readonly next?: string;
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

/** A held run, with its questions; without their words, if the viewer may not see pay. */
export interface HeldRun {
  readonly row: RunRow;
  readonly questions: readonly StoredRemark[];
}

/** The held runs of a month, in the order of its lists. */
export async function heldRuns(
  rows: ReadRows,
  viewer: Viewer,
  filter: BoardFilter,
  max: number,
): Promise<readonly HeldRun[]> {
  const query = monthQuery(rows, viewer, filter).andWhere(`r.state = 'held'`).addSelect('r.mapped');
  const found = await namedRuns(sorted(query, byCompany).limit(max));
  return found.map((named) => {
    const { mapped, holdCodes } = named.run;
    const questions = mapped?.holds ?? holdCodes.map((code) => ({ code, message: '' }));
    return {
      row: runRow(named, viewer),
      questions: viewer.pay ? questions : questions.map(({ code }) => ({ code, message: '' })),
    };
  });
}

/** What the runs that need a person can be limited to: their states, and the codes of their holds. */
export async function reasonsThatOccur(
  rows: ReadRows,
  viewer: Viewer,
  filter: BoardFilter,
): Promise<readonly string[]> {
  const found = await monthCounted(rows, viewer, filter)
    .select('r.state', 'state')
    .addSelect('r.holdCodes', 'codes')
    .andWhere('r.state IN (:...states)', { states: runGroups.needsYou })
    .groupBy('r.state')
    .addGroupBy('r.holdCodes')
    .getRawMany<{ state: string; codes: string }>();
  return [...new Set(found.flatMap(({ state, codes }) => [state, ...(JSON.parse(codes) as readonly string[])]))];
}

/** The latest runs of other months that need a person. */
export async function latestElsewhere(
  rows: ReadRows,
  viewer: Viewer,
  { assignee, ...shown }: Pick<BoardFilter, 'year' | 'period' | 'assignee'>,
  limit: number,
): Promise<readonly Attention[]> {
  const query = onlyWork(selectRuns(rows, viewer), assignee)
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

const short = [
  ...(['companyId', 'tag', 'year', 'period', 'datedOn', 'state', 'journalSet', 'fingerprint'] as const),
  ...(['gross', 'net', 'holdCodes', 'warningCodes'] as const),
];

/** What is known of a ready run before its row is read. */
export interface ReadyShort {
  readonly company: string;
  readonly run: Pick<PayRunRecord, (typeof short)[number]>;
}

/** The ready runs of a month, in the order of its lists, by whether they may be posted without a closer look. */
export interface ReadyJudged {
  readonly clean: readonly ReadyShort[];
  readonly warned: readonly ReadyShort[];
}

/** Judged from short rows: a page then reads the others, and the payslips, of those that it shows alone. */
export async function readyJudged(
  rows: ReadRows,
  viewer: Viewer,
  filter: BoardFilter,
  max: number,
): Promise<ReadyJudged> {
  const query = groupQuery(rows, viewer, filter, 'ready').select(short.map((column) => `r.${column}`));
  const all: readonly ReadyShort[] = await namedRuns(
    sorted(query.addSelect('c.name', 'company'), byCompany).limit(max),
  );
  const judge = await judgeOf(
    rows,
    all.map(({ run }) => run),
    filter,
  );
  const clean = new Set(all.filter(({ run }) => judge(run).length === 0));
  return { clean: [...clean], warned: all.filter((one) => !clean.has(one)) };
}

/** With what a reviewer compares them with. */
export async function ready(
  rows: ReadRows,
  viewer: Viewer,
  filter: BoardFilter,
  only: readonly ReadyShort[],
): Promise<readonly Ready[]> {
  if (only.length === 0) return [];
  const keys = new Set(only.map(({ run }) => workKey(run)));
  const [ids, tags] = [new Set(only.map(({ run }) => run.companyId)), new Set(only.map(({ run }) => run.tag))];
  const query = sorted(groupQuery(rows, viewer, filter, 'ready').addSelect('r.mapped'), byCompany)
    .andWhere('r.companyId IN (:...ids)', { ids: [...ids] })
    .andWhere('r.tag IN (:...tags)', { tags: [...tags] });
  const found = (await namedRuns(query)).filter(({ run }) => keys.has(workKey(run)));
  const companyIds = found.map(({ run }) => run.companyId);
  const before = await payBefore(rows, companyIds, filter);
  const employers = await employersOf(rows, companyIds);
  const checks = await checksOf(
    rows,
    found.map(({ run }) => run),
    employers,
  );
  return found.map((named): Ready => {
    const { run } = named;
    const own = checks.get(readKey(run)) as RunChecks;
    const previous = before.get(run.companyId);
    const rules = employers.get(run.companyId)?.policy ?? defaultPolicy;
    const salaries = salaryAccounts(rules);
    const known = payFieldsOf((previous ?? run).mapped, salaries);
    const unclean = uncleanBy(run, { checks: own, rules, grossBefore: previous?.gross });
    return {
      ...runRow(named, viewer),
      clean: unclean.length === 0,
      unclean: viewer.pay ? unclean : unclean.map(withoutItsAmount),
      checks: viewer.pay ? own : withoutAmounts(own),
      grossBefore: viewer.pay ? previous?.gross : undefined,
      newPay: payFieldsOf(run.mapped, salaries).filter((field) => !known.includes(field)),
    };
  });
}

/** How many rows of a list come before the place that a cursor names, with the row of that place. */
export function rowsUpTo(list: readonly ReadyShort[], cursor: string | undefined): number {
  const place = placeIn(byCompany, cursor);
  if (place === undefined) return 0;
  const [company = '', tag = ''] = place.map(String);
  const at = list.findIndex((one) => one.company === company && one.run.tag === tag);
  if (at >= 0) return at + 1;
  // It is ready no more: as near to it as names tell.
  const after = list.findIndex((one) => one.company > company || (one.company === company && one.run.tag > tag));
  return after < 0 ? list.length : after;
}

export const placeOfRun = (named: ReadyShort): string => cursorOf(byCompany, named);

export function monthQuery(rows: ReadRows, viewer: Viewer, filter: BoardFilter): SelectQueryBuilder<PayRunRecord> {
  return searched(ofMonth(selectRuns(rows, viewer), filter), filter.search);
}

/** Companies are needed only to search by their names. */
export function monthCounted(rows: ReadRows, viewer: Viewer, filter: BoardFilter): SelectQueryBuilder<PayRunRecord> {
  return filter.search ? monthQuery(rows, viewer, filter) : ofMonth(runsSeen(rows, viewer), filter);
}

function ofMonth(query: SelectQueryBuilder<PayRunRecord>, { assignee, year, period }: BoardFilter) {
  return onlyWork(query.andWhere('r.year = :year AND r.period = :period', { year, period }), assignee);
}

/** Companies whose name contains these letters, whatever the case. */
export function searched<T extends object>(query: SelectQueryBuilder<T>, search: string | undefined) {
  if (search === undefined || search === '') return query;
  const part = search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  return query.andWhere(`LOWER(c.name) LIKE :part ESCAPE '\\'`, { part: `%${part}%` });
}

function groupQuery(rows: ReadRows, viewer: Viewer, filter: BoardFilter, group: RunGroup) {
  return monthQuery(rows, viewer, filter).andWhere('r.state IN (:...states)', { states: runGroups[group] });
}

const byCompany: SeekKeys<ReadyShort> = [
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
  const changes =
    plan?.kind === 'changed' || plan?.kind === 'drift'
      ? plan.differences
      : plan?.kind === 'check'
        ? outByAccount(plan).map(({ account, amount }) => ({ account, before: '0.00', after: amount }))
        : [];
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
