import type { Books } from '../../books/books.js';
import type { JournalSet } from '../../books/journal-set.js';
import { addDays, type DateRange, within } from '../../journal/nouns/dates.js';
import type { SetInBooks } from '../../journal/decide/decide.js';
import { ownParts } from '../../journal/nouns/own-parts.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import type { LedgerAtWork } from '../at-work/books-at-work.js';
import { setInBooks } from '../facts/content.js';
import { goneDoubles } from '../facts/gone.js';
import type { Event } from '../facts/event.js';
import type { Facts } from '../facts/facts.js';
import { withFound } from '../facts/fold.js';
import { findAll } from '../keep/found.js';
import type { Step } from '../facts/next-step.js';
import { guardRange, ofPeriod, standing } from '../facts/run-facts.js';
import { lookAroundDays } from './look-for.js';

/**
 * Lists the tax months and all pay dates of the periods, with a month around: which of our sets there are not recorded,
 * and what the books hold for these runs. A recorded set that is not listed is read by its own address: the list may
 * lag, and the guard must not let our reversal cancel out a set in doubt.
 */
export async function look(
  { record, ledger }: LedgerAtWork,
  facts: Facts,
  { tag, alsoOn, serves }: Pick<Extract<Step, { do: 'look' }>, 'tag' | 'alsoOn' | 'serves'>,
): Promise<Event> {
  const takenMs = record.clock.monotonicMs();
  const periods = serves.map((one) => ofPeriod(facts.runs, one));
  const guarded = periods.map(guardRange);
  const range = around([...guarded.flatMap(({ from, to }) => [from, to]), ...alsoOn]);
  const { value: listed } = await ledger.journalSets(range);
  const known = new Set([...facts.runs.values()].flatMap((run) => standing(run).map(({ journalSet }) => journalSet)));
  const strange = listed.filter((set) => ownParts(record.company.prefix, set) && !known.has(set.url));
  const found = strange.length > 0 ? await record.db.read((rows) => findAll(rows, record, strange)) : [];
  const seen = new Map<string, readonly SetInBooks[]>();
  const gone = new Map<string, readonly string[]>();
  const { runs } = withFound(facts, found);
  const tags = new Set(periods.flat().map((run) => run.tag));
  const expected = [...runs.values()].flatMap((run) =>
    standing(run).filter(({ datedOn }) => tags.has(run.tag) || guarded.some((days) => within(datedOn, days))),
  );
  const sets = [...listed, ...(await unlisted(ledger, expected, listed))];
  for (const run of [...runs.values()].filter((one) => tags.has(one.tag))) {
    const there = standing(run).flatMap((posting) => {
      const set = sets.find(({ url }) => url === posting.journalSet);
      return set ? [setInBooks(set, posting)] : [];
    });
    seen.set(run.tag, there);
    const doubles = goneDoubles(run.recorded.postings, there);
    if (doubles.length > 0)
      gone.set(
        run.tag,
        doubles.map(({ id }) => id),
      );
  }
  return { is: 'looked', look: { tag, serves: new Set(serves), takenMs, range, sets }, found, seen, gone };
}

/** A month around, since someone may have moved a set in the books. */
function around(days: readonly string[]): DateRange {
  const sorted = days.toSorted();
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) throw new Error('a look has no day to look around');
  return { from: addDays(first, -lookAroundDays), to: addDays(last, lookAroundDays) };
}

async function unlisted(
  ledger: Books,
  expected: readonly Readonly<Posting>[],
  listed: readonly JournalSet[],
): Promise<readonly JournalSet[]> {
  const sets: JournalSet[] = [];
  for (const { journalSet } of expected) {
    if (listed.some(({ url }) => url === journalSet)) continue;
    const { value } = await ledger.journalSet(journalSet);
    if (value) sets.push(value);
  }
  return sets;
}
