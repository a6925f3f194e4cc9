import { Money } from '../../journal/nouns/money.js';
import { type AccountAnswer, type Answer, type Cause, type OpenPart, stateOf } from '../answer.js';
import type { CompanyJudged, Known, PlaceJudged } from './company.js';
import { type Balances, type CompanyFacts, isAt, type Line } from './facts.js';
import { type Bank, hinted } from './hints.js';
import type { Beyond, OpenItem } from './item.js';
import { shortDay } from '../../journal/nouns/dates.js';
import { payeItem } from './items.js';

/** The answer, with what a person named and what may be behind each open item. */
export function answerOf(facts: CompanyFacts, balances: Balances, judged: CompanyJudged, bank?: Bank): Answer {
  const recovered = judged.places.map((one) => recoveredIn(facts, one));
  const causes = [...judged.causes, ...recoveryCause(facts, judged.places, recovered)];
  const accounts = judged.places.map((one, index): AccountAnswer => {
    const { place, name, balance } = one;
    const gaps = recovered[index] as readonly OpenItem[];
    const asked = { facts, balances, places: judged.places, bank };
    const items = one.judged.open
      .filter((open) => !gaps.includes(open))
      .map((open): Part => {
        const { state, hints } = hinted(one, open, asked);
        const due = payrollsFigure(facts, open);
        return { ...part(open.item.id, open.item.what, open.item.due, open.left), state, hints: [...due, ...hints] };
      });
    const more = one.judged.beyond.map(beyondPart);
    const open = [...items, ...more, ...unexplained(facts, one)].map((found) => named(facts, one, found));
    const known = Money.sum(causes.flatMap(({ lines }) => lines.filter(isAt(place)).map(({ amount }) => amount)));
    const notDue = balance.minus(known).minus(Money.sum(open.map(({ amount }) => amount)));
    return {
      account: place.account,
      ...(place.userPath !== undefined && { user: facts.names.get(place.userPath)?.user ?? place.userPath }),
      name,
      ...{ balance: balance.toString(), notDue: notDue.toString(), known: known.toString() },
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

/** What payroll's own payment lacks of an item's journals: for the month, or for all months of the quarter. No item but PAYE's has such an id. */
const gapOf = ({ months, policy }: CompanyFacts, { id }: OpenItem['item']): Money =>
  Money.sum(months.flatMap((month) => (month.gap && payeItem(month, policy).id === id ? [month.gap] : [])));

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

/** If HMRC was paid what payroll says, the rest of a month may be just the statutory pay that was recovered. */
function recoveredIn(facts: CompanyFacts, { judged }: PlaceJudged): readonly OpenItem[] {
  return judged.open.filter(({ item, left, state }) => state !== 'due' && gapOf(facts, item).equals(left));
}

function recoveryCause(
  facts: CompanyFacts,
  places: readonly PlaceJudged[],
  recovered: readonly (readonly OpenItem[])[],
): readonly Known[] {
  const open = recovered.flat();
  const [first] = open;
  if (first === undefined) return [];
  const of = open.length === 1 ? first.item.what : `${open.length} payments of PAYE`;
  const lines = places.map(
    ({ place }, index): Line => ({ ...place, amount: Money.sum((recovered[index] ?? []).map(({ left }) => left)) }),
  );
  return [
    {
      what: `HMRC was paid what is due for ${of}: recovered statutory pay is in no journal`,
      todo: 'Post the recovery on the pay run, or enter it as a journal in the books.',
      lines: lines.filter(({ amount }) => !amount.isZero()),
    },
  ];
}

/** Payroll asks for less than the journals say: HMRC is to be paid that. */
function payrollsFigure(facts: CompanyFacts, { item, left }: OpenItem): readonly string[] {
  const gap = gapOf(facts, item);
  if (gap.isZero()) return [];
  return [`Of it ${gap.inPounds()} is recovered statutory pay: payroll asks for ${left.minus(gap).inPounds()}.`];
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
