import type { ReadRows } from '../../ground/rows.js';
import { type BooksFinding, BooksRead } from '../../record/books-read.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';

/** What we know of a pay run's set in the books, and since when. */
export interface BooksAsRead {
  /** When the books were last asked: at the posting itself, or at a recheck after it. */
  readonly at: Date;
  /** What differed then; undefined when the set was there once and as posted. */
  readonly finding?: BooksFinding;
}

const freshHours = 24;

/** After a day it is shown in grey, because somebody may have changed the books since. */
export function isFresh({ at }: BooksAsRead, now: Date): boolean {
  return now.getTime() - at.getTime() <= freshHours * 3_600_000;
}

type InBooks = Pick<PayRunRecord, 'companyId' | 'tag' | 'postedAt'>;

/** By company and tag; a run without a set has no entry. */
export async function booksAsRead(rows: ReadRows, runs: readonly InBooks[]): Promise<ReadonlyMap<string, BooksAsRead>> {
  if (runs.length === 0) return new Map();
  const companies = [...new Set(runs.map((run) => run.companyId))];
  const tags = [...new Set(runs.map((run) => run.tag))];
  const reads = await rows
    .createQueryBuilder(BooksRead, 'b')
    .where('b.companyId IN (:...companies) AND b.runTag IN (:...tags)', { companies, tags })
    .getMany();
  const read = new Map(reads.map((one) => [readKey({ companyId: one.companyId, tag: one.runTag }), one]));
  return new Map(
    runs.flatMap((run) => {
      const known = asRead(run.postedAt, read.get(readKey(run)));
      return known === undefined ? [] : [[readKey(run), known] as const];
    }),
  );
}

export const readKey = ({ companyId, tag }: Pick<PayRunRecord, 'companyId' | 'tag'>) => `${companyId} ${tag}`;

function asRead(postedAt: Date | null, read: BooksRead | undefined): BooksAsRead | undefined {
  if (read !== undefined && (postedAt === null || read.readAt >= postedAt))
    return { at: read.readAt, finding: read.finding ?? undefined };
  // The service confirmed the posting, or listed the set, at that moment.
  return postedAt === null ? undefined : { at: postedAt };
}
