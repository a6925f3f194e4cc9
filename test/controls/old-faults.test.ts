import { describe, expect, test } from '@jest/globals';
import { type Answer, needsAPerson } from '../../src/record/control-answer.js';
import type { AdjustmentFacts, CompanyFacts, LiabilityKind, MonthFacts } from '../../src/controls/judge/facts.js';
import { addDays } from '../../src/journal/nouns/dates.js';
import { Money } from '../../src/journal/nouns/money.js';
import { type CompanyYear, payeDue, read } from './company-years.js';

/** What outside trials found wrong with the first design, each with the right answer. */

type Key = string;
type Amounts = Readonly<Record<Key, string>>;

interface Told {
  readonly runs: readonly (readonly [day: string, owed: Amounts])[];
  readonly paid: readonly (readonly [day: string, key: Key, amount: string])[];
  readonly before?: Amounts;
  readonly adjustments?: readonly (Omit<AdjustmentFacts, 'lines'> & { readonly on: string; readonly amount: string })[];
  readonly cis?: readonly (MonthFacts & { readonly on: string })[];
}

type Books = Pick<CompanyYear, 'entries' | 'facts'>;

const pence = (amount: string): number => Number(Money.parse(amount).toPence());
const lineOf = (key: Key, amount: string) => {
  const [account = '', userPath] = key.split(' ');
  return { account, ...(userPath !== undefined && { userPath }), amount: Money.parse(amount) };
};
const ann = '902 /v2/users/1';
const ed = '902 /v2/users/2';
const [bea, joe] = ['902 /v2/users/3', '902 /v2/users/4'];
const names = ['Ann', 'Ed', 'Bea', 'Joe'];

function booksOf({ runs, paid, before = {}, adjustments = [], cis = [] }: Told): Books {
  const post = (dated: string, key: Key, amount: number) => ({ dated, seen: dated, key, amount });
  const entries = [
    ...Object.entries(before).map(([key, amount]) => post('2025-03-31', key, pence(amount))),
    ...runs.flatMap(([day, owed]) => Object.entries(owed).map(([key, amount]) => post(day, key, pence(amount)))),
    ...paid.map(([day, key, amount]) => post(day, key, -pence(amount))),
    ...adjustments.map(({ on, amount }) => post(on, '814', pence(amount))),
    ...cis.map(({ on, cisSuffered }) => post(on, '814', -Number(cisSuffered.toPence()))),
  ];
  const facts = (on: string): CompanyFacts => ({
    ...{ on, start: '2025-04-06' },
    policy: {
      payePeriod: 'monthly',
      pensionDay: 22,
      attachmentsDay: 19,
      otherDeductionsDay: null,
      ...(cis.length > 0 && { cisSuffered: '814' }),
    } as CompanyFacts['policy'],
    kinds: new Map<string, LiabilityKind>([
      ['814', 'paye'],
      ['902', 'pay'],
    ]),
    runs: runs
      .filter(([day]) => addDays(day, -5) <= on)
      .map(([day, owed]) => {
        const [, year = '', month = ''] = /(\d{4})-(\d\d)/.exec(payeDue(day, false).id) ?? [];
        const lines = Object.entries(owed).map(([key, amount]) => ({ ...lineOf(key, amount), from: [] }));
        return {
          ...{ year: Number(year), period: Number(month) - 1, datedOn: day, lines },
          posted: lines.map((line) => ({ ...line, datedOn: day })),
          ...{ inBooks: 'yes' as const, isInDoubt: false, altered: [], waits: '', todo: '' },
        };
      }),
    adjustments: adjustments
      .filter((one) => one.on <= on)
      .map(({ on: datedOn, amount, ...one }) => ({ ...one, lines: [{ ...lineOf('814', amount), datedOn }] })),
    months: cis.filter((one) => one.on <= on).map(({ on: _, ...month }) => month),
    notes: [],
    names: new Map(names.map((name, at) => [`/v2/users/${at + 1}`, { name, user: `https://x/v2/users/${at + 1}` }])),
  });
  return { entries, facts };
}

