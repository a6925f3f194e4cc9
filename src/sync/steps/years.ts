import { In, IsNull, MoreThanOrEqual, Not } from 'typeorm';
import { comesAsFiles } from '../../journal/policy/moves.js';
import { addDays, taxMonthRange, taxYearOf } from '../../journal/nouns/dates.js';
import { parseTag } from '../../journal/nouns/identity.js';
import { monthInTag } from '../../journal/nouns/own-parts.js';
import { TaxYearRecord } from '../../record/runs/pay-period.entity.js';
import { isAdjustment, isPayroll } from '../../record/runs/adjustment.js';
import { Decision } from '../../record/runs/decision.entity.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import { PayRunRecord, type RunState } from '../../record/runs/pay-run.entity.js';
import { Posting, standingStates } from '../../record/runs/posting.entity.js';
import type { FetchedYear } from '../facts/fetched.js';
import { dayMs, isOpenYear, readAgainDays } from '../facts/open-years.js';
import { askedActs, periodIndex } from '../facts/run-facts.js';
import { today } from '../../ground/clock.js';
import { together } from '../../ground/side-by-side.js';
import type { ReadRows } from '../../ground/rows.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';
import { recoveryFrom } from '../facts/recovery-from.js';

export const lastPeriod = 11;
/** States that need no new decision while nothing changes. */
const settledStates: readonly RunState[] = [
  'posted',
  'nothing',
  'not_ready',
  'overdue',
  'before_cutover',
  'moved',
  'ignored',
  'agrees',
];
const followPolicy: readonly RunState[] = ['nothing', 'not_ready', 'overdue', 'before_cutover', 'moved', 'agrees'];

const shownColumns = [
  'tag',
  'kind',
  'state',
  'fingerprint',
  'policyVersion',
  'year',
  'period',
  'datedOn',
  'warningCodes',
] as const;
type Shown = Pick<PayRunRecord, (typeof shownColumns)[number]>;

/**
 * On first sight all years since the cut-over. After that the current one, and the year before: daily until 5 July,
 * then weekly.
 */
export async function yearsToLookAt(record: RecordAtWork): Promise<readonly number[]> {
  const { company, db, clock, request } = record;
  if (request.year !== undefined) return withNeighbours(record, request.year);
  const now = today(clock);
  const current = taxYearOf(now);
  const first = Math.min(taxYearOf(postedFrom(company, now)), current);
  const known = await db.read((rows) => rows.findBy(TaxYearRecord, { companyId: company.id }));
  // A year that was adopted but never stored was broken off, or was only a dry run.
  const seen = new Set(known.filter((row) => row.adoptedAt && row.listedAt).map((row) => row.year));
  // After 5 July a late correction is noticed within a week, at the cost of one request.
  const listedAt = known.find((row) => row.year === current - 1)?.listedAt;
  const isWeekOld = listedAt && clock.now().getTime() - listedAt.getTime() >= readAgainDays * dayMs;
  const previousIsOpen = isOpenYear(current - 1, now) || isWeekOld;
  const years: number[] = [];
  // What is before the cut-over is shown too, once someone has asked for it, and may be corrected like the rest.
  const earliest = seen.has(current - 1) ? Math.min(first, current - 1) : first;
  for (let year = earliest; year <= current; year++) {
    const open = year === current || (year === current - 1 && previousIsOpen);
    if (open || request.full || !seen.has(year)) years.push(year);
  }
  const unfinished = await yearsUnfinished(record);
  const received = comesAsFiles(company.policy) ? await yearsReceived(record, known) : [];
  return [...new Set([...years, ...unfinished, ...received])].sort((a, b) => a - b);
}

/** The cut-over, or the first day of the books if that is later. */
function postedFrom({ policy, startDate = '' }: RecordAtWork['company'], ifNoCutOver = ''): string {
  const cutOver = policy.postFrom ?? ifNoCutOver;
  return cutOver > startDate ? cutOver : startDate;
}

