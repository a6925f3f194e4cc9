import { IsNull } from 'typeorm';
import type { Rights } from '../../access/principal.js';
import { totalsRefused } from '../../access/refusals.js';
import type { Viewer } from '../../access/viewer.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import type { ReadRows } from '../../ground/rows.js';
import { withoutSuffix } from '../../journal/chart.js';
import { recoverySuffix } from '../../journal/adjustment.js';
import { acceptedStates, type ControlState } from '../../journal/controls/control.js';
import { Money } from '../../journal/money.js';
import { parsePolicy } from '../../journal/policy.js';
import {
  ControlAccount,
  ControlNoteRow,
  ControlReading,
  type StoredBecause,
} from '../../record/control-account.entity.js';
import { LogEntry } from '../../record/log/log-entry.entity.js';
import { isStanding, Posting } from '../../record/runs/posting.entity.js';
import type { Recovered } from './roll-forward.js';
import { seenBy } from '../run/run-row.js';
import { companiesSeen } from '../seen.js';

/** One control account as last read; figures are left out when the viewer may not see them. */
export interface ControlRow {
  readonly company: string;
  readonly companyId: string;
  readonly asOn: string;
  readonly account: string;
  readonly userPath?: string;
  readonly name: string;
  readonly state: ControlState;
  readonly figures?: {
    readonly balance: Money;
    readonly charged: Money;
    readonly owed: Money;
    readonly difference: Money;
    readonly because: readonly StoredBecause[];
    readonly alternatives?: readonly (readonly StoredBecause[])[];
  };
}

export interface ReadingShown {
  readonly companyId: string;
  readonly company: string;
  readonly asOn: string;
  readonly readAt: Date;
  readonly exceptions: number;
  readonly problem?: string;
  /** What was done since, and may have changed it. */
  readonly since?: string;
  /** The policy lets the board show that there are no exceptions. */
  readonly isShownWhenClear: boolean;
}

const clearStates: readonly string[] = ['reconciled', 'settled', ...acceptedStates];
/** Log entries of acts that look and change nothing. */
const looks: readonly string[] = [
  ...['controls', 'verify', 'month_close', 'map', 'assign', 'note', 'month_file'],
  ...['client_link', 'client_asks', 'client_approved'],
];

/** The latest readings of the companies the viewer may see, sorted by name. */
export async function readingsOf(
  rows: ReadRows,
  viewer: Viewer,
  companyIds?: readonly string[],
): Promise<readonly ReadingShown[]> {
  const query = rows
    .createQueryBuilder(ControlReading, 'r')
    .innerJoin(CompanyRow, 'c', 'c.id = r.companyId')
    .innerJoin(PolicyVersion, 'v', 'v.companyId = c.id AND v.version = c.policyVersion')
    .addSelect('c.name', 'company')
    .addSelect('v.policy', 'policy')
    .where(`c.life <> 'left'`)
    .orderBy('c.name');
  if (viewer.companies !== null) query.andWhere('c.id IN (:...seen)', { seen: seenBy(viewer) });
  if (companyIds !== undefined) query.andWhere('c.id IN (:...companyIds)', { companyIds: ['', ...companyIds] });
  const { raw, entities } = await query.getRawAndEntities<{ company: string; policy: string }>();
  const shown: ReadingShown[] = [];
  for (const [index, row] of entities.entries()) {
    const since = await changeSince(rows, row);
    shown.push({
      companyId: row.companyId,
      company: raw[index]?.company ?? '',
      asOn: row.asOn,
      readAt: row.readAt,
      exceptions: row.exceptions,
      isShownWhenClear: parsePolicy(JSON.parse(raw[index]?.policy ?? '{}')).controls.whenClear === 'show',
      ...(row.problem !== null && { problem: row.problem }),
      ...(since !== undefined && { since }),
    });
  }
  return shown;
}

/** How many companies the viewer may see whose control accounts were never read. */
export async function companiesUnread(rows: ReadRows, viewer: Viewer): Promise<number> {
  const query = rows
    .createQueryBuilder()
    .select('COUNT(*)', 'unread')
    .from(CompanyRow, 'c')
    .leftJoin(ControlReading, 'r', 'r.companyId = c.id')
    .where(`c.life <> 'left' AND r.companyId IS NULL`);
  if (viewer.companies !== null) query.andWhere('c.id IN (:...seen)', { seen: seenBy(viewer) });
  return Number((await query.getRawOne<{ unread: number | string }>())?.unread ?? 0);
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
    .andWhere('e.act NOT IN (:...looks)', { looks })
    .orderBy('e.seq')
    .limit(1)
    .getRawOne<{ act: string }>();
  return found?.act;
}

