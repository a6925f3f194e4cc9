import { wholeRun } from '../../record/carried.js';
import { Posting } from '../../record/posting.entity.js';
import { Write } from '../../record/write.entity.js';
import { partsOf } from '../content.js';
import { applyAmendment, applyRemoval } from '../apply.js';
import { recordSet } from '../record.js';
import { lookFor, rangeAround } from './look-for.js';
import { saidBy, type Session } from '../session.js';
import { type LookTime, type Waited, waitedUntil } from '../settle-window.js';

const windowsUntilTold = 2;

/**
 * What became of the writes in doubt. Found: done. Not found: in doubt until the settle window is over; then released, and
 * looked for once more a window later.
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

/** Asked before a look, so that a look that took long counts for no more than it saw. */
const nowIn = ({ db }: Session): Promise<Date> => db.read((em) => db.now(em));

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
  const own = await nowIn(session);
  const { recorded, at } = await setsAround(session, write.datedOn);
  if (!recorded.some((tag) => tag === write.tag)) await notFound(session, write, { own, service: at });
}

/** Records every set of ours near a day; by listing, never by the tag filter, which may lag. */
async function setsAround(session: Session, datedOn: string): Promise<{ recorded: readonly string[]; at?: Date }> {
  const seen = await session.books.journalSets(rangeAround(datedOn));
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

async function settleByUrl(session: Session, write: Write): Promise<void> {
  const own = await nowIn(session);
  const { value: seen, at } = await lookFor(session, write);
  if (seen.is === 'not_there') await notFound(session, write, { own, service: at });
  // What the set holds instead is shown as altered by the next look.
  else if (seen.is === 'otherwise') await release(session, write, 'found otherwise');
  else if (write.kind === 'remove') await applyRemoval(session, write, 'found gone');
  else if (seen.set) await applyAmendment(session, write, seen.set, 'found amended');
}

/** In doubt until the window has passed: nothing counts before send-by, when it might still have been sent. */
async function notFound(session: Session, write: Write, look: LookTime): Promise<void> {
  if (look.own <= write.sendBy) return;
  const { ms: waitedMs, last } = waitedUntil(waitedOf(write), look);
  if (waitedMs >= session.limits.settleWindowSeconds * 1000) {
    await release(session, write, `not in the books, looked for over ${Math.round(waitedMs / 1000)} seconds`);
    return;
  }
  const lookedAt = { lookedAt: last?.own ?? null, lookedAtService: last?.service ?? null };
  await session.db.work((em) => em.update(Write, { id: write.id }, { waitedMs, ...lookedAt }));
}

const waitedOf = ({ waitedMs, lookedAt, lookedAtService }: Write): Waited => ({
  ms: waitedMs,
  last: lookedAt ? { own: lookedAt, service: lookedAtService ?? undefined } : undefined,
});

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
