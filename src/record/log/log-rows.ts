import { MoreThan } from 'typeorm';
import type { Database } from '../../ground/database.js';
import { everyPage, type Page } from '../../ground/seek.js';
import { LogEntry } from './log-entry.entity.js';

const pageRows = 500;
/** Below every number that a chain gives: an entry may have been put before the first. */
const beforeAll = -(2 ** 31);

interface Place {
  readonly companyId: string;
  readonly last: number;
}

/**
 * One chain in order, a page at a time. Someone may have put a value of the wrong kind into a column: `onUnreadable`
 * gets that entry, so that it hides no other.
 */
export function entriesAfter(
  db: Database,
  companyId: string,
  after: number = beforeAll,
  onUnreadable?: (seq: number) => void,
): AsyncGenerator<readonly LogEntry[]> {
  return everyPage((end) => pageAfter(db, { companyId, last: Number(end ?? after) }, onUnreadable));
}

async function pageAfter(db: Database, place: Place, onUnreadable?: (seq: number) => void): Promise<Page<LogEntry>> {
  const { companyId, last } = place;
  const find = { where: { companyId, seq: MoreThan(last) }, order: { seq: 'ASC' }, take: pageRows } as const;
  try {
    const page = await db.read((rows) => rows.find(LogEntry, find));
    return { rows: page, next: nextOf(page) };
  } catch (error) {
    if (onUnreadable === undefined || !isUnreadable(error)) throw error;
    return oneByOne(db, place, onUnreadable);
  }
}

async function oneByOne(
  db: Database,
  { companyId, last }: Place,
  onUnreadable: (seq: number) => void,
): Promise<Page<LogEntry>> {
  const [first, second] = db.kind === 'postgres' ? ['$1', '$2'] : ['?', '?'];
  const found = await db.read((rows) =>
    rows.query<{ seq: number }[]>(
      `SELECT seq FROM log WHERE company_id = ${first} AND seq > ${second} ORDER BY seq LIMIT ${pageRows}`,
      [companyId, last],
    ),
  );
  const page: LogEntry[] = [];
  for (const seq of found.map((row) => Number(row.seq)))
    try {
      page.push(await db.read((rows) => rows.findOneByOrFail(LogEntry, { companyId, seq })));
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      onUnreadable(seq);
    }
  return { rows: page, next: nextOf(found) };
}

const nextOf = (read: readonly { seq: number }[]) => (read.length < pageRows ? undefined : read.at(-1)?.seq.toString());

/** No JSON, or no time. */
const isUnreadable = (error: unknown): boolean => error instanceof SyntaxError || error instanceof RangeError;