/** A Problem unless they may see the totals of all of a company's pay runs, by account too. */
export async function mustSeeEveryTotal(rows: ReadRows, viewer: Rights, companyId: string): Promise<void> {
  const seen = await companiesSeen(rows, viewer, [companyId], ['costs', 'owed']);
  if (!seen.has(companyId)) throw totalsRefused(viewer);
}

/** Accounts that were just read, as the viewer may see them. */
export async function rowsShown(
  rows: ReadRows,
  viewer: Viewer,
  company: string,
  read: readonly ControlAccount[],
): Promise<readonly ControlRow[]> {
  const companyIds = read.map(({ companyId }) => companyId);
  const seen = await companiesSeen(rows, viewer, companyIds, ['owed']);
  return read
    .filter(({ userPath }) => viewer.pay || userPath === '')
    .map((row) => shownRow(row, company, seen.has(row.companyId)));
}

export interface ControlFilter {
  readonly companyId?: string;
  readonly openOnly?: boolean;
}

/** The rows of the latest readings, sorted by company, account and name. */
export async function controlRows(
  rows: ReadRows,
  viewer: Viewer,
  filter: ControlFilter = {},
): Promise<readonly ControlRow[]> {
  const query = rows
    .createQueryBuilder(ControlAccount, 'a')
    .innerJoin(CompanyRow, 'c', 'c.id = a.companyId')
    .innerJoin(ControlReading, 'r', 'r.companyId = a.companyId AND r.asOn = a.asOn')
    .addSelect('c.name', 'company')
    .where(`c.life <> 'left'`)
    .orderBy('c.name')
    .addOrderBy('a.account')
    .addOrderBy('a.name')
    .addOrderBy('a.userPath');
  if (viewer.companies !== null) query.andWhere('c.id IN (:...seen)', { seen: seenBy(viewer) });
  if (filter.companyId !== undefined) query.andWhere('c.id = :companyId', { companyId: filter.companyId });
  if (filter.openOnly) query.andWhere('a.state NOT IN (:...clearStates)', { clearStates });
  // A person's balance shows what the person is paid.
  if (!viewer.pay) query.andWhere(`a.userPath = ''`);
  const { raw, entities } = await query.getRawAndEntities<{ company: string }>();
  const companyIds = entities.map(({ companyId }) => companyId);
  const seen = await companiesSeen(rows, viewer, companyIds, ['owed']);
  return entities.map((row, index) => shownRow(row, raw[index]?.company ?? '', seen.has(row.companyId)));
}

function shownRow(row: ControlAccount, company: string, isSeen: boolean): ControlRow {
  const { companyId, asOn, account, userPath, name, state, balance, charged, owed, difference, because, alternatives } =
    row;
  const figures = { balance, charged, owed, difference, because, ...(alternatives !== null && { alternatives }) };
  return {
    ...{ company, companyId, asOn, account, name, state },
    ...(userPath !== '' && { userPath }),
    ...(isSeen && { figures }),
  };
}

/** Every stored reading of a company, one a month, the oldest first. */
export async function controlHistory(rows: ReadRows, companyId: string): Promise<readonly ControlAccount[]> {
  return rows.find(ControlAccount, { where: { companyId }, order: { asOn: 'ASC', account: 'ASC', name: 'ASC' } });
}

/** Statutory pay that our journals took off what is owed to HMRC. */
export async function recoveriesOf(rows: ReadRows, companyId: string): Promise<readonly Recovered[]> {
  const postings = await rows
    .createQueryBuilder(Posting, 'p')
    .where('p.companyId = :companyId AND p.tag LIKE :recovery', { companyId, recovery: `%${recoverySuffix}%` })
    .getMany();
  return postings
    .filter(isStanding)
    .flatMap(({ datedOn, lines }) =>
      lines.map(({ category, debit }) => ({ account: withoutSuffix(category), datedOn, amount: Money.parse(debit) })),
    );
}

/** Debts that a person brought forward and that still count. */
export async function broughtForward(rows: ReadRows, companyId: string): Promise<readonly ControlNoteRow[]> {
  const where = { companyId, kind: 'brought_forward' as const, endedAt: IsNull() };
  return rows.find(ControlNoteRow, { where, order: { createdAt: 'ASC' } });
}
