import { In } from 'typeorm';
import { Problem } from '../../ground/problem.js';
import type { Rows } from '../../ground/rows.js';
import type { DateRange } from '../../journal/nouns/dates.js';
import { wholeRun } from '../../record/log/carried.js';
import { isStanding, Posting } from '../../record/runs/posting.entity.js';
import { isInItsMinute, minuteMs, Write } from '../../record/runs/write.entity.js';
import { ownParts } from '../../journal/nouns/own-parts.js';
import { recordAmendment, recordRemoval } from '../keep/apply.js';
import type { BooksAtWork, LedgerAtWork } from '../at-work/books-at-work.js';
import { logLine, type RecordAtWork } from '../at-work/record-at-work.js';
import { contentOf, storedSet } from '../facts/content.js';
import { adoptSets } from '../keep/found.js';
import { answerInLog, refusalIn } from '../facts/refusal.js';
import { lookFor, rangeAround } from './look-for.js';
import { endsTheSync } from '../at-work/ends-the-sync.js';
import {
  lookedOf,
  type LookTime,
  minuteEndsAt,
  minuteFrom,
  secondLookAt,
  waitedOf,
  waitedUntil,
} from '../facts/settle-window.js';

const windowsUntilShown = 2;

type Settling = Pick<BooksAtWork, 'record' | 'ledger' | 'progress'>;

/**
 * Finds the outcome of writes in doubt. Found: done. Not found: in doubt until the settle window is over, then
 * released, with a second look a window later. Returns why a look failed, if the sync can go on.
 */
export async function settle({ record, ledger, progress }: Settling): Promise<Problem | undefined> {
  await progress({ step: 'settling', done: 0, total: 0 });
  await record.doubt();
  const unread = await settleAndReport({ record, ledger });
  const unseen = await endMinutes({ record, ledger });
  const failed = await lookAgain({ record, ledger });
  return unread ?? unseen ?? failed;
}

async function settleAndReport(books: LedgerAtWork): Promise<Problem | undefined> {
  try {
    return await settleAll(books);
  } finally {
    await reportTooLong(books.record);
  }
}

/** A set that cannot be read holds up only its own run; if nothing can be listed, the sync ends here. */
async function settleAll(books: LedgerAtWork): Promise<Problem | undefined> {
  const { company, writes, tally } = books.record;
  const problems: Problem[] = [];
  for (const write of await writes.inDoubt(company.id)) {
    tally.settled.add(write.runTag);
    if (write.kind === 'post' || write.kind === 'reverse') {
      await settlePost(books, write);
      continue;
    }
    const failed = await settleByUrl(books, write).then(() => undefined, asProblem);
    if (failed) problems.push(failed);
  }
  return problems[0];
}

/**
 * After a post was refused, nothing is sent for its run for a minute: by the smaller advance of both clocks, which one
 * look shows. It also shows what the service has made since. A failed look ends no minute, and no sync.
 */
async function endMinutes(books: LedgerAtWork): Promise<Problem | undefined> {
  const { record } = books;
  const own = await nowIn(record);
  const due = (await record.writes.inTheirMinute(record.company.id)).filter((write) => minuteEndsAt(write) <= own);
  if (due.length === 0) return undefined;
  try {
    const { at } = await setsIn(books, rangeOf(due.map(({ datedOn }) => datedOn)));
    for (const write of due) await waitOn(record, write, { own, service: at });
    return undefined;
  } catch (error) {
    return asProblem(error);
  }
}

async function waitOn(record: RecordAtWork, { id, runTag, ...write }: Write, look: LookTime): Promise<void> {
  const { work, tally } = record;
  const { ms: waitedMs, last } = waitedUntil(waitedOf(write), look);
  const isOver = waitedMs >= minuteMs;
  tally.settled.add(runTag);
  await work(async (rows) => {
    const waited = { waitedMs, ...lookedOf(isOver ? undefined : last) };
    if ((await rows.update(Write, { id, state: 'refused' }, waited)) > 0) return;
    // The look has found it.
    await rows.update(Write, { id }, { lookAgainAt: await dueAgainAt(record, rows) });
    tally.lookedAgain.set(id, runTag);
  });
}

/** Until some sync has acted on what a look has shown. */
async function dueAgainAt({ db, limits }: RecordAtWork, rows: Rows): Promise<Date> {
  return new Date((await db.now(rows)).getTime() + (limits.settleWindowSeconds / 10) * 1000);
}

