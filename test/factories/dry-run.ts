import type { Database } from '../../src/ground/database.js';
import { SyncRecord } from '../../src/record/runs/sync-record.entity.js';

/** A dry run of October that would hold it, for a reason that names an amount. */
export async function insertDryRun(database: Database, companyId: string, why = ''): Promise<string> {
  const id = `dry-run-of-${companyId}`;
  const request = { trigger: 'page', actor: 'ann', dryRun: true };
  const run = { year: 2026, period: 6, datedOn: '2025-10-31', would: 'held', why, holdCodes: ['ambiguous_field'] };
  await database.work(async (rows) => {
    const at = await database.now(rows);
    const of = { id, companyId, trigger: 'page', actor: 'ann', request, state: 'done', planned: [run] };
    const rest = { progress: null, result: null, problem: null, queuedAt: at, startedAt: at, endedAt: at };
    await rows.insert(SyncRecord, { ...of, ...rest } as never);
  });
  return id;
}
