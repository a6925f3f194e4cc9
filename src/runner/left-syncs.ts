import { In } from 'typeorm';
import type { All, Rows } from '../ground/rows.js';
import type { Database } from '../ground/database.js';
import { problem, problemWords } from '../ground/problem.js';
import { SyncRecord } from '../record/runs/sync-record.entity.js';

const ended = problem('process-ended', {
  detail: 'Whatever it posted is recorded, or in doubt and settled by the next sync.',
  todo: 'Nothing to do: the next sync goes on from there.',
});

/** Fails syncs whose process is gone, so that no one waits for them for ever. */
export async function giveUpSyncs(db: Database, rows: Rows, which: Omit<All<SyncRecord>, 'state'>): Promise<void> {
  const endedAt = await db.now(rows);
  await rows.update(
    SyncRecord,
    { ...which, state: In(['queued', 'running']) },
    { state: 'failed', endedAt, problem: problemWords(ended) },
  );
}
