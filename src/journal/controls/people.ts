import { Money } from '../money.js';
import { unexplainedThatFit } from './bank-evidence.js';
import { type Judged, judge } from './classify.js';
import { type Because, type ControlFacts, type ControlState, isClear, type ControlVerdict } from './control.js';
import { setsOf, sumOf } from './search.js';

/** One person's account of net pay. */
export interface PersonFacts {
  readonly name: string;
  readonly facts: ControlFacts;
}

/** A debit on 404, an account of no person, to which only payroll's own payments are booked. */
export interface Pool {
  readonly account: string;
  readonly name: string;
  readonly amount: Money;
}

interface Person extends Judged {
  readonly name: string;
  readonly facts: ControlFacts;
}

/**
 * Judges each person alone, then all together: what one has too much may be what others lack, or one bank line may pay
 * them all. Verdicts come in the order given.
 */
export function classifyPeople(people: readonly PersonFacts[], pools: readonly Pool[] = []): readonly ControlVerdict[] {
  let judged: readonly Person[] = people.map(({ name, facts }) => ({ name, facts, ...judge(facts) }));
  for (const person of judged) judged = withHolder(judged, person);
  for (const pool of pools) judged = withPool(judged, pool);
  return inOneLine(judged).map(({ verdict }) => verdict);
}

const togetherMax = 3;
const isOpen = ({ verdict }: Person) => !isClear(verdict);
const lacks = (person: Person) => isOpen(person) && person.verdict.difference.isPositive();

/** The people whose open differences sum to the amount, above zero: up to three of them, or any number in a row. */
function whoLack(people: readonly Person[], amount: Money): readonly Person[] | undefined {
  const sized = people.filter(lacks).map((person) => ({ person, amount: person.verdict.difference }));
  const set = setsOf(sized, togetherMax).find((one) => sumOf(one).equals(amount));
  return set?.map(({ person }) => person);
}

function withHolder(all: readonly Person[], { name: holderName }: Person): readonly Person[] {
  const holder = all.find(({ name }) => name === holderName) as Person;
  if (!isOpen(holder) || !holder.verdict.difference.isNegative()) return all;
  const lacking = whoLack(all, holder.verdict.difference.negated());
  if (lacking === undefined) return all;
  const state: ControlState = lacking.length > 1 ? 'coded_to_one_person' : 'coded_elsewhere';
  // If each difference has an exact explanation of its own as well, nobody can know which is right.
  const isAlone = [holder, ...lacking].every(({ isExact }) => isExact);
  const held: Because[] = lacking.map(({ name, verdict }) => ({
    what: `Pay of ${name}, coded to ${holder.name}`,
    amount: verdict.difference.negated(),
  }));
  return all.map((one) => {
    if (one === holder) return isAlone ? either(one, held) : named(one, state, held);
    if (!lacking.includes(one)) return one;
    const because = [
      { ...dueOf(one), what: `Pay of ${one.name}, coded to ${holder.name}`, amount: one.verdict.difference },
    ];
    return isAlone ? either(one, because) : named(one, state, because);
  });
}

function withPool(all: readonly Person[], { account, name, amount }: Pool): readonly Person[] {
  const lacking = whoLack(all, amount);
  if (lacking === undefined || lacking.length < 2) return all;
  return all.map((one) => {
    if (!lacking.includes(one)) return one;
    const what = `Pay of ${one.name}, coded to ${account} ${name}`;
    return named(one, 'coded_elsewhere', [{ ...dueOf(one), what, amount: one.verdict.difference }]);
  });
}

/** Wages may leave the bank in one sum for everybody. */
function inOneLine(all: readonly Person[]): readonly Person[] {
  const open = all.filter(({ verdict }) => verdict.state === 'not_paid' || verdict.state === 'cannot_tell_yet');
  const bank = open[0]?.facts.bank;
  if (open.length < 2 || bank === undefined) return all;
  // A bank line from before these debts paid older ones.
  const [from = ''] = open.flatMap(({ verdict }) => verdict.because.flatMap(({ due }) => due ?? [])).sort();
  const fit = unexplainedThatFit(Money.sum(open.map(({ verdict }) => verdict.difference)), from, bank);
  if (fit === undefined) return all;
  return all.map((one) => {
    if (!open.includes(one)) return one;
    const what = `Pay of ${one.name} paid in one sum, not yet explained`;
    const because = [{ ...dueOf(one), what, amount: one.verdict.difference, seen: fit.seen }];
    return named(one, 'paid_not_yet_explained', because);
  });
}

const dueOf = ({ verdict }: Person) => {
  const [due] = verdict.because.flatMap((part) => part.due ?? []);
  return { ...(due && { due }) };
};

function named(person: Person, state: ControlState, because: readonly Because[]): Person {
  const { alternatives: _, ...verdict } = person.verdict;
  return { ...person, verdict: { ...verdict, state, because } };
}

function either(person: Person, because: readonly Because[]): Person {
  const { verdict } = person;
  const alternatives = [...(verdict.alternatives ?? [verdict.because]), because];
  const what = alternatives.map((parts) => parts.map((part) => part.what).join(' and ')).join(', or ');
  const whole = [{ ...dueOf(person), what, amount: verdict.difference }];
  return { ...person, verdict: { ...verdict, state: 'ambiguous', because: whole, alternatives } };
}
