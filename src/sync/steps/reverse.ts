import type { Books } from '../../books/books.js';
import type { JournalSet } from '../../books/journal-set.js';
import { withoutSuffix } from '../../journal/nouns/chart.js';
import { addDays, type DateRange, within } from '../../journal/nouns/dates.js';
import { generationTag } from '../../journal/nouns/identity.js';
import type { Journal } from '../../journal/nouns/journal.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import { today } from '../../ground/clock.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import type { LedgerAtWork } from '../at-work/books-at-work.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';
import { contentOf, storedSet, toSend } from '../facts/content.js';
import type { Event } from '../facts/event.js';
import type { Facts } from '../facts/facts.js';
import { lookAroundDays } from './look-for.js';
import { newWrite } from './new-write.js';
import { madeBy, notYetRecorded } from './made-by.js';
import { findAll } from '../keep/found.js';
import { decisionFor, effectivePosting, mappedOf, type RunFacts, standing } from '../facts/run-facts.js';
import { closedRanges } from './surroundings.js';
import { send } from './send.js';

/** Posts the opposite of what is in the books, on the first open day or the day the reviewer chose. */
export async function reverse({ record, ledger }: LedgerAtWork, { runs, look }: Facts, tag: string): Promise<Event> {
  const run = runs.get(tag);
  const posting = run && effectivePosting(run);
  if (!posting) return { is: 'overtaken', tag };
  const { generation } = posting;
  const reversalTag = generationTag(tag, 'reversal', generation);
  if (look?.sets.some((set) => set.tag === reversalTag)) return { is: 'overtaken', tag };
  const { value: now } = await ledger.journalSet(posting.journalSet);
  if (!now || contentOf(storedSet(now)).fingerprint !== posting.fingerprint) return { is: 'overtaken', tag };
  const decision = decisionFor(run, 'reverse');
  const datedOn = decision?.onDate ?? (await firstOpenDay(ledger, posting.datedOn));
  const { value: sets } = await ledger.journalSets(whereReversed(record, posting, datedOn));
  const made = sets.filter((set) => set.tag === reversalTag && !isKnown(run, set));
  if (made.length > 0)
    return { is: 'recorded', tag, found: await record.db.read((rows) => findAll(rows, record, made)) };
  const journal: Journal = { datedOn, tag: reversalTag, ...negationOf(now, posting) };
  // After a reversal that a person asked for, they decide what follows, even if payroll is as it was.
  const isAsked = run.recorded.decided.some(({ kind }) => kind === 'reverse');
  const postAgain = !isAsked && mappedOf(run).is === 'post';
  const reversal = { kind: 'reverse', journal, undoes: posting, decisionId: decision?.id, postAgain } as const;
  const write = newWrite(record, tag, run, reversal);
  const sent = await send({ record, ledger }, write, async (attempt) =>
    notYetRecorded(runs, await ledger.post(toSend(write.target), attempt)),
  );
  if (sent.is !== 'done') return sent;
  return { is: 'posted', tag, open: sent.open, ...madeBy(sent, { kind: 'reversal', generation }) };
}

/** How far ahead of today we look for a reversal that the record does not know, unless the chosen day is later. */
const daysAhead = 366;

/** A record restored from a backup may not know of a reversal, and that may have any date. */
function whereReversed({ clock }: RecordAtWork, posting: Readonly<Posting>, datedOn: string): DateRange {
  const days = [posting.datedOn, datedOn, addDays(today(clock), daysAhead)].toSorted();
  return { from: addDays(days[0] ?? datedOn, -lookAroundDays), to: addDays(days.at(-1) ?? datedOn, lookAroundDays) };
}

const isKnown = (run: RunFacts, { url }: JournalSet) => standing(run).some(({ journalSet }) => journalSet === url);

const negationOf = (now: JournalSet, posting: Readonly<Posting>): Pick<Journal, 'description' | 'entries'> => ({
  description: `Reversal of ${posting.description} (journal set ${pathOf(posting.journalSet).split('/').at(-1)})`,
  entries: now.entries.map(({ category, user, debit, description }) => ({
    category: withoutSuffix(category),
    user,
    debit: debit.negated(),
    description: `Reversal: ${description}`,
    from: [],
  })),
});

async function firstOpenDay(ledger: Books, datedOn: string): Promise<string> {
  const inOrder = [...(await closedRanges(ledger))].sort((a, b) => (a.from < b.from ? -1 : 1));
  return inOrder.reduce((day, range) => (within(day, range) ? addDays(range.to, 1) : day), datedOn);
}
