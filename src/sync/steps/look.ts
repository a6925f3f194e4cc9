import type { JournalSet } from '../../books/journal-set.js';
import { addDays, type DateRange } from '../../journal/dates.js';
import type { SetInBooks } from '../../journal/decide.js';
import { ownParts } from '../../journal/own-parts.js';
import type { BooksAtWork } from '../books-at-work.js';
import { setInBooks } from '../content.js';
import { goneDoubles } from '../doubles.js';
import type { Event } from '../event.js';
import type { Facts } from '../facts.js';
import { withFound } from '../fold.js';
import { findAll } from '../found.js';
import type { Step } from '../next-step.js';
import { guardRange, ofPeriod, type RunFacts, standing } from '../run-facts.js';
import { lookAroundDays } from './look-for.js';

/**
 * Lists the tax months and all pay dates of the periods, with a month around: which sets of ours there are not
 * recorded, and what the books hold of the runs of these periods.
 */
export async function look(
  books: BooksAtWork,
  facts: Facts,
  { tag, alsoOn, serves }: Pick<Extract<Step, { do: 'look' }>, 'tag' | 'alsoOn' | 'serves'>,
): Promise<Event> {
  const { db, service, company, clock } = books;
  const takenMs = clock.monotonicMs();
  const periods = serves.map((one) => ofPeriod(facts.runs, one));
  const range = around([...periods.map(guardRange).flatMap(({ from, to }) => [from, to]), ...alsoOn]);
  const { value: sets } = await service.journalSets(range);
  const known = new Set([...facts.runs.values()].flatMap((run) => standing(run).map(({ journalSet }) => journalSet)));
  const strange = sets.filter((set) => ownParts(company.prefix, set) && !known.has(set.url));
  const found = strange.length > 0 ? await db.read((rows) => findAll(rows, books, strange)) : [];
  const seen = new Map<string, readonly SetInBooks[]>();
  const gone = new Map<string, readonly string[]>();
  const { runs } = withFound(facts, found);
  for (const sibling of new Set(periods.flat())) {
    const run = runs.get(sibling.tag) ?? sibling;
    const there = await setsOf(books, run, sets);
    seen.set(run.tag, there);
    const doubles = goneDoubles(run.postings, there);
    if (doubles.length > 0)
      gone.set(
        run.tag,
        doubles.map(({ id }) => id),
      );
  }
  return { is: 'looked', look: { tag, serves: new Set(serves), takenMs, range, sets }, found, seen, gone };
}

/** A month around, since somebody may have moved a set in the books. */
function around(days: readonly string[]): DateRange {
  const sorted = days.toSorted();
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) throw new Error('a look has no day to look around');
  return { from: addDays(first, -lookAroundDays), to: addDays(last, lookAroundDays) };
}

/** A set that is not in the list is asked for by its own address before it counts as gone. */
async function setsOf(
  { service }: BooksAtWork,
  run: RunFacts,
  sets: readonly JournalSet[],
): Promise<readonly SetInBooks[]> {
  const there: SetInBooks[] = [];
  for (const posting of standing(run)) {
    const listed = sets.find((set) => set.url === posting.journalSet);
    const set = listed ?? (await service.journalSet(posting.journalSet)).value;
    if (set) there.push(setInBooks(set, posting));
  }
  return there;
}
