import { usualNames } from '../../journal/nouns/chart.js';
import { addDays, inWords, taxMonthRange } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { AccountJudged } from './account.js';
import { causesOf, isSame, type Known } from './causes.js';
import {
  type Balances,
  type Charges,
  chargesOf,
  type CompanyFacts,
  type DayBalances,
  keyOf,
  type LiabilityKind,
  type Line,
  type MonthFacts,
  type TaxMonth,
} from './facts.js';
import { broughtForward, cisOn, gapsIn, itemsOf, type Place } from './items.js';
import { payrollOf, payrollsOf } from './payrolls.js';
import { type AccountAsked, judgeTogether, type Mixed } from './together.js';
import { cutsBetweenPayDates, cutsBetweenTaxMonths, type Window, windowsOf } from './windows.js';

export interface PlaceJudged {
  readonly place: Place;
  readonly name: string;
  readonly balance: Money;
  readonly judged: AccountJudged;
  readonly windows: readonly Window[];
  readonly cleared: AccountAsked['cleared'];
}

export interface CompanyJudged {
  readonly places: readonly PlaceJudged[];
  readonly causes: readonly Known[];
  /** By group with the same windows, where something is open: its windows about which nothing more need be known. */
  readonly plain: ReadonlyMap<string, ReadonlySet<string>>;
}

type Plain = CompanyJudged['plain'];
const nothingPlain: Plain = new Map();

/**
 * The ledger shows whether others posted a run that they may have posted: it is assumed to be there if that leaves no
 * more open, and ahead, than assuming it is not.
 */
export function judgeCompany(facts: CompanyFacts, balances: Balances, plain: Plain = nothingPlain): CompanyJudged {
  let best = { facts, judged: judgeRuns(facts, balances, plain) };
  const attempt = (of: TaxMonth, change: (month: MonthFacts) => MonthFacts, isLikelier: IsLikelier) => {
    const months = best.facts.months.map((month) => (isSame(month, of) ? change(month) : month));
    const other = { ...best.facts, months };
    const judged = judgeRuns(other, balances, plain);
    if (isLikelier(judged, best.judged)) best = { facts: other, judged };
  };
  for (const gap of gapsIn(facts)) attempt(gap, withoutGap, isPaidInFull(gap.gap));
  // A receipt that is not explained yet leaves its CIS off the account.
  for (const { of, amount } of cisOn(facts, { account: facts.policy.cisSuffered, kind: 'paye' }))
    attempt(of, (month) => ({ ...month, isCisToCome: true }), isExplainedBy(amount.negated()));
  return best.judged;
}

type IsLikelier = (other: CompanyJudged, one: CompanyJudged) => boolean;

/**
 * One open part is exactly the CIS, and nothing else is told otherwise: what is not on the account yet explains it. Else
 * a debt that is not paid would be hidden by CIS of another amount.
 */
const isExplainedBy =
  (cis: Money): IsLikelier =>
  (other, one) => {
    const [left, parts] = [partsOf(other).map(({ told }) => told), partsOf(one)];
    const [part, ...more] = parts.filter(({ told }) => !left.includes(told));
    return more.length === 0 && parts.length === left.length + 1 && part?.amount.abs().equals(cis) === true;
  };

const partsOf = ({ places }: CompanyJudged): readonly { readonly told: string; readonly amount: Money }[] =>
  places.flatMap(({ place, judged: { open, beyond, ahead } }) => [
    ...open.map(({ item, left }) => ({ told: `${keyOf(place)} ${item.id} ${left}`, amount: left })),
    ...beyond.map(({ state, amount, from }) => ({ told: `${keyOf(place)} ${state} ${from} ${amount}`, amount })),
    ...(ahead.isZero() ? [] : [{ told: `${keyOf(place)} ahead ${ahead}`, amount: ahead }]),
  ]);
const withoutGap = ({ year, period, cisSuffered }: MonthFacts): MonthFacts => ({ year, period, cisSuffered });

/**
 * Someone has posted what was recovered by hand, or HMRC was paid the whole: only then is a month's payment what its
 * journals come to.
 */
const isPaidInFull =
  (gap: Money): IsLikelier =>
  (without, withGap) => {
    const ahead = withGap.places.flatMap(({ place, judged }) => (place.kind === 'paye' ? [judged.ahead] : []));
    const [fewer, before] = [openIn(without), openIn(withGap)];
    return fewer < before || (fewer === before && Money.sum(ahead).compare(gap) >= 0);
  };

function judgeRuns(facts: CompanyFacts, balances: Balances, plain: Plain): CompanyJudged {
  if (!facts.runs.some(({ inBooks }) => inBooks === 'perhaps')) return judge(facts, balances, plain);
  const [there, absent] = (['yes', 'no'] as const).map((inBooks) =>
    judge(
      { ...facts, runs: facts.runs.map((run) => (run.inBooks === 'perhaps' ? { ...run, inBooks } : run)) },
      balances,
      plain,
    ),
  ) as [CompanyJudged, CompanyJudged];
  return openIn(there) <= openIn(absent) ? there : absent;
}

