import { createHash } from 'node:crypto';
import { In } from 'typeorm';
import { Forbidden, NotFound } from '../../books/errors.js';
import type { Company } from '../../companies/company.js';
import type { Clock } from '../../ground/clock.js';
import type { ListedYear, PayrollSource, PeriodHeader } from '../../payrolls/source.js';
import { addDays, taxMonthRange, taxYearOf } from '../../journal/nouns/dates.js';
import { comesAsFiles } from '../../journal/policy/moves.js';
import { mayBeSpoilt } from '../../journal/nouns/holds.js';
import { Money } from '../../journal/nouns/money.js';
import { PayPeriodRecord, TaxYearRecord } from '../../record/runs/pay-period.entity.js';
import { filesStanding } from '../../record/runs/files-of-year.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { StoredDocument } from '../../record/runs/stored-document.js';
import type { SyncRequest } from '../../record/runs/sync-record.entity.js';
import { pick } from '../../ground/pick.js';
import { asProblem, type Problem, problem } from '../../ground/problem.js';
import { sideBySide } from '../../ground/side-by-side.js';
import { periodIndex } from '../facts/run-facts.js';
import { dayMs, isOpenYear, readAgainDays } from '../facts/open-years.js';
import { today } from '../../ground/clock.js';
import type { FetchedYear, PayPeriodRow } from '../facts/fetched.js';
import type { BooksAtWork } from '../at-work/books-at-work.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';

const periodsPerYear = 12;
/** A tax month ends on the 5th. It is paid by the 22nd, or by the last working day before that. */
const paymentDueDays = 20;

/** What was read from payroll. `keepYear` (keep-year.ts) stores it together with what is decided from it. */
export interface Fetched {
  readonly years: readonly FetchedYear[];
  /** Periods (year × 12 + period) for which we are not sure what payroll has now. */
  readonly unread: ReadonlySet<number>;
  readonly problems: readonly Problem[];
}

/** Within the limits of the service and of our throttle. */
const readsAtOnce = 4;
/** How often we read payroll that someone is working on before leaving it to the next sync. */
const passesMax = 3;

type Reading = Omit<BooksAtWork, 'ledger'>;

/**
 * Reads the lists of all years, then the periods that are new or have changed. If a period differs from its list,
 * payroll changed in the meantime: a pay date may have moved from a period read before to one read after, and would
 * count twice. So everything is read again until it stays the same. Periods in `again` are always read.
 */
export async function fetchYears(
  books: BooksAtWork,
  years: readonly number[],
  { again = new Set(), just, anew = [] }: Again = {},
): Promise<Fetched> {
  let earlier: readonly ReadYear[] = [];
  for (let pass = 1; ; pass++) {
    const lists: YearAtWork[] = [];
    const lost: LostYear[] = [];
    const isKnown = (year: number) => pass === 1 && !anew.includes(year);
    for (const year of years) {
      const listed = (isKnown(year) && justRead(just, year)) || (await listOrLose(books, year));
      if ('problem' in listed) lost.push(listed);
      else lists.push(listed);
    }
    const read: ReadYear[] = [];
    for (const list of lists) read.push(await readYear(books, list, again));
    const changing = read.flatMap(({ periods, differing }) => periods.filter(({ period }) => differing.has(period)));
    const settled = changing.length === 0 || (sameContent(earlier, read) && read.every(({ isBehind }) => !isBehind));
    if (settled || pass === passesMax) {
      // Another company's payroll is not kept as this one's. A sync that finds nothing changed need not ask whose books
      // these are.
      if (read.some(({ moved }) => moved.size > 0)) await books.ledger.ours();
      return fetchedOf(books.record.company, read, { changing: settled ? [] : changing, lost });
    }
    earlier = read;
  }
}

interface Again {
  /** Periods that are always read (year × 12 + period). */
  readonly again?: ReadonlySet<number>;
  /** What this sync read a moment ago: the new lists are compared with it, and its periods are not read twice. */
  readonly just?: Fetched;
  /** Years whose list is read once more anyway. */
  readonly anew?: readonly number[];
}

/** If payroll was being changed, everything is read again. */
function justRead(just: Fetched | undefined, year: number): YearAtWork | undefined {
  const found = just?.years.every(({ whole }) => whole) && just.years.find((one) => one.year === year);
  if (!found) return undefined;
  const done = found.periods.filter((row) => found.read.has(periodIndex(row)));
  return {
    ...pick(found, ['year', 'listed', 'known', 'yearRow', 'files']),
    // Everything in doubt was read a moment ago.
    doubted: new Set(),
    done: new Map(done.map((row) => [row.period, row])),
  };
}

