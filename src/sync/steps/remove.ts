import type { LedgerAtWork } from '../at-work/books-at-work.js';
import { contentOf, storedSet } from '../facts/content.js';
import type { Event } from '../facts/event.js';
import type { Facts } from '../facts/facts.js';
import { newWrite } from './new-write.js';
import { decisionFor } from '../facts/run-facts.js';
import { send } from './send.js';

/** Removes the newer of two equal sets from the books. */
export async function remove(
  { record, ledger }: LedgerAtWork,
  { runs }: Facts,
  { tag, url }: { readonly tag: string; readonly url: string },
): Promise<Event> {
  const { value: now } = await ledger.journalSet(url);
  const run = runs.get(tag);
  const before = run?.recorded.postings.find((one) => one.journalSet === url);
  if (!now || !run || !before || contentOf(storedSet(now)).fingerprint !== before.fingerprint)
    return { is: 'overtaken', tag };
  const { datedOn, description } = before;
  const journal = { datedOn, description, tag: before.tag, entries: [] };
  const decisionId = decisionFor(run, 'amend')?.id;
  const write = newWrite(record, tag, run, { kind: 'remove', journal, before, decisionId });
  const sent = await send({ record, ledger }, write, (attempt) => ledger.remove(url, attempt));
  return sent.is === 'done' ? { is: 'removed', tag, open: sent.open } : sent;
}