/**
 * The second look. A failed one does not stop the sync. Until one succeeds, these writes block the same runs as before.
 * Due again after a tenth of the window, until some sync has acted on the result.
 */
async function lookAgain(books: LedgerAtWork): Promise<Problem | undefined> {
  const { db, company, writes, limits, tally, work } = books.record;
  const due = (await writes.dueToLookAgain(company.id)).filter((write) => !isInItsMinute(write));
  if (due.length === 0) return undefined;
  const failed = await lookedFor(books, due).then(() => undefined, asProblem);
  await work(async (rows) => {
    const lookAgainAt = failed
      ? secondLookAt(await db.now(rows), limits.settleWindowSeconds)
      : await dueAgainAt(books.record, rows);
    await rows.update(Write, { id: In(due.map(({ id }) => id)) }, { lookAgainAt });
  });
  if (failed) return failed;
  for (const { id, runTag } of due) {
    tally.settled.add(runTag);
    tally.lookedAgain.set(id, runTag);
  }
  return undefined;
}

/** By list for what was to be made; by address for a set that was to be changed or removed. */
async function lookedFor(books: LedgerAtWork, due: readonly Write[]): Promise<void> {
  const days = due.flatMap(({ setUrl, datedOn }) => (setUrl === null ? [datedOn] : []));
  if (days.length > 0) await setsIn(books, rangeOf(days));
  for (const write of due) if (write.setUrl !== null && write.state !== 'done') await lookAtSet(books, write);
}

/** The days around all of these. */
function rangeOf(days: readonly string[]): DateRange {
  const sorted = days.toSorted();
  return { from: rangeAround(sorted[0] ?? '').from, to: rangeAround(sorted.at(-1) ?? '').to };
}

/** The set may be as it is recorded: then the write has done nothing, even if another has done the same since. */
async function lookAtSet({ record, ledger }: LedgerAtWork, write: Write): Promise<void> {
  const { db, company, work } = record;
  const journalSet = write.setUrl ?? '';
  const recorded = await db.read((rows) => rows.findOneBy(Posting, { companyId: company.id, journalSet }));
  if (!recorded || !isStanding(recorded)) return;
  const { value: set } = await ledger.journalSet(journalSet);
  if (!set) {
    if (write.kind === 'remove') await work((rows) => recordRemoval(rows, record, write, 'found gone'));
    return;
  }
  const { fingerprint } = contentOf(storedSet(set));
  if (fingerprint === recorded.fingerprint && set.tag === recorded.tag) return;
  const isAsSent = write.kind === 'amend' && fingerprint === write.targetFingerprint && set.tag === write.tag;
  if (isAsSent) await work((rows) => recordAmendment(rows, record, { write, set, answer: 'found amended' }));
  // It was changed in another way: recorded as it is, and compared with payroll like any found set. Under another tag
  // it would be recorded as another run's, so the next look shows it as altered.
  else if (set.tag === recorded.tag) await adoptSets(record, [set]);
}

function asProblem(error: unknown): Problem {
  if (endsTheSync(error) || !(error instanceof Problem)) throw error;
  return error;
}

/** Read before a look, so that a slow look counts for no more than it saw. */
const nowIn = ({ db }: RecordAtWork): Promise<Date> => db.read((rows) => db.now(rows));

/** A write stays in doubt past its window only if look-ups fail: someone should know. */
async function reportTooLong(record: RecordAtWork): Promise<void> {
  const { writes, db, company, limits, outbox } = record;
  const waiting = await writes.inDoubt(company.id);
  if (waiting.length === 0) return;
  await record.work(async (rows) => {
    const tooLong = (await db.now(rows)).getTime() - windowsUntilShown * limits.settleWindowSeconds * 1000;
    for (const { id, tag, createdAt } of waiting.filter((write) => write.createdAt.getTime() < tooLong)) {
      const payload = { company: company.name, tag, since: createdAt.toISOString() };
      await outbox.put(rows, { kind: 'in_doubt_too_long', companyId: company.id, once: `in_doubt:${id}`, payload });
    }
  });
}

async function settlePost(books: LedgerAtWork, write: Write): Promise<void> {
  const own = await nowIn(books.record);
  const { recorded, at } = await setsIn(books, rangeAround(write.datedOn));
  if (!recorded.some((tag) => tag === write.tag)) await notFound(books.record, write, { own, service: at });
}

