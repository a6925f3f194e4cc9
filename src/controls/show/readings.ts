import { pick } from '../../ground/pick.js';
import { IsNull, type SelectQueryBuilder } from 'typeorm';
import type { Rights } from '../../access/principal.js';
import { amountsRefused } from '../../access/refusals.js';
import type { Viewer } from '../../access/viewer.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import { byName } from '../../companies/companies.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { type Page, type PageAsked, type SeekKeys, seek } from '../../ground/seek.js';
import { parsePolicy } from '../../journal/policy/policy.js';
import { actNames, rowOf } from '../../record/acts.js';
import { ControlNoteRow, ControlReading } from '../../record/controls.entity.js';
import { LogEntry } from '../../record/log/log-entry.entity.js';
import { type AccountAnswer, type Answer, type Cause, countOpen, type OpenPart } from '../../record/control-answer.js';

/** Figures, and the hints that have some, are left out if the viewer may not see them. */
export interface AccountShown extends Omit<AccountAnswer, 'balance' | 'notDue' | 'known' | 'open'> {
  readonly balance?: string;
  readonly notDue?: string;
  readonly known?: string;
  readonly open: readonly (Omit<OpenPart, 'amount'> & { readonly amount?: string })[];
}

export interface CauseShown extends Omit<Cause, 'accounts'> {
  readonly accounts: readonly (Omit<Cause['accounts'][number], 'amount'> & { readonly amount?: string })[];
}

export interface ReadingShown {
  readonly companyId: string;
  readonly company: string;
  readonly asOn: string;
  readonly readAt: Date;
  readonly state: Answer['state'];
  readonly exceptions: number;
  /** How many of these are on accounts that the viewer may not see. */
  readonly unseen: number;
  /** Why there is nothing in it: the books could never be read, or there is no pay run to compare them with. */
  readonly empty?: 'never_read' | 'no_payroll';
  readonly causes: readonly CauseShown[];
  readonly accounts: readonly AccountShown[];
  /** Why it could not be read again since, or at all. */
  readonly problem?: string;
  /** What was done since, and may have changed it. */
  readonly since?: string;
  /** The policy lets the board show that there are no exceptions. */
  readonly isShownWhenClear: boolean;
}

/** A line of these leaves a reading as it is: nothing that it compares has moved, or only what is sent next. */
const leaveReadings = actNames.filter((act) => rowOf(act).moves === 'nothing' || rowOf(act).only === 'sending');

interface Raw {
  readonly company: string;
  readonly policy: string;
}

/** The latest readings of the companies that the viewer may see, sorted by name. */
export async function readingsOf(
  rows: ReadRows,
  viewer: Viewer,
  companyIds?: readonly string[],
): Promise<readonly ReadingShown[]> {
  const query = withNames(latest(rows, viewer)).orderBy('c.name');
  onlyAmong(query, 'c.id', companyIds);
  return shownIn(rows, viewer, query);
}

const isQuiet = `r.exceptions = 0 AND r.problem IS NULL`;
const isEmpty = `r.causes = '[]' AND r.accounts = '[]'`;
/** All that is to be looked at is that the bank ends: of forty clients alike that is one matter. */
const isOfBank = `r.exceptions = 1 AND r.problem IS NULL AND r.causes LIKE '%"isOfBank":true%'`;
const ofKind = {
  open: `NOT (${isQuiet}) AND NOT (${isOfBank})`,
  bank: isOfBank,
  nothing: `${isQuiet} AND ${isEmpty}`,
  clear: `${isQuiet} AND NOT (${isEmpty})`,
} as const;

/** The same by kind: with something to look at or that could not be read, without bank lines, with no pay run, or clear. */
export function readingsPage(
  rows: ReadRows,
  viewer: Viewer,
  kind: keyof typeof ofKind,
  page: PageAsked,
): Promise<Page<ReadingShown>> {
  const query = withNames(latest(rows, viewer)).andWhere(`(${ofKind[kind]})`);
  return seek({ query, keys: byCompany, read: () => shownIn(rows, viewer, query) }, page);
}

const byCompany: SeekKeys<Pick<ReadingShown, 'company'>> = [{ column: 'c.name', of: ({ company }) => company }];

export interface ReadingsCounted {
  readonly all: number;
  readonly clear: number;
  /** The bank ends too early to tell, and nothing else is to be looked at. */
  readonly bank: number;
  readonly nothing: number;
  /** No attempt was made. */
  readonly unread: number;
  /** Never read, or not successfully. */
  readonly never: number;
}

export async function readingsCounted(rows: ReadRows, viewer: Viewer): Promise<ReadingsCounted> {
  const sum = (of: string) => `SUM(CASE WHEN ${of} THEN 1 ELSE 0 END)`;
  const read = await latest(rows, viewer)
    .select('COUNT(*)', 'all')
    .addSelect(sum(ofKind.clear), 'clear')
    .addSelect(sum(ofKind.bank), 'bank')
    .addSelect(sum(ofKind.nothing), 'nothing')
    .addSelect(sum(`${isEmpty} AND r.state <> 'clear'`), 'never')
    .getRawOne<Record<Exclude<keyof ReadingsCounted, 'unread'>, string | number | null>>();
  const unread = await unreadBy(rows, viewer).getCount();
  const number = (of: keyof NonNullable<typeof read>) => Number(read?.[of] ?? 0);
  const [clear, nothing] = [number('clear'), number('nothing')];
  return { all: number('all') + unread, clear, bank: number('bank'), nothing, unread, never: number('never') + unread };
}