/** However long its year is over: its files changed since they were last listed. */
async function yearsReceived(
  { company, db }: RecordAtWork,
  known: readonly TaxYearRecord[],
): Promise<readonly number[]> {
  const where = { companyId: company.id };
  const files = await db.read((rows) => rows.select(PayrollFile, ['year'], { where }));
  const listed = new Set(known.filter(({ listedAt }) => listedAt !== null).map(({ year }) => year));
  return files.map(({ year }) => year).filter((year) => !listed.has(year));
}

/**
 * However long its year is over, what waits is decided again and what someone asked for is done. What was paid before
 * the cut-over waits from the day that is moved back. Two are left alone: what was reversed, until someone asks, and
 * figures that differ from the books, since comparing them costs a look.
 */
async function yearsUnfinished(record: RecordAtWork): Promise<readonly number[]> {
  const { company, db, tally } = record;
  const companyId = company.id;
  const where = [
    { companyId, state: Not(In([...settledStates, 'differs'])) },
    { companyId, state: 'before_cutover' as const, datedOn: MoreThanOrEqual(postedFrom(company)) },
    ...(tally.settled.size > 0 ? [{ companyId, tag: In([...tally.settled]) }] : []),
  ];
  const columns = ['tag', 'year', 'holdCodes'] as const;
  const [runs, asked] = await db.read((rows) =>
    together([rows.select(PayRunRecord, columns, { where }), askedFor(rows, companyId)]),
  );
  const waiting = runs.filter(({ tag, holdCodes }) => tally.settled.has(tag) || !holdCodes.includes('reversed'));
  // A write may have no row yet.
  const places = [...tally.settled].flatMap((tag) => monthInTag(company.prefix, tag) ?? []);
  return [...waiting, ...asked, ...places].map(({ year }) => year);
}

/**
 * A change or a repost that a sync could not make. A pay run's decision counts while payroll is what the person saw; an
 * adjustment's decision is itself what it should be.
 */
async function askedFor(rows: ReadRows, companyId: string): Promise<readonly { readonly year: number }[]> {
  const ofPersons = { companyId, kind: In([...askedActs]), endedAt: IsNull() };
  const asked = await rows.select(Decision, ['tag', 'fingerprint'], { where: ofPersons });
  // No one asked for anything: an ordinary day, in every company.
  if (asked.length === 0) return [];
  const where = { companyId, state: In(['posted', 'held']), tag: In(asked.flatMap(({ tag }) => tag ?? [])) };
  const runs = await rows.select(PayRunRecord, ['tag', 'kind', 'fingerprint', 'year'], { where });
  const asSeen = (run: Pick<PayRunRecord, 'tag' | 'fingerprint'>) =>
    asked.some(({ tag, fingerprint }) => tag === run.tag && fingerprint === run.fingerprint);
  return runs.filter((run) => isAdjustment(run) || asSeen(run));
}

/** The year that was asked for, and the one next to its first or last period if we posted there, or may have. */
async function withNeighbours(
  { company, db, request, writes }: RecordAtWork,
  year: number,
): Promise<readonly number[]> {
  const bordering = [
    ...(request.period === undefined || request.period === 0 ? [{ year: year - 1, period: lastPeriod }] : []),
    ...(request.period === undefined || request.period === lastPeriod ? [{ year: year + 1, period: 0 }] : []),
  ];
  if (bordering.length === 0) return [year];
  const posted = await db.read((rows) =>
    rows.findBy(
      PayRunRecord,
      bordering.map((place) => ({
        ...place,
        kind: 'payroll' as const,
        companyId: company.id,
        journalSet: Not(IsNull()),
      })),
    ),
  );
  const unsettled = (await writes.unsettled(company.id)).map(({ runTag }) => parseTag(company.prefix, runTag));
  const mayBe = bordering.filter((at) => unsettled.some((one) => one?.year === at.year && one.period === at.period));
  return [...new Set([...posted.map((row) => row.year), ...mayBe.map((at) => at.year), year])].sort((a, b) => a - b);
}

