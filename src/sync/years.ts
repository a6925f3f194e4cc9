import { In, IsNull, Not } from 'typeorm';
import { PolicyVersion } from '../companies/policy-version.entity.js';
import { addDays, taxYearOf } from '../journal/dates.js';
import { parseCompanionTag } from '../journal/companion.js';
import { parseTag } from '../journal/identity.js';
import { TaxYearRecord } from '../record/pay-period.entity.js';
import { Companion } from '../record/companion.entity.js';
import { PayRunRecord, type RunState } from '../record/pay-run.entity.js';
import { Posting, standingStates } from '../record/posting.entity.js';
import type { FetchedYear } from './steps/fetch.js';
import { dayMs, isOpenYear, readAgainDays } from './open-years.js';
import { today } from '../ground/clock.js';
import type { BooksAtWork } from './books-at-work.js';

const lastPeriod = 11;
const settledStates: readonly RunState[] = [
  'posted',
  'nothing',
  'not_ready',
  'overdue',
  'before_cutover',
  'ignored',
  'agrees',
];
const followPolicy: readonly RunState[] = ['nothing', 'not_ready', 'overdue', 'before_cutover', 'agrees'];

/** At first sight all since the cut-over; then the current one, and the one before daily until 5 July, then weekly. */
export async function yearsToLookAt(books: BooksAtWork): Promise<readonly number[]> {
  const { company, db, clock, request } = books;
  if (request.year !== undefined) return withNeighbours(books, request.year);
  const now = today(clock);
  const current = taxYearOf(now);
  const beginning = [company.policy.postFrom ?? now, company.startDate ?? '0000'].sort().at(-1) ?? now;
  const first = Math.min(taxYearOf(beginning), current);
  const known = await db.read((rows) => rows.findBy(TaxYearRecord, { companyId: company.id }));
  // A year that was adopted and never kept was broken off, or only tried dry.
  const seen = new Set(known.filter((row) => row.adoptedAt && row.listedAt).map((row) => row.year));
  // After that a late correction is noticed within a week, for one request.
  const listedAt = known.find((row) => row.year === current - 1)?.listedAt;
  const isWeekOld = listedAt && clock.now().getTime() - listedAt.getTime() >= readAgainDays * dayMs;
  const previousIsOpen = isOpenYear(current - 1, now) || isWeekOld;
  const years: number[] = [];
  for (let year = first; year <= current; year++) {
    const open = year === current || (year === current - 1 && previousIsOpen);
    if (open || request.full || !seen.has(year)) years.push(year);
  }
  const doubtful = await yearsInDoubt(books);
  return [...new Set([...years, ...doubtful])].sort((a, b) => a - b);
}

/** What is or was in doubt is decided once its fate is known, however long its year is over. */
async function yearsInDoubt({ company, db, writes }: BooksAtWork): Promise<readonly number[]> {
  const open = await writes.open(company.id);
  const where = { companyId: company.id, state: 'in_doubt' } as const;
  const shown = await db.read(async (rows) => [
    ...(await rows.select(PayRunRecord, ['year'], { where })),
    ...(await rows.select(Companion, ['year'], { where })),
  ]);
  const places = open.map(
    ({ runTag }) => parseTag(company.prefix, runTag) ?? parseCompanionTag(company.prefix, runTag),
  );
  return [...places, ...shown].flatMap((place) => (place ? [place.year] : []));
}

/** A year that was asked for, and the one that its first or last period borders on, where we posted there. */
async function withNeighbours({ company, db, request }: BooksAtWork, year: number): Promise<readonly number[]> {
  const bordering = [
    ...(request.period === undefined || request.period === 0 ? [{ year: year - 1, period: lastPeriod }] : []),
    ...(request.period === undefined || request.period === lastPeriod ? [{ year: year + 1, period: 0 }] : []),
  ];
  if (bordering.length === 0) return [year];
  const posted = await db.read((rows) =>
    rows.findBy(
      PayRunRecord,
      bordering.map((place) => ({ ...place, companyId: company.id, journalSet: Not(IsNull()) })),
    ),
  );
  return [...new Set([...posted.map((row) => row.year), year])].sort((a, b) => a - b);
}

/** A quiet year costs its list and nothing more: only what moved, or waits, is mapped and decided again. */
export async function somethingToDecide(books: BooksAtWork, fetched: readonly FetchedYear[]): Promise<boolean> {
  const { request, tally, company, db, clock } = books;
  if (request.full || request.recheck || request.dryRun || request.year !== undefined || request.trigger === 'act')
    return true;
  if (tally.touched.size > 0 || fetched.some((year) => year.moved.size > 0)) return true;
  const years = fetched.map((one) => one.year);
  if (years.length === 0) return false;
  const where = { companyId: company.id, year: In(years) };
  const columns = ['tag', 'state', 'policyVersion', 'year', 'period', 'datedOn', 'warningCodes'] as const;
  const [found, beside] = await db.read(async (rows) => [
    await rows.select(PayRunRecord, columns, { where }),
    await rows.select(Companion, ['state'], { where }),
  ]);
  if (beside.some(({ state }) => !settledStates.includes(state))) return true;
  const isAuto = company.policy.recovery.post === 'auto';
  if (isAuto && found.some(({ warningCodes }) => warningCodes.includes('recovery_to_decide'))) return true;
  const isOpen = isAuto && found.some(({ warningCodes }) => warningCodes.includes('statutory_recovery_not_posted'));
  if (isOpen && (await isPolicyNewer(books, fetched))) return true;
  const overdueBefore = addDays(today(clock), -1);
  const waits = found.some(
    (row) =>
      !settledStates.includes(row.state) ||
      (row.policyVersion < company.policyVersion && followPolicy.includes(row.state)) ||
      (row.state === 'not_ready' && row.datedOn < overdueBefore),
  );
  const shown = new Set(found.map((row) => `${row.year}-${row.period}`));
  return (
    waits ||
    (await isPostedByNothing(books, found)) ||
    fetched.some(({ periods }) => periods.some((row) => row.goneAt === null && !shown.has(`${row.year}-${row.period}`)))
  );
}

/** The log does not vouch for a state: whoever changed a waiting run's by hand would hide it from every sync. */
async function isPostedByNothing(
  { company, db }: BooksAtWork,
  found: readonly Pick<PayRunRecord, 'tag' | 'state'>[],
): Promise<boolean> {
  const shown = found.flatMap(({ tag, state }) => (state === 'posted' ? [tag] : []));
  if (shown.length === 0) return false;
  const where = { companyId: company.id, runTag: In(shown), state: In([...standingStates]) };
  const postings = await db.read((rows) => rows.select(Posting, ['runTag'], { where }));
  const posted = new Set(postings.map(({ runTag }) => runTag));
  return shown.some((tag) => !posted.has(tag));
}

/** Than what was last kept: under the one before, nobody may have been asked about a recovery. */
async function isPolicyNewer({ company, db }: BooksAtWork, fetched: readonly FetchedYear[]): Promise<boolean> {
  const version = { companyId: company.id, version: company.policyVersion };
  const policy = await db.read((rows) => rows.findOneBy(PolicyVersion, version));
  return fetched.some(({ yearRow }) => policy && yearRow?.listedAt && yearRow.listedAt < policy.createdAt);
}
