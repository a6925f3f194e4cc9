import type { Rows } from '../ground/rows.js';
import type { JournalSet } from '../books/journal-set.js';
import { wholeRun } from '../record/carried.js';
import { Posting } from '../record/posting.entity.js';
import type { NewLogEntry } from '../record/posting-log.js';
import { Write } from '../record/write.entity.js';
import type { NewWrite } from '../record/writes.js';
import { contentOf, partsOf, storedSet, withSources } from './content.js';
import { settleDoubles } from './doubles.js';
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
        documentHash: contentOf(stored).fingerprint === write.targetFingerprint ? write.documentHash : null,
        writeId: write.id,
      },
    );
    await finish(session, em, write, answer, 'amend', set.url, moved ? [moved.base] : []);
  });
  session.counts.amended += 1;
  session.counts.touched.add(moved?.base ?? write.runTag);
}

export async function applyRemoval(session: Session, write: Write, answer: string): Promise<void> {
  await session.db.work(async (em) => {
    const endedAt = await session.db.now(em);
    const removed = await em.findOneByOrFail(Posting, { companyId: write.companyId, journalSet: write.setUrl ?? '' });
    await em.update(Posting, { id: removed.id }, { state: 'removed', endedAt });
    await settleDoubles(em, write.companyId, removed.tag);
    await finish(session, em, write, answer, 'remove', write.setUrl ?? '', [removed.runTag]);
  });
}

async function finish(
  session: Session,
  em: Rows,
  write: Write,
  answer: string,
  act: string,
  journalSet: string,
  /** Whose sets it changed too. */
  others: readonly string[],
): Promise<void> {
  await em.update(Write, { id: write.id }, { state: 'done', answer, settledAt: await session.db.now(em) });
  const runs = [...new Set([write.runTag, ...others])];
  await tellOfWrite(session, em, write, {
    ...{ act, journalSet, fingerprint: write.targetFingerprint, answer },
    carries: runs.flatMap(wholeRun),
  });
}

/** What a person decided is carried out by it, and the log says so. */
export async function tellOfWrite(
  { log, decisions, request, syncId }: Session,
  em: Rows,
  write: NewWrite & { readonly id: string },
  done: Pick<NewLogEntry, 'act' | 'journalSet' | 'fingerprint' | 'answer' | 'carries'>,
): Promise<void> {
  const { id, companyId, runTag, tag, actor, policyVersion } = write;
  const spent = write.decisionId ? await decisions.spend(em, write) : [];
  const { trigger } = request;
  const carries = [...(done.carries ?? wholeRun(runTag)), ...spent];
  const said = { companyId, syncId, trigger, actor, outcome: 'done', tag, policyVersion };
  await log.append(em, { ...said, ...done, ref: id, carries });
}
