import type { EntryToSend, SetChange, SetToSend } from './journal-set.js';

/** What we send, with the service's names. */
export function setPayload(set: SetToSend, baseUrl: string): string {
  return JSON.stringify({
    journal_set: {
      dated_on: set.datedOn,
      description: set.description,
      tag: set.tag,
      journal_entries: set.entries.map((entry) => entryPayload(entry, baseUrl)),
    },
  });
}

export function changePayload(change: SetChange, baseUrl: string): string {
  const { datedOn, description, tag, entries } = change;
  return JSON.stringify({
    journal_set: {
      dated_on: datedOn,
      description,
      tag,
      journal_entries: entries.map((entry) =>
        'destroy' in entry
          ? { url: entry.url, _destroy: true }
          : { ...(entry.url !== undefined && { url: entry.url }), ...entryPayload(entry, baseUrl) },
      ),
    },
  });
}

function entryPayload({ category, user, debit, description }: EntryToSend, baseUrl: string) {
  return { category: `${baseUrl}/v2/categories/${category}`, user, debit_value: debit.toString(), description };
}
