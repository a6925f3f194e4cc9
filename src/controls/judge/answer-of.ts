import { Money } from '../../journal/nouns/money.js';
import { type AccountAnswer, type Answer, type Cause, type OpenPart, stateOf } from '../../record/control-answer.js';
import type { Known } from './causes.js';
import type { CompanyJudged, PlaceJudged } from './company.js';
import { type Balances, type CompanyFacts, isAt } from './facts.js';
import { type Bank, hinted } from './hints.js';
import type { Beyond } from './item.js';
import { shortDay } from '../../journal/nouns/dates.js';

/** The answer, with what a person named and what may be behind each open item. */
export function answerOf(facts: CompanyFacts, balances: Balances, judged: CompanyJudged, bank?: Bank): Answer {
  const { causes } = judged;
  const accounts = judged.places.map((one): AccountAnswer => {
    const { place, name, balance } = one;
    const asked = { facts, balances, places: judged.places, bank };
    const items = one.judged.open.map((open): Part => {
      const { state, hints } = hinted(one, open, asked);
      return { ...part(open.item.id, open.item.what, open.item.due, open.left), state, hints };
    });
    const more = one.judged.beyond.map((part) => repaidAsked(facts, one, beyondPart(part)));
    const open = [...items, ...more, ...unexplained(facts, one)].map((found) => named(facts, one, found));
    const known = Money.sum(causes.flatMap(({ lines }) => lines.filter(isAt(place)).map(({ amount }) => amount)));
    const notDue = balance.minus(known).minus(Money.sum(open.map(({ amount }) => amount)));
    return {
      account: place.account,
      ...(place.userPath !== undefined && { user: facts.names.get(place.userPath)?.user ?? place.userPath }),
      name,
      balance: balance.toString(),
      notDue: notDue.toString(),
      known: known.toString(),
      open: open.map((found) => ({ ...found, amount: found.amount.toString() })),
    };
  });
  const shown = causes.map((one) => causeShown(facts, judged.places, one));
  return { state: stateOf(shown, accounts), causes: shown, accounts };
}

type Part = Omit<OpenPart, 'amount'> & { readonly amount: Money };

const part = (id: string, item: string, due: string, amount: Money) => ({ id, item, due, amount });

/** A part that a person named keeps that name while it has that amount. */
function named({ notes }: CompanyFacts, { place }: PlaceJudged, found: Part): Part {
  if (found.state === 'due') return found;
  const note = notes.find(
    (one) => one.kind === 'accepted' && isAt(place)(one) && one.item === found.id && one.amount.equals(found.amount),
  );
  return note === undefined ? found : { ...found, state: note.as, hints: [], reason: note.reason };
}

const beyondWords = {
  paid_twice: 'Paid twice',
  paid_over: 'Paid over what was owed',
  credit: 'Credit, not set off yet',
  credited: 'Credited',
  other_postings: 'Other postings',
} as const;

function beyondPart({ state, amount, from, to, item }: Beyond): Part {
  const days = item === undefined || state !== 'paid_twice' ? `${shortDay(from)} to ${shortDay(to)}` : item.what;
  const what = state === 'credit' && item ? `${beyondWords[state]}: ${item.what}` : `${beyondWords[state]}: ${days}`;
  return { ...part(`${state} ${from}`, what, to, amount.negated()), state, hints: [] };
}

/** HMRC may have repaid a credit, or advanced one: only a person knows. */
function repaidAsked({ scheme }: CompanyFacts, { place }: PlaceJudged, part: Part): Part {
  if (part.state !== 'credited' || scheme?.account !== place.account) return part;
  return { ...part, hints: ['If HMRC repaid or advanced it, enter it in the settings: What HMRC’s account shows.'] };
}

/** Never while the judging is right: what it leaves unexplained is reported, and not hidden in what is not due. */
function unexplained({ on }: CompanyFacts, { judged: { rest } }: PlaceJudged): readonly Part[] {
  if (rest.isZero()) return [];
  return [
    {
      ...part('unexplained', 'Not explained by the days that were read', on, rest),
      state: 'unexplained',
      hints: [],
    },
  ];
}

function causeShown(facts: CompanyFacts, places: readonly PlaceJudged[], { lines, ...cause }: Known): Cause {
  return {
    ...cause,
    accounts: lines.map(({ account, userPath, amount }) => ({
      account,
      ...(userPath !== undefined && { user: facts.names.get(userPath)?.user ?? userPath }),
      name: places.find(({ place }) => isAt(place)({ account, userPath }))?.name ?? '',
      amount: amount.toString(),
    })),
  };
}
