import { addDays } from '../../journal/dates.js';
import { wholeRun } from '../../record/carried.js';
import { Posting } from '../../record/posting.entity.js';
import { Write } from '../../record/write.entity.js';
import { contentOf, partsOf, storedSet } from '../content.js';
import { applyAmendment, applyRemoval } from '../apply.js';
import { recordSet } from '../record.js';
import { saidBy, type Session } from '../session.js';

/** A set may have been moved in the books: it is looked for this many days around its date. */
export const lookAroundDays = 31;
const windowsUntilTold = 2;

/**
 * What became of the writes in doubt. Found: done. Not found: in doubt until the settle window, measured between two
 * `Date` headers of the service, is over; then released, and looked for once more a window later.
 */
export async function settle(session: Session): Promise<void> {
  await session.writes.doubt(session.lease);
  for (const write of await session.writes.inDoubt(session.company.id)) {
    if (write.kind === 'post' || write.kind === 'reverse') await settlePost(session, write);
    else await settleByUrl(session, write);
  }
  await tellOfTooLong(session);
  for (const write of await session.writes.toLookAgain(session.company.id)) {
    await setsAround(session, write.datedOn);
    await session.db.work((em) => em.update(Write, { id: write.id }, { lookAgainAt: null }));
  }
}

/** A write stays in doubt past its window only where look-ups fail: somebody should know. */
async function tellOfTooLong({ writes, db, company, limits, outbox }: Session): Promise<void> {
  const waiting = await writes.inDoubt(company.id);
  if (waiting.length === 0) return;
  await db.work(async (em) => {
    const tooLong = (await db.now(em)).getTime() - windowsUntilTold * limits.settleWindowSeconds * 1000;
    for (const { id, tag, createdAt } of waiting.filter((write) => write.createdAt.getTime() < tooLong)) {
      const payload = { company: company.name, tag, since: createdAt.toISOString() };
      await outbox.put(em, { kind: 'in_doubt_too_long', companyId: company.id, once: `in_doubt:${id}`, payload });
    }
  });
}

async function settlePost(session: Session, write: Write): Promise<void> {
  const { recorded, at } = await setsAround(session, write.datedOn);
  if (!recorded.some((tag) => tag === write.tag)) await notFound(session, write, at);
}

/** Records every set of ours near a day; by listing, never by the tag filter, which may lag. */
async function setsAround(session: Session, datedOn: string): Promise<{ recorded: readonly string[]; at: Date }> {
  const range = { from: addDays(datedOn, -lookAroundDays), to: addDays(datedOn, lookAroundDays) };
  const seen = await session.books.journalSets(range);
  const known = await session.db.read((em) => em.findBy(Posting, { companyId: session.company.id }));
  const urls = new Set(known.map((posting) => posting.journalSet));
  const recorded: string[] = [];
  for (const set of seen.value) {
    if (urls.has(set.url) || !partsOf(session.company.prefix, set)) continue;
    await recordSet(session, set);
    recorded.push(set.tag ?? '');
  }
  return { recorded, at: seen.at };
}

/** An amendment or a removal names its set: the set itself tells what became of it. */
async function settleByUrl(session: Session, write: Write): Promise<void> {
  if (write.setUrl === null) throw new Error(`write ${write.id} has no set to look at`);
  const seen = await session.books.journalSet(write.setUrl);
  if (write.kind === 'remove') {
    if (seen.value === undefined) await applyRemoval(session, write, 'found gone');
    else await notFound(session, write, seen.at);
    return;
  }
  const now = seen.value && contentOf(storedSet(seen.value));
  const arrived = now?.fingerprint === write.targetFingerprint && seen.value?.tag === write.tag;
  if (seen.value && arrived) await applyAmendment(session, write, seen.value, 'found amended');
  else if (now?.fingerprint === write.beforeFingerprint) await notFound(session, write, seen.at);
  // Neither what it was nor what it was to be: the next look shows it as altered.
  else await release(session, write, 'found otherwise');
}

async function notFound(session: Session, write: Write, at: Date): Promise<void> {
  const { db, limits } = session;
  const sendByPassed = await db.read(async (em) => write.sendBy < (await db.now(em)));
  if (!sendByPassed) return;
  if (write.windowFrom === null) {
    await db.work((em) => em.update(Write, { id: write.id }, { windowFrom: at }));
    return;
  }
  const waitedSeconds = (at.getTime() - write.windowFrom.getTime()) / 1000;
  if (waitedSeconds >= limits.settleWindowSeconds)
    await release(session, write, `not in the books ${waitedSeconds} seconds later`);
}

async function release(session: Session, write: Write, answer: string): Promise<void> {
  const { db, log, limits } = session;
  await db.work(async (em) => {
    const now = await db.now(em);
    const lookAgainAt = new Date(now.getTime() + limits.settleWindowSeconds * 1000);
    await em.update(
      Write,
      { id: write.id, state: 'in_doubt' },
      { state: 'released', answer, settledAt: now, lookAgainAt },
    );
    await log.append(em, {
      ...saidBy(session),
      act: 'settle',
      outcome: 'released',
      tag: write.tag,
      fingerprint: write.targetFingerprint,
      policyVersion: write.policyVersion,
      answer,
      ref: write.id,
      carries: wholeRun(write.runTag),
    });
  });
}
