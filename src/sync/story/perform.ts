import { Posting } from '../../record/runs/posting.entity.js';
import type { BooksAtWork } from '../at-work/books-at-work.js';
import type { RecordAtWork } from '../at-work/record-at-work.js';
import { endsTheSync } from '../at-work/ends-the-sync.js';
import type { Event } from '../facts/event.js';
import type { Facts } from '../facts/facts.js';
import { compareYear } from './compare-year.js';
import { gatherRecorded } from './gather.js';
import type { Step } from '../facts/next-step.js';
import { amend } from '../steps/amend.js';
import { guard } from '../steps/guard.js';
import { look } from '../steps/look.js';
import { post } from '../steps/post.js';
import { recordAsFound } from '../steps/record.js';
import { remove } from '../steps/remove.js';
import { reverse } from '../steps/reverse.js';

/** Takes one step. Trouble is an event too: the record shows the outcome of a write that was broken off. */
export async function perform(step: Step, facts: Facts, books: BooksAtWork): Promise<Event> {
  const { record } = books;
  if (step.do === 'gather') return { is: 'gathered', facts: await gatheredAgain(books, facts) };
  try {
    return await take(step, facts, books);
  } catch (error) {
    if (endsTheSync(error)) throw error;
    return await brokenOff(record, step.tag, error).catch(() => {
      throw error;
    });
  }
}

async function take(step: Exclude<Step, { do: 'gather' }>, facts: Facts, books: BooksAtWork): Promise<Event> {
  const { tag } = step;
  switch (step.do) {
    case 'spend':
      return { is: 'spent', tag, kinds: step.kinds };
    case 'record':
      return recordAsFound(books, tag, step.urls);
    case 'give_up':
      return { is: 'given_up', tag, givenUp: postingsAt(facts, step) };
    case 'look':
      return look(books, facts, step);
    case 'guard':
      return guard(books, facts, tag);
    case 'post':
      return post(books, facts, step);
    case 'amend':
      return amend(books, facts, step);
    case 'reverse':
      return reverse(books, facts, tag);
    case 'remove':
      return remove(books, facts, step);
    case 'compare':
      return compareYear(books, facts, step);
  }
}

/** The ids of the run's postings with these addresses. */
const postingsAt = ({ runs }: Facts, { tag, urls }: Extract<Step, { readonly urls: unknown }>): readonly string[] =>
  (runs.get(tag)?.recorded.postings ?? []).flatMap(({ id, journalSet }) => (urls.includes(journalSet) ? [id] : []));

const gatheredAgain = (books: BooksAtWork, { periods }: Facts): Promise<Facts> =>
  gatherRecorded(books, [...new Set(periods.map(({ year }) => year))], periods);

async function brokenOff({ company, writes, db }: RecordAtWork, tag: string, error: unknown): Promise<Event> {
  const open = (await writes.open(company.id)).find((write) => write.runTag === tag);
  const postings = await db.read((rows) => rows.findBy(Posting, { companyId: company.id, runTag: tag }));
  return { is: 'broken_off', tag, error, open, postings };
}
