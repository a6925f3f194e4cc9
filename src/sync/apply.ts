import type { JournalSet } from '../books/journal-set.js';
import { Posting } from '../postings/posting.entity.js';
import { Write } from '../postings/write.entity.js';
import { contentOf, partsOf, storedSet, withSources } from './content.js';
import type { Session } from './session.js';

/** What a write that arrived means for the record. In one unit of work with the write's own end. */

export async function applyAmendment(session: Session, write: Write, set: JournalSet, answer: string): Promise<void> {
  const stored = withSources(storedSet(set), write.target.lines);
  const moved = partsOf(session.company.prefix, set);
  await session.db.work(async (em) => {
    await em.update(
      Posting,
      { companyId: write.companyId, journalSet: set.url },
      {
        tag: stored.tag,
        runTag: moved?.base ?? write.runTag,
        datedOn: stored.datedOn,
        description: stored.description,
        lines: stored.lines,
        fingerprint: contentOf(stored).fingerprint,
        state: 'in_books',
        policyVersion: write.policyVersion,
        roles: write.roles,
        writeId: write.id,
      },
    );
    await finish(session, em, write, answer, 'amend', set.url);
  });
  session.counts.amended += 1;
  session.counts.touched.add(moved?.base ?? write.runTag);
}

export async function applyRemoval(session: Session, write: Write, answer: string): Promise<void> {
  await session.db.work(async (em) => {
    const endedAt = await session.db.now(em);
    const removed = await em.findOneByOrFail(Posting, { companyId: write.companyId, journalSet: write.setUrl ?? '' });
    await em.update(Posting, { id: removed.id }, { state: 'removed', endedAt });
    // The one that stays is no double any more.
    await em.update(Posting, { companyId: write.companyId, tag: removed.tag, state: 'doubled' }, { state: 'in_books' });
    await finish(session, em, write, answer, 'remove', write.setUrl ?? '');
  });
}

async function finish(
  session: Session,
  em: Parameters<Parameters<Session['db']['work']>[0]>[0],
  write: Write,
  answer: string,
  act: string,
  journalSet: string,
): Promise<void> {
  const { log, request, syncId } = session;
  await em.update(Write, { id: write.id }, { state: 'done', answer, settledAt: await session.db.now(em) });
  if (write.decisionId) await session.decisions.end(em, write.decisionId);
  await log.append(em, {
    companyId: write.companyId,
    syncId,
    trigger: request.trigger,
    actor: write.actor,
    act,
    outcome: 'done',
    tag: write.tag,
    journalSet,
    fingerprint: write.targetFingerprint,
    policyVersion: write.policyVersion,
    answer,
    ref: write.id,
  });
}
