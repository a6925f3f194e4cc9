import { In } from 'typeorm';
import { today } from '../../ground/clock.js';
import type { ReadRows } from '../../ground/rows.js';
import { together } from '../../ground/side-by-side.js';
import { PayPeriodRecord, TaxYearRecord } from '../../record/runs/pay-period.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { isStanding, Posting } from '../../record/runs/posting.entity.js';
import { madeAfterRefusal, Write } from '../../record/runs/write.entity.js';
import type { Verdict } from '../../journal/decide/decide.js';
import type { Policy } from '../../journal/policy/policy.js';
import type { BooksAtWork } from '../at-work/books-at-work.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';
import { decide } from '../facts/decide.js';
import type { Facts } from '../facts/facts.js';
import { type AdjustmentRecord, type MapInput, mapRuns, type Recorded } from './map-runs.js';
import { class1Before, isRateAsked } from './class1-before.js';
import { effectivePosting, isAskedFor, payRunsOf, periodIndex, type RunFacts } from '../facts/run-facts.js';
import { writeShown } from '../facts/with-recorded.js';
import { wideTouches } from '../facts/wide-touches.js';
import { recoveryFrom } from '../facts/recovery-from.js';
import type { FetchedYear } from '../facts/fetched.js';
import { type Fetched, fetchYears } from '../steps/fetch.js';
import { storedPayment } from '../keep/keep-year.js';
import { freshSurroundings, type Surroundings, surroundings, withPeopleNow } from '../steps/surroundings.js';
import { lastPeriod, somethingToDecide } from '../steps/years.js';

const nothingFetched: Fetched = { years: [], unread: new Set(), problems: [] };

/** Reads payroll and the record, and maps. Writes nothing: what was read is stored with what is decided from it. */
export async function gather(books: BooksAtWork, years: readonly number[]): Promise<Facts> {
  const fetched = await fetchYears(books, years);
  if (!(await somethingToDecide(books.record, fetched.years))) return factsWith(books.record, fetched);
  const cache = cacheOf(books);
  const facts = await factsOf(books.record, { years, fetched, cache });
  const due = dueNow(facts);
  const old = dueAndNotRead(facts, due);
  const neighbours = neighbourYears(facts, due);
  if (old.length === 0 && neighbours.length === 0) return facts;
  // What waited is posted as payroll has it now, not as it was last read.
  const all = [...new Set([...years, ...old.map(({ year }) => year), ...neighbours])].sort((a, b) => a - b);
  const again = await fetchYears(books, all, { again: new Set(old.map(periodIndex)), just: fetched, anew: neighbours });
  return factsOf(books.record, { years: all, fetched: again, cache });
}

/** The same from the record alone, with periods that are known already. */
export async function gatherRecorded(
  books: BooksAtWork,
  years: readonly number[],
  periods: Facts['periods'] = [],
): Promise<Facts> {
  return factsOf(books.record, { years, periods, fetched: nothingFetched, cache: cacheOf(books) });
}

interface BooksCache {
  read(): Promise<Surroundings>;
  refresh(): Promise<Surroundings>;
  withPeopleNow(): Promise<Surroundings>;
}

/** Asked once for everything that a sync maps, and only if needed. */
function cacheOf(books: BooksAtWork): BooksCache {
  let known: Promise<Surroundings> | undefined;
  const read = () => (known ??= surroundings(books));
  return {
    read,
    refresh: () => (known = freshSurroundings(books)),
    withPeopleNow: () => (known = read().then((around) => withPeopleNow(books, around))),
  };
}

interface Due {
  readonly run: RunFacts;
  readonly verdict: 'post' | 'amend';
}

/**
 * Pay runs about to pay someone who, as far as we know, is not paid yet; also those that will, once the set next to
 * them is corrected.
 */
function dueNow(facts: Facts): readonly Due[] {
  const verdicts = decide(facts);
  const runs = [...facts.runs.values()].filter(({ adjustment }) => !adjustment);
  const mended = runs.filter(({ tag }) => mendedFirst.has(verdicts.get(tag)?.do ?? 'wait')).map(periodIndex);
  return runs.flatMap((run): Due[] => {
    const verdict = verdicts.get(run.tag);
    if (!verdict || !isAskedFor(facts.request, run)) return [];
    if (verdict.do === 'post' || verdict.do === 'amend') return [{ run, verdict: verdict.do }];
    const waits = verdict.do === 'changed' && verdict.why === 'neighbour' && !verdict.ignored;
    const isNext = waits && mended.some((index) => Math.abs(index - periodIndex(run)) <= 1);
    return isNext ? [{ run, verdict: effectivePosting(run) ? 'amend' : 'post' }] : [];
  });
}

