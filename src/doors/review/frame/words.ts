import { dayInLondon, timeInLondon } from '../../../ground/london.js';
import { monthInWords, monthName, shortDay, taxMonthRange } from '../../../journal/nouns/dates.js';
import { placeInTag } from '../../../journal/nouns/identity.js';
import { inThousands, Money } from '../../../journal/nouns/money.js';
import { settings } from '../../../journal/policy/settings.js';
import { bankDayOnOrBefore } from '../../../journal/nouns/bank-days.js';
import type { RunState } from '../../../record/runs/pay-run.entity.js';
import type { MonthOfMode } from '../../../views/month/board.js';
import type { Notable } from '../../../views/month/notable.js';
import type { Unclean } from '../../../views/checks/clean.js';
import type { RunChecks } from '../../../views/checks/checks.js';
import type { Part } from '../../../views/words/figures.js';
import { holdWords, signed, stateWords, warningWords } from '../../../views/words/words.js';

/** A run that was never posted cannot have changed since posting: it waits for another pay run. */
export function stateInWords({ state, inBooks }: { readonly state: RunState; readonly inBooks: boolean }): string {
  return state === 'changed' && !inBooks ? 'Waits for another pay run' : stateWords[state];
}

/** One letter for each state, to fit the cells of the year's table. */
export const stateMarks: Readonly<Record<RunState, string>> = {
  in_doubt: '?',
  drift: '≠',
  changed: 'Δ',
  refused: '✕',
  held: '!',
  ready: '○',
  posted: '✓',
  agrees: '✓',
  differs: '≠',
  overdue: '◷',
  nothing: '∅',
  not_ready: '·',
  before_cutover: '–',
  moved: '→',
  ignored: '×',
};

/** The link that the board offers for a pay run that waits. */
export const actionWords: Partial<Record<RunState, string>> = {
  held: 'Decide',
  changed: 'Compare',
  drift: 'Compare',
  differs: 'Compare',
};

/** How a pay item is treated. */
export const treatmentWords: Readonly<Record<string, string>> = {
  deduct: 'Deduction payable to a third party',
  pay: 'Pay',
  deduct_to_tax_authority: 'Deduction payable to HMRC',
  employer_cost_to_tax_authority: 'Employer’s cost payable to HMRC',
  information: 'Information only: nothing is posted',
  hold: 'Hold: ask each time',
};

/** Why a pay run needs a closer look before it is posted. */
export function uncleanInParts(one: Unclean): readonly Part[] {
  switch (one.is) {
    case 'hold':
      return [holdWords[one.code] ?? one.code.replaceAll('_', ' ')];
    case 'warning':
      return [warningWords[one.code] ?? one.code.replaceAll('_', ' ')];
    case 'variance':
      return one.by.isZero()
        ? ['Gross beyond the variance']
        : ['Gross ', { is: 'difference', of: one.by, signed: true }, ' on the month before'];
    case 'not_mapped':
      return ['Not worked out yet'];
    case 'not_agreed':
      return payeTroubleInParts(one.paye);
  }
}

const changeWords = {
  starter: 'starter',
  leaver: 'not paid any more',
  director: 'now a director',
  no_director: 'no director any more',
  director_pay: 'director’s pay',
} as const;

/** "starter: Employee Two", "director’s pay: Ada Marlow +£200.00" */
export function notableInParts(one: Notable): readonly Part[] {
  switch (one.is) {
    case 'fell':
      return [`the sign-off by ${one.by} fell: figures have changed since`];
    case 'variance':
      return ['gross ', ...(one.by === undefined ? ['beyond the variance'] : [byOf(one.by), ' on the month before'])];
    case 'not_compared':
      return ['not compared: the month before has no pay run, or several'];
    case 'director_pay':
      return [changeWords[one.is], ...named(one.name), ...(one.by === undefined ? [] : [' ', byOf(one.by)])];
    default:
      return [changeWords[one.is], ...named(one.name)];
  }
}

const byOf = (by: Money): Part => ({ is: 'difference', of: by, signed: true });
const named = (name: string | undefined): readonly Part[] => (name === undefined ? [] : [`: ${name}`]);

/** "One · another" */
export const joined = (sentences: readonly (readonly Part[])[], by: string): readonly Part[] =>
  sentences.flatMap((parts, index) => (index === 0 ? parts : [by, ...parts]));