const fetchedFields = [
  ...(['year', 'listed', 'known', 'yearRow', 'files'] as const),
  ...(['periods', 'moved', 'read', 'readAll'] as const),
];

function fetchedOf(
  { name }: Pick<Company, 'name'>,
  read: readonly ReadYear[],
  { changing, lost }: { readonly changing: readonly PayPeriodRow[]; readonly lost: readonly LostYear[] },
): Fetched {
  const ofLost = lost.flatMap(({ year }) =>
    Array.from({ length: periodsPerYear }, (_, at) => year * periodsPerYear + at),
  );
  const settled = changing.length === 0;
  return {
    years: read.map((year) => ({ ...pick(year, fetchedFields), whole: settled && year.unread.size === 0 })),
    unread: new Set([...read.flatMap(({ unread }) => [...unread]), ...changing.map(periodIndex), ...ofLost]),
    problems: [
      ...lost.map(({ problem }) => problem),
      ...read.flatMap(({ problems }) => problems),
      ...(settled ? [] : [beingChanged(name)]),
    ],
  };
}

interface YearAtWork {
  readonly year: number;
  readonly listed: ListedYear;
  readonly known: readonly PayPeriodRow[];
  readonly yearRow: Readonly<TaxYearRecord> | null;
  readonly files?: string;
  /** Periods whose read may have been spoilt. */
  readonly doubted: ReadonlySet<number>;
  /** Periods that were read already, by number. */
  readonly done?: ReadonlyMap<number, PayPeriodRow>;
}

interface ReadYear extends YearAtWork, Omit<FetchedYear, 'whole'> {
  /** Periods that were due to be read and were not (year × 12 + period). */
  readonly unread: ReadonlySet<number>;
  readonly problems: readonly Problem[];
  /** Periods that differ from the list that was read before them. */
  readonly differing: ReadonlySet<number>;
  /** One of them is older than the list says: a cache may have answered. */
  readonly isBehind: boolean;
}

/** A year that is over, and whose payroll is gone. */
interface LostYear {
  readonly year: number;
  readonly problem: Problem;
}

/** A year that is over must not hold up this one: its neighbours wait, the rest goes on. */
async function listOrLose(books: Reading, year: number): Promise<YearAtWork | LostYear> {
  try {
    return await listYear(books, year);
  } catch (error) {
    const isOver = year < taxYearOf(today(books.record.clock)) && books.record.request.year !== year;
    if (isOver && (error instanceof NotFound || error instanceof Forbidden)) return { year, problem: error };
    throw error;
  }
}

async function listYear({ record, payroll }: Reading, year: number): Promise<YearAtWork> {
  const { db, company } = record;
  const known = await db.read((rows) => rows.findBy(PayPeriodRecord, { companyId: company.id, year }));
  const isOfFiles = comesAsFiles(company.policy);
  const files = isOfFiles ? await db.read((rows) => filesStanding(rows, { companyId: company.id, year })) : undefined;
  const listed = await listOf(payroll, year, known.length > 0);
  const yearRow = await db.read((rows) => rows.findOneBy(TaxYearRecord, { companyId: company.id, year }));
  const doubted = await periodsDoubted(record, year, known);
  return { year, listed, known, yearRow, doubted, ...(files !== undefined && { files }) };
}

/**
 * Held for what may be a spoilt read, and read only once with this content. Once a second read agrees it is believed,
 * and read weekly like any other.
 */
async function periodsDoubted(
  { db, company }: RecordAtWork,
  year: number,
  known: readonly PayPeriodRow[],
): Promise<ReadonlySet<number>> {
  const where = {
    companyId: company.id,
    kind: 'payroll' as const,
    year,
    state: In(['held', 'changed', 'drift'] as const),
  };
  const shown = await db.read((rows) => rows.select(PayRunRecord, ['period', 'holdCodes'], { where }));
  const held = new Set(shown.filter(({ holdCodes }) => holdCodes.some(mayBeSpoilt)).map(({ period }) => period));
  return new Set(known.filter((row) => held.has(row.period) && !row.readTwice).map(({ period }) => period));
}