/** Records every set of ours in these days; by listing, never by the tag filter, which may lag. */
async function setsIn(
  { record, ledger }: LedgerAtWork,
  range: DateRange,
): Promise<{ recorded: readonly string[]; at?: Date }> {
  const seen = await ledger.journalSets(range);
  const known = await record.db.read((rows) => rows.findBy(Posting, { companyId: record.company.id }));
  const urls = new Set(known.map((posting) => posting.journalSet));
  const strange = seen.value.filter((set) => !urls.has(set.url) && ownParts(record.company.prefix, set));
  await adoptSets(record, strange);
  return { recorded: strange.map(({ tag }) => tag ?? ''), at: seen.at };
}

async function settleByUrl(books: LedgerAtWork, write: Write): Promise<void> {
  const { record } = books;
  const own = await nowIn(record);
  const { value: seen, at } = await lookFor(books, write);
  if (seen.is === 'not_there') await notFound(record, write, { own, service: at });
  // The next look shows the set as altered. The write may have arrived and been altered after that.
  else if (seen.is === 'otherwise') await release(record, write, { answer: 'found otherwise', mayHaveArrived: true });
  else if (write.kind === 'remove') await record.work((rows) => recordRemoval(rows, record, write, 'found gone'));
  else if (seen.set) {
    const found = { write, set: seen.set, answer: 'found amended' };
    await record.work((rows) => recordAmendment(rows, record, found));
  }
}

/**
 * In doubt until the window has passed. A look before send-by does not count: the write might still be sent after it.
 */
async function notFound(record: RecordAtWork, write: Write, look: LookTime): Promise<void> {
  if (look.own <= write.sendBy) return;
  const { ms: waitedMs, last } = waitedUntil(waitedOf(write), look);
  if (waitedMs >= record.limits.settleWindowSeconds * 1000) {
    // Where one look decides, the window counts as over without a look in it.
    const over = write.lookedAt && `, looked for over ${Math.round(waitedMs / 1000)} seconds`;
    const answer = `not in the books${over ?? ', by one look'}`;
    // What was waited for over its whole window has its minute behind it; what one look decides begins it here.
    const waited = write.lookedAt ? { waitedMs: Math.max(waitedMs, minuteMs) } : minuteFrom(look);
    await release(record, write, { answer, mayHaveArrived: false, waited });
    return;
  }
  await record.work((rows) => rows.update(Write, { id: write.id }, { waitedMs, ...lookedOf(last) }));
}

interface Released {
  readonly answer: string;
  /** Then the decision is spent: no one asked to overwrite what someone has done to the set since. */
  readonly mayHaveArrived: boolean;
  /** For a post that the service had refused. */
  readonly waited?: Partial<Write>;
}

async function release(
  record: RecordAtWork,
  write: Write,
  { answer, mayHaveArrived, waited }: Released,
): Promise<void> {
  const { db, log, limits, decisions } = record;
  await record.work(async (rows) => {
    const now = await db.now(rows);
    const lookAgainAt = secondLookAt(now, limits.settleWindowSeconds);
    // A write without a guard behind it is waited for even if the service refused it, and is then shown as refused.
    const became =
      !mayHaveArrived && refusalIn(write.answer)
        ? { state: 'refused' as const, answer: write.answer, ...(write.kind === 'post' && waited) }
        : { state: 'released' as const, answer };
    const ended = await rows.update(
      Write,
      { id: write.id, state: 'in_doubt' },
      { ...became, settledAt: now, lookAgainAt },
    );
    // The look for another write found this one's set too.
    if (ended === 0) return;
    // A doubled set is shown as doubled: to have it removed, ask once more.
    const isRemovalRefused = became.state === 'refused' && write.kind === 'remove';
    const spent = mayHaveArrived || isRemovalRefused ? await decisions.spend(rows, write) : [];
    await log.append(rows, {
      ...logLine(record),
      act: 'settle',
      outcome: became.state,
      tag: write.tag,
      fingerprint: write.targetFingerprint,
      policyVersion: write.policyVersion,
      answer: answerInLog(became.answer),
      ref: write.id,
      carries: [...wholeRun(write.runTag), ...spent],
    });
  });
}