/** Wages that seem to be paid twice are as odd as wages that were not paid. */
const openIn = ({ places }: CompanyJudged): number =>
  places.reduce(
    (sum, { judged: { open, beyond, ahead } }) => sum + open.length + beyond.length + (ahead.isZero() ? 0 : 1),
    0,
  );

function judge(facts: CompanyFacts, balances: Balances, plain: Plain): CompanyJudged {
  const charges = chargesOf(facts);
  const lost = lostAccounts(facts, balances);
  const causes = [...(lost.length === 0 ? [] : [lostCause(lost)]), ...causesOf(facts)];
  const isPlain = new Map<string, ReadonlySet<string>>();
  const codes = codesOf(facts, balances).filter((account) => !lost.includes(account));
  const groups = codes.flatMap((account) => groupsOf(facts, account, placesOf(facts, { charges, balances }, account)));
  const places = groups.flatMap((group) => {
    const { key, places: own, cuts } = group;
    const asked = own.map((place) => askedOf(facts, { charges, balances }, place));
    const hasEarlyPart = earlyParts(facts, group, plain);
    const together = judgeTogether(asked, { cuts, on: facts.on, hasEarlyPart });
    if (together.accounts.some(needsLook)) isPlain.set(key, together.plain);
    for (const mix of together.mixed) causes.push(mixedCause(facts, own, mix));
    const windows = windowsOf(
      asked.flatMap(({ items }) => items),
      cuts,
      hasEarlyPart,
    );
    return own.map(
      (place, index): PlaceJudged => ({
        place,
        name: nameOf(facts, balances, place),
        balance: balanceOn(balances, facts.on, place),
        judged: together.accounts[index] as AccountJudged,
        windows,
        cleared: (asked[index] as AccountAsked).cleared,
      }),
    );
  });
  return { places, causes, plain: isPlain };
}

/** The early parts of an account's windows matter only where something is open. */
const needsLook = ({ open, beyond }: AccountJudged): boolean =>
  beyond.length > 0 || open.some(({ state }) => state !== 'due');

interface Group<One> {
  readonly key: string;
  readonly account: string;
  readonly kind: LiabilityKind;
  readonly places: readonly One[];
  readonly cuts: readonly string[];
}

/** A group with the same windows: an account, or the people on it who are paid on the same days. */
function groupsOf<One extends Pick<Line, 'account' | 'userPath'>>(
  facts: CompanyFacts,
  account: string,
  places: readonly One[],
): readonly Group<One>[] {
  const { start, on, kinds } = facts;
  const kind = kinds.get(account) as LiabilityKind;
  if (kind !== 'pay') return [{ key: account, account, kind, places, cuts: cutsBetweenTaxMonths(start, on) }];
  const payrolls = payrollsOf(facts, account);
  if (payrolls.length === 0) return [{ key: account, account, kind, places, cuts: cutsBetweenPayDates([], start, on) }];
  return payrolls.map(({ days }, index) => ({
    key: `${account} ${index}`,
    account,
    kind,
    cuts: cutsBetweenPayDates([...days], start, on),
    places: places.filter((place) => payrollOf(payrolls, place) === index),
  }));
}

/**
 * The days at whose ends balances are needed, besides the day itself: the one before the first, and the last of each
 * window that is over.
 */
export function daysNeeded(facts: CompanyFacts, plain: Plain = nothingPlain): readonly string[] {
  // A payment of which all was recovered is an item only if what was recovered is left out.
  const both = [facts, { ...facts, months: facts.months.map(withoutGap) }];
  return [...new Set(both.flatMap((one) => daysOf(one, plain)))].sort();
}

function daysOf(facts: CompanyFacts, plain: Plain): readonly string[] {
  const charges = chargesOf(facts);
  const lines: readonly Pick<Line, 'account' | 'userPath'>[] = facts.runs.flatMap((run) => run.lines);
  const places = [...new Map([...lines, ...facts.notes].map((one) => [keyOf(one), one] as const)).values()];
  const days = [...facts.kinds].flatMap(([account, kind]) =>
    groupsOf(
      facts,
      account,
      [...places, { account }].filter((one) => one.account === account),
    ).flatMap((group) => {
      const items = group.places.flatMap(({ userPath }) => itemsOf(facts, charges, { account, kind, userPath }));
      return windowsOf(items, group.cuts, earlyParts(facts, group, plain)).map(({ to }) => to);
    }),
  );
  return [addDays(facts.start, -1), ...days].filter((day) => day < facts.on);
}

/** If CIS suffered is on the account from some day of the window on, only the whole window says what was paid. */
function earlyParts(
  facts: CompanyFacts,
  group: Omit<Group<unknown>, 'places'>,
  plain: Plain,
): (from: string) => boolean {
  const withCis = new Set(cisOn(facts, group).map(({ of }) => taxMonthRange(of.year, of.period + 1).from));
  const own = plain.get(group.key);
  return (from) => own !== undefined && !own.has(from) && !withCis.has(from);
}

