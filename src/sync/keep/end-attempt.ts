import { pick } from '../../ground/pick.js';
import type { Rows } from '../../ground/rows.js';
import { wholeRun } from '../../record/log/carried.js';
import { givenUpStates, type Write } from '../../record/runs/write.entity.js';
import { type RecordAtWork, logLine } from '../at-work/record-at-work.js';
import { LeaseLost } from '../at-work/lease-lost.js';
import { answerInLog } from '../facts/refusal.js';
import { secondLookAt } from '../facts/settle-window.js';

/** Records the outcome of an attempt that did not arrive. */
export async function endAttempt(
  rows: Rows,
  record: RecordAtWork,
  open: Readonly<Write>,
  became: Pick<Write, 'state' | 'answer'> & Partial<Pick<Write, 'waitedMs' | 'lookedAt' | 'lookedAtService'>>,
): Promise<void> {
  const { db, limits, company, log } = record;
  const isGivenUp = givenUpStates.includes(became.state);
  const lookAgainAt = isGivenUp ? secondLookAt(await db.now(rows), limits.settleWindowSeconds) : null;
  const attempt = { id: open.id, attempt: open.attempts };
  if (!(await record.writes.end(rows, attempt, { waitedMs: 0, ...became, lookAgainAt })))
    throw new LeaseLost(company.name);
  if (became.state === 'dropped') return;
  // A doubled set is shown as doubled, not as refused: it is removed only if someone asks once more.
  const isNotAskedAgain = became.state === 'refused' && open.kind === 'remove';
  const spent = isNotAskedAgain ? await record.decisions.spend(rows, open) : [];
  await log.append(rows, {
    ...logLine(record),
    ...pick(open, ['actor', 'tag', 'policyVersion']),
    act: open.kind,
    outcome: became.state,
    fingerprint: open.targetFingerprint,
    answer: answerInLog(became.answer),
    ref: open.id,
    carries: [...wholeRun(open.runTag), ...spent],
  });
}
