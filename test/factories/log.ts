import type { Database } from '../../src/ground/database.js';
import { LogEntry } from '../../src/record/log-entry.entity.js';

let counted = 0;

/** One line of the log. The chain is made up: nothing that is tested with it verifies the chain. */
export async function insertLogEntry(
  database: Database,
  given: Partial<LogEntry> & { companyId: string; act: string },
): Promise<void> {
  counted++;
  await database.work((em) =>
    em.insert(LogEntry, {
      seq: counted,
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
      refHash: null,
      previous: `hash ${counted - 1}`,
      hash: `hash ${counted}`,
      ...given,
    }),
  );
}
