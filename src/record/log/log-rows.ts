import { MoreThan } from 'typeorm';
import type { Database } from '../../ground/database.js';
import { LogEntry } from './log-entry.entity.js';

const pageRows = 500;
/** Below every number that a chain gives: an entry may have been put before the first. */
const beforeAll = -(2 ** 31);

/** One chain in order, a page at a time. */
export async function* entriesAfter(
  db: Database,
  companyId: string,
  after: number = beforeAll,
): AsyncGenerator<readonly LogEntry[]> {
  for (let last = after; ; ) {
    const page = await db.read((rows) =>
      rows.find(LogEntry, { where: { companyId, seq: MoreThan(last) }, order: { seq: 'ASC' }, take: pageRows }),
    );
    if (page.length > 0) yield page;
    const end = page.at(-1);
    if (!end || page.length < pageRows) return;
    last = end.seq;
  }
}
