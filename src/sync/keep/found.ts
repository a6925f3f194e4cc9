import { pick } from '../../ground/pick.js';
import { randomUUID } from 'node:crypto';
import { In, Not } from 'typeorm';
import type { ReadRows, Rows } from '../../ground/rows.js';
import type { JournalSet } from '../../books/journal-set.js';
import { ownParts } from '../../journal/nouns/own-parts.js';
import { wholeRun } from '../../record/log/carried.js';
import { isStanding, Posting, standingStates } from '../../record/runs/posting.entity.js';
import { doneWrite, madeAfterRefusal, Write } from '../../record/runs/write.entity.js';
import { type RecordAtWork, logLine } from '../at-work/record-at-work.js';
import { contentOf, storedSet, withSources } from '../facts/content.js';
import { effectOf, type FoundSet, isLate } from '../facts/found-set.js';
import { isAdjustmentTag } from '../facts/run-facts.js';

/** Works out the rows that the record should have for these sets. Writes nothing. */
export async function findAll(
  rows: ReadRows,
  record: RecordAtWork,
  sets: readonly JournalSet[],
): Promise<readonly FoundSet[]> {
  const found: FoundSet[] = [];
  for (const set of sets) {
    const one = await findOut(rows, record, set, found);
    if (one) found.push(one);
  }
  return found;
}

/** A set that one of our writes was to make counts as made by it, however late it appeared; any other was found. */
async function findOut(
  rows: ReadRows,
  { db, company }: RecordAtWork,
  set: JournalSet,
  earlier: readonly FoundSet[],
): Promise<FoundSet | undefined> {
  const parts = ownParts(company.prefix, set);
  if (!parts) return undefined;
  const now = storedSet(set);
  const { fingerprint } = contentOf(now);
  const readAt = await db.now(rows);
  const known = await rows.findOneBy(Posting, { companyId: company.id, journalSet: set.url });
  const ofTag = { companyId: company.id, tag: now.tag };
  const hasTwin =
    earlier.some(({ posting }) => posting.tag === now.tag && isStanding(posting)) ||
    (await rows.findOneBy(Posting, { ...ofTag, state: In(standingStates) })) !== null;
  if (known) {
    const amendment = await amendmentBehind(rows, known, fingerprint);
    const altered = fingerprint !== known.fingerprint && !amendment ? { documentHash: null } : {};
    // A set that was given up, and is there after all, may have been replaced in the meantime.
    const state = isStanding(known) ? known.state : hasTwin ? 'doubled' : 'in_books';
    const made = amendment && fromWrite(amendment);
    const posting = {
      ...known,
      ...now,
      fingerprint,
      ...altered,
      ...made,
      state,
      readAt,
      finding: findingOf(state),
      endedAt: null,
    };
    return { posting, isNew: false, write: amendment ?? undefined };
  }
  const write = await writeBehind(rows, { ...ofTag, fingerprint }, earlier);
  const ours = write?.targetFingerprint === fingerprint ? write : undefined;
  const posting: Posting = {
    ...now,
    lines: write ? withSources(now, write.target.lines).lines : now.lines,
    fingerprint,
    id: randomUUID(),
    companyId: company.id,
    runTag: parts.base,
    kind: parts.kind,
    generation: parts.generation,
    state: hasTwin ? 'doubled' : 'in_books',
    origin: ours ? 'posted' : 'adopted',
    journalSet: set.url,
    policyVersion: ours?.policyVersion ?? company.policyVersion,
    roles: ours?.roles ?? {},
    documentHash: (parts.kind === 'post' && ours?.documentHash) || null,
    writeId: ours?.id ?? null,
    postAgain: ours?.postAgain ?? false,
    createdAt: readAt,
    endedAt: null,
    readAt,
    finding: findingOf(hasTwin ? 'doubled' : 'in_books'),
  };
  return { posting, isNew: true, write };
}

/** A set just read is recorded as read; all that can be wrong is that it is there twice. */
const findingOf = (state: Posting['state']): Posting['finding'] => (state === 'doubled' ? 'doubled' : null);

/** A write that was refused or given up may have arrived anyway. One write makes one set. */
async function writeBehind(
  rows: ReadRows,
  { fingerprint, ...ofTag }: Pick<Write, 'companyId' | 'tag'> & { readonly fingerprint: string },
  earlier: readonly FoundSet[],
): Promise<Write | undefined> {
  const writes = await rows.find(Write, {
    where: { ...ofTag, kind: In(['post', 'reverse']), state: Not('done') },
    order: { createdAt: 'DESC' },
  });
  const free = writes.filter(({ id }) => !earlier.some(({ write }) => write?.id === id));
  return free.find(({ targetFingerprint }) => targetFingerprint === fingerprint) ?? free[0];
}

const fromWrite = ({ id, policyVersion, roles, documentHash }: Write) => ({
  policyVersion,
  roles,
  documentHash,
  writeId: id,
});

/** An amendment that was refused or given up, although the set shows that it arrived. */
function amendmentBehind(rows: ReadRows, { companyId, journalSet }: Posting, now: string): Promise<Write | null> {
  const where = { companyId, setUrl: journalSet, kind: 'amend' as const, targetFingerprint: now, state: Not('done') };
  return rows.findOne(Write, { where: where, order: { createdAt: 'DESC' } });
}

/** Records what was found, and spends the decision that it carries out. */
export async function recordFound(rows: Rows, record: RecordAtWork, found: readonly FoundSet[]): Promise<void> {
  for (const one of found) await recordOne(rows, record, one);
}

async function recordOne(rows: Rows, record: RecordAtWork, found: FoundSet): Promise<void> {
  const { log, decisions, db } = record;
  const { posting, isNew, write } = found;
  if (isNew) await rows.insert(Posting, posting);
  else await rows.update(Posting, { id: posting.id }, posting);
  if (write) await tookEffect(rows, write.id, await db.now(rows), isLate(found) ? madeAfterRefusal : undefined);
  const effect = effectOf(found);
  const spent = await decisions.spend(rows, effect);
  const settled = isNew && write !== undefined;
  await log.append(rows, {
    ...logLine(record),
    act: settled ? 'settle' : 'adopt',
    outcome: settled ? 'done' : 'recorded',
    ...pick(posting, ['tag', 'journalSet', 'fingerprint', 'policyVersion']),
    ref: settled ? write.id : posting.id,
    carries: [...wholeRun(posting.runTag), ...(settled ? wholeRun(write.runTag) : []), ...spent],
  });
}

export function countFound({ tally, company }: RecordAtWork, found: readonly FoundSet[]): void {
  for (const { posting, isNew } of found) {
    if (!isNew || isAdjustmentTag(company.prefix, posting.runTag)) continue;
    tally.touched.add(posting.runTag);
    if (posting.origin === 'posted') tally.posted += 1;
    else tally.adopted += 1;
  }
}

/** Reads and records each set in one unit of work, for steps that do not decide anything from it yet. */
export async function adoptSets(record: RecordAtWork, sets: readonly JournalSet[]): Promise<void> {
  for (const set of sets) {
    const found = await record.work(async (rows) => {
      const one = await findAll(rows, record, [set]);
      await recordFound(rows, record, one);
      return one;
    });
    countFound(record, found);
  }
}

export async function tookEffect(
  rows: Rows,
  id: string,
  settledAt: Date,
  answer = 'found in the books',
): Promise<void> {
  await rows.update(Write, { id }, { ...doneWrite, settledAt, lookAgainAt: null, answer });
}