async function readYear(
  { record, payroll, progress }: Reading,
  list: YearAtWork,
  again: ReadonlySet<number>,
): Promise<ReadYear> {
  const { company, request, clock } = record;
  const { year, listed, known, yearRow } = list;
  const weekOld = yearRow?.fullReadAt
    ? clock.now().getTime() - yearRow.fullReadAt.getTime() >= readAgainDays * dayMs
    : true;
  // Of a year that is over, only what its list shows as changed is read.
  const readAll = request.full === true || (weekOld && (!yearRow?.fullReadAt || isOpenYear(year, today(clock))));

  const hasOtherPayment = paymentsThatMoved(year, listed, yearRow);
  let done = 0;
  const total = listed.periods.length;
  const found = await sideBySide(listed.periods, readsAtOnce, async (header): Promise<ReadPeriod> => {
    await progress({ step: 'fetching', year, period: header.period, done: done++, total });
    const { period } = header;
    const before = known.find((one) => one.period === period);
    const row = withHeader(company.id, year, header, before);
    const isDue =
      readAll || !before?.readAt || differsFrom(before, row) || hasOtherPayment(header) || again.has(periodIndex(row));
    switch (whatToDo(record, list, { row, isDue })) {
      case 'known':
        return { period, before, row: list.done?.get(period), isRead: true };
      case 'keep':
        return { period, before, row: before };
      case 'put off':
        return { period, before, row: before, isUnread: true };
      case 'read':
        return readPeriod({ payroll, clock }, row, before);
      case 'as listed':
        return { period, before, row };
    }
  });
  const gone = known
    .filter((row) => !listed.periods.some((header) => header.period === row.period))
    .map((row) => (row.goneAt === null ? { ...row, goneAt: clock.now() } : row));
  const which = (is: (one: ReadPeriod) => unknown) => found.filter(is).map(({ period }) => period);
  const indexes = (is: (one: ReadPeriod) => unknown) =>
    new Set(which(is).map((period) => periodIndex({ year, period })));
  return {
    ...list,
    readAll,
    periods: [...found.flatMap(({ row }) => row ?? []), ...gone],
    moved: new Set([
      ...which(({ before, row }) => row && row !== before && hasMoved(before, row)),
      ...gone.filter((row) => !known.includes(row)).map(({ period }) => period),
    ]),
    read: indexes(({ isRead }) => isRead),
    unread: indexes(({ isUnread }) => isUnread),
    problems: found.flatMap(({ problem }) => problem ?? []),
    differing: new Set(which(({ differs }) => differs)),
    isBehind: found.some(({ isBehind }) => isBehind),
  };
}

interface Listed {
  /** The period as its list shows it. */
  readonly row: Pick<PayPeriodRow, 'year' | 'period' | 'status'>;
  /** It is new or has changed, or everything is read again. */
  readonly isDue: boolean;
}

/**
 * What to do about a period of the list. It was read a moment ago; or it is not near the one that was asked for, and
 * stays as it was, to be read by a later sync if it is due; or it is read; or what its list shows is all that is needed.
 */
export function whatToDo(
  { company, request }: { readonly company: Pick<Company, 'policy'>; readonly request: SyncRequest },
  { done, doubted }: Pick<YearAtWork, 'done' | 'doubted'>,
  { row: { year, period, status }, isDue }: Listed,
): 'known' | 'keep' | 'put off' | 'read' | 'as listed' {
  if (done?.has(period)) return 'known';
  if (!isNear(request, year, period)) return isDue ? 'put off' : 'keep';
  return (isDue || doubted.has(period)) && company.policy.statuses.includes(status) ? 'read' : 'as listed';
}

/** A period of the list, as this sync leaves it. */
interface ReadPeriod {
  readonly period: number;
  readonly before?: PayPeriodRow;
  /** Undefined if nothing is known of it and it was not due to be read. */
  readonly row?: PayPeriodRow;
  readonly isUnread?: boolean;
  readonly isRead?: boolean;
  /** It differs from what its list shows. */
  readonly differs?: boolean;
  /** It is older than its list says. */
  readonly isBehind?: boolean;
  readonly problem?: Problem;
}

/** A company without payroll that year has no such year. If a year that we know vanishes, that is no safe answer. */
async function listOf(payroll: PayrollSource, year: number, known: boolean): Promise<ListedYear> {
  try {
    return await payroll.year(year);
  } catch (error) {
    if (error instanceof NotFound && !known) return { year, periods: [], payments: [] };
    throw error;
  }
}

