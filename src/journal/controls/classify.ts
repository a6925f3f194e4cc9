import { inWords } from '../dates.js';
import { Money } from '../money.js';
import { explainedOf, graceEndOf, notExplainedYet, paymentsOf, unexplainedThatFit } from './bank-evidence.js';
import {
  acceptedStates,
  type Bank,
  type Because,
  type ControlFacts,
  type ControlState,
  type DueDebt,
  hasDay,
  type ControlVerdict,
} from './control.js';
import { chargedOf, type Families, familiesOf, owedOf, type Part, type UnpaidPart } from './parts.js';
import { amountsOf, choices, setsOf, sumOf } from './search.js';

/** A verdict, and whether its parts are whole debts and journals: part of a debt is only the likeliest reading. */
export interface Judged {
  readonly verdict: ControlVerdict;
  readonly isExact: boolean;
}

export function classify(facts: ControlFacts): ControlVerdict {
  return judge(facts).verdict;
}

export function judge(facts: ControlFacts): Judged {
  const owed = owedOf(facts);
  const payments = facts.bank && paymentsOf(facts.debts, facts.bank);
  const families = familiesOf(facts, payments);
  const { certain } = families;
  const difference = facts.balance.minus(owed);
  // As if what the books are known to lack were there.
  const open = difference.minus(sumOf(certain));
  const found = explanationsOf(open, families);
  const charged = chargedOf(facts);
  const clear = found.find(({ parts }) => parts.length === 0);
  if (clear !== undefined) return { verdict: { charged, ...clearVerdict(clear, owed, certain) }, isExact: true };
  const exact = likeliest(found);
  const chosen = exact.length > 0 ? exact : partOfOne(facts, open, families);
  if (chosen.length === 0) {
    const { state, because: rest } = notExplained(facts, open);
    const all = [...rest, ...certain.map(because)];
    return { verdict: { charged, owed, difference, state, because: all }, isExact: false };
  }
  const looked = chosen.map((one) => ({ ...one, parts: [...afterTheBank(facts, one.parts), ...certain] }));
  return { verdict: { charged, ...explainedBy(looked, owed, facts.balance) }, isExact: exact.length > 0 };
}

function clearVerdict(clear: Explanation, owed: Money, certain: readonly Part[]): Omit<ControlVerdict, 'charged'> {
  const left = owed.plus(sumOf(clear.neutral));
  const state = certain.length > 0 ? 'needs_a_journal' : left.isZero() ? 'settled' : 'reconciled';
  return { state, owed: left, difference: sumOf(certain), because: certain.map(because) };
}

interface Explanation {
  readonly parts: readonly Part[];
  readonly neutral: readonly Part[];
}

const unpaidTogetherMax = 3;
const othersTogetherMax = 2;
const neutralTogetherMax = 6;
const choicesMax = 20_000;

function explanationsOf(difference: Money, families: Families): readonly Explanation[] {
  const { neutral, unpaid, ahead, journals, recoveries, lacking, elsewhere, accepted } = families;
  const others = [
    setsOf(neutral, neutral.length > neutralTogetherMax ? othersTogetherMax : neutralTogetherMax),
    setsOf(accepted, othersTogetherMax),
    setsOf(journals, othersTogetherMax),
    [[], ...recoveries.flatMap((atRate) => setsOf(atRate, othersTogetherMax).slice(1))],
    setsOf(lacking, othersTogetherMax),
    [[], ...elsewhere.map((part) => [part])],
  ];
  const chosen = [...choices(others, choicesMax)].map((parts) => ({
    rest: difference.minus(sumOf(parts)).toPence(),
    plain: parts.filter(({ kind }) => kind !== 'within_grace'),
    within: parts.filter(({ kind }) => kind === 'within_grace'),
  }));
  const wanted = new Set(chosen.map(({ rest }) => rest));
  const sets = [...setsOf(unpaid, unpaidTogetherMax, wanted), ...setsOf(ahead, othersTogetherMax, wanted)];
  const bySum = new Map<bigint, (readonly Part[])[]>();
  for (const set of sets) {
    const sum = sumOf(set).toPence();
    bySum.set(sum, [...(bySum.get(sum) ?? []), set]);
  }
  return chosen.flatMap(({ rest, plain, within }) =>
    (bySum.get(rest) ?? []).map((set) => ({ parts: [...set, ...plain], neutral: within })),
  );
}

