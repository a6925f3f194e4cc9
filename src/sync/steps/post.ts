import type { Books } from '../../books/books.js';
import { generationTag } from '../../journal/nouns/identity.js';
import type { Journal } from '../../journal/nouns/journal.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import { recordGivenUp } from '../keep/apply.js';
import type { LedgerAtWork } from '../at-work/books-at-work.js';
import { contentOf, storedSet, toSend } from '../facts/content.js';
import type { Event } from '../facts/event.js';
import type { Facts } from '../facts/facts.js';
import { newWrite } from './new-write.js';
import { madeBy, notYetRecorded } from './made-by.js';
import { decisionFor, postedJournal, type RunFacts, standing } from '../facts/run-facts.js';
import { isTooOld } from './look-for.js';
import { send } from './send.js';

/** Posts a pay run, or its replacement, into books that have just been looked at and guarded. */
export async function post(
  { record, ledger }: LedgerAtWork,
  { runs, look }: Facts,
  { tag, generation }: { readonly tag: string; readonly generation: number },
): Promise<Event> {
  if (isTooOld(record, look, tag)) return { is: 'overtaken', tag };
  const run = runs.get(tag);
  const source = run && (postedJournal(run) ?? run.payroll.mapped?.journal);
  if (!source) throw new Error(`${tag} is to be posted and has no journal`);
  const missing = missingSets(run);
  const givenUp = missing.map(({ id }) => id);
  // A person asked for a new set in place of a missing one.
  if (missing.length > 0) await record.work((rows) => recordGivenUp(rows, record, tag, givenUp));
  const there = standing(run).filter((posting) => !missing.includes(posting));
  if (generation > 1 && !(await earlierStand(ledger, there))) return { is: 'overtaken', tag, givenUp };
  const journal = replacing(source, { tag, generation, earlier: there });
  const decisionId = decisionFor(run, 'post')?.id;
  const write = newWrite(record, tag, run, { kind: 'post', journal, decisionId });
  const sent = await send({ record, ledger }, write, async (attempt) =>
    notYetRecorded(runs, await ledger.post(toSend(write.target), attempt)),
  );
  if (sent.is !== 'done') return { ...sent, givenUp };
  return { is: 'posted', tag, open: sent.open, ...madeBy(sent, { kind: 'post', generation }), givenUp };
}

/** Recorded as in the books, but no longer there. */
function missingSets(run: RunFacts): readonly Readonly<Posting>[] {
  const there = new Set(run.looked.seen?.map(({ url }) => url));
  return standing(run).filter(({ journalSet }) => !there.has(journalSet));
}

/** Before a replacement: whether every earlier set of the run, read by its address, is as recorded. */
async function earlierStand(ledger: Books, earlier: readonly Readonly<Posting>[]): Promise<boolean> {
  for (const posting of earlier) {
    const { value } = await ledger.journalSet(posting.journalSet);
    if (!value || contentOf(storedSet(value)).fingerprint !== posting.fingerprint) return false;
  }
  return true;
}

/** If the reversal is dated later because the pay date is closed, the replacement takes the reversal's date. */
function replacing(
  journal: Journal,
  given: { readonly tag: string; readonly generation: number; readonly earlier: readonly Readonly<Posting>[] },
): Journal {
  const { tag, generation, earlier } = given;
  if (generation === 1) return { ...journal, tag };
  const reversal = earlier.find(({ kind, generation: undone }) => kind === 'reversal' && undone === generation - 1);
  const datedOn = reversal && reversal.datedOn > journal.datedOn ? reversal.datedOn : journal.datedOn;
  return { ...journal, datedOn, tag: generationTag(tag, 'post', generation) };
}
