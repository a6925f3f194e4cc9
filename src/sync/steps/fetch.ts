import { createHash } from 'node:crypto';

import type { Rows } from '../../ground/rows.js';
import { NotFound } from '../../books/errors.js';
import type { PeriodHeader, PayrollYear } from '../../books/ledger.js';
import { addDays, taxMonthRange } from '../../journal/dates.js';
import { Money } from '../../journal/money.js';
import { PayPeriodRecord, TaxYearRecord } from '../../record/pay-period.entity.js';
import type { SyncRequest } from '../../record/sync-record.entity.js';
import { asProblem, Problem } from '../../ground/problem.js';
import { periodIndex } from '../runs.js';
import { dayMs, isOpenYear, readAgainDays } from '../open-years.js';
import { saidBy, type Session, today } from '../session.js';

const periodsPerYear = 12;
/** A tax month ends on the 5th and is paid by the 22nd, or earlier where that is no working day. */
const paymentDueDays = 20;

export interface FetchedYear {
  readonly year: number;
  readonly periods: readonly PayPeriodRecord[];
  /** Periods whose content or status is not what it was. */
  readonly moved: ReadonlySet<number>;
  /** Periods that were read just now, as year × 12 + period. */
  readonly read: ReadonlySet<number>;
  /**
   * Together with what was decided from it, never before: a process that ended in between would leave a change that
   * no later sync notices. Answers the periods that were written, as they are by then.
   */
  readonly keep: (em: Rows) => Promise<readonly PayPeriodRecord[]>;
}

/** Payroll that somebody works on is read so often; then it is left to the next sync. */
const passesMax = 3;

/**
 * The lists of all years, then the periods that are new or have moved. A period that says otherwise than its list was
 * changed meanwhile: a pay date may have gone from one that was read before to one that was read after, and would count
 * twice. So all is read again, until it stays as it was. What is in `again` is read in any case.
 */
export async function fetchYears(
  session: Session,
  years: readonly number[],
  again: ReadonlySet<number> = new Set(),
): Promise<readonly FetchedYear[]> {
  let earlier: readonly ReadYear[] = [];
  for (let pass = 1; ; pass++) {
    const lists: ListedYear[] = [];
    for (const year of years) lists.push(await listYear(session, year));
    const read: ReadYear[] = [];
    for (const list of lists) read.push(await readYear(session, list, again));
    const changing = read.flatMap(({ periods, otherwise }) => periods.filter(({ period }) => otherwise.has(period)));
    const settled = changing.length === 0 || sameContent(earlier, read);
    if (!settled && pass < passesMax) {
      earlier = read;
      continue;
    }
    for (const { problems, unread } of read) {
      session.problems.push(...problems);
      for (const period of unread) session.unread.add(period);
    }
    if (!settled) leaveToNextSync(session, changing);
    return read.map((one) => fetchedYear(session, one, settled));
  }
}

interface ListedYear {
  readonly year: number;
  readonly listed: PayrollYear;
  readonly known: readonly PayPeriodRecord[];
  readonly yearRow: TaxYearRecord | null;
}

interface ReadYear extends ListedYear {
  readonly periods: readonly PayPeriodRecord[];
  readonly moved: ReadonlySet<number>;
  readonly readAll: boolean;
  readonly read: ReadonlySet<number>;
  /** Periods that should have been read and were not, as year × 12 + period. */
  readonly unread: ReadonlySet<number>;
  readonly problems: readonly Problem[];
  /** Periods that said otherwise than the list before. */
  readonly otherwise: ReadonlySet<number>;
}

async function listYear(session: Session, year: number): Promise<ListedYear> {
  const { db, company } = session;
  const known = await db.read((em) => em.findBy(PayPeriodRecord, { companyId: company.id, year }));
  const listed = await listOf(session, year, known.length > 0);
  const yearRow = await db.read((em) => em.findOneBy(TaxYearRecord, { companyId: company.id, year }));
  return { year, listed, known, yearRow };
}

