import { pick } from '../../ground/pick.js';
import type { Rows } from '../../ground/rows.js';
import type { JournalSet } from '../../books/journal-set.js';
import { ownParts } from '../../journal/nouns/own-parts.js';
import type { LogAct } from '../../record/acts.js';
import { wholeRun } from '../../record/log/carried.js';
import { Posting } from '../../record/runs/posting.entity.js';
import type { NewLogEntry } from '../../record/log/posting-log.js';
import { doneWrite, Write } from '../../record/runs/write.entity.js';
import { type RecordAtWork, logLine } from '../at-work/record-at-work.js';
import { contentOf, storedSet, withSources } from '../facts/content.js';
import { settleDoubles } from './doubles.js';
import { isAdjustmentTag } from '../facts/run-facts.js';

/** Records a write that arrived, in one unit of work with the end of the write. */
export async function recordAmendment(
  rows: Rows,
  record: RecordAtWork,
  { write, set, answer }: { readonly write: Readonly<Write>; readonly set: JournalSet; readonly answer: string },
): Promise<void> {
  const stored = withSources(storedSet(set), write.target.lines);
  const { fingerprint } = contentOf(stored);
  const isAsAsked = fingerprint === write.targetFingerprint;
  const moved = ownParts(record.company.prefix, set);
  await rows.update(
    Posting,
    { companyId: write.companyId, journalSet: set.url },
    {
      ...pick(stored, ['tag', 'datedOn', 'description', 'lines']),
      runTag: moved?.base ?? write.runTag,
      // A set that moved to another pay date starts its generations there, as its tag says.
      ...(moved && { generation: moved.generation }),
      fingerprint,
      state: 'in_books',
      policyVersion: write.policyVersion,
      roles: write.roles,
      documentHash: isAsAsked ? write.documentHash : null,
      writeId: write.id,
      readAt: await record.db.now(rows),
      finding: null,
    },
  );
  await finish(rows, record, write, {
    act: 'amend',
    answer: isAsAsked ? answer : `${answer}, and the set differs from what was sent`,
    journalSet: set.url,
    fingerprint,
    also: moved ? [moved.base] : [],
  });
  if (!isAdjustmentTag(record.company.prefix, write.runTag)) record.tally.amended += 1;
  record.tally.touched.add(moved?.base ?? write.runTag);
}

export async function recordRemoval(
  rows: Rows,
  record: RecordAtWork,
  write: Readonly<Write>,
  answer: string,
): Promise<void> {
  const journalSet = write.setUrl ?? '';
  const endedAt = await record.db.now(rows);
  const removed = await rows.findOneByOrFail(Posting, { companyId: write.companyId, journalSet });
  await rows.update(Posting, { id: removed.id }, { state: 'removed', endedAt });
  await settleDoubles(rows, write.companyId, removed.tag);
  const { targetFingerprint: fingerprint } = write;
  await finish(rows, record, write, { answer, act: 'remove', journalSet, fingerprint, also: [removed.runTag] });
}

/** Sets that are no longer in the books, and that no person is asked about. */
export async function recordGivenUp(
  rows: Rows,
  record: RecordAtWork,
  tag: string,
  ids: readonly string[],
): Promise<void> {
  const endedAt = await record.db.now(rows);
  for (const id of ids) await rows.update(Posting, { id }, { state: 'missing', endedAt });
  const answer = 'not in the books any more, and given up';
  await record.log.append(rows, {
    ...logLine(record),
    act: 'drift',
    outcome: 'done',
    tag,
    answer,
    carries: wholeRun(tag),
  });
}

interface Finish {
  readonly answer: string;
  readonly act: LogAct;
  readonly journalSet: string;
  /** Of what the books hold now. */
  readonly fingerprint: string;
  /** Other runs whose sets it changed. */
  readonly also: readonly string[];
}

async function finish(
  rows: Rows,
  record: RecordAtWork,
  write: Readonly<Write>,
  { answer, act, journalSet, fingerprint, also }: Finish,
): Promise<void> {
  await rows.update(Write, { id: write.id }, { ...doneWrite, answer, settledAt: await record.db.now(rows) });
  const spent = await record.decisions.spend(rows, write);
  const carries = [...[...new Set([write.runTag, ...also])].flatMap(wholeRun), ...spent];
  await logWritten(rows, record, write, { act, journalSet, fingerprint, answer, carries });
}

/** `carries` has the decision that the write carried out, so that one log line carries both. */
export async function logWritten(
  rows: Rows,
  { log, request, syncId }: RecordAtWork,
  write: Readonly<Write>,
  done: Pick<NewLogEntry, 'act' | 'journalSet' | 'fingerprint' | 'answer' | 'carries'>,
): Promise<void> {
  const { id, companyId, tag, actor, policyVersion } = write;
  const line = { companyId, syncId, trigger: request.trigger, actor, outcome: 'done', tag, policyVersion };
  await log.append(rows, { ...line, ...done, ref: id });
}
