import { describe, expect, it } from '@jest/globals';
import { type Answer, needsAPerson } from '../../src/record/control-answer.js';
import { addDays } from '../../src/journal/nouns/dates.js';
import { Money } from '../../src/journal/nouns/money.js';
import { pathOf } from '../../src/journal/nouns/pay-run.js';
import {
  companyYear,
  type CompanyYear,
  type Fault,
  faults,
  isOver,
  type Payroll,
  payrolls,
  read,
  knownOn,
  trueLeft,
  type TrueItem,
  trueOpen,
} from './company-years.js';

/** Of each kind of payroll and each thing that must be true: `--long` takes five hundred, and every day. */
const isLong = process.env.TEST_TIER === 'long';
const years = isLong ? 500 : 10;
/** Of each fault. */
const someYears = Math.ceil((isLong ? 500 : 50) / faults.length);

/** The days on which something happens, the days beside them, and some others. */
function daysOf(year: CompanyYear): readonly string[] {
  const all: string[] = [];
  for (let on = addDays(year.from, 4); on <= year.to; on = addDays(on, 1)) all.push(on);
  if (isLong) return all;
  const { due, badOn, mendedOn } = { due: year.bad?.due, ...year };
  const isNear = (on: string) =>
    [due, badOn, mendedOn].some((day) => day !== undefined && addDays(day, -2) <= on && on <= addDays(day, 9));
  return all.filter((on, at) => isNear(on) || (at + year.seed) % 17 === 0);
}

type Account = Answer['accounts'][number];
const keyOf = ({ account, user }: Pick<Account, 'account' | 'user'>): string =>
  user === undefined ? account : `${account} ${pathOf(user)}`;

type Part = Account['open'][number] & { readonly key: string };
const openParts = ({ accounts }: Answer): readonly Part[] =>
  accounts.flatMap((one) => one.open.filter(needsAPerson).map((part) => ({ ...part, key: keyOf(one) })));
const inWords = ({ key, id, amount, state }: Part): string => `${key} ${id} ${amount} ${state}`;

const partsOf = ({ accounts }: Answer, isToo: (open: Account['open'][number]) => boolean): readonly string[] =>
  accounts.flatMap((one) => one.open.filter(isToo).map(({ id, amount }) => `${keyOf(one)} ${id} ${amount}`)).sort();

/** Every day that is looked at, with its answer: nothing changes from one day to the next unless something happens. */
function* readingsOf(year: CompanyYear): Generator<{ readonly on: string; readonly answer: Answer }> {
  let before: { readonly on: string; readonly said: readonly string[] } | undefined;
  for (const on of daysOf(year)) {
    const answer = read(year, on);
    const said = [answer.state, ...answer.causes.map(({ what }) => what), ...openParts(answer).map(inWords)];
    if (before !== undefined && addDays(before.on, 1) === on && !year.events.has(on))
      expect([about(year, on), ...said]).toEqual([about(year, on), ...before.said]);
    before = { on, said };
    yield { on, answer };
  }
}

const about = ({ seed, payroll, fault, hmrcHabit, features, bad }: CompanyYear, on: string): string =>
  `${payroll} ${seed} ${fault} ${bad === undefined ? '' : `${bad.key} ${bad.id} `}HMRC ${hmrcHabit} [${features.join()}] on ${on}`;

const eachYear = (payroll: Payroll, fault: Fault, check: (year: CompanyYear) => void, count = years) => {
  for (let seed = 1; seed <= count; seed++) check(companyYear(seed, payroll, fault));
};

/** An account's parts come to its balance; what is not due and what is come to what is owed. */
function checkSums(year: CompanyYear, on: string, { accounts }: Answer): void {
  const sums = accounts.map(({ notDue, known, open, ...one }) => {
    const sum = (all: readonly string[]) => Money.sum(all.map(Money.parse)).toString();
    const amounts = open.map(({ amount }) => amount);
    return [keyOf(one), sum([notDue, known, ...amounts]), known, sum([notDue, ...amounts])];
  });
  const truth = accounts.map((one) => [
    keyOf(one),
    one.balance,
    knownOn(year, on, keyOf(one)),
    trueLeft(year, on, keyOf(one)),
  ]);
  expect([about(year, on), ...sums]).toEqual([about(year, on), ...truth]);
}

/** Debts in their own days: each is owed, and none of those that no one paid anything of is lacking. */
function checkDue(year: CompanyYear, on: string, answer: Answer): void {
  const inItsDays = (item: TrueItem) => item.due <= on && !isOver(item, on);
  const named = (parts: readonly string[]) => parts.map((part) => part.replace(/ [^ ]*$/, ''));
  const owed = named(trueOpen(year, on, inItsDays));
  const said = partsOf(answer, (one) => !needsAPerson(one));
  expect([about(year, on), said.filter((part) => !owed.includes(named([part])[0] as string))]).toEqual([
    about(year, on),
    [],
  ]);
  const whole = trueOpen(year, on, (item) => inItsDays(item) && item.paid.every((one) => one.on > on));
  expect([about(year, on), whole.filter((part) => !said.includes(part))]).toEqual([about(year, on), []]);
}