async function readYear(session: Session, list: ListedYear, again: ReadonlySet<number>): Promise<ReadYear> {
  const { company, request } = session;
  const { year, listed, known, yearRow } = list;
  const weekOld = yearRow?.fullReadAt
    ? session.clock.now().getTime() - yearRow.fullReadAt.getTime() >= readAgainDays * dayMs
    : true;
  // Of a year that is over only what its list says moved is read.
  const readAll =
    request.full === true || (weekOld && (!yearRow?.fullReadAt || isOpenYear(year, today(session.clock))));
  const wanted = (header: PeriodHeader) => isNear(request, year, header.period);

  const owedOtherwise = paymentsThatMoved(year, listed, yearRow);
  const moved = new Set<number>();
  const read = new Set<number>();
  const unread = new Set<number>();
  const otherwise = new Set<number>();
  const problems: Problem[] = [];
  const periods: PayPeriodRecord[] = [];
  let done = 0;
  for (const header of listed.periods) {
    await session.progress({
      step: 'fetching',
      year,
      period: header.period,
      done: done++,
      total: listed.periods.length,
    });
    const before = known.find((row) => row.period === header.period);
    const row = withHeader(company.id, year, header, before);
    const filed = company.policy.statuses.includes(header.status);
    const stale =
      readAll || !before?.readAt || saysOtherwise(before, row) || owedOtherwise(header) || again.has(periodIndex(row));
    if (filed && stale && wanted(header)) {
      try {
        if (await readPeriod(session, row)) otherwise.add(row.period);
        read.add(periodIndex(row));
      } catch (error) {
        // One period that cannot be read stays as it was known, and is read again by the next sync.
        problems.push(asProblem(error));
        unread.add(periodIndex(row));
        if (before) periods.push(before);
        continue;
      }
    } else if (!wanted(header)) {
      if (stale) unread.add(periodIndex(row));
      if (before) periods.push(before);
      continue;
    }
    if (hasMoved(before, row)) moved.add(row.period);
    periods.push(row);
  }
  for (const before of known.filter((row) => !listed.periods.some((header) => header.period === row.period))) {
    if (before.goneAt === null) moved.add(before.period);
    periods.push({ ...before, goneAt: before.goneAt ?? session.clock.now() });
  }
  return { ...list, periods, moved, readAll, read, unread, problems, otherwise };
}

/** A company whose payroll never ran that year has no such year; one that vanished is no answer to build on. */
async function listOf(session: Session, year: number, known: boolean): Promise<PayrollYear> {
  try {
    return await session.books.payrollYear(year);
  } catch (error) {
    if (error instanceof NotFound && !known) return { year, periods: [], payments: [] };
    throw error;
  }
}

function withHeader(
  companyId: string,
  year: number,
  header: PeriodHeader,
  before: PayPeriodRecord | undefined,
): PayPeriodRecord {
  const nothing = {
    contentHash: null,
    document: null,
    readAt: null,
    employerNiDirectors: Money.zero,
    employerNiEmployees: Money.zero,
    j814: Money.zero,
    owedElsewhere: Money.zero,
  };
  return {
    ...nothing,
    ...before,
    companyId,
    year,
    period: header.period,
    datedOn: header.datedOn,
    status: header.status,
    serviceUpdatedAt: header.updatedAt ?? null,
    allowance: header.allowanceAmount,
    cis: header.cisDeduction,
    goneAt: null,
  };
}

/** `updated_at` is no proof: whatever the year's list tells of a period must be as it was. */
function saysOtherwise(before: PayPeriodRecord, now: PayPeriodRecord): boolean {
  const { serviceUpdatedAt, status, datedOn, allowance, cis } = now;
  const same =
    serviceUpdatedAt !== null &&
    before.serviceUpdatedAt === serviceUpdatedAt &&
    before.status === status &&
    before.datedOn === datedOn &&
    before.allowance.equals(allowance) &&
    before.cis.equals(cis);
  return !same;
}

/** What is due after a tax month follows from its payslips: another amount tells that they changed. */
function paymentsThatMoved(year: number, listed: PayrollYear, known: TaxYearRecord | null) {
  const before = new Map(known?.payments?.map(({ dueOn, amountDue }) => [dueOn, amountDue]));
  const moved = listed.payments.filter(({ dueOn, amountDue }) => before.get(dueOn) !== amountDue?.toString());
  return ({ period }: PeriodHeader): boolean => {
    const { to } = taxMonthRange(year, period + 1);
    return moved.some(({ dueOn }) => dueOn > to && dueOn <= addDays(to, paymentDueDays));
  };
}

