import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/ground/database.js';
import { Write } from '../../src/record/runs/write.entity.js';

/** A write for October's pay run, as a sync left it. */
export async function insertWrite(
  database: Database,
  companyId: string,
  given: Pick<Write, 'state'> & Partial<Write>,
): Promise<Write> {
  const tag = 'counterfoil:2026-06:2025-10-31';
  const at = new Date('2025-11-07T05:31:00Z');
  const target = { datedOn: '2025-10-31', description: 'Payroll 2025/26 month 7', tag, lines: [] };
  const write: Write = {
    id: randomUUID(),
    companyId,
    runTag: tag,
    tag,
    kind: 'post',
    target,
    targetFingerprint: 'f'.repeat(64),
    before: null,
    beforeFingerprint: null,
    setUrl: null,
    datedOn: target.datedOn,
    sendBy: at,
    holder: 'test',
    fence: '1',
    attempts: 1,
    waitedMs: 0,
    lookedAt: null,
    lookedAtService: null,
    answer: null,
    decisionId: null,
    syncId: null,
    actor: 'test',
    trigger: 'schedule',
    policyVersion: 1,
    roles: {},
    documentHash: null,
    decided: null,
    postAgain: false,
    createdAt: at,
    settledAt: null,
    lookAgainAt: null,
    ...given,
  };
  await database.work((rows) => rows.insert(Write, write as never));
  return write;
}
