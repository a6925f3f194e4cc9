import type { Rows } from '../ground/rows.js';
import type { Database } from '../ground/database.js';
import type { ActWith } from '../record/acts.js';
import { installation } from '../record/log/log-entry.entity.js';
import { type NewLogEntry, PostingLog } from '../record/log/posting-log.js';

/** Who made a change to access, and from where: a page, the API or the terminal. */
export type ActedBy = Pick<NewLogEntry, 'actor' | 'trigger'>;

/** A command run by someone who is not a person here. */
export const atTerminal: ActedBy = { actor: 'command', trigger: 'command' };

/** Sign-ins, refusals, and changes to people, tokens, links and sessions go into the installation's own chain. */
export async function logAccess(
  database: Database,
  rows: Rows,
  entry: ActedBy &
    Pick<NewLogEntry, 'outcome' | 'ref' | 'answer' | 'carries'> & {
      act: ActWith<'chain'>;
    },
): Promise<void> {
  await new PostingLog(database).append(rows, { ...entry, companyId: installation });
}
