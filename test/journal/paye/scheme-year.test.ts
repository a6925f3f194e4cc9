import { Money } from '../../../src/journal/nouns/money.js';
import { givenMonth, type SchemeMonth, type SchemeTerms, schemeYear } from '../../../src/journal/paye/scheme-year.js';

const monthly = { payePeriod: 'monthly', collectionDay: null } as const;
const quarterly = { ...monthly, payePeriod: 'quarterly' } as const;
const terms: SchemeTerms = { year: 2027, rule: monthly, setsOffCis: true, withholdsCis: false, paidByHmrc: [] };
const pounds = (text: string) => Money.parse(text);

type Given = Partial<Record<Exclude<keyof SchemeMonth, 'period' | 'late'>, string>> & {
  readonly late?: readonly (readonly [string, string])[];
};

/** Tax month 1 is the first. */
const month = (number: number, { late, ...amounts }: Given): SchemeMonth => ({
  ...givenMonth(number - 1, Money.zero),
  given: undefined,
  ...Object.fromEntries(Object.entries(amounts).map(([name, text]) => [name, pounds(text)])),
  ...(late && { late: late.map(([sentOn, amount]) => ({ sentOn, amount: pounds(amount) })) }),
});

const dues = (months: readonly SchemeMonth[], over: Partial<SchemeTerms> = {}) =>
  schemeYear(months, { ...terms, ...over }).payments.map(({ period, dueOn, due, creditUsed, creditLeft, underpaid }) =>
    [
      `month ${period + 1}, ${dueOn}: ${due}`,
      creditUsed.isZero() ? '' : `credit used ${creditUsed}`,
      creditLeft.isZero() ? '' : `left ${creditLeft}`,
      underpaid.isZero() ? '' : `underpaid ${underpaid}`,
    ]
      .filter(Boolean)
      .join(', '),
  );