/** A quiet year costs its list and nothing more: only what changed, or waits, is mapped and decided again. */
export async function somethingToDecide(record: RecordAtWork, fetched: readonly FetchedYear[]): Promise<boolean> {
  const { request, tally, company, db, clock } = record;
  if (request.full || request.recheck || request.dryRun || request.year !== undefined || request.trigger === 'act')
    return true;
  if (tally.touched.size + tally.settled.size > 0 || fetched.some((year) => year.moved.size > 0)) return true;
  const years = fetched.map((one) => one.year);
  if (years.length === 0) return false;
  const where = { companyId: company.id, year: In(years) };
  const [shown, asked] = await db.read((rows) =>
    together([rows.select(PayRunRecord, shownColumns, { where }), askedFor(rows, company.id)]),
  );
  const found = shown.filter(isPayroll);
  if (shown.filter(isAdjustment).some(({ state }) => !settledStates.includes(state))) return true;
  if (asked.some(({ year }) => years.includes(year))) return true;
  const overdueBefore = addDays(today(clock), -1);
  const waits = found.some(
    (row) =>
      !settledStates.includes(row.state) ||
      (row.policyVersion < company.policyVersion && followPolicy.includes(row.state)) ||
      (row.state === 'before_cutover' && row.datedOn >= postedFrom(company)) ||
      (row.state === 'not_ready' && row.datedOn < overdueBefore),
  );
  const posted = new Set(found.map((row) => `${row.year}-${row.period}`));
  return (
    waits ||
    (await isPostedByNothing(record, found)) ||
    (await isRecoveryOpen(record, found)) ||
    isAllowanceOpen(record, fetched, shown) ||
    fetched.some(({ periods }) =>
      periods.some((row) => row.goneAt === null && !posted.has(`${row.year}-${row.period}`)),
    )
  );
}

/** A tax month that ended since its payroll was last read: nothing in payroll moved, and its allowance is due. */
function isAllowanceOpen(
  { company, clock }: RecordAtWork,
  fetched: readonly FetchedYear[],
  shown: readonly Shown[],
): boolean {
  if (!comesAsFiles(company.policy)) return false;
  const has = new Set(shown.flatMap(({ kind, ...row }) => (kind === 'allowance' ? [periodIndex(row)] : [])));
  return fetched.some(({ periods }) =>
    periods.some(
      (row) =>
        !has.has(periodIndex(row)) &&
        taxMonthRange(row.year, row.period + 1).to < today(clock) &&
        row.document?.period(row.year).returned?.allowance.isZero() === false,
    ),
  );
}

/**
 * The log does not vouch for a state: someone who set a waiting run to posted by hand would hide it from every sync.
 */
async function isPostedByNothing({ company, db }: RecordAtWork, found: readonly Shown[]): Promise<boolean> {
  const shown = found.flatMap(({ tag, state }) => (state === 'posted' ? [tag] : []));
  if (shown.length === 0) return false;
  const where = { companyId: company.id, runTag: In(shown), state: In([...standingStates]) };
  const postings = await db.read((rows) => rows.select(Posting, ['runTag'], { where }));
  const posted = new Set(postings.map(({ runTag }) => runTag));
  return shown.some((tag) => !posted.has(tag));
}

/**
 * A recovery comes after the runs it belongs to. If a process ended in between, or the policy posted no recoveries
 * then, the month is posted and no one was asked. A month that was asked about is decided again if the policy answers
 * by itself.
 */
async function isRecoveryOpen({ company, db }: RecordAtWork, found: readonly Shown[]): Promise<boolean> {
  const { post } = company.policy.recovery;
  const asked = found.filter(({ warningCodes }) => warningCodes.includes('recovery_to_decide'));
  if (asked.length > 0 && post === 'auto') return true;
  const open = found.filter(({ warningCodes }) => warningCodes.includes('statutory_recovery_not_posted'));
  if (post === 'off' || open.length === 0) return false;
  const from = await db.read((rows) => recoveryFrom(rows, company));
  return open.some((run) => {
    const isOfMonth = ({ year, period }: Shown) => year === run.year && period === run.period;
    return (
      taxMonthRange(run.year, run.period + 1).to >= from &&
      !asked.some(isOfMonth) &&
      open.filter(isOfMonth).every(({ state }) => state === 'posted')
    );
  });
}
