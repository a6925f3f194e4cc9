import type { Hold } from '../../journal/nouns/remark.js';
import { inWords, taxYearOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import {
  type PensionAnswer,
  pensionAnswerOn,
  pensionAnswers,
  type PensionRule,
  paysIn,
  paysNothing,
} from '../../journal/policy/employer-pension.js';
import type { PayFrequency } from './fps.js';
import { qualifyingPart } from './qualifying-earnings.js';

/** What people have said about the employer's pensions, which no FPS has. */
export interface PensionsSaid {
  /** By payroll id, or for all who are not named: `journal/policy/employer-pension.ts`. */
  readonly employerPension: Readonly<Record<string, string>>;
  /** The last tax year for which what is said was confirmed; absent: it was said with the file. */
  readonly pensionsConfirmed?: number;
}

/** Earnings of one pay period; its band is not known of a report, which has no pay frequency. */
interface Earned {
  readonly gross: Money;
  readonly period?: { readonly name: string; readonly frequency: PayFrequency; readonly periodsCovered: number };
}

/** What a person is paid on one day, as far as a pension depends on it. */
export interface PensionDay {
  readonly paidOn: string;
  readonly payId: string;
  readonly name: string;
  readonly earned: readonly Earned[];
  /** Paid into a pension by the employee. */
  readonly own: Money;
  /** All of it came after other pay of the same period. */
  readonly again: boolean;
  /** The employer's pension, if a column file has it. */
  readonly reported?: Money;
}

export interface PensionOfDay {
  readonly amount: Money;
  /** The employee's. */
  readonly own: Money;
  readonly by?: AnsweredBy;
  readonly asked: readonly Hold[];
  /** Why it is asked, and from which day it is to be said; without a day, from the start. */
  readonly asks?: { readonly why: Asks; readonly from?: string };
  /** What was said is of an earlier tax year: it is asked once a pay run, not of each person. */
  readonly unconfirmed?: true;
}

type AnsweredBy = 'report' | 'name' | 'rule';
type Asks = 'never said' | 'lapsed' | 'band not known';

/** Answers without a date were given before there were dates: up to April 2027 no one was asked to confirm them. */
const undatedHoldFor = 2027;

/** Since when someone's own contribution is other than it was when the answer was given. */
interface Turned {
  readonly on: string;
  readonly how: 'began' | 'stopped';
}

interface Facts {
  readonly reported?: Money;
  /** The answer that names this person, on this day. */
  readonly named?: PensionAnswer;
  /** The answer for those who are not named, and pay in as this person does. */
  readonly rule?: PensionAnswer;
  readonly turned?: Turned;
}

interface Row {
  readonly name: string;
  readonly when: (facts: Facts) => boolean;
  readonly by?: AnsweredBy;
  readonly asks?: Asks;
}

/**
 * Who is answered for, and by what; the first row that fits counts. A pension by salary sacrifice, or by the employer
 * alone, leaves no trace in a file: silence is no answer.
 */
export const pensionRows: readonly Row[] = [
  { name: 'a column file has it', when: ({ reported }) => reported !== undefined, by: 'report' },
  {
    name: 'named, and own contribution began or stopped since',
    when: ({ named, turned }) => named !== undefined && turned !== undefined,
    by: 'name',
    asks: 'lapsed',
  },
  { name: 'named', when: ({ named }) => named !== undefined, by: 'name' },
  {
    name: 'not named, and stopped paying in since the rule for all: salary sacrifice may have begun',
    when: ({ rule, turned }) => rule !== undefined && turned !== undefined,
    by: 'rule',
    asks: 'lapsed',
  },
  { name: 'not named, and in the rule for all', when: ({ rule }) => rule !== undefined, by: 'rule' },
  { name: 'no one has said', when: () => true, asks: 'never said' },
];

/** The employer's pension of each pay date of one person's year; `days` in their order. */
export function pensionsOf(
  days: readonly PensionDay[],
  { year, said }: { readonly year: number; readonly said: PensionsSaid },
): ReadonlyMap<string, PensionOfDay> {
  const answersFor = new Map<string, readonly PensionAnswer[]>();
  const on = (key: string, day: string): PensionAnswer | undefined => {
    const text = Object.hasOwn(said.employerPension, key) ? said.employerPension[key] : undefined;
    if (text === undefined) return undefined;
    const read = answersFor.get(key) ?? pensionAnswers(text) ?? [];
    answersFor.set(key, read);
    return pensionAnswerOn(read, day);
  };
  const seen: Seen[] = [];
  const found = days.map((day, at) => {
    const before = days.slice(0, at);
    const named = on(day.payId, day.paidOn);
    const shown = paysInShown(day, { before, year, answer: named ?? on(paysIn, day.paidOn) });
    if (shown !== undefined) seen.push({ on: day.paidOn, paysIn: shown });
    const isPaying = shown ?? seen.at(-1)?.paysIn ?? false;
    const rule = on(isPaying ? paysIn : paysNothing, day.paidOn);
    const turned = named ? turnedSince(seen, named) : rule && !isPaying ? stoppedSince(seen, rule) : undefined;
    const facts: Facts = { reported: day.reported, named, rule, turned };
    return [day.paidOn, { own: day.own, ...judged(day, facts, { before, year, said }) }] as const;
  });
  return new Map(found);
}

interface Around {
  readonly before: readonly PensionDay[];
  readonly year: number;
  readonly said: PensionsSaid;
}

function judged(day: PensionDay, facts: Facts, around: Around): Omit<PensionOfDay, 'own'> {
  const { by, asks } = pensionRows.find(({ when }) => when(facts)) ?? {};
  if (by === 'report') return { amount: facts.reported ?? Money.zero, by, asked: [] };
  const answer = by === 'name' ? facts.named : by === 'rule' ? facts.rule : undefined;
  if (answer === undefined)
    return { amount: Money.zero, asked: [hold(neverSaid(day), day)], asks: { why: 'never said' } };
  const amount = amountBy(answer.pays, day, around);
  // The figure stays as it was said: nothing that is posted changes while it is asked.
  if (asks !== undefined) {
    const asked = [hold(saidBefore(day, facts), day)];
    return { amount: amount ?? Money.zero, by, asked, asks: { why: asks, from: facts.turned?.on } };
  }
  if (amount === undefined) {
    const asked = [hold(noBand(day), day)];
    return { amount: Money.zero, by, asked, asks: { why: 'band not known', from: day.paidOn } };
  }
  return { amount, by, asked: [], ...(isConfirmed(answer, around) ? {} : { unconfirmed: true }) };
}

function isConfirmed({ from }: PensionAnswer, { year, said: { pensionsConfirmed: confirmed } }: Around): boolean {
  if (confirmed === undefined) return true;
  return year <= Math.max(confirmed, from === undefined ? undatedHoldFor : taxYearOf(from));
}

interface Seen {
  readonly on: string;
  readonly paysIn: boolean;
}

/** Undefined: the day does not show it, as nothing is paid, or too little for either side to pay a share. */
function paysInShown(
  day: PensionDay,
  { answer, ...around }: Omit<Around, 'said'> & { readonly answer: PensionAnswer | undefined },
): boolean | undefined {
  if (!day.own.isZero()) return true;
  const gross = grossOn(day);
  if (gross.isZero() || day.again) return undefined;
  const { pays } = answer ?? {};
  const hasBand = pays?.kind === 'share' && pays.of === 'qualifying';
  return hasBand && basisOf(pays, day, around)?.isZero() ? undefined : false;
}

function turnedSince(seen: readonly Seen[], { from = '' }: PensionAnswer): Turned | undefined {
  const [first, ...later] = seen.filter(({ on }) => on >= from);
  const other = later.find(({ paysIn }) => paysIn !== first?.paysIn);
  return other && { on: other.on, how: other.paysIn ? 'began' : 'stopped' };
}

function stoppedSince(seen: readonly Seen[], { from = '' }: PensionAnswer): Turned | undefined {
  const since = seen.filter(({ on }) => on >= from);
  const last = since.findLastIndex(({ paysIn }) => paysIn);
  const next = since[last + 1];
  return last < 0 || next === undefined ? undefined : { on: next.on, how: 'stopped' };
}

const grossOn = ({ earned }: PensionDay): Money => Money.sum(earned.map(({ gross }) => gross));
const hundred = Money.parse('100');

/** Undefined: the band of its pay period is not known. */
function amountBy(rule: PensionRule, day: PensionDay, around: Omit<Around, 'said'>): Money | undefined {
  if (rule.kind === 'amount') return rule.amount;
  const basis = basisOf(rule, day, around);
  return basis?.share(rule.percent, hundred).plus(sacrificedOf(rule, grossOn(day)));
}

type Share = PensionRule & { readonly kind: 'share' };

function basisOf(rule: Share, day: PensionDay, { before, year }: Omit<Around, 'said'>): Money | undefined {
  const lift = (gross: Money) => (rule.beforeSacrifice ? gross.plus(sacrificedOf(rule, gross)) : gross);
  if (rule.of === 'gross') return lift(grossOn(day));
  const parts: (Money | undefined)[] = [];
  for (const name of new Set(day.earned.map(({ period }) => period?.name))) {
    const isOf = (one: Earned) => one.period?.name === name;
    const [own, earlier] = [day.earned.filter(isOf), before.flatMap(({ earned }) => earned.filter(isOf))];
    const periods = [...earlier, ...own].flatMap(({ period }) => period ?? []);
    const [first] = periods;
    if (first === undefined) return undefined;
    const of = { year, ...first, periodsCovered: Math.max(...periods.map(({ periodsCovered }) => periodsCovered)) };
    const sum = (all: readonly Earned[]) => Money.sum(all.map(({ gross }) => gross));
    // What was paid before in the period has used its part of the band.
    const [used, all] = [sum(earlier), sum([...earlier, ...own])].map((gross) => qualifyingPart(lift(gross), of));
    parts.push(used === undefined ? undefined : all?.minus(earlier.length === 0 ? Money.zero : used));
  }
  return parts.every((one) => one !== undefined) ? Money.sum(parts) : undefined;
}

/** Ada gives up 5 % of 2,000.00: the file has 1,900.00, of which 5/95 were given up. */
function sacrificedOf({ sacrificed }: Share, gross: Money): Money {
  if (sacrificed === undefined || gross.isZero()) return Money.zero;
  return sacrificed.kind === 'amount'
    ? sacrificed.amount
    : gross.share(sacrificed.percent, hundred.minus(sacrificed.percent));
}

const hold = (message: string, { own }: PensionDay): Hold => ({
  code: 'employer_pension_unknown',
  message,
  field: 'employer_pension',
  ...(own.isZero() ? {} : { amount: own.toString() }),
});

const neverSaid = ({ name, payId, own }: PensionDay): string =>
  own.isZero()
    ? `${name} (${payId}) pays nothing into a pension, and no one has said what the employer pays. A pension by salary sacrifice, or by the employer alone, leaves no trace in a file. Say what is paid in: an amount, a share, or 0.00; or once for everyone who is not named and pays nothing in.`
    : `${name} (${payId}) pays ${own.inPounds()} into a pension. What the employer pays is not in the file: give the amount, or a share, for this person.`;

const saidBefore = ({ name, payId, paidOn }: PensionDay, { turned }: Facts): string =>
  `${name} (${payId}) ${turned?.how} paying into a pension with the pay of ${inWords(turned?.on ?? paidOn)}, so what was said about the employer’s pension no longer holds. Say it again, from that day.`;

const noBand = ({ name, payId }: PensionDay): string =>
  `${name} (${payId}) has a share of qualifying earnings, and the band of this pay period is not known. Give the amount for this pay date.`;