const table: readonly {
  readonly name: string;
  readonly months: readonly SchemeMonth[];
  readonly over?: Partial<SchemeTerms>;
  readonly due: readonly string[];
}[] = [
  {
    name: 'a month is tax, NI and loans, with levy and what a person entered, less allowance, recovery and CIS suffered',
    months: [
      month(1, {
        ...{ paye: '1000.00', levy: '50.00', entered: '5.00' },
        ...{ allowance: '300.00', recovered: '100.00', cisSuffered: '20.00' },
      }),
    ],
    due: ['month 1, 2026-05-22: 635.00'],
  },
  {
    name: 'a month below nil is a credit, used by the next payments of the tax year until nothing is left',
    months: [
      month(2, { recovered: '1559.38' }),
      month(3, { paye: '1523.62' }),
      month(4, { paye: '1523.62' }),
      month(5, { paye: '1523.62' }),
    ],
    due: [
      'month 2, 2026-06-22: 0.00, left 1559.38',
      'month 3, 2026-07-22: 0.00, credit used 1523.62, left 35.76',
      'month 4, 2026-08-22: 1487.86, credit used 35.76',
      'month 5, 2026-09-22: 1523.62',
    ],
  },
  {
    name: 'a credit goes over a month in which nothing is owed, or no one was paid',
    months: [month(1, { paye: '-40.00' }), month(2, {}), month(4, { paye: '100.00' })],
    due: [
      'month 1, 2026-05-22: 0.00, left 40.00',
      'month 2, 2026-06-22: 0.00, left 40.00',
      'month 4, 2026-08-22: 60.00, credit used 40.00',
    ],
  },
  {
    name: 'of a quarter the months are summed first: what is below nil in one is not forgotten in the next',
    over: { rule: quarterly },
    months: [
      month(1, { paye: '500.00' }),
      month(2, { paye: '500.00', recovered: '1300.00' }),
      month(3, { paye: '500.00' }),
      month(4, { paye: '100.00', recovered: '250.00' }),
      month(7, { paye: '80.00' }),
    ],
    due: [
      'month 3, 2026-07-22: 200.00',
      'month 6, 2026-10-22: 0.00, left 150.00',
      'month 9, 2027-01-22: 0.00, credit used 80.00, left 70.00',
    ],
  },
  {
    name: 'CIS that was withheld is owed before a month is below nil',
    months: [month(1, { paye: '100.00', recovered: '300.00', cisWithheld: '250.00' }), month(2, { paye: '10.00' })],
    due: ['month 1, 2026-05-22: 50.00', 'month 2, 2026-06-22: 10.00'],
  },
  {
    name: 'CIS suffered is not set off by who is no company',
    over: { setsOffCis: false },
    months: [month(1, { paye: '100.00', cisSuffered: '30.00' })],
    due: ['month 1, 2026-05-22: 100.00'],
  },
  {
    name: 'what HMRC repaid is not used by the next payment as well',
    over: { paidByHmrc: [{ on: '2026-07-03', amount: pounds('1000.00') }] },
    months: [month(2, { recovered: '1559.38' }), month(3, { paye: '1523.62' })],
    due: ['month 2, 2026-06-22: 0.00, left 1559.38', 'month 3, 2026-07-22: 964.24, credit used 559.38'],
  },
  {
    name: 'what HMRC repaid after the 19th takes nothing from a payment that has used the credit already',
    over: { paidByHmrc: [{ on: '2026-07-20', amount: pounds('35.76') }] },
    months: [month(2, { recovered: '1559.38' }), month(3, { paye: '1523.62' }), month(4, { paye: '100.00' })],
    due: [
      'month 2, 2026-06-22: 0.00, left 1559.38',
      'month 3, 2026-07-22: 0.00, credit used 1523.62, left 35.76',
      'month 4, 2026-08-22: 100.00',
    ],
  },
  {
    name: 'what HMRC advanced waits for the credit that it pays ahead, and adds to no payment',
    over: { paidByHmrc: [{ on: '2026-05-12', amount: pounds('1300.00') }] },
    months: [
      month(1, { paye: '500.00' }),
      month(2, { paye: '500.00' }),
      month(3, { paye: '500.00', recovered: '1850.00' }),
      month(4, { paye: '500.00' }),
    ],
    due: [
      'month 1, 2026-05-22: 500.00',
      'month 2, 2026-06-22: 500.00',
      'month 3, 2026-07-22: 0.00, left 50.00',
      'month 4, 2026-08-22: 450.00, credit used 50.00',
    ],
  },
  {
    name: 'less, sent after the 19th, is a credit in the first payment whose 19th has not passed',
    months: [
      month(1, { paye: '500.00', recovered: '120.00', late: [['2026-07-20', '-120.00']] }),
      month(2, { paye: '500.00' }),
      month(3, { paye: '500.00' }),
      month(4, { paye: '500.00' }),
    ],
    due: [
      'month 1, 2026-05-22: 500.00',
      'month 2, 2026-06-22: 500.00',
      'month 3, 2026-07-22: 500.00',
      'month 4, 2026-08-22: 380.00, credit used 120.00',
    ],
  },
  {
    name: 'what is sent on the 19th of a later payment counts for that',
    months: [month(1, { paye: '380.00', late: [['2026-06-19', '-120.00']] }), month(2, { paye: '500.00' })],
    due: ['month 1, 2026-05-22: 500.00', 'month 2, 2026-06-22: 380.00, credit used 120.00'],
  },
  {
    name: 'more, sent after the 19th, is underpaid since, and changes no payment',
    months: [month(1, { paye: '560.00', late: [['2026-06-25', '60.00']] }), month(2, { paye: '500.00' })],
    due: ['month 1, 2026-05-22: 500.00, underpaid 60.00', 'month 2, 2026-06-22: 500.00'],
  },
  {
    name: 'more, sent after the 19th, comes off a credit first',
    months: [
      month(1, { paye: '160.00', recovered: '200.00', late: [['2026-05-25', '60.00']] }),
      month(2, { paye: '130.00', late: [['2026-07-25', '30.00']] }),
    ],
    due: ['month 1, 2026-05-22: 0.00, left 100.00', 'month 2, 2026-06-22: 60.00, credit used 40.00, underpaid 30.00'],
  },
  {
    name: 'of a quarter the 19th is that of its payment',
    over: { rule: quarterly },
    months: [month(1, { paye: '100.00', late: [['2026-07-20', '-50.00']] }), month(4, { paye: '200.00' })],
    due: ['month 3, 2026-07-22: 150.00', 'month 6, 2026-10-22: 150.00, credit used 50.00'],
  },
];

test.each(table.map((row) => [row.name, row] as const))('%s', (_, { months, over, due }) => {
  expect(dues(months, over)).toEqual(due);
});

test('payroll’s own figures are added to what is worked out, where a client moved in a quarter', () => {
  const months = [givenMonth(0, pounds('333.33')), month(2, { paye: '10.00' })];
  expect(dues(months, { rule: quarterly })).toEqual(['month 3, 2026-07-22: 343.33']);
  expect(schemeYear(months, terms).payments.map(({ isWorkedOut }) => isWorkedOut)).toEqual([false, true]);
});

