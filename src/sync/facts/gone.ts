import type { SetInBooks } from '../../journal/decide/decide.js';
import { isStanding, type Posting } from '../../record/runs/posting.entity.js';

type Postings = readonly Readonly<Posting>[];

/** Someone removed one of two sets with the same tag from the books, as intended: nothing is missing. */
export function goneDoubles(postings: Postings, seen: readonly SetInBooks[]): Postings {
  const isThere = ({ journalSet }: Posting) => seen.some(({ url }) => url === journalSet);
  const stand = postings.filter(isStanding);
  return stand.filter((one) => !isThere(one) && stand.some((twin) => twin.tag === one.tag && isThere(twin)));
}

/** The same as `settleDoubles`, for facts. */
export function withoutGone(postings: Postings, ids: readonly string[]): Postings {
  const left = postings.map((one) => (ids.includes(one.id) ? { ...one, state: 'missing' as const } : one));
  const tags = new Set(postings.filter(({ id }) => ids.includes(id)).map(({ tag }) => tag));
  const own = [...tags].flatMap((tag) => {
    const stand = left.filter((one) => one.tag === tag && isStanding(one));
    const [oldest] = stand.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    return oldest && !stand.some(({ state }) => state === 'in_books') ? [oldest.id] : [];
  });
  return left.map((one) => (own.includes(one.id) ? { ...one, state: 'in_books' as const } : one));
}
