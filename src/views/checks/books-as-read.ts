import { In, IsNull, Not } from 'typeorm';
import type { ReadRows } from '../../ground/rows.js';
import { type BooksFinding, Posting, standingStates } from '../../record/runs/posting.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { Write } from '../../record/runs/write.entity.js';

/** What we know of a pay run's sets in the books, and since when. */
export interface BooksAsRead {
  /** When the least recently read of them was read: when it was made, changed or found, or at a later recheck. */
  readonly at: Date;
  /** What differed then; undefined if each was there once and as posted. */
  readonly finding?: BooksFinding;
  /** A refused change of one of them, which the service may have made anyway, is still to be looked for. */
  readonly beingChecked?: true;
}

const freshHours = 24;

/** After a day it is shown in grey, because someone may have changed the books since. */
export function isFresh({ at }: BooksAsRead, now: Date): boolean {
  return now.getTime() - at.getTime() <= freshHours * 3_600_000;
}

type OfRun = Pick<PayRunRecord, 'companyId' | 'tag'>;
const read = ['companyId', 'runTag', 'state', 'readAt', 'finding'] as const;

/** By company and tag; a run without a set has no entry. */
export async function booksAsRead(rows: ReadRows, runs: readonly OfRun[]): Promise<ReadonlyMap<string, BooksAsRead>> {
  const companyId = In([...new Set(runs.map((run) => run.companyId))]);
  const runTag = In([...new Set(runs.map((run) => run.tag))]);
  const sets = await rows.select(Posting, read, { where: { companyId, runTag, state: In([...standingStates]) } });
  const known = new Map<string, BooksAsRead>();
  for (const set of sets) {
    const key = readKey({ companyId: set.companyId, tag: set.runTag });
    const finding = set.state === 'doubled' ? 'doubled' : (set.finding ?? undefined);
    known.set(key, leastSure(known.get(key), { at: set.readAt, finding }));
  }
  const refused = { companyId, runTag, state: 'refused', setUrl: Not(IsNull()), lookAgainAt: Not(IsNull()) } as const;
  for (const write of await rows.select(Write, ['companyId', 'runTag'], { where: refused })) {
    const key = readKey({ companyId: write.companyId, tag: write.runTag });
    const found = known.get(key);
    if (found) known.set(key, { ...found, beingChecked: true });
  }
  return known;
}

export const readKey = ({ companyId, tag }: OfRun) => `${companyId} ${tag}`;

/** One that differed, else the least recently read. */
export function leastSure(one: BooksAsRead | undefined, other: BooksAsRead): BooksAsRead {
  if (one === undefined) return other;
  if ((one.finding === undefined) !== (other.finding === undefined)) return one.finding === undefined ? other : one;
  return one.at <= other.at ? one : other;
}