function withHeader(
  companyId: string,
  year: number,
  header: PeriodHeader,
  before: PayPeriodRow | undefined,
): PayPeriodRow {
  const nothing = {
    contentHash: null,
    document: null,
    readAt: null,
    readTwice: false,
    employerNiDirectors: Money.zero,
    employerNiEmployees: Money.zero,
    j814: Money.zero,
    owedElsewhere: Money.zero,
    returned: null,
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

/** `updated_at` proves nothing: everything that the year's list shows of a period must be unchanged. */
function differsFrom(before: PayPeriodRow, now: PayPeriodRow): boolean {
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

/** The payment due after a tax month follows from its payslips: a different amount shows that they changed. */
function paymentsThatMoved(year: number, listed: ListedYear, known: Readonly<TaxYearRecord> | null) {
  const before = new Map(known?.payments?.map(({ dueOn, amountDue }) => [dueOn, amountDue]));
  const moved = listed.payments.filter(({ dueOn, amountDue }) => before.get(dueOn) !== amountDue?.toString());
  return ({ period }: PeriodHeader): boolean => {
    const { to } = taxMonthRange(year, period + 1);
    return moved.some(({ dueOn }) => dueOn > to && dueOn <= addDays(to, paymentDueDays));
  };
}

/** A period that cannot be read stays as we knew it, and the next sync reads it again. */
async function readPeriod(
  { payroll, clock }: { readonly payroll: PayrollSource; readonly clock: Clock },
  listed: PayPeriodRow,
  before?: PayPeriodRow,
): Promise<ReadPeriod> {
  try {
    const { text, period } = await payroll.period(listed.year, listed.period);
    const { serviceUpdatedAt, status, datedOn } = listed;
    const updatedAt = period.updatedAt ?? serviceUpdatedAt;
    const contentHash = createHash('sha256').update(text).digest('hex');
    const isBehind = isOlder(updatedAt, serviceUpdatedAt, clock.now());
    const row = {
      ...listed,
      // So that the next sync finds it changed and reads it again.
      serviceUpdatedAt: isBehind ? updatedAt : serviceUpdatedAt,
      document: StoredDocument.of(text, period),
      contentHash,
      readAt: clock.now(),
      readTwice: before?.contentHash === contentHash,
      status: period.status,
      datedOn: period.datedOn,
    };
    const differs =
      updatedAt !== (serviceUpdatedAt ?? updatedAt) || period.status !== status || period.datedOn !== datedOn;
    return { period: row.period, before, row, isRead: true, differs, isBehind };
  } catch (error) {
    return { period: listed.period, before, row: before, isUnread: true, problem: asProblem(error) };
  }
}

/** A list may show a later date for good, which no cache does: after a day the period is believed. */
function isOlder(updatedAt: string | null, listedAt: string | null, now: Date): boolean {
  if (updatedAt === null || listedAt === null) return false;
  const listedMs = Date.parse(listedAt);
  return Date.parse(updatedAt) < listedMs && now.getTime() - listedMs < dayMs;
}

function hasMoved(before: PayPeriodRow | undefined, row: PayPeriodRow): boolean {
  if (!before || before.goneAt !== null) return true;
  return before.contentHash !== row.contentHash || before.status !== row.status || before.datedOn !== row.datedOn;
}

/** Two reads with the same content settle it, unless the list says it is older. */
function sameContent(earlier: readonly ReadYear[], read: readonly ReadYear[]): boolean {
  const contentIn = (years: readonly ReadYear[]) =>
    years.flatMap(({ periods }) => periods.map((row) => `${periodIndex(row)} ${row.contentHash}`)).join('\n');
  return earlier.length > 0 && contentIn(earlier) === contentIn(read);
}

const beingChanged = (company: string) =>
  problem('payroll-being-changed', {
    detail: `${company}: however often payroll was read, its list and its periods did not agree, so we cannot be sure what it has now.`,
    todo: 'Nothing to do: the next sync reads it again.',
  });

/** A period is read with its neighbours, across the tax year too, since a pay date may have moved from there. */
function isNear(request: SyncRequest, year: number, period: number): boolean {
  if (request.year === undefined || (request.period === undefined && request.year === year)) return true;
  const index = year * periodsPerYear + period;
  const from = request.year * periodsPerYear + (request.period ?? 0);
  const to = request.year * periodsPerYear + (request.period ?? periodsPerYear - 1);
  return index >= from - 1 && index <= to + 1;
}
