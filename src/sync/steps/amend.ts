import type { Company } from '../../companies/company.js';
import type { JournalSet, SetChange } from '../../books/journal-set.js';
import { withoutSuffix } from '../../journal/nouns/chart.js';
import { generationTag } from '../../journal/nouns/identity.js';
import type { Entry, Journal } from '../../journal/nouns/journal.js';
import { ownParts } from '../../journal/nouns/own-parts.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import type { LedgerAtWork } from '../at-work/books-at-work.js';
import { contentOf, storedSet } from '../facts/content.js';
import type { Event } from '../facts/event.js';
import type { Facts } from '../facts/facts.js';
import { newWrite } from './new-write.js';
import { decisionFor, effectivePosting, postedJournal, type RunFacts } from '../facts/run-facts.js';
import { send } from './send.js';

/** Changes the set in place, only where it differs; its date and tag too if the pay date moved. */
export async function amend(
  { record, ledger }: LedgerAtWork,
  { runs, look }: Facts,
  { tag, moveTo: movedTag }: { readonly tag: string; readonly moveTo?: string },
): Promise<Event> {
  const run = runs.get(tag);
  const moveTo = movedTag === undefined ? undefined : runs.get(movedTag);
  const posting = run && effectivePosting(run);
  if (!run || !posting) throw new Error(`${tag} has no journal set to be amended`);
  const journal = targetOf(record.company, run, { posting, moveTo });
  const taken = look?.sets.some((set) => set.tag === journal.tag && set.url !== posting.journalSet);
  if (taken) return { is: 'overtaken', tag };

  const { value: now } = await ledger.journalSet(posting.journalSet);
  if (!now) return { is: 'overtaken', tag };
  const before = { ...posting, ...storedSet(now), fingerprint: contentOf(storedSet(now)).fingerprint };
  // A set that someone else altered is amended only if a person saw that and asked for exactly this.
  if (before.fingerprint !== posting.fingerprint && run.looked.drift === undefined) return { is: 'overtaken', tag };
  const decisionId = (decisionFor(run, 'amend') ?? (moveTo && decisionFor(moveTo, 'amend')))?.id;
  const write = newWrite(record, tag, moveTo ?? run, { kind: 'amend', journal, before, decisionId });
  const sent = await send({ record, ledger }, write, (attempt) =>
    ledger.amend(now.url, changeOf(now, journal), attempt),
  );
  if (sent.is !== 'done') return sent;
  const isAsSent = sent.set !== undefined && contentOf(storedSet(sent.set)).fingerprint === write.targetFingerprint;
  const set = isAsSent ? sent.set : (await ledger.journalSet(now.url)).value;
  if (!set) throw new Error(`${journal.tag} was amended and is not there`);
  return { is: 'amended', tag, open: sent.open, set };
}

/** A set keeps its generation, and a replacement keeps its date unless the pay date moved. */
function targetOf(
  { prefix }: Pick<Company, 'prefix'>,
  run: RunFacts,
  { posting, moveTo }: { readonly posting: Readonly<Posting>; readonly moveTo?: RunFacts },
): Journal {
  const target = moveTo ? moveTo.payroll.mapped?.journal : (postedJournal(run) ?? run.payroll.mapped?.journal);
  if (!target) throw new Error(`${run.tag} has nothing to be amended to`);
  if (moveTo) return { ...target, tag: moveTo.tag };
  const generation = ownParts(prefix, posting)?.generation ?? 1;
  const datedOn = generation > 1 ? posting.datedOn : target.datedOn;
  return { ...target, datedOn, tag: generationTag(run.tag, 'post', generation) };
}

/** A multiset difference: an entry of the same account and user changes its value, the others are removed or added. */
export function changeOf(now: JournalSet, target: Journal): SetChange {
  const left = [...now.entries];
  const take = (fits: (entry: (typeof left)[number]) => boolean) => {
    const index = left.findIndex(fits);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const sameWhere = (entry: (typeof left)[number], line: Entry) =>
    withoutSuffix(entry.category) === withoutSuffix(line.category) &&
    (entry.user ? pathOf(entry.user) : '') === (line.user ? pathOf(line.user) : '');
  const untouched = target.entries.filter(
    (line) => !take((entry) => sameWhere(entry, line) && entry.debit.equals(line.debit)),
  );
  const entries = untouched.map(({ category, user, debit, description }) => {
    const replaced = take((entry) => sameWhere(entry, { category, user, debit, description, from: [] }));
    return { ...(replaced ? { url: replaced.url } : {}), category, user, debit, description };
  });
  return {
    ...(now.datedOn === target.datedOn ? {} : { datedOn: target.datedOn }),
    ...(now.tag === target.tag ? {} : { tag: target.tag }),
    ...(now.description === target.description ? {} : { description: target.description }),
    entries: [...entries, ...left.map((entry) => ({ url: entry.url, destroy: true as const }))],
  };
}
