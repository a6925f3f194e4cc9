import type { Database } from '../../src/ground/database.js';
import { writeFact } from '../../src/ground/facts.js';
import { pick } from '../../src/ground/pick.js';
import { adjustmentIn } from '../../src/journal/nouns/adjustment.js';
import { LogFigures } from '../../src/record/log/log-figures.entity.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { headName } from '../../src/record/log/log-head.js';

let counted = 0;

/** One log entry and the end of the chain. The hashes are made up, so the chain cannot be verified in these tests. */
export async function insertLogEntry(
  database: Database,
  given: Partial<LogEntry> & { companyId: string; act: string },
): Promise<void> {
  counted++;
  const end = { seq: given.seq ?? counted, hash: given.hash ?? `hash ${counted}` };
  await database.work(async (rows) => {
    await writeFact(rows, headName(given.companyId), JSON.stringify(end));
    await rows.insert(LogEntry, {
      at: new Date('2025-10-31T05:31:00Z'),
      syncId: null,
      trigger: 'schedule',
      actor: 'schedule',
      outcome: 'done',
      tag: null,
      journalSet: null,
      fingerprint: null,
      policyVersion: 1,
      answer: null,
      holdCodes: null,
      ref: null,
      previous: `hash ${counted - 1}`,
      ...given,
      ...end,
    });
    // As the log itself keeps them.
    const { companyId, tag } = given;
    const run = tag ? await rows.findOneBy(PayRunRecord, { companyId, tag: adjustmentIn(tag).run }) : null;
    if (run && run.fingerprint === given.fingerprint)
      await rows.insert(LogFigures, {
        ...pick(run, ['payslips', 'gross', 'net', 'taxAuthority']),
        companyId,
        seq: end.seq,
        tag: run.tag,
      });
  });
}
