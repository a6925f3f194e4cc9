import { In } from 'typeorm';
import type { Rows } from '../../ground/rows.js';
import type { SetInBooks } from '../../journal/decide/decide.js';
import { type BooksFinding, isStanding, Posting } from '../../record/runs/posting.entity.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';
import type { EventOf } from '../facts/event.js';
import type { Facts } from '../facts/facts.js';

/** One of our sets as the books were found to hold it. */
export interface SetRead {
  readonly id: string;
  readonly finding: BooksFinding | null;
}

/**
 * The sets that a look found different from the reading before it. Unchanged ones keep the earlier time: it is still
 * true, and a sync that changes nothing writes nothing.
 */
export function readOtherwise(runs: Facts['runs'], { seen }: EventOf<'looked'>): readonly SetRead[] {
  return [...seen].flatMap(([tag, sets]) =>
    (runs.get(tag)?.recorded.postings ?? []).filter(isStanding).flatMap((posting): readonly SetRead[] => {
      const finding = findingOf(posting, sets);
      return finding === posting.finding ? [] : [{ id: posting.id, finding }];
    }),
  );
}

function findingOf(posting: Readonly<Posting>, sets: readonly SetInBooks[]): BooksFinding | null {
  const set = sets.find(({ url }) => url === posting.journalSet);
  if (set === undefined) return 'missing';
  if (set.fingerprint !== posting.fingerprint || set.tag !== posting.tag) return 'edited';
  return posting.state === 'doubled' ? 'doubled' : null;
}

export async function noteRead(
  rows: Rows,
  { db, clock }: Pick<RecordAtWork, 'db' | 'clock'>,
  read: readonly SetRead[],
  takenMs: number,
): Promise<void> {
  if (read.length === 0) return;
  const readAt = new Date((await db.now(rows)).getTime() - Math.ceil(clock.monotonicMs() - takenMs));
  for (const finding of new Set(read.map((one) => one.finding))) {
    const ids = read.filter((one) => one.finding === finding).map(({ id }) => id);
    await rows.update(Posting, { id: In(ids) }, { readAt, finding });
  }
}
