import { In } from 'typeorm';
import type { Rows } from '../ground/rows.js';
import { Companion } from '../record/companion.entity.js';
import { PayRunRecord, type RunState } from '../record/pay-run.entity.js';

/** States that need no new decision while nothing changes. */
export const settledStates: readonly RunState[] = [
  'posted',
  'nothing',
  'not_ready',
  'overdue',
  'before_cutover',
  'ignored',
  'agrees',
];

/**
 * Shows runs as in doubt whose writes are about to be looked for, or whose sets were found, before anything is decided
 * from it: if this sync fails, or is of another year, the next one decides about them.
 */
export async function showUndecided(rows: Rows, companyId: string, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  const where = { companyId, tag: In([...tags]), state: In([...settledStates]) };
  await rows.update(PayRunRecord, where, { state: 'in_doubt' });
  await rows.update(Companion, where, { state: 'in_doubt' });
}
