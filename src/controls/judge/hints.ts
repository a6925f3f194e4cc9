import { addDays, inWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { PlaceJudged } from './company.js';
import { type Balances, type CompanyFacts, keyOf } from './facts.js';
import type { OpenItem } from './item.js';
import { lastDayOf } from './windows.js';

/** What may be behind an open item. A hint claims nothing: it says what else moved by that amount, and when. */

/** A payment out of a bank account that no one explained; receipts are negative. */
export interface BankLine {
  readonly datedOn: string;
  readonly amount: Money;
}

export interface Bank {
  /** Since when lines were read. */
  readonly from: string;
  readonly unexplained: readonly BankLine[];
  /** The day of the last line of all, explained or not. */
  readonly until?: string;
  /** Why it shows nothing: it could not be read, or there is none. */
  readonly problem?: string;
}

export interface Hinted {
  readonly state: OpenItem['state'] | 'paid_not_yet_explained' | 'cannot_tell_yet';
  readonly hints: readonly string[];
  /** Why the bank cannot tell, where that is no matter of this item alone. */
  readonly because?: 'bank_ends' | BankLine;
}

/** Accounts on which a payment of payroll may lie by mistake; those from 900 on are persons'. */
const elsewhere = new Set(['404', '405', '900', '901', '903', '904', '905', '906', '907']);

interface Asked {
  readonly facts: CompanyFacts;
  readonly balances: Balances;
  readonly places: readonly PlaceJudged[];
  readonly bank?: Bank;
}

export function hinted({ place, windows }: PlaceJudged, open: OpenItem, asked: Asked): Hinted {
  const { item, left, state } = open;
  if (state === 'due') return { state, hints: [] };
  const window = windows.find(({ from, to }) => from <= item.due && item.due <= to);
  const from = window === undefined ? asked.facts.start : wholeFrom(windows, window.from);
  const to = window === undefined || window.to > asked.facts.on ? asked.facts.on : window.to;
  const hints = movedElsewhere({ left, from, to, own: keyOf(place) }, asked);
  const among = open.among?.map(({ what }) => what).join(' or ');
  if (among !== undefined)
    hints.unshift(`The payment that was posted fits ${among}: we cannot tell which of them it was for.`);
  const seen = asked.bank && inBank(open, from, asked.bank);
  if (seen === undefined) return { state, hints };
  // The bank cannot tell which of the two is open.
  if (state === 'one_of_these') return { state, hints: [...seen.hints, ...hints] };
  const { because } = seen;
  return { state: seen.state ?? state, hints: [...seen.hints, ...hints], ...(because !== undefined && { because }) };
}

/** An early part belongs to the window after it. */
function wholeFrom(windows: PlaceJudged['windows'], from: string): string {
  const before = windows.find(({ to, own }) => own.length === 0 && addDays(to, 1) === from);
  return before?.from ?? from;
}

interface MovedBy {
  readonly left: Money;
  readonly from: string;
  readonly to: string;
  readonly own: string;
}

function movedElsewhere({ left, from, to, own }: MovedBy, { balances, places, facts }: Asked): string[] {
  const days = `from ${inWords(from)} to ${inWords(to)}`;
  const after = balances.get(to);
  const before = balances.get(addDays(from, -1));
  if (after === undefined || before === undefined) return [];
  const found: string[] = [];
  for (const [key, { account, name, amount, userPath }] of after) {
    const isWatched = elsewhere.has(account) || account === facts.policy.cisWithheld;
    if (!isWatched || key === own) continue;
    const moved = (before.get(key)?.amount ?? Money.zero).minus(amount);
    const who = userPath === undefined ? '' : ` ${facts.names.get(userPath)?.name ?? ''}`;
    if (moved.equals(left)) found.push(`${account} ${name}${who} moved by the same ${left.inPounds()} ${days}.`);
  }
  for (const { place, name, cleared, judged } of places) {
    if (place.kind !== 'pay' || keyOf(place) === own) continue;
    const isMore = judged.beyond.some((one) => one.amount.equals(left) && from <= one.from && one.to <= to);
    if (isMore || cleared(from, to).equals(left))
      found.push(`${place.account} ${name} was cleared by the same ${left.inPounds()} ${days}.`);
  }
  return found;
}

function inBank(
  { item, left }: OpenItem,
  from: string,
  bank: Bank,
): Pick<Hinted, 'hints' | 'because'> & Partial<Hinted> {
  if (bank.problem !== undefined) return { hints: [] };
  const lines = bank.unexplained.filter((line) => line.datedOn >= from);
  const fits = lines.find((line) => line.amount.equals(left));
  if (fits !== undefined)
    return {
      state: 'paid_not_yet_explained',
      hints: [`A bank line of ${left.inPounds()} on ${inWords(fits.datedOn)} is not explained yet.`],
    };
  if (bank.until === undefined || bank.until < lastDayOf(item))
    return { state: 'cannot_tell_yet', hints: [], because: 'bank_ends' };
  const larger = lines.find((line) => line.amount.compare(left) > 0);
  if (larger === undefined) return { hints: [] };
  const what = `A bank line of ${larger.amount.inPounds()} on ${inWords(larger.datedOn)} is not explained, and may contain it.`;
  return { state: 'cannot_tell_yet', hints: [what], because: larger };
}