/** Causes, then what needs someone: "902 Ed net 2025-05-16 400.00 no_payment_posted". */
const saidOf = ({ causes, accounts }: Answer): readonly string[] => [
  ...causes.map(({ what }) => what),
  ...accounts.flatMap(({ account, name, user, open }) =>
    open
      .filter(needsAPerson)
      .map(({ id, amount, state }) => `${account}${user === undefined ? '' : ` ${name}`} ${id} ${amount} ${state}`),
  ),
];

function* daysFrom(from: string, to: string): Generator<string> {
  for (let on = from; on <= to; on = addDays(on, 1)) yield on;
}

/** The same on each of these days. */
function expectOn(books: Books, [from, to]: readonly [string, string], said: readonly string[]): void {
  for (const on of daysFrom(from, to)) expect([on, ...saidOf(read(books, on))]).toEqual([on, ...said]);
}

const fridays = (count: number, from = '2025-04-11') => Array.from({ length: count }, (_, at) => addDays(from, at * 7));
const months = ['2025-04-30', '2025-05-30', '2025-06-30', '2025-07-31', '2025-08-29', '2025-09-30'];
const twentySeconds = ['2025-05-22', '2025-06-20', '2025-07-22', '2025-08-22', '2025-09-22', '2025-10-22'];
const monthly = (owed: Amounts): Told['runs'] => months.map((day) => [day, owed]);
const wages = (of: Amounts, days = months): Told['paid'] =>
  days.flatMap((day) =>
    Object.entries(of)
      .filter(([key]) => key.startsWith('902'))
      .map(([key, amount]) => [day, key, amount] as const),
  );
const hmrc = (amount: string, days: readonly string[] = twentySeconds): Told['paid'] =>
  days.map((day) => [day, '814', amount] as const);

describe('a debt that no one paid', () => {
  test('of a weekly wage: the right week, the same on each of 28 days', () => {
    const owed = { [ann]: '500.00', [ed]: '400.00' };
    const days = fridays(16);
    const paid = wages(owed, days).filter(([day, key]) => !(key === ed && day === '2025-05-16'));
    const books = booksOf({ runs: days.map((day) => [day, owed]), paid });
    expectOn(books, ['2025-05-01', '2025-05-21'], []);
    expectOn(books, ['2025-05-22', '2025-06-18'], ['902 Ed net 2025-05-16 400.00 no_payment_posted']);
  });

  test('of a month of PAYE: that month, the same on each of 90 days', () => {
    const owed = { [ann]: '1000.00', '814': '578.81' };
    const paid = [...wages(owed), ...hmrc('578.81').filter(([day]) => day !== '2025-06-20')];
    const books = booksOf({ runs: monthly(owed), paid });
    expectOn(books, ['2025-04-10', '2025-06-25'], []);
    expectOn(books, ['2025-06-26', '2025-09-24'], ['814 paye 2026-02 578.81 no_payment_posted']);
  });

  test('of class 1A and of a levy: on their own days, and not before', () => {
    const owed = { [ann]: '1000.00', '814': '578.81' };
    const adjustment = { year: 2026, period: 2, dueOn: '2025-07-22' };
    const books = booksOf({
      runs: monthly(owed),
      paid: [...wages(owed), ...hmrc('578.81')],
      adjustments: [
        { ...adjustment, tag: 'class1a', kind: 'class1a', inPayment: false, on: '2025-05-12', amount: '234.56' },
        { ...adjustment, tag: 'levy', kind: 'levy', inPayment: true, on: '2025-07-05', amount: '81.10' },
      ],
    });
    expectOn(books, ['2025-04-10', '2025-07-25'], []);
    // Neither was paid: the payment of July is payroll's own figure, and what is left of it is both.
    const said = saidOf(read(books, '2025-07-26'));
    expectOn(books, ['2025-07-26', '2025-08-20'], said);
    const open = read(books, '2025-07-26').accounts.flatMap((one) => one.open);
    expect(open.map(({ due }) => due)).toEqual(open.map(() => '2025-07-22'));
    expect(Money.sum(open.map(({ amount }) => Money.parse(amount))).toString()).toBe('315.66');
  });

  test('of a director who is paid through 907 that held a balance: the wage is open, with a hint', () => {
    const owed = { [ann]: '1047.50', [ed]: '900.00' };
    const paid = wages(owed).map(([day, key, amount]) => {
      const isElsewhere = key === ann && day === '2025-06-30';
      return [day, isElsewhere ? '907 /v2/users/1' : key, amount] as const;
    });
    const books = booksOf({ runs: monthly(owed), paid, before: { '907 /v2/users/1': '4312.00' } });
    expectOn(books, ['2025-07-04', '2025-08-30'], ['902 Ann net 2025-06-30 1047.50 no_payment_posted']);
    const [open] = read(books, '2025-07-20').accounts.flatMap((one) => one.open.filter(needsAPerson));
    expect(open?.hints).toEqual([
      '907 907 /v2/users/1 Ann moved by the same £1,047.50 from 15 June 2025 to 15 July 2025.',
    ]);
  });
});

