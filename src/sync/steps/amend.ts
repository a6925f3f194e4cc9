import type { JournalSet, SetChange } from '../../books/journal-set.js';
import { withoutSuffix } from '../../journal/chart.js';
import { addDays, within } from '../../journal/dates.js';
import { generationTag, parseTag } from '../../journal/identity.js';
import type { Entry, Journal } from '../../journal/journal.js';
import { pathOf } from '../../journal/pay-run.js';
import { Write } from '../../record/write.entity.js';
import { applyAmendment, applyRemoval } from '../apply.js';
import { surroundings } from '../cache.js';
import { contentOf, storedSet } from '../content.js';
import type { Look } from './look.js';
import { confirmPost, newWrite, notYetRecorded, type Stepped } from './post.js';
import { decisionFor, effectivePosting, postedJournal, type Run } from '../runs.js';
import { send } from './send.js';
import type { Session } from '../session.js';
import type { World } from '../world.js';

/** Changes the set in place, by difference; its date and tag too when the pay date moved. */
export async function amend(session: Session, run: Run, moveTo: Run | undefined, seen: Look): Promise<Stepped> {
  const posting = effectivePosting(run);
  const target = moveTo ? moveTo.mapped?.journal : (postedJournal(run) ?? run.mapped?.journal);
  if (!posting || !target) throw new Error(`${run.tag} has nothing to be amended to`);
  const parts = parseTag(session.company.prefix, posting.tag);
  const generation = parts?.generation ?? 1;
  const journal: Journal = moveTo
    ? { ...target, tag: moveTo.tag }
    : {
        ...target,
        datedOn: generation > 1 ? posting.datedOn : target.datedOn,
        tag: generationTag(run.tag, 'post', generation),
      };
  const taken = seen.sets.some((set) => set.tag === journal.tag && set.url !== posting.journalSet);
  if (taken) return 'again';

  const { value: now } = await session.books.journalSet(posting.journalSet);
  if (!now) return 'again';
  const before = { ...posting, ...storedSet(now), fingerprint: contentOf(storedSet(now)).fingerprint };
  // What was altered behind our back is amended only where a person saw it and said so.
  if (before.fingerprint !== posting.fingerprint && run.drift === undefined) return 'again';
  const decision = decisionFor(run, 'amend') ?? (moveTo && decisionFor(moveTo, 'amend'));
  const source = moveTo ?? run;
  const write = newWrite(
    session,
    { ...source, tag: run.tag },
    { kind: 'amend', journal, before, decisionId: decision?.id },
  );
  const sent = await send(session, write, (attempt) => session.books.amend(now.url, changeOf(now, journal), attempt));
  if (sent.is === 'refused') run.refusal = { status: sent.status, words: sent.words };
  if (sent.is !== 'done') return sent.is;
  const after = sent.outcome.set ?? (await session.books.journalSet(now.url)).value;
  if (!after) throw new Error(`${journal.tag} was amended and is not there`);
  await applyAmendment(session, await writeRow(session, sent.open.id), after, 'amended');
  return 'done';
}

/** A multiset difference: an entry of the same account and user changes its value, the rest goes or comes. */
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

/** Posts the negation of what is in the books, on the first open day or the day the reviewer chose. */
export async function reverse(session: Session, world: World, run: Run, seen: Look): Promise<Stepped> {
  const posting = effectivePosting(run);
  if (!posting) return 'again';
  const tag = generationTag(run.tag, 'reversal', posting.generation);
  if (seen.sets.some((set) => set.tag === tag)) return 'again';
  const { value: now } = await session.books.journalSet(posting.journalSet);
  if (!now || contentOf(storedSet(now)).fingerprint !== posting.fingerprint) return 'again';
  const decision = decisionFor(run, 'reverse');
  const journal: Journal = {
    datedOn: decision?.onDate ?? (await firstOpenDay(session, posting.datedOn)),
    description: `Reversal of ${posting.description} (journal set ${pathOf(posting.journalSet).split('/').at(-1)})`,
    tag,
    entries: now.entries.map(({ category, user, debit, description }) => ({
      category: withoutSuffix(category),
      user,
      debit: debit.negated(),
      description: `Reversal: ${description}`,
      from: [],
    })),
  };
  const write = newWrite(session, run, { kind: 'reverse', journal, decisionId: decision?.id });
  const body = { ...write.target, entries: journal.entries };
  const sent = await send(session, write, async (attempt) =>
    notYetRecorded(world, await session.books.post(body, attempt)),
  );
  if (sent.is === 'refused') run.refusal = { status: sent.status, words: sent.words };
  if (sent.is !== 'done') return sent.is;
  await confirmPost(session, world, run, write, sent.open, sent.outcome.set, posting.generation, 'reverse');
  return 'done';
}

async function firstOpenDay(session: Session, datedOn: string): Promise<string> {
  const { closed } = await surroundings(session, { fresh: true });
  const inOrder = [...closed].sort((a, b) => (a.from < b.from ? -1 : 1));
  return inOrder.reduce((day, range) => (within(day, range) ? addDays(range.to, 1) : day), datedOn);
}

/** Takes the younger of two equal sets out of the books. */
export async function remove(session: Session, run: Run, url: string): Promise<Stepped> {
  const { value: now } = await session.books.journalSet(url);
  const posting = run.postings.find((one) => one.journalSet === url);
  if (!now || !posting || contentOf(storedSet(now)).fingerprint !== posting.fingerprint) return 'again';
  const { datedOn, description, tag } = posting;
  const journal: Journal = { datedOn, description, tag, entries: [] };
  const decision = decisionFor(run, 'amend');
  const write = newWrite(session, run, { kind: 'remove', journal, before: posting, decisionId: decision?.id });
  const sent = await send(session, write, (attempt) => session.books.remove(url, attempt));
  if (sent.is === 'refused') run.refusal = { status: sent.status, words: sent.words };
  if (sent.is !== 'done') return sent.is;
  await applyRemoval(session, await writeRow(session, sent.open.id), 'removed');
  return 'done';
}

const writeRow = (session: Session, id: string) => session.db.read((em) => em.findOneByOrFail(Write, { id }));
