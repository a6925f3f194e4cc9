import { randomUUID } from 'node:crypto';
import { type EntityManager, In } from 'typeorm';
import type { JournalSet } from '../books/journal-set.js';
import { wholeRun } from '../record/carried.js';
import { isStanding, Posting, standingStates } from '../record/posting.entity.js';
import { Write } from '../record/write.entity.js';
import { contentOf, partsOf, storedSet, withSources } from './content.js';
import { saidBy, type Session } from './session.js';

/**
 * Records a set of ours as the books hold it: new, or as it is now. A set that one of our writes was to make is ours
 * by that write, however late it appeared; any other was found. Answers what the record holds then.
 */
export async function recordSet(session: Session, set: JournalSet): Promise<Posting | undefined> {
  return session.db.work((em) => recordSetIn(em, session, set));
}

export async function recordSetIn(em: EntityManager, session: Session, set: JournalSet): Promise<Posting | undefined> {
  const { company, log } = session;
  const parts = partsOf(company.prefix, set);
  if (!parts) return undefined;
  const found = storedSet(set);
  const said = { ...contentOf(found), lines: found.lines, description: found.description, tag: found.tag };
  const known = await em.findOneBy(Posting, { companyId: company.id, journalSet: set.url });
  const now = await session.db.now(em);
  const sibling = await em.findOneBy(Posting, {
    companyId: company.id,
    tag: said.tag,
    state: In(standingStates),
  });
  if (known) {
    // One that was given up and is there after all may have been replaced meanwhile.
    const state = isStanding(known) ? known.state : sibling ? 'doubled' : 'in_books';
    await em.update(Posting, { id: known.id }, { ...said, state, endedAt: null });
    await log.append(em, {
      ...saidBy(session),
      act: 'adopt',
      outcome: 'recorded',
      tag: set.tag,
      journalSet: set.url,
      fingerprint: said.fingerprint,
      policyVersion: known.policyVersion,
      ref: known.id,
      carries: wholeRun(known.runTag),
    });
    return em.findOneByOrFail(Posting, { id: known.id });
  }
  const write = await em.findOne(Write, {
    where: {
      companyId: company.id,
      tag: said.tag,
      kind: In(['post', 'reverse']),
      state: In(['sending', 'in_doubt', 'released']),
    },
    order: { createdAt: 'DESC' },
  });
  const ours = write?.targetFingerprint === said.fingerprint ? write : undefined;
  const posting = em.create(Posting, {
    ...said,
    lines: write ? withSources(found, write.target.lines).lines : found.lines,
    id: randomUUID(),
    companyId: company.id,
    runTag: parts.base,
    kind: parts.kind,
    generation: parts.generation,
    state: sibling ? 'doubled' : 'in_books',
    origin: ours ? 'posted' : 'adopted',
    journalSet: set.url,
    policyVersion: ours?.policyVersion ?? company.policyVersion,
    roles: ours?.roles ?? {},
    writeId: ours?.id ?? null,
    createdAt: now,
    endedAt: null,
  });
  await em.insert(Posting, posting);
  if (write) {
    await em.update(
      Write,
      { id: write.id },
      { state: 'done', settledAt: now, lookAgainAt: null, answer: 'found in the books' },
    );
  }
  await log.append(em, {
    ...saidBy(session),
    act: write ? 'settle' : 'adopt',
    outcome: write ? 'done' : 'recorded',
    tag: set.tag,
    journalSet: set.url,
    fingerprint: said.fingerprint,
    policyVersion: posting.policyVersion,
    ref: write?.id ?? posting.id,
    carries: [...wholeRun(parts.base), ...(write ? wholeRun(write.runTag) : [])],
  });
  session.counts.touched.add(parts.base);
  if (ours) session.counts.posted += 1;
  else session.counts.adopted += 1;
  return posting;
}