test('payroll’s own figure below nil is not carried on: payroll does that itself', () => {
  const months = [givenMonth(0, pounds('-87.08')), givenMonth(1, pounds('426.00'))];
  expect(schemeYear(months, terms).payments.map(({ due, creditLeft }) => `${due} ${creditLeft}`)).toEqual([
    '-87.08 0.00',
    '426.00 0.00',
  ]);
});

test('what is left at the end of the tax year is CIS suffered, claimed from HMRC, and the rest, repaid when asked', () => {
  const months = [month(11, { paye: '100.00', cisSuffered: '300.00' }), month(12, { recovered: '40.00' })];
  const { left } = schemeYear(months, terms);
  expect([left.cisSuffered, left.other, left.advanced].map(String)).toEqual(['240.00', '0.00', '0.00']);
  const more = schemeYear([...months.slice(0, 1), month(12, { recovered: '140.00' })], terms).left;
  expect([more.cisSuffered, more.other].map(String)).toEqual(['300.00', '40.00']);
  const advanced = [{ on: '2026-05-12', amount: pounds('500.00') }];
  const used = schemeYear(months, { ...terms, paidByHmrc: advanced }).left;
  expect([used.cisSuffered, used.other, used.advanced].map(String)).toEqual(['0.00', '0.00', '260.00']);
});

test.each([
  ['the last payment of a year says what is left', [month(11, {}), month(12, { recovered: '40.00' })], [12]],
  ['also what was sent late', [month(12, { late: [['2027-04-28', '-40.00']] })], [12]],
  ['a year that goes on says nothing of it', [month(10, {}), month(11, { recovered: '40.00' })], []],
  ['nor one without credit', [month(12, { paye: '40.00' })], []],
])('%s', (_, months, on) => {
  const { payments } = schemeYear(months, terms);
  expect(payments.flatMap(({ period, yearsCredit }) => (yearsCredit ? [period + 1] : []))).toEqual(on);
});

test('a month without a CIS300 says so, for who has subcontractors', () => {
  const months = [
    month(1, { paye: '10.00' }),
    month(2, { paye: '10.00', cisWithheld: '0.00' }),
    givenMonth(2, Money.zero),
  ];
  const without = (withholdsCis: boolean) =>
    schemeYear(months, { ...terms, withholdsCis }).payments.map(({ isWithoutCis300 }) => isWithoutCis300);
  expect(without(true)).toEqual([true, false, false]);
  expect(without(false)).toEqual([false, false, false]);
});

test('each month has what its journals should come to, whenever its returns were sent', () => {
  const late = month(1, { paye: '560.00', recovered: '20.00', late: [['2026-06-25', '60.00']] });
  expect(schemeYear([late], terms).months.map(({ total }) => String(total))).toEqual(['540.00']);
});

/** Nothing is lost, whatever is owed, sent and paid: what months come to is paid, or left, or underpaid. */
test('all that months come to is due, underpaid or left, and what HMRC paid', () => {
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const day = () => `2026-${String(5 + next(8)).padStart(2, '0')}-${String(1 + next(28)).padStart(2, '0')}`;
  for (let year = 0; year < 300; year++) {
    const months = Array.from({ length: 12 }, (_, index) =>
      month(index + 1, {
        paye: `${next(3000)}.${10 + next(90)}`,
        recovered: `${next(5) === 0 ? next(6000) : 0}.00`,
        ...(next(4) === 0 && {
          late: [[`2027-0${1 + next(9)}-1${next(10)}`, `${next(2) === 0 ? '-' : ''}${next(900)}.00`]],
        }),
      }),
    );
    const paidByHmrc = Array.from({ length: next(3) }, () => ({ on: day(), amount: pounds(`${next(2000)}.00`) }));
    const of = schemeYear(months, { ...terms, paidByHmrc, rule: next(2) === 0 ? monthly : quarterly });
    const sum = (all: readonly Money[]) => Money.sum(all);
    const total = sum(of.months.map((one) => one.total));
    const paid = sum(paidByHmrc.map(({ amount }) => amount));
    const settled = sum(of.payments.flatMap(({ due, underpaid }) => [due, underpaid]));
    const left = of.left.cisSuffered.plus(of.left.other).minus(of.left.advanced);
    expect(settled.minus(left).minus(paid).toString()).toBe(total.toString());
    expect(of.payments.every(({ due, creditLeft }) => !due.isNegative() && !creditLeft.isNegative())).toBe(true);
  }
});