describe('more than was owed', () => {
  test('£25.00 too much is said once the next window did not use it, and stays said', () => {
    const owed = { [ann]: '1000.00' };
    const paid = wages(owed).map(
      ([day, key, amount]) => [day, key, day === '2025-05-30' ? '1025.00' : amount] as const,
    );
    const books = booksOf({ runs: monthly(owed), paid });
    expectOn(books, ['2025-04-10', '2025-06-29'], []);
    expectOn(books, ['2025-06-30', '2025-09-30'], ['902 Ann paid_over 2025-05-27 -25.00 paid_over']);
  });

  test('HMRC is paid on every pay day, a month early: nothing is said', () => {
    const owed = { [ann]: '1000.00', '814': '578.81' };
    const books = booksOf({ runs: monthly(owed), paid: [...wages(owed), ...hmrc('578.81', months)] });
    expectOn(books, ['2025-04-10', '2025-10-05'], []);
  });

  test('a credit of a month is silent while it may be set off, and a credit once the next month was paid without it', () => {
    const owed = { [ann]: '1000.00', '814': '578.81' };
    const recovery = { tag: 'recovery', kind: 'recovery' as const, year: 2026, period: 1, dueOn: '', inPayment: false };
    const adjustments = [{ ...recovery, on: '2025-06-05', amount: '-700.00' }];
    const paidIn = (july: string) =>
      hmrc('578.81').flatMap(([day, key, amount]) =>
        day === '2025-06-20' ? [] : [[day, key, day === '2025-07-22' ? july : amount] as const],
      );
    const setOff = booksOf({ runs: monthly(owed), paid: [...wages(owed), ...paidIn('457.62')], adjustments });
    expectOn(setOff, ['2025-04-10', '2025-09-30'], []);
    const kept = booksOf({ runs: monthly(owed), paid: [...wages(owed), ...paidIn('578.81')], adjustments });
    expectOn(kept, ['2025-04-10', '2025-07-21'], []);
    expectOn(kept, ['2025-07-22', '2025-09-30'], ['814 credit 2025-06-18 -121.19 credit']);
  });

  test('a net pay below nothing is a claim on the person, set against the next wage', () => {
    const runs: Told['runs'] = months.map((day) => [day, { [ann]: day === '2025-06-30' ? '-50.00' : '1000.00' }]);
    const paid: Told['paid'] = months
      .filter((day) => day !== '2025-06-30')
      .map((day) => [day, ann, day === '2025-07-31' ? '950.00' : '1000.00']);
    expectOn(booksOf({ runs, paid }), ['2025-04-10', '2025-09-30'], []);
    const forgotten = paid.map(([day, key]) => [day, key, '1000.00'] as const);
    const said = ['902 Ann credit 2025-06-25 -50.00 credit'];
    expectOn(booksOf({ runs, paid: forgotten }), ['2025-07-31', '2025-09-30'], said);
  });

  test('CIS suffered long before its pay day is no payment of the month before', () => {
    const owed = { [ann]: '1000.00', '814': '578.81' };
    const cis = [{ year: 2026, period: 2, cisSuffered: Money.parse('300.00'), on: '2025-06-09' }];
    const paidIn = (days: string[]) =>
      hmrc('578.81', days).map(([day, key, amount]) => [day, key, day === '2025-07-22' ? '278.81' : amount] as const);
    const books = booksOf({ runs: monthly(owed), paid: [...wages(owed), ...paidIn(twentySeconds)], cis });
    expectOn(books, ['2025-04-10', '2025-10-05'], []);
    const unpaid = twentySeconds.filter((day) => day !== '2025-06-20');
    const short = booksOf({ runs: monthly(owed), paid: [...wages(owed), ...paidIn(unpaid)], cis });
    expectOn(short, ['2025-06-26', '2025-09-21'], ['814 paye 2026-02 578.81 no_payment_posted']);
  });
});

