import { randomUUID } from 'node:crypto';
import { In, Not } from 'typeorm';
import type { Rows } from '../ground/rows.js';
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

export async function recordSetIn(em: Rows, session: Session, set: JournalSet): Promise<Posting | undefined> {
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
    const amendment = await amendmentBehind(em, known, said.fingerprint);
    const made = amendment && madeBy(amendment);
    const altered = said.fingerprint !== known.fingerprint && !made ? { documentHash: null } : {};
    await em.update(Posting, { id: known.id }, { ...said, ...altered, ...made, state, endedAt: null });
    if (amendment) await tookEffect(em, amendment.id, now);
    const spent = await session.decisions.spend(em, { companyId: company.id, runTag: known.runTag, kind: 'amend' });
    await log.append(em, {
      ...saidBy(session),
      act: 'adopt',
      outcome: 'recorded',
      tag: set.tag,
      journalSet: set.url,
      fingerprint: said.fingerprint,
      policyVersion: known.policyVersion,
      ref: known.id,
      carries: [...wholeRun(known.runTag), ...spent],
    });
    return em.findOneByOrFail(Posting, { id: known.id });
  }
  const write = await em.findOne(Write, {
    where: {
      companyId: company.id,
      tag: said.tag,
      kind: In(['post', 'reverse']),
      // What was refused or given up may have come all the same.
      state: Not('done'),
    },
    order: { createdAt: 'DESC' },
  });
  const ours = write?.targetFingerprint === said.fingerprint ? write : undefined;
  const posting: Posting = {
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
    documentHash: (parts.kind === 'post' && ours?.documentHash) || null,
    writeId: ours?.id ?? null,
    createdAt: now,
    endedAt: null,
  };
  await em.insert(Posting, posting);
  if (write) await tookEffect(em, write.id, now);
  const kind = parts.kind === 'post' ? 'post' : 'reverse';
  const effect = { companyId: company.id, runTag: parts.base, kind, decisionId: write?.decisionId } as const;
  const spent = await session.decisions.spend(em, effect);
  await log.append(em, {
    ...saidBy(session),
    act: write ? 'settle' : 'adopt',
    outcome: write ? 'done' : 'recorded',
    tag: set.tag,
    journalSet: set.url,
    fingerprint: said.fingerprint,
    policyVersion: posting.policyVersion,
    ref: write?.id ?? posting.id,
    carries: [...wholeRun(parts.base), ...(write ? wholeRun(write.runTag) : []), ...spent],
  });
  session.counts.touched.add(parts.base);
  if (ours) session.counts.posted += 1;
  else session.counts.adopted += 1;
  return posting;
}

const madeBy = ({ id, policyVersion, roles, documentHash }: Write) => ({
  ...{ policyVersion, roles, documentHash },
  writeId: id,
});

/** An amendment that was refused or given up, and of which the set shows that it came. */
function amendmentBehind(em: Rows, { companyId, journalSet }: Posting, now: string): Promise<Write | null> {
  const where = { companyId, setUrl: journalSet, kind: 'amend' as const, targetFingerprint: now, state: Not('done') };
  return em.findOne(Write, { where: where as never, order: { createdAt: 'DESC' } });
}

export async function tookEffect(em: Rows, id: string, settledAt: Date): Promise<void> {
  await em.update(Write, { id }, { state: 'done', settledAt, lookAgainAt: null, answer: 'found in the books' });
}