/** The accounts that payroll charges, and those of them that have a balance, sorted. */
function codesOf(facts: CompanyFacts, balances: Balances): readonly string[] {
  const charged = new Set(facts.runs.flatMap(({ lines }) => lines.map(({ account }) => account)));
  for (const note of facts.notes) charged.add(note.account);
  for (const { account, amount } of dayOf(balances, facts.on).values()) if (!amount.isZero()) charged.add(account);
  return [...facts.kinds.keys()].filter((account) => charged.has(account)).sort();
}

interface Ledger {
  readonly charges: Charges;
  readonly balances: Balances;
}

/** Everyone with a debt on it, or a balance at one of the days that were read. */
function placesOf(facts: CompanyFacts, { charges, balances }: Ledger, account: string): readonly Place[] {
  const kind = facts.kinds.get(account);
  if (kind === undefined) return [];
  const found = new Map<string, Place>();
  const add = (one: { readonly account: string; readonly userPath?: string }) => {
    if (one.account !== account) return;
    found.set(keyOf(one), { account, kind, userPath: one.userPath });
  };
  for (const all of charges.charged.values()) for (const { line } of all.slice(0, 1)) add(line);
  for (const note of facts.notes) add(note);
  for (const day of balances.values()) for (const line of day.values()) if (!line.amount.isZero()) add(line);
  const order = (place: Place) => `${nameOf(facts, balances, place)} ${place.userPath ?? ''}`;
  return [...found.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

function askedOf(facts: CompanyFacts, { charges, balances }: Ledger, place: Place): AccountAsked {
  const posted = [
    ...(charges.posted.get(keyOf(place)) ?? []),
    ...cisOn(facts, place).filter(({ isToCome }) => !isToCome),
  ];
  const at = (day: string) => balanceOn(balances, day, place);
  const cleared = (from: string, to: string) => {
    const within = posted.filter(({ datedOn }) => from <= datedOn && datedOn <= to);
    return Money.sum(within.map(({ amount }) => amount)).minus(at(to).minus(at(addDays(from, -1))));
  };
  const forward = broughtForward(facts, place, at(addDays(facts.start, -1)));
  return { items: itemsOf(facts, charges, place), cleared, forward };
}

const dayOf = (balances: Balances, day: string): DayBalances => {
  const found = balances.get(day);
  if (found === undefined) throw new Error(`The balances of ${day} were not read.`);
  return found;
};

const balanceOn = (balances: Balances, day: string, place: Place): Money =>
  dayOf(balances, day).get(keyOf(place))?.amount ?? Money.zero;

function nameOf({ names, on }: CompanyFacts, balances: Balances, place: Place): string {
  const known = dayOf(balances, on).get(keyOf(place))?.name;
  if (place.userPath !== undefined) return names.get(place.userPath)?.name ?? known ?? place.userPath;
  return known ?? usualNames[place.account] ?? '';
}

function mixedCause(facts: CompanyFacts, places: readonly Place[], { window, paid, beyond }: Mixed): Known {
  const days = [...new Set(window.own.map(({ due }) => inWords(due)))].join(' and ');
  const holders = places.filter((_, index) => beyond[index]?.isPositive());
  const [holder] = holders;
  const name =
    holder?.userPath === undefined ? holder?.account : (facts.names.get(holder.userPath)?.name ?? holder.userPath);
  const others = places.filter((_, index) => beyond[index]?.isNegative()).length;
  const where =
    holders.length === 1
      ? `${others === 1 ? 'one person’s' : 'those of others'} on the account of ${name}`
      : 'not each on its own account';
  return {
    what: `Wages of ${days}, paid in all ${paid.inPounds()}: ${where}`,
    inTotals: `Wages of ${days} are paid in all, but not each on its own account`,
    todo: 'Split the payment in the accounting service: each person’s net pay on their own account.',
    lines: places
      .map(({ account, userPath }, index) => ({
        account,
        userPath,
        amount: (beyond[index] as Money).negated(),
      }))
      .filter(({ amount }) => !amount.isZero()),
  };
}

/**
 * An account that we posted to and that the trial balance lacks was renamed or removed, unless the chart has it and the
 * rest balances without it: then it came to nothing.
 */
function lostAccounts({ runs, kinds, chart, on }: CompanyFacts, balances: Balances): readonly string[] {
  const posted = new Map<string, string>();
  for (const { account, datedOn } of runs.flatMap((run) => run.posted ?? []))
    if (kinds.has(account) && datedOn < (posted.get(account) ?? '9999')) posted.set(account, datedOn);
  const lost = new Set<string>();
  for (const [day, lines] of balances) {
    const all = [...lines.values()];
    const codes = new Set(all.map(({ account }) => account));
    const doesBalance = Money.sum(all.map(({ amount }) => amount)).isZero();
    for (const [account, since] of posted) {
      if (since > day || day > on || codes.has(account)) continue;
      if (!doesBalance || (day === on && chart?.has(account) !== true)) lost.add(account);
    }
  }
  return [...lost].sort();
}

const lostCause = (lost: readonly string[]): Known => ({
  what: `The trial balance does not have ${lost.join(', ')}, although it was posted to`,
  todo: 'Check whether the account was renamed or removed in the accounting service.',
  isInDoubt: true,
  lines: lost.map((account) => ({ account, amount: Money.zero })),
});
