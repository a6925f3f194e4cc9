import type { Rows } from '../ground/rows.js';
import type { Database } from '../ground/database.js';
import { installation } from '../record/log-entry.entity.js';
import { type NewLogEntry, PostingLog } from '../record/posting-log.js';

/** Who lets in or puts out, and by which door. */
export type ActedBy = Pick<NewLogEntry, 'actor' | 'trigger'>;

/** A command of which nobody is known. */
export const atTerminal: ActedBy = { actor: 'command', trigger: 'command' };

/** Who came in, who was refused, and what became of persons, tokens, links and sessions: in the chain of the installation itself. */
export async function logAccess(
  database: Database,
  rows: Rows,
  entry: ActedBy &
    Pick<NewLogEntry, 'outcome' | 'ref' | 'answer' | 'fingerprint'> & {
      act: 'sign_in' | 'refuse' | 'token' | 'link' | 'session' | 'person' | 'digest' | 'read_pay';
    },
): Promise<void> {
  await new PostingLog(database).append(rows, { ...entry, companyId: installation });
}
