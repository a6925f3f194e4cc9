import { pick } from '../../ground/pick.js';
import { Money } from '../../journal/nouns/money.js';
import { type AccountAnswer, type Answer, type Cause, stateOf } from '../../record/control-answer.js';
import type { Known } from './causes.js';
import type { CompanyJudged, PlaceJudged } from './company.js';
import { type Balances, type CompanyFacts, isAt, keyOf } from './facts.js';
import { type Bank, hinted } from './hints.js';
import { type Part, saidOnce } from './said-once.js';
import type { Beyond } from './item.js';
import { shortDay } from '../../journal/nouns/dates.js';

/** The answer, with what a person named and what may be behind each open item: one reason is said once. */
export function answerOf(facts: CompanyFacts, balances: Balances, judged: CompanyJudged, bank?: Bank): Answer {
  const asked = { facts, balances, places: judged.places, bank };
  const found = judged.places.flatMap((one): Part[] => {
    const items = one.judged.open.map((open): Part => {
      const { id, what: item, due } = open.item;
      return { place: one.place, id, item, due, amount: open.left, ...hinted(one, open, asked) };
    });
    const more = one.judged.beyond.map((part) => repaidAsked(facts, one, beyondPart(one, part)));
    return [...items, ...more, ...unexplained(facts, one)].map((part) => named(facts, part));
  });
  const { causes, open } = saidOnce(facts, { causes: judged.causes, open: found }, bank);
  // By place: a company may have 2,000 people.
  const openAt = new Map<string, Part[]>();
  for (const part of open) openAt.set(keyOf(part.place), [...(openAt.get(keyOf(part.place)) ?? []), part]);
  const accounts = judged.places.map((one): AccountAnswer => {
    const { place, name, balance } = one;
    const known = Money.sum(causes.flatMap(({ lines }) => lines.filter(isAt(place)).map(({ amount }) => amount)));
    const here = openAt.get(keyOf(place)) ?? [];
    const notDue = balance.minus(known).minus(Money.sum(here.map(({ amount }) => amount)));
    return {
      account: place.account,
      ...(place.userPath !== undefined && { user: facts.names.get(place.userPath)?.user ?? place.userPath }),
      name,
      balance: balance.toString(),
      notDue: notDue.toString(),
      known: known.toString(),
      open: here.map((part) => ({ ...pick(part, partFields), amount: part.amount.toString() })),
      ...clearedIn(facts, one),
    };
  });
  const nameAt = new Map(judged.places.map(({ place, name }) => [keyOf(place), name]));
  const shown = causes.map((one) => causeShown(facts, nameAt, one));
  return { state: stateOf(shown, accounts), causes: shown, accounts };
}

/** Positive evidence alone: of what is neither open nor cleared by exactly its amount, nothing is said. */
function clearedIn(
  { on }: CompanyFacts,
  { place, judged, windows, cleared }: PlaceJudged,
): Pick<AccountAnswer, 'cleared'> {
  if (place.kind !== 'paye') return {};
  const isOpen = new Set(judged.open.map(({ item }) => item.id));
  const all = windows.flatMap(({ from, to, own }, index) => {
    const dated = own.filter(({ isUndated }) => !isUndated);
    const sum = Money.sum(dated.map(({ amount }) => amount));
    if (from > on || !sum.isPositive() || dated.some(({ id }) => isOpen.has(id))) return [];
    const until = to < on ? to : on;
    const before = windows[index - 1];
    // Paid before its own days, in the same tax month.
    const begins = before?.own.length === 0 ? [from, before.from] : [from];
    return begins.some((day) => cleared(day, until).equals(sum)) ? dated : [];
  });
  return all.length === 0 ? {} : { cleared: all.map(({ id, amount }) => ({ id, amount: amount.toString() })) };
}

const partFields = ['id', 'item', 'due', 'state', 'hints', 'reason'] as const;

/** A part that a person named keeps that name while it has that amount. */
function named({ notes }: CompanyFacts, { because, ...found }: Part): Part {
  if (found.state === 'due') return found;
  const note = notes.find(
    (one) =>
      one.kind === 'accepted' && isAt(found.place)(one) && one.item === found.id && one.amount.equals(found.amount),
  );
  if (note !== undefined) return { ...found, state: note.as, hints: [], reason: note.reason };
  return because === undefined ? found : { ...found, because };
}

const beyondWords = {
  paid_twice: 'Paid twice',
  paid_over: 'Paid over what was owed',
  credit: 'Credit, not set off yet',
  credited: 'Credited',
  other_postings: 'Other postings',
} as const;

function beyondPart({ place }: PlaceJudged, { state, amount, from, to, item }: Beyond): Part {
  const days = item === undefined || state !== 'paid_twice' ? `${shortDay(from)} to ${shortDay(to)}` : item.what;
  const what = state === 'credit' && item ? `${beyondWords[state]}: ${item.what}` : `${beyondWords[state]}: ${days}`;
  return { place, id: `${state} ${from}`, item: what, due: to, amount: amount.negated(), state, hints: [] };
}

/** HMRC may have repaid a credit, or advanced one: only a person knows. */
function repaidAsked({ scheme }: CompanyFacts, { place }: PlaceJudged, part: Part): Part {
  if (part.state !== 'credited' || scheme?.account !== place.account) return part;
  return { ...part, hints: ['If HMRC repaid or advanced it, enter it in the settings: What HMRC’s account shows.'] };
}

/** Never while the judging is right: what it leaves unexplained is reported, and not hidden in what is not due. */
function unexplained({ on }: CompanyFacts, { place, judged: { rest } }: PlaceJudged): readonly Part[] {
  if (rest.isZero()) return [];
  const item = 'Not explained by the days that were read';
  return [{ place, id: 'unexplained', item, due: on, amount: rest, state: 'unexplained', hints: [] }];
}

function causeShown(facts: CompanyFacts, nameAt: ReadonlyMap<string, string>, { lines, ...cause }: Known): Cause {
  return {
    ...cause,
    accounts: lines.map(({ account, userPath, amount, part }) => ({
      account,
      ...(userPath !== undefined && { user: facts.names.get(userPath)?.user ?? userPath }),
      name: nameAt.get(keyOf({ account, userPath })) ?? '',
      amount: amount.toString(),
      ...part,
    })),
  };
}