const namedByAPerson: ReadonlySet<string> = new Set(acceptedStates);
/** A part that a person named is known, so it does not count. */
const costOf = ({ parts }: Explanation) => parts.filter(({ kind }) => !namedByAPerson.has(kind)).length;

/**
 * Keeps, for each combination of kinds, the explanations that the bank contradicts least, the shortest of them first;
 * then those with the fewest parts. One on an account that only payroll uses beats the rest.
 */
function likeliest(found: readonly Explanation[]): readonly Explanation[] {
  const byKind = new Map<string, Explanation[]>();
  const against = ({ parts }: Explanation) => parts.filter(({ isContradicted }) => isContradicted === true).length;
  for (const one of found) {
    const kinds = [...new Set(one.parts.map(({ kind }) => kind))].join(' ');
    byKind.set(kinds, [...(byKind.get(kinds) ?? []), one]);
  }
  const best = [...byKind.values()].flatMap((of) => {
    const [first, ...rest] = of.toSorted((a, b) => against(a) - against(b) || costOf(a) - costOf(b)) as [
      ...[Explanation, ...Explanation[]],
    ];
    const likewise = rest.filter((one) => against(one) === against(first));
    const others = likewise.filter(({ parts }) => amountsOf(parts) !== amountsOf(first.parts));
    return [first, ...new Map(others.map((one) => [amountsOf(one.parts), one])).values()];
  });
  const least = Math.min(...best.map(costOf));
  const winners = best.filter((one) => costOf(one) === least);
  const certain = winners.filter(({ parts }) => parts.some(({ onlyPayroll }) => onlyPayroll === true));
  return certain.length > 0 ? certain : winners;
}

/** Before a debt is called unpaid: is its payment in the bank, and is the bank explained up to then? */
function afterTheBank(facts: ControlFacts, parts: readonly Part[]): readonly Part[] {
  const unpaid = parts.filter(isUnpaid);
  const { bank } = facts;
  if (bank === undefined || unpaid.length === 0) return parts;
  const [from = ''] = unpaid.map(({ debt }) => debt.arisesOn).sort();
  const together = unexplainedThatFit(sumOf(unpaid), from, bank);
  let lines = bank.lines;
  return parts.map((part): Part => {
    if (!isUnpaid(part)) return part;
    const { debt } = part;
    const fit = together ?? unexplainedThatFit(part.amount, debt.arisesOn, { ...bank, lines });
    if (fit === undefined) return { ...part, ...whyNobodyKnows(facts, debt, { ...bank, lines }) };
    lines = lines.filter((line) => !fit.lines.includes(line));
    return { ...part, kind: 'paid_not_yet_explained', what: `${debt.what} paid, not yet explained`, seen: fit.seen };
  });
}

const isUnpaid = (part: Part): part is UnpaidPart => part.kind === 'not_paid';

const noBankAccount = 'there is no bank account that would show whether it was paid';

/** Empty if the bank shows that it was not paid. */
function whyNobodyKnows(facts: ControlFacts, debt: DueDebt, bank: Bank): Partial<Part> {
  if (bank.problem !== undefined)
    return { kind: 'cannot_tell', what: `${debt.what}: ${bank.problem}`, unread: bank.problem };
  const later = bank.later?.find(({ amount }) => amount.equals(debt.amount));
  if (later !== undefined)
    return { kind: 'cannot_tell', what: `${debt.what}: a payment of that amount is dated ${inWords(later.datedOn)}` };
  if (bank.accounts === 0)
    return { kind: 'cannot_tell', what: `${debt.what}: ${noBankAccount}`, unread: noBankAccount };
  const why = notExplainedYet(debt, graceEndOf(debt.dueOn, facts.graceBankDays), bank);
  return why === undefined ? {} : { kind: 'cannot_tell_yet', what: `${debt.what}: ${why}` };
}

/**
 * Explains the difference by one debt paid in part or overpaid; if the bank was read, it must show the payment. A debt
 * paid within its grace is no longer owed.
 */