describe('otherwise than month by month', () => {
  test('a month of PAYE that is cleared by instalments keeps its name until it is', () => {
    const owed = { [ann]: '1000.00', '814': '600.00' };
    const paid = hmrc('600.00').flatMap(([day, key, amount]): Told['paid'] =>
      day === '2025-05-22'
        ? []
        : [[day, key, ['2025-06-20', '2025-07-22', '2025-08-22'].includes(day) ? '800.00' : amount]],
    );
    const books = booksOf({ runs: monthly(owed), paid: [...wages(owed), ...paid] });
    expectOn(books, ['2025-05-29', '2025-06-19'], ['814 paye 2026-01 600.00 no_payment_posted']);
    expectOn(books, ['2025-06-20', '2025-07-21'], ['814 paye 2026-01 400.00 on_account']);
    expectOn(books, ['2025-07-22', '2025-08-21'], ['814 paye 2026-01 200.00 on_account']);
    expectOn(books, ['2025-08-22', '2025-10-05'], []);
  });

  test('all net pay on one person is one cause, and nothing else', () => {
    const owed = { [ann]: '1000.00', [ed]: '900.00', [bea]: '800.00', [joe]: '700.00' };
    const paid = wages(owed).map(([day, key, amount]) => [day, day === '2025-06-30' ? bea : key, amount] as const);
    const books = booksOf({ runs: monthly(owed), paid });
    expectOn(books, ['2025-04-10', '2025-06-29'], []);
    const said = ['Wages of 30 June 2025, paid in all £3,400.00: those of others on the account of Bea'];
    expectOn(books, ['2025-06-30', '2025-09-30'], said);
  });

  test('payments to a supplier as large as the wage of someone who left are no wages', () => {
    const owed = { [ann]: '1000.00', [ed]: '900.00' };
    const runs: Told['runs'] = months.map((day, at) => [day, at < 3 ? owed : { [ann]: '1000.00' }]);
    const ofEd = wages(owed).filter(([day, key]) => key === ann || day < '2025-06-30');
    const supplier: Told['paid'] = months.map((day) => [day, '796', '900.00']);
    const books = booksOf({ runs, paid: [...ofEd, ...supplier] });
    expectOn(books, ['2025-07-04', '2025-09-30'], ['902 Ed net 2025-06-30 900.00 no_payment_posted']);
    const [open] = read(books, '2025-09-30').accounts.flatMap((one) => one.open.filter(needsAPerson));
    expect(open?.hints).toEqual([]);
  });
});