/** Answers whether it says otherwise than the list did. */
async function readPeriod(session: Session, row: PayPeriodRecord): Promise<boolean> {
  const { raw, text, period } = await session.books.payPeriod(row.year, row.period);
  const { serviceUpdatedAt, status, datedOn } = row;
  const updatedAt = period.updatedAt ?? serviceUpdatedAt;
  row.document = raw;
  row.contentHash = createHash('sha256').update(text).digest('hex');
  row.readAt = session.clock.now();
  row.status = period.status;
  row.datedOn = period.datedOn;
  return updatedAt !== (serviceUpdatedAt ?? updatedAt) || period.status !== status || period.datedOn !== datedOn;
}

function hasMoved(before: PayPeriodRecord | undefined, row: PayPeriodRecord): boolean {
  if (!before || before.goneAt !== null) return true;
  return before.contentHash !== row.contentHash || before.status !== row.status || before.datedOn !== row.datedOn;
}

/** What was read twice and says the same stays as it is, whatever the list says of it. */
function sameContent(earlier: readonly ReadYear[], read: readonly ReadYear[]): boolean {
  const said = (years: readonly ReadYear[]) =>
    years.flatMap(({ periods }) => periods.map((row) => `${periodIndex(row)} ${row.contentHash}`)).join('\n');
  return earlier.length > 0 && said(earlier) === said(read);
}

function leaveToNextSync(session: Session, changing: readonly PayPeriodRecord[]): void {
  for (const row of changing) session.unread.add(periodIndex(row));
  session.problems.push(
    new Problem({
      title: 'Payroll is being changed',
      detail: `${session.company.name}: payroll changed every time it was read, so what it says now is not certain.`,
      todo: 'Nothing to do: the next sync reads it again.',
      status: 503,
    }),
  );
}

function fetchedYear(session: Session, read: ReadYear, settled: boolean): FetchedYear {
  const { year, periods, moved, unread } = read;
  const whole = settled && unread.size === 0;
  return { year, periods, moved, read: read.read, keep: (em) => save(em, session, read, whole) };
}

async function save(
  em: Rows,
  session: Session,
  { year, listed, periods, known, readAll }: ReadYear,
  whole: boolean,
): Promise<readonly PayPeriodRecord[]> {
  const { db, company, request, log } = session;
  if (request.dryRun) return [];
  const now = await db.now(em);
  const payments = listed.payments.map(({ dueOn, amountDue, status }) => ({
    dueOn,
    amountDue: amountDue?.toString(),
    status,
  }));
  // What the payments tell is used up only when every period that they point at was read.
  const used = whole ? { payments } : {};
  const fullReadAt = readAll && whole ? { fullReadAt: now } : {};
  await em.upsert(TaxYearRecord, { companyId: company.id, year, listedAt: now, ...used, ...fullReadAt }, [
    'companyId',
    'year',
  ]);
  const changed = periods.filter((row) => !known.includes(row));
  for (const row of changed) await em.upsert(PayPeriodRecord, row as never, ['companyId', 'year', 'period']);
  const carries = changed
    .filter((row) =>
      isOther(
        known.find(({ period }) => period === row.period),
        row,
      ),
    )
    .map(({ period }) => ['period', `${year}-${period}`] as const);
  if (carries.length > 0) await log.append(em, { ...saidBy(session), act: 'fetch', outcome: 'done', carries });
  return changed;
}

/** What the log vouches for of a period is not what it was. */
function isOther(before: PayPeriodRecord | undefined, now: PayPeriodRecord): boolean {
  const said = (row: PayPeriodRecord) => {
    const { datedOn, status, allowance, cis, contentHash, goneAt } = row;
    return [datedOn, status, allowance.toString(), cis.toString(), contentHash, goneAt === null].join();
  };
  return before === undefined || said(before) !== said(now);
}

/** A period is read with its neighbours, across the tax year too: a pay date may have moved from there. */
function isNear(request: SyncRequest, year: number, period: number): boolean {
  if (request.year === undefined || (request.period === undefined && request.year === year)) return true;
  const index = year * periodsPerYear + period;
  const from = request.year * periodsPerYear + (request.period ?? 0);
  const to = request.year * periodsPerYear + (request.period ?? periodsPerYear - 1);
  return index >= from - 1 && index <= to + 1;
}
