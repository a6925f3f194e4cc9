import type { JournalSet } from '../../books/journal-set.js';
import { addDays, type DateRange, taxMonthRange } from '../../journal/dates.js';
import type { SetInBooks } from '../../journal/decide.js';
import { partsOf, setInBooks } from '../content.js';
import { forgetGoneDoubles } from '../doubles.js';
import { recordSet } from '../record.js';
import { periodIndex, type Run, standing } from '../runs.js';
import type { Session } from '../session.js';
import { lookAroundDays } from './look-for.js';
import { put, rereadDecisions, type World } from '../world.js';

/** What the books show around a pay period, just before something is sent. */
export interface Look {
  readonly range: DateRange;
  readonly sets: readonly JournalSet[];
}

/**
 * Lists the tax month and all pay dates of the period, with a month around. A set of ours that is not recorded is recorded,
 * and the runs of the period learn what the books hold of them.
 */
export async function look(session: Session, world: World, run: Run, alsoOn: readonly string[] = []): Promise<Look> {
  const siblings = [...world.runs.values()].filter((other) => periodIndex(other) === periodIndex(run));
  const own = guardRange(world, run);
  const dates = [own.from, own.to, ...alsoOn].sort();
  const range = {
    from: addDays(dates[0] ?? own.from, -lookAroundDays),
    to: addDays(dates.at(-1) ?? own.to, lookAroundDays),
  };
  const { value: sets } = await session.books.journalSets(range);
  const known = new Set([...world.runs.values()].flatMap((one) => standing(one).map((posting) => posting.journalSet)));
  for (const set of sets) {
    const parts = partsOf(session.company.prefix, set);
    if (!parts || known.has(set.url)) continue;
    const posting = await recordSet(session, set);
    const home = put(world, session, parts.base, parts.year, parts.period, parts.datedOn);
    if (posting) home.postings = [...home.postings.filter((one) => one.id !== posting.id), posting];
    if (home.open?.tag === set.tag) home.open = undefined;
    await rereadDecisions(session, world, home);
    // What an earlier look saw of it is out of date.
    home.seen = undefined;
  }
  for (const sibling of siblings) {
    sibling.seen = await setsOf(session, sibling, sets, range);
    await forgetGoneDoubles(session, sibling);
  }
  return { range, sets };
}

/** The accounts' range of the guard: the tax month, and all pay dates of the period. */
export function guardRange(world: World, run: Run): DateRange {
  const month = taxMonthRange(run.year, run.period + 1);
  const dates = [...world.runs.values()]
    .filter((one) => periodIndex(one) === periodIndex(run))
    .map((one) => one.datedOn);
  const all = [month.from, month.to, ...dates].sort();
  return { from: all[0] ?? month.from, to: all.at(-1) ?? month.to };
}

/** A set that the list does not show is asked for by its own address before it counts as gone. */
async function setsOf(
  session: Session,
  run: Run,
  sets: readonly JournalSet[],
  range: DateRange,
): Promise<readonly SetInBooks[]> {
  const found: SetInBooks[] = [];
  for (const posting of standing(run)) {
    const listed = sets.find((set) => set.url === posting.journalSet);
    const set = listed ?? (await session.books.journalSet(posting.journalSet)).value;
    const parts = { kind: posting.kind, generation: posting.generation };
    if (set)
      found.push({
        ...setInBooks(set, { ...parts, base: run.tag, prefix: '', year: 0, period: 0, datedOn: range.from }),
        ...parts,
      });
  }
  return found;
}