describe('nothing is wrong', () => {
  it.each(payrolls)('%s: clear on every day, with what is due in its own days', (payroll) => {
    eachYear(payroll, 'none', (year) => {
      for (const { on, answer } of readingsOf(year)) {
        expect([about(year, on), answer.state, ...partsOf(answer, needsAPerson)]).toEqual([about(year, on), 'clear']);
        checkDue(year, on, answer);
        checkSums(year, on, answer);
      }
    });
  });
});

/** A late payment of as much as the next debt, on the days on which that is paid, fits both until its own comes. */
function fitsTheNext({ bad, mendedOn, isSteady, items }: CompanyYear, on: string): boolean {
  if (!isSteady || bad === undefined || mendedOn === undefined || on < mendedOn) return false;
  const isNear = ({ key, due }: TrueItem) =>
    key === bad.key && due > bad.due && addDays(due, -17) <= mendedOn && mendedOn <= addDays(due, 17);
  return items.some((item) => isNear(item) && on <= addDays(item.due, 6));
}

const wrongCauses = new Set<Fault>([
  'all_on_one',
  'all_on_one_mended',
  'unposted',
  'unposted_mended',
  'perhaps_absent',
  'edited',
]);

/** What was paid over is said once the next window did not use it, and stays said; nothing is open meanwhile. */
function excessSaid(
  { excess, isSteady, fault }: CompanyYear,
  on: string,
  parts: readonly Part[],
): ReturnType<typeof oneWrong> {
  const said = parts.map(({ key, amount }) => `${key} ${amount}`);
  const truth = `${excess?.key} ${Money.pence(BigInt(-(excess?.amount ?? 0))).toString()}`;
  // Anyone who paid as much as the next one beside it may go on paying ahead.
  const maySay = on <= addDays(excess?.saidFrom ?? '', 8) || (fault === 'wage_twice' && isSteady);
  return [said, maySay && said.length === 0 ? [] : [truth]];
}

/** Equal debts leave two stories: who pays HMRC ahead, and leaves one out, is as who is late from then on. */
const isOneOfThese = ({ bad, isSteady, hmrcHabit, fault }: CompanyYear, parts: readonly Part[]): boolean =>
  fault === 'hmrc_never' &&
  isSteady &&
  hmrcHabit === 'early' &&
  parts.length === 1 &&
  parts[0]?.state === 'one_of_these' &&
  (parts[0]?.hints[0] ?? '').includes(`month ${Number(bad?.id.slice(-2))} `);

/** What is said, and what is true. */
function oneWrong(year: CompanyYear, on: string, answer: Answer): readonly [readonly string[], readonly string[]] {
  const parts = openParts(answer);
  const isKnown = year.known.some((one) => one.from <= on && (one.to === undefined || on < one.to));
  const causes = isKnown && wrongCauses.has(year.fault) ? 1 : 0;
  expect([about(year, on), answer.causes.length]).toEqual([about(year, on), causes]);
  if (year.excess !== undefined) return excessSaid(year, on, parts);
  checkSums(year, on, answer);
  const [only] = parts;
  const isBad = parts.length === 1 && only?.id === year.bad?.id && only?.key === year.bad?.key;
  if (isBad && fitsTheNext(year, on)) return [[], []];
  if (isOneOfThese(year, parts)) return [[], []];
  // Paid, and paid back after its days: so it is said, by either name.
  if (year.fault === 'hmrc_refunded' && parts.length === 1 && only?.state === 'credited') return [[], []];
  if (year.fault === 'wage_elsewhere' && isBad) expect(only?.hints.join()).toContain('907');
  const truth = trueOpen(year, on, (item) => isOver(item, on));
  const said = parts.map(({ key, id, amount }) => `${key} ${id} ${amount}`);
  return [
    [answer.state, ...said],
    [truth.length + causes === 0 ? 'clear' : 'open', ...truth],
  ];
}

/** Whether a run is there that others may have posted only its payments show. */
const isNotShownYet = ({ fault, badOn = '' }: CompanyYear, on: string): boolean =>
  fault === 'perhaps_absent' && badOn <= on && on <= addDays(badOn, 5);

describe('one thing is wrong', () => {
  it.each(payrolls.flatMap((payroll) => faults.map((fault) => [fault, payroll] as const)))(
    '%s, %s: the right one is named, from the end of its days until it is mended, and nothing else',
    (fault, payroll) => {
      const check = (year: CompanyYear) => {
        for (const { on, answer } of readingsOf(year)) {
          if (isNotShownYet(year, on)) continue;
          const [said, truth] = oneWrong(year, on, answer);
          expect([about(year, on), ...said]).toEqual([about(year, on), ...truth]);
        }
      };
      eachYear(payroll, fault, check, someYears);
    },
  );
});

describe('several things are wrong', () => {
  it.each(payrolls)('%s: each of them is named, with what is left of it, and nothing else', (payroll) => {
    eachYear(payroll, 'several', (year) => {
      for (const { on, answer } of readingsOf(year)) {
        const truth = trueOpen(year, on, (item) => isOver(item, on));
        const said = openParts(answer).map(({ key, id, amount }) => `${key} ${id} ${amount}`);
        expect([about(year, on), ...said.sort()]).toEqual([about(year, on), ...truth]);
        checkSums(year, on, answer);
      }
    });
  });
});
