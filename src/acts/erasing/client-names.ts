import type { Database } from '../../ground/database.js';
import type { ReadRows, Rows } from '../../ground/rows.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { clientActor } from '../approval/answer-as-client.js';
import { eraseName } from '../people/forget-person.js';
import { areOfThem, isPast, type Theirs } from './theirs.js';

/** Names under which clients answered by a link, and which are about to be erased. */
export async function clientsNamed(rows: ReadRows, theirs: Theirs): Promise<ReadonlySet<string>> {
  const found = await rows.findBy(ClientApproval, { companyId: theirs.companyId });
  const theirOwn = found.filter(({ askedAt, answeredBy }) => isPast(theirs, askedAt) && areOfThem(theirs, answeredBy));
  return new Set(theirOwn.flatMap(({ answeredBy }) => answeredBy ?? []));
}

/** From the log, unless someone of that name has given an answer that is not erased. */
export async function eraseClientNames(
  database: Database,
  rows: Rows,
  names: ReadonlySet<string>,
  by: Parameters<typeof eraseName>[3],
): Promise<void> {
  for (const name of names)
    if (!(await rows.existsBy(ClientApproval, { answeredBy: name })))
      await eraseName(database, rows, clientActor(name), by);
}