function partOfOne({ debts, on, bank }: ControlFacts, difference: Money, families: Families): readonly Explanation[] {
  const { unpaid, neutral, journals, lacking } = families;
  const arisen = debts.filter(hasDay).filter(({ arisesOn }) => arisesOn <= on);
  const past = { within: [], short: unpaid.map(({ debt }) => debt), over: arisen };
  const inGrace = neutral.flatMap((part) =>
    part.debt === undefined ? [] : [{ within: [part], short: [part.debt], over: [part.debt] }],
  );
  const bases = [[], ...[...journals, ...lacking].map((part) => [part]), journals];
  for (const { within, short, over } of [past, ...inGrace]) {
    for (const base of bases) {
      const rest = difference.minus(sumOf([...within, ...base]));
      if (rest.isZero()) continue;
      const part = rest.isPositive() ? shortOf(rest, short, bank) : overOf(rest, over, bank);
      if (part !== undefined) return [{ parts: [part, ...base], neutral: within }];
    }
  }
  return [];
}

function shortOf(short: Money, debts: readonly DueDebt[], bank: Bank | undefined): Part | undefined {
  for (const debt of debts.filter(({ amount }) => short.compare(amount) < 0)) {
    const line = bank && explainedOf(debt.amount.minus(short), debt.arisesOn, bank);
    if (bank !== undefined && line === undefined) continue;
    const open = bank && unexplainedThatFit(short, debt.arisesOn, bank);
    const seen = open?.seen ?? line?.datedOn;
    const kind = open === undefined ? 'paid_short' : 'paid_not_yet_explained';
    const what = open === undefined ? `${debt.what} paid short` : `Rest of ${debt.what} paid, not yet explained`;
    return { kind, what, amount: short, due: debt.dueOn, seen, debt };
  }
  return undefined;
}

function overOf(over: Money, debts: readonly DueDebt[], bank: Bank | undefined): Part | undefined {
  for (const debt of debts.filter(({ amount }) => over.negated().compare(amount) <= 0).toReversed()) {
    const line = bank && explainedOf(debt.amount.minus(over), debt.arisesOn, bank);
    if (bank !== undefined && line === undefined) continue;
    const what = `${debt.what} paid over`;
    return { kind: 'paid_over', what, amount: over, due: debt.dueOn, seen: line?.datedOn, debt };
  }
  return undefined;
}

function notExplained(facts: ControlFacts, difference: Money): Pick<ControlVerdict, 'state' | 'because'> {
  const { bank } = facts;
  const fit = bank && difference.isPositive() ? unexplainedThatFit(difference, oldestOf(facts), bank) : undefined;
  if (fit !== undefined) {
    const because = [{ what: 'Paid, not yet explained', amount: difference, seen: fit.seen }];
    return { state: 'paid_not_yet_explained', because };
  }
  if (bank?.problem !== undefined)
    return { state: 'cannot_tell', because: [{ what: bank.problem, amount: difference, unread: bank.problem }] };
  const what = 'No pay run, payment or journal explains it';
  return { state: 'unexplained', because: [{ what, amount: difference }] };
}

const oldestOf = ({ debts, on }: ControlFacts) => debts[0]?.arisesOn ?? on;

function explainedBy(
  explanations: readonly Explanation[],
  owed: Money,
  balance: Money,
): Omit<ControlVerdict, 'charged'> {
  const [first, ...others] = explanations as [Explanation, ...Explanation[]];
  const left = owed.plus(sumOf(first.neutral));
  const difference = balance.minus(left);
  if (others.length === 0)
    return { state: stateOf(first.parts), owed: left, difference, because: first.parts.map(because) };
  const what = explanations.map(({ parts }) => parts.map((part) => part.what).join(' and ')).join(', or ');
  const same = others.every(({ neutral }) => sumOf(neutral).equals(sumOf(first.neutral)));
  const all = same ? { owed: left, difference } : { owed, difference: balance.minus(owed) };
  return {
    state: 'ambiguous',
    ...all,
    because: [{ what, amount: all.difference }],
    alternatives: explanations.map(({ parts, neutral }) => [...parts, ...(same ? [] : neutral)].map(because)),
  };
}

/** The state of the largest part. */
function stateOf(parts: readonly Part[]): ControlState {
  const [largest] = parts.toSorted((a, b) => b.amount.abs().compare(a.amount.abs()));
  return (largest as Part).kind as ControlState;
}

const because = ({ what, amount, due, seen, unread }: Part): Because => ({
  what,
  amount,
  due,
  seen,
  ...(unread !== undefined && { unread }),
});