/** Why a month is not agreed to the PAYE due. */
export function payeTroubleInParts({ answer, of, tie, isWorkedOut }: RunChecks['paye']): readonly Part[] {
  if (answer === 'yes') return ['Agrees to PAYE due only when the other pay runs of the month are posted'];
  if (of === 'payroll') return ['Not posted here, so not compared with PAYE due'];
  if (isWorkedOut && of === 'to_be_posted') return ['The other pay runs of the month are not posted'];
  if (isWorkedOut) return ['PAYE due is worked out from its returns'];
  if (tie?.charged !== undefined)
    return ['HMRC’s own figure is ', { is: 'hmrc.charged', of: tie.charged }, ', and not what its returns come to'];
  if (tie?.verdict === 'unexplained')
    return [{ is: 'paye.difference', of: tie.difference, signed: true }, ' unexplained against PAYE due'];
  if (tie?.verdict === 'cannot_tell') return ['Statutory pay recovered at a rate that cannot be worked out'];
  return [answer === 'no' ? 'Not agreed to PAYE due' : 'PAYE due not known yet'];
}

/** For a title or a label, where an amount cannot say what it is. */
export const partsInWords = (parts: readonly Part[]): string =>
  parts
    .map((part) => (typeof part === 'string' ? part : part.signed ? signed(moneyOf(part)) : amount(part.of)))
    .join('');

const moneyOf = ({ of }: Exclude<Part, string>): Money => Money.parse(of.toString());

export const { words: modeWords } = settings.mode;

/** For a new client. Approval is offered first: nothing is then posted that no one has seen. */
export const modesOffered = {
  approve: `${modeWords.approve}: a person posts what is ready`,
  auto: `${modeWords.auto}: what is due, by itself`,
  check: `${modeWords.check}: compares, and never posts`,
};

/** "October 2025, clients that post by themselves": what the acts for many are limited to. */
export const monthOfModeInWords = ({ year, period, mode }: MonthOfMode): string =>
  `${monthInWords(year, period)}${mode === undefined ? '' : `, clients of mode “${modeWords[mode]}”`}`;

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** What a run waits for, as its plan has it. */
export interface WaitsFor {
  readonly waitsFor?: readonly string[];
  readonly mayCome?: true;
  readonly mayPost?: true;
}

/** "Deal with October first", for the runs that this one waits for. */
export function dealtWithFirst({ waitsFor: tags = [], mayCome, mayPost }: WaitsFor): string {
  const months = tags.flatMap((tag) => {
    const place = placeInTag(tag);
    return place === undefined ? [] : [monthName(place.period)];
  });
  const named = [...new Set(months)];
  const runs = named.length === 0 ? 'the pay run next to it' : named.join(' and ');
  if (mayPost) return `Someone in it may be paid already by ${runs}, which is ignored`;
  return mayCome ? `The journal of ${runs} may still reach the books, and is looked for` : `Deal with ${runs} first`;
}

/** As amounts of a month name it: "2026-06". */
export const monthAt = ({ year, period }: { readonly year: number; readonly period: number }): string =>
  `${year}-${String(period).padStart(2, '0')}`;

/** "6 Oct – 5 Nov" */
export function taxMonthDays(year: number, period: number): string {
  const { from, to } = taxMonthRange(year, period + 1);
  return `${shortDay(from)} – ${shortDay(to)}`;
}

/** "Sat 22 Nov" */
export function weekday(date: string): string {
  return `${weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()]} ${shortDay(date)}`;
}

/** "by Fri 20 Nov": the bank working day on or before the day on which it is due. */
export const payByInWords = (date: string): string => `by ${weekday(bankDayOnOrBefore(date))}`;

/**
 * "due by Thu 22 Jan", or where the banks are closed that day "due by Fri 20 Nov, or Sun 22 Nov by Faster Payments"; when
 * both have passed "was due …": the control accounts say whether it was paid.
 */
export function dueInWords(date: string, today: string): string {
  const year = date.slice(0, 4) === today.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`;
  const later = bankDayOnOrBefore(date) === date ? '' : `, or ${weekday(date)} by Faster Payments`;
  return `${today > date ? 'was due' : 'due'} ${payByInWords(date)}${year}${later}`;
}

/** "2 Jan 05:31"; for today only the time. */
export function moment(at: Date, now: Date): string {
  const day = dayInLondon(at);
  if (day === dayInLondon(now)) return timeInLondon(at);
  const year = day.slice(0, 4) === dayInLondon(now).slice(0, 4) ? '' : ` ${day.slice(0, 4)}`;
  return `${shortDay(day)}${year} ${timeInLondon(at)}`;
}

/** "14,220.00", for a column whose heading names the currency. */
export function amount(money: { toString(): string }): string {
  return inThousands(money.toString()).replace('-', '−');
}

/** "1 pay run", "4 pay runs" */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