const mendedFirst: ReadonlySet<Verdict['do']> = new Set(['amend', 'reverse', 'remove', 'record', 'give_up']);

/**
 * The runs to post that were not read just now, and the ignored runs next to them that are in the books: they already
 * pay the people payroll has in both.
 */
function dueAndNotRead({ fetched, runs }: Facts, due: readonly Due[]): readonly RunFacts[] {
  const isRead = (run: RunFacts) => fetched.some(({ read }) => read.has(periodIndex(run)));
  const posts = due.flatMap(({ run, verdict }) => (verdict === 'post' ? [run] : []));
  const ignored = payRunsOf(runs.values()).filter(
    (run) =>
      run.recorded.decided.some(({ kind }) => kind === 'ignore') &&
      effectivePosting(run) !== undefined &&
      posts.some((due) => Math.abs(periodIndex(due) - periodIndex(run)) <= 1),
  );
  return [...posts, ...ignored].filter((run) => !isRead(run));
}

/**
 * A pay date can cross 5 April. Then the same person may be in the other year's set, or in one that may still turn up.
 * Read that year too, and list it again: its list may be half a minute older.
 */
function neighbourYears({ runs }: Facts, due: readonly Due[]): readonly number[] {
  const across = due.flatMap(({ run }) => {
    if (run.period === 0) return [periodIndex(run) - 1];
    return run.period === lastPeriod ? [periodIndex(run) + 1] : [];
  });
  const inBooks = [...runs.values()].filter(
    ({ recorded: { postings, open, toLookAgain } }) => postings.length > 0 || open || toLookAgain.length > 0,
  );
  return inBooks.filter((run) => across.includes(periodIndex(run))).map(({ year }) => year);
}

interface Read {
  readonly years: readonly number[];
  readonly fetched: Fetched;
  readonly periods?: Facts['periods'];
  readonly cache: BooksCache;
}

async function factsOf(record: RecordAtWork, read: Read): Promise<Facts> {
  const { company, request, clock, limits } = record;
  const wide = new Set(read.years.flatMap((year) => [year - 1, year, year + 1]));
  const recorded = await readRecord(record, wide);
  const fresh = [...(read.periods ?? []), ...read.fetched.years.flatMap(({ periods }) => periods)];
  const freshYears = new Set(fresh.map(({ year }) => year));
  const periods = [...recorded.periods.filter(({ year }) => !freshYears.has(year)), ...fresh];
  const policies = await policiesOf(record, recorded);
  // Payroll that was just read has today's payments.
  const payments = new Map([...recorded.payments, ...read.fetched.years.flatMap(paymentsOf)]);
  const missingSince = new Date(clock.now().getTime() - limits.settleWindowSeconds * 1000);
  const input = {
    ...recorded,
    periods,
    company,
    request,
    years: wide,
    policies,
    payments,
    missingSince,
    today: today(clock),
  };
  const mapped = async (around?: Surroundings) => {
    const runs = await mapRuns({ ...input, class1: new Map() }, around);
    const asked = [...runs.runs.values()].filter(isRateAsked).map(({ year }) => year);
    // Class 1 NI is in documents of earlier years, which only this question needs.
    if (asked.length === 0) return runs;
    return mapRuns({ ...input, class1: await class1Before(record, asked) }, around);
  };
  const factsIn = async (around?: Surroundings): Promise<Facts> => ({
    ...factsWith(record, read.fetched),
    ...(await mapped(around)),
    policies,
    payments,
    decisions: recorded.decisions,
    asked: around?.asked && around.kept,
  });
  if (periods.every(({ document }) => document === null)) return factsIn();
  const around = await read.cache.read();
  const facts = await factsIn(around);
  if (isMissing(facts) && around.asked !== 'all') return factsIn(await read.cache.refresh());
  const isOfNow = around.kept.peopleReadBy === record.syncId;
  return isOfNow || !postsByTodaysRoles(facts) ? facts : factsIn(await read.cache.withPeopleNow());
}