/** The last reading of each company. */
function latest(rows: ReadRows, viewer: Viewer): SelectQueryBuilder<ControlReading> {
  const query = rows
    .createQueryBuilder(ControlReading, 'r')
    .innerJoin(CompanyRow, 'c', 'c.id = r.companyId')
    .where(`c.life <> 'left'`)
    .andWhere('r.as_on = (SELECT MAX(l.as_on) FROM control_readings l WHERE l.company_id = c.id)');
  return onlyAmong(query, 'c.id', viewer.companies);
}

const withNames = (query: SelectQueryBuilder<ControlReading>) =>
  query
    .innerJoin(PolicyVersion, 'v', 'v.companyId = c.id AND v.version = c.policyVersion')
    .addSelect('c.name', 'company')
    .addSelect('v.policy', 'policy');

async function shownIn(
  rows: ReadRows,
  viewer: Viewer,
  query: SelectQueryBuilder<ControlReading>,
): Promise<ReadingShown[]> {
  const { raw, entities } = await query.getRawAndEntities<Raw>();
  const shown: ReadingShown[] = [];
  for (const [index, row] of entities.entries()) {
    const { company, policy } = raw[index] as Raw;
    const since = await changeSince(rows, row);
    const answer = answerShown(row, viewer);
    const empty = whyEmpty(row);
    shown.push({
      ...pick(row, ['companyId', 'asOn', 'readAt', 'exceptions']),
      company,
      ...answer,
      unseen: Math.max(0, row.exceptions - countOpen(answer)),
      ...(empty !== undefined && { empty }),
      isShownWhenClear: parsePolicy(JSON.parse(policy)).controls.whenClear === 'show',
      ...(row.problem !== null && { problem: row.problem }),
      ...(since !== undefined && { since }),
    });
  }
  return shown;
}

function whyEmpty({ state, causes, accounts }: Answer): ReadingShown['empty'] {
  if (causes.length + accounts.length > 0) return undefined;
  return state === 'clear' ? 'no_payroll' : 'never_read';
}

/** An answer as the viewer may see it: without pay no figures, no accounts of people, and no hints, which have both. */
export function answerShown(
  { state, causes, accounts }: Answer,
  viewer: Pick<Viewer, 'pay'>,
): Pick<ReadingShown, 'state' | 'causes' | 'accounts'> {
  if (viewer.pay) return { state, causes, accounts };
  return {
    state,
    causes: causes.map(causeWithoutFigures),
    accounts: accounts.filter(({ user }) => user === undefined).map(withoutFigures),
  };
}

function causeWithoutFigures({ inTotals, accounts, ...cause }: Cause): CauseShown {
  const ofAll = accounts.filter(({ user }) => user === undefined);
  return {
    ...cause,
    what: inTotals ?? cause.what,
    accounts: ofAll.map(({ amount: _, ...place }) => place),
  };
}

const withoutFigures = ({ account, name, open }: AccountAnswer): AccountShown => ({
  account,
  name,
  open: open.map(({ id, item, due, state }) => ({ id, item, due, state, hints: [] })),
});

/** The companies the viewer may see whose control accounts were never read, by name. */
export const companiesUnread = (rows: ReadRows, viewer: Viewer): Promise<readonly CompanyRow[]> =>
  unreadBy(rows, viewer).orderBy('c.name').getMany();

export function unreadPage(rows: ReadRows, viewer: Viewer, page: PageAsked): Promise<Page<CompanyRow>> {
  const query = unreadBy(rows, viewer);
  return seek({ query, keys: byName, read: () => query.getMany() }, page);
}

function unreadBy(rows: ReadRows, viewer: Viewer): SelectQueryBuilder<CompanyRow> {
  const query = rows
    .createQueryBuilder(CompanyRow, 'c')
    .where(`c.life <> 'left'`)
    .andWhere('NOT EXISTS (SELECT 1 FROM control_readings r WHERE r.company_id = c.id)');
  return onlyAmong(query, 'c.id', viewer.companies);
}

/** The first act after a reading that may have changed it. */
export async function changeSince(
  rows: ReadRows,
  { companyId, logSeq }: Pick<ControlReading, 'companyId' | 'logSeq'>,
): Promise<string | undefined> {
  const found = await rows
    .createQueryBuilder(LogEntry, 'e')
    .select('e.act', 'act')
    .where('e.companyId = :companyId AND e.seq > :logSeq', { companyId, logSeq })
    .andWhere('e.act NOT IN (:...leaveReadings)', { leaveReadings })
    .orderBy('e.seq')
    .limit(1)
    .getRawOne<{ act: string }>();
  return found?.act;
}

/** A Problem unless they may see amounts. */
export function mustSeeAmounts(viewer: Pick<Rights, 'name' | 'pay'>): void {
  if (!viewer.pay) throw amountsRefused(viewer);
}

/** Debts that a person brought forward and that still count. */
export async function broughtForward(rows: ReadRows, companyId: string): Promise<readonly ControlNoteRow[]> {
  const where = { companyId, kind: 'brought_forward' as const, endedAt: IsNull() };
  return rows.find(ControlNoteRow, { where, order: { createdAt: 'ASC' } });
}
