import { describe, expect, it } from '@jest/globals';
import { type Answer, needsSomebody } from '../../src/controls/answer.js';
import { addDays } from '../../src/journal/dates.js';
import { Money } from '../../src/journal/money.js';
import { pathOf } from '../../src/journal/pay-run.js';
import {
  companyYear,
  type CompanyYear,
  type Fault,
  faults,
  isOver,
  leftOf,
  type Payroll,
  payrolls,
  read,
  knownOn,
  trueLeft,
  type TrueItem,
  trueOpen,
} from './company-years.js';

/** Of each kind of payroll, and of each fault: `TEST_LONG=1` takes five hundred of each, and every day. */
const isLong = process.env.TEST_LONG === '1';
const years = Number(process.env.TEST_YEARS ?? (isLong ? 500 : 8));

/** The days on which something happens, the days beside them, and some others. */
function daysOf(year: CompanyYear): readonly string[] {
  const all: string[] = [];
  for (let on = addDays(year.from, 4); on <= year.to; on = addDays(on, 1)) all.push(on);
  if (isLong) return all;
  const { due, badOn, mendedOn } = { due: year.bad?.due, ...year };
  const isNear = (on: string) =>
    [due, badOn, mendedOn].some((day) => day !== undefined && addDays(day, -2) <= on && on <= addDays(day, 9));
  return all.filter((on, at) => isNear(on) || (at + year.seed) % 11 === 0);
}

type Account = Answer['accounts'][number];
const keyOf = ({ account, user }: Pick<Account, 'account' | 'user'>): string =>
  user === undefined ? account : `${account} ${pathOf(user)}`;

const partsOf = ({ accounts }: Answer, isToo: (open: Account['open'][number]) => boolean): readonly string[] =>
  accounts
    .flatMap((one) => one.open.filter(isToo).map(({ id, amount }) => `${keyOf(one)} ${id} ${amount}`))
    .sort();
const isNegative = ({ amount }: { amount: string }) => amount.startsWith('-');

const about = ({ seed, payroll, fault, hmrcHabit, features, bad }: CompanyYear, on: string): string =>
  `${payroll} ${seed} ${fault} ${bad === undefined ? '' : `${bad.key} ${bad.id} `}HMRC ${hmrcHabit} [${features.join()}] on ${on}`;

const eachYear = (payroll: Payroll, fault: Fault, check: (year: CompanyYear) => void) => {
  if (process.env.SWEEP) {
    let bad = 0;
    for (let seed = 1; seed <= years; seed++)
      try { check(companyYear(seed, payroll, fault)); } catch (e) { bad++; if (bad <= Number(process.env.SWEEP)) console.error(payroll, fault, seed, String((e as Error).message).replace(/\x1b\[\d+m/g, '').split('\n').slice(4).join('\n')); }
    console.error('SWEEP', payroll, fault, bad, 'of', years);
    return;
  }
  for (let seed = 1; seed <= years; seed++) check(companyYear(seed, payroll, fault));
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

/** Debts in their own days: each is owed, and none of those that nobody paid anything of is lacking. */
function checkDue(year: CompanyYear, on: string, answer: Answer): void {
  const inItsDays = (item: TrueItem) => item.due <= on && !isOver(item, on);
  const named = (parts: readonly string[]) => parts.map((part) => part.replace(/ [^ ]*$/, ''));
  const owed = named(trueOpen(year, on, inItsDays));
  const said = partsOf(answer, (one) => !needsSomebody(one));
  expect([about(year, on), said.filter((part) => !owed.includes(named([part])[0] as string))]).toEqual([about(year, on), []]);
  const whole = trueOpen(year, on, (item) => inItsDays(item) && item.paid.every((one) => one.on > on));
  expect([about(year, on), whole.filter((part) => !said.includes(part))]).toEqual([about(year, on), []]);
}

describe('nothing is wrong', () => {
  it.each(payrolls)('%s: clear on every day, with what is due in its own days', (payroll) => {
    eachYear(payroll, 'none', (year) => {
      for (const on of daysOf(year)) {
        const answer = read(year, on);
        expect([about(year, on), answer.state, ...partsOf(answer, needsSomebody)]).toEqual([about(year, on), 'clear']);
        checkDue(year, on, answer);
        checkSums(year, on, answer);
      }
    });
  });
});
