import { expect } from '@jest/globals';
import type { SandboxOptions } from '#sandbox';
import { type OpenDatabase, openFresh } from '../harness/databases.js';
import { type Books, booksOn, connectedOn, type SandboxSet } from './rig.js';

/** Every set of ours becomes one that a bookkeeper typed: the same lines, and no tag. */
async function asTyped(books: Books): Promise<void> {
  for (const set of await books.sets()) {
    await remove(books, set.url);
    await type(books, set);
  }
}

export async function type(
  books: Books,
  { dated_on, journal_entries: entries }: Pick<SandboxSet, 'dated_on' | 'journal_entries'>,
): Promise<void> {
  const lines = entries.map(({ category, debit_value, user }) => ({ category, debit_value, user }));
  await books.rig.control('POST', 'companies/elm/journal_sets', {
    journal_set: { dated_on, description: 'Wages', journal_entries: lines },
  });
}

export async function remove(books: Books, url: string): Promise<void> {
  await books.rig.control('DELETE', `companies/elm/journal_sets/${url.slice(url.lastIndexOf('/') + 1)}`);
}

interface Typed {
  readonly mode?: 'auto' | 'check';
  readonly scenario?: SandboxOptions['scenario'];
  readonly postFrom?: string;
}

/** A company whose bookkeeper typed each month; nothing of it was ever synced. */
export async function typedBooks(open: OpenDatabase, { mode = 'auto', ...options }: Typed = {}): Promise<Books> {
  const posted = await booksOn(open, options);
  await posted.sync();
  await asTyped(posted);
  expect(await posted.sets()).toEqual([]);
  return connectedOn(posted.rig, await openFresh(posted.db.kind), posted.clock, { ...options, mode });
}

export async function typed({ rig }: Books): Promise<readonly SandboxSet[]> {
  const [first] = rig.sandbox.credentials().companies;
  const headers = { authorization: `Bearer ${first?.accessToken}`, 'user-agent': 'test' };
  const answer = await fetch(`${rig.baseUrl}/v2/journal_sets?per_page=100`, { headers });
  const { journal_sets: sets } = (await answer.json()) as { journal_sets: SandboxSet[] };
  return sets.filter((set) => set.dated_on !== undefined);
}