/** Something is posted by today's roles, or shown to someone who may let it be posted. */
function postsByTodaysRoles(facts: Facts): boolean {
  const verdicts = decide(facts);
  return payRunsOf(facts.runs.values()).some(
    (run) => isAskedFor(facts.request, run) && needTodaysRoles.has(verdicts.get(run.tag)?.do ?? 'wait'),
  );
}

const needTodaysRoles: ReadonlySet<Verdict['do']> = new Set(['post', 'amend', 'ready']);

const isMissing = ({ runs }: Facts): boolean =>
  [...runs.values()].some((run) => run.payroll.mapped?.holds.some(({ code }) => askedAgain.has(code)));

/** Holds that someone may have put right in the books since we last asked. */
const askedAgain: ReadonlySet<string> = new Set(['unknown_user', 'missing_account', 'unsupported_role']);

const factsWith = ({ company, request }: RecordAtWork, { years, unread, problems }: Fetched): Facts => ({
  company,
  request,
  runs: new Map(),
  policies: new Map(),
  periods: [],
  payments: new Map(),
  refigured: new Set(),
  decisions: [],
  inherited: [],
  fetched: years,
  unread,
  problems,
  outdated: false,
});

async function readRecord(
  { db, company, writes, decisions, tally }: RecordAtWork,
  years: ReadonlySet<number>,
): Promise<Recorded & Pick<MapInput, 'touches' | Exclude<AdjustmentRecord, 'class1' | 'today'>>> {
  const ofYears = { companyId: company.id, year: In([...years]) };
  return db.read(async (rows) => {
    const [shown, taxYears, since, postings, periods, standing, touches] = await together([
      rows.findBy(PayRunRecord, ofYears),
      rows.findBy(TaxYearRecord, ofYears),
      recoveryFrom(rows, company),
      rows.findBy(Posting, { companyId: company.id }),
      rows.findBy(PayPeriodRecord, ofYears),
      decisions.standing(company.id, company.connectionId),
      company.approval === 'two' ? wideTouches(rows, company, { years: [...years] }) : Promise.resolve([]),
    ]);
    const late = await madeLate(rows, company.id, postings);
    const behind = shown.flatMap(({ plan }) => writeShown(plan) ?? []);
    return {
      rows: shown,
      payments: new Map(taxYears.map((one) => [one.year, one.payments ?? []])),
      recoveryFrom: since,
      postings,
      periods,
      writes: (await writes.unsettled(company.id, behind)).map((write) =>
        tally.lookedAgain.has(write.id) ? { ...write, lookAgainAt: null } : write,
      ),
      decisions: standing,
      ...(late.size > 0 && { late }),
      touches,
    };
  });
}

/** Of the runs that are in the books twice, the postings whose writes were refused. */
async function madeLate(rows: ReadRows, companyId: string, postings: readonly Posting[]): Promise<ReadonlySet<string>> {
  const twice = new Set(postings.flatMap(({ state, runTag }) => (state === 'doubled' ? [runTag] : [])));
  if (twice.size === 0) return twice;
  const made = postings.filter(({ runTag, writeId }) => writeId !== null && twice.has(runTag));
  const where = { companyId, id: In(made.map(({ writeId }) => writeId)), answer: madeAfterRefusal };
  const refused = new Set((await rows.select(Write, ['id'], { where })).map(({ id }) => id));
  return new Set(made.flatMap(({ id, writeId }) => (refused.has(writeId ?? '') ? [id] : [])));
}

const paymentsOf = ({ year, listed }: FetchedYear) =>
  listed.payments.length === 0 ? [] : [[year, listed.payments.map(storedPayment)] as const];

/** A posted run keeps the policy it was posted with. */
async function policiesOf(record: RecordAtWork, { postings }: Recorded): Promise<ReadonlyMap<number, Policy>> {
  const { company } = record;
  const versions = new Set(postings.filter(isStanding).map(({ policyVersion }) => policyVersion));
  versions.delete(company.policyVersion);
  const policies = new Map<number, Policy>();
  for (const version of versions) policies.set(version, await record.policyAt(company.id, version));
  return policies;
}
