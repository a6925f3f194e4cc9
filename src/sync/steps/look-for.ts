import type { JournalSet } from '../../books/journal-set.js';
import type { Seen } from '../../books/ledger.js';
import { addDays, type DateRange } from '../../journal/nouns/dates.js';
import { Posting } from '../../record/runs/posting.entity.js';
import type { NewWrite } from '../../record/runs/writes.js';
import { contentOf, storedSet } from '../facts/content.js';
import type { Look } from '../facts/facts.js';
import type { LedgerAtWork } from '../at-work/books-at-work.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';

/** Someone may have moved a set to another date in the books: we look this many days around its own. */
export const lookAroundDays = 31;

/** What one look shows about a write. */
export type Whereabouts =
  | { readonly is: 'there'; readonly set?: JournalSet }
  | { readonly is: 'not_there' }
  /** Neither what it was nor what it was to become: someone else changed it. */
  | { readonly is: 'otherwise' };

/** By list for a set that was to be made; by address for one that was to be changed or removed. */
export async function lookFor({ record, ledger }: LedgerAtWork, write: NewWrite): Promise<Seen<Whereabouts>> {
  if (write.setUrl !== null) {
    const { value, at } = await ledger.journalSet(write.setUrl);
    return { value: whereaboutsOf(write, value), at };
  }
  const { value: sets, at } = await ledger.journalSets(rangeAround(write.datedOn));
  const known = await record.db.read((rows) => rows.findBy(Posting, { companyId: record.company.id, tag: write.tag }));
  const set = sets.find(({ tag, url }) => tag === write.tag && !known.some((posting) => posting.journalSet === url));
  return { value: set ? { is: 'there', set } : { is: 'not_there' }, at };
}

/** Sets are listed over these days, never found by the tag filter, which may lag. */
export const rangeAround = (datedOn: string): DateRange => ({
  from: addDays(datedOn, -lookAroundDays),
  to: addDays(datedOn, lookAroundDays),
});

type Changed = Pick<NewWrite, 'kind' | 'tag' | 'targetFingerprint' | 'beforeFingerprint'>;

/** An amendment or a removal names its set, and the set itself shows the outcome. */
function whereaboutsOf(write: Changed, set: JournalSet | undefined): Whereabouts {
  if (write.kind === 'remove') return set ? { is: 'not_there' } : { is: 'there' };
  const now = set && contentOf(storedSet(set)).fingerprint;
  if (now === write.targetFingerprint && set?.tag === write.tag) return { is: 'there', set };
  return now === write.beforeFingerprint ? { is: 'not_there' } : { is: 'otherwise' };
}

/** A look that was taken for another run serves this one only for as long as one request may take. */
export const isTooOld = ({ clock, limits }: RecordAtWork, look: Look | undefined, tag: string): boolean =>
  look !== undefined && look.tag !== tag && clock.monotonicMs() - look.takenMs > limits.deadlineSeconds * 1000;
