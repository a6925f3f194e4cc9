import { classify } from '../../../src/journal/controls/classify.js';
import type { BankLine, ControlFacts, Debt } from '../../../src/journal/controls/control.js';
import { controlStates, isClear } from '../../../src/journal/controls/control.js';
import { classifyPeople } from '../../../src/journal/controls/people.js';
import { Money } from '../../../src/journal/money.js';

const money = (text: string) => Money.parse(text);
const pay = (day: string, amount: string): Debt => ({
  what: `Pay of ${day}`,
  arisesOn: day,
  dueOn: day,
  amount: money(amount),
});
const line = (datedOn: string, amount: string, explained = true): BankLine => ({
  datedOn,
  amount: money(amount),
  explained,
});
const bankOf = (...lines: BankLine[]) => ({ accounts: 1, lines });
/** Another payment up to this day, which shows that the bank is explained so far. */
const explainedTo = (day: string) => line(day, '7.77');

const april = pay('2026-04-30', '1000.00');
const may = pay('2026-05-29', '1100.00');
const june = pay('2026-06-30', '1200.00');

const journal = (arisesOn: string, dueOn: string) => ({ what: 'Journal', arisesOn, dueOn, amount: money('60.00') });

const giving = (...amounts: string[]) =>
  amounts.map((amount) => ({ what: 'Giving', arisesOn: '2026-05-29', amount: money(amount) }));

interface Case {
  readonly on: string;
  readonly balance: string;
  readonly facts?: Partial<ControlFacts>;
}

const classified = ({ on, balance, facts = {} }: Case) =>
  classify({ on, balance: money(balance), debts: [april, may, june], journals: [], ...facts });

const table: readonly (readonly [string, Case, string, readonly string[]])[] = [
  ['nothing owed, nothing there', { on: '2026-05-20', balance: '0.00' }, 'settled', []],
  ['within the grace, unpaid', { on: '2026-06-03', balance: '1100.00' }, 'reconciled', []],
  ['within the grace, paid', { on: '2026-06-03', balance: '0.00' }, 'settled', []],
  [
    'paid on the Friday for a Sunday that payroll has filed',
    { on: '2026-05-29', balance: '-900.00', facts: { debts: [april, pay('2026-05-31', '900.00')] } },
    'reconciled',
    [],
  ],
  [
    'not paid',
    { on: '2026-06-08', balance: '1100.00', facts: { bank: bankOf(explainedTo('2026-06-05')) } },
    'not_paid',
    ['1100.00 Pay of 2026-05-29 not paid due 2026-05-29'],
  ],
  [
    'two months not paid',
    { on: '2026-06-08', balance: '2100.00', facts: { bank: bankOf(explainedTo('2026-06-05')) } },
    'not_paid',
    ['1100.00 Pay of 2026-05-29 not paid due 2026-05-29', '1000.00 Pay of 2026-04-30 not paid due 2026-04-30'],
  ],
  [
    'paid, not yet explained',
    { on: '2026-06-08', balance: '1100.00', facts: { bank: bankOf(line('2026-05-29', '1100.00', false)) } },
    'paid_not_yet_explained',
    ['1100.00 Pay of 2026-05-29 paid, not yet explained due 2026-05-29 seen 2026-05-29'],
  ],
  [
    'two months paid in one line that is not explained',
    { on: '2026-06-08', balance: '2100.00', facts: { bank: bankOf(line('2026-05-29', '2100.00', false)) } },
    'paid_not_yet_explained',
    [
      '1100.00 Pay of 2026-05-29 paid, not yet explained due 2026-05-29 seen 2026-05-29',
      '1000.00 Pay of 2026-04-30 paid, not yet explained due 2026-04-30 seen 2026-05-29',
    ],
  ],
  [
    'the bank ends before the grace does',
    { on: '2026-06-08', balance: '1100.00', facts: { bank: bankOf(line('2026-05-28', '5.00')) } },
    'cannot_tell_yet',
    ['1100.00 Pay of 2026-05-29: the bank shows nothing after 28 May 2026 due 2026-05-29'],
  ],
  [
    'the bank shows nothing at all',
    { on: '2026-06-08', balance: '1100.00', facts: { bank: bankOf() } },
    'cannot_tell_yet',
    ['1100.00 Pay of 2026-05-29: the bank shows no transaction since due 2026-05-29'],
  ],
  [
    'a larger line is not explained',
    {
      on: '2026-06-08',
      balance: '1100.00',
      facts: { bank: bankOf(line('2026-05-29', '4000.00', false), explainedTo('2026-06-05')) },
    },
    'cannot_tell_yet',
    ['1100.00 Pay of 2026-05-29: £4,000.00 of 29 May 2026 is not explained and may contain it due 2026-05-29'],
  ],
  [
    'no bank account',
    { on: '2026-06-08', balance: '1100.00', facts: { bank: { accounts: 0, lines: [] } } },
    'cannot_tell',
    ['1100.00 Pay of 2026-05-29: there is no bank account that would show whether it was paid due 2026-05-29'],
  ],
  [
    'paid early',
    { on: '2026-06-20', balance: '-1200.00', facts: { bank: bankOf(line('2026-06-19', '1200.00')) } },
    'paid_early',
    ['-1200.00 Pay of 2026-06-30 paid early due 2026-06-30 seen 2026-06-19'],
  ],
  [
    'paid ahead of a run that payroll has not filed',
    {
      on: '2026-06-26',
      balance: '-1234.00',
      facts: { debts: [april, may], bank: bankOf(line('2026-06-25', '1234.00')) },
    },
    'paid_early',
    ['-1234.00 Paid ahead of what payroll has not filed yet seen 2026-06-25'],
  ],
  [
    'paid twice, by the dates of both',
    {
      on: '2026-06-08',
      balance: '-1100.00',
      facts: { bank: bankOf(line('2026-05-29', '1100.00'), line('2026-06-01', '1100.00')) },
    },
    'paid_twice',
    ['-1100.00 Pay of 2026-05-29 paid twice: 29 May 2026 and 1 June 2026 due 2026-05-29 seen 2026-06-01'],
  ],
  [
    'a whole debt too little, and the bank shows no second payment',
    { on: '2026-06-08', balance: '-1100.00', facts: { bank: bankOf(line('2026-05-29', '1100.00')) } },
    'unexplained',
    ['-1100.00 No pay run, payment or journal explains it'],
  ],
  [
    'paid short',
    {
      on: '2026-06-08',
      balance: '100.00',
      facts: { bank: bankOf(line('2026-05-29', '1000.00'), explainedTo('2026-06-05')), clearTo: '2026-05-06' },
    },
    'paid_short',
    ['100.00 Pay of 2026-05-29 paid short due 2026-05-29 seen 2026-05-29'],
  ],
  [
    'the rest is in the bank and not explained',
    {
      on: '2026-06-08',
      balance: '100.00',
      facts: { bank: bankOf(line('2026-05-29', '1000.00'), line('2026-06-02', '100.00', false)) },
    },
    'paid_not_yet_explained',
    ['100.00 Rest of Pay of 2026-05-29 paid, not yet explained due 2026-05-29 seen 2026-06-02'],
  ],
  [
    'paid over',
    { on: '2026-06-08', balance: '-50.00', facts: { bank: bankOf(line('2026-05-29', '1150.00')) } },
    'paid_over',
    ['-50.00 Pay of 2026-05-29 paid over due 2026-05-29 seen 2026-05-29'],
  ],
  [
    'a part that no payment shows',
    { on: '2026-06-08', balance: '123.00', facts: { bank: bankOf(explainedTo('2026-06-05')) } },
    'unexplained',
    ['123.00 No pay run, payment or journal explains it'],
  ],
  [
    'net salary expense has it: there is nothing else that comes to stand there',
    {
      on: '2026-06-08',
      balance: '1100.00',
      facts: {
        elsewhere: [{ account: '404', name: 'Net Salary Expense', amount: money('1100.00'), onlyPayroll: true }],
        bank: bankOf(explainedTo('2026-06-05')),
      },
    },
    'coded_elsewhere',
    ['1100.00 coded to 404 Net Salary Expense'],
  ],
  [
    'a person named it',
    {
      on: '2026-06-08',
      balance: '12.34',
      facts: { accepted: [{ as: 'hmrc_interest_or_penalty', amount: money('12.34'), reason: 'Late filing' }] },
    },
    'hmrc_interest_or_penalty',
    ['12.34 Late filing'],
  ],
  [
    'what a person named, and a wage beside it',
    {
      on: '2026-06-08',
      balance: '1100.40',
      facts: {
        accepted: [{ as: 'rounding', amount: money('0.40'), reason: 'Pennies of 2024' }],
        bank: bankOf(explainedTo('2026-06-05')),
      },
    },
    'not_paid',
    ['1100.00 Pay of 2026-05-29 not paid due 2026-05-29', '0.40 Pennies of 2024'],
  ],
  [
    'a pay run that is not posted',
    {
      on: '2026-06-01',
      balance: '0.00',
      facts: {
        debts: [may],
        notInBooks: [{ what: 'Pay run of 2026-05-29 is not posted', amount: money('-1100.00'), isCertain: true }],
      },
    },
    'needs_a_journal',
    ['-1100.00 Pay run of 2026-05-29 is not posted'],
  ],
  [
    'a pay run that is not posted, and paid',
    {
      on: '2026-06-08',
      balance: '-1100.00',
      facts: {
        notInBooks: [{ what: 'Pay run of 2026-05-29 is not posted', amount: money('-1100.00'), isCertain: true }],
        bank: bankOf(line('2026-05-29', '1100.00')),
      },
    },
    'needs_a_journal',
    ['-1100.00 Pay run of 2026-05-29 is not posted'],
  ],
  [
    'no day on which it is due: a journal may have cleared it',
    {
      on: '2026-06-08',
      balance: '30.00',
      facts: {
        debts: ['2026-04-30', '2026-05-29'].map((day) => ({ what: 'Giving', arisesOn: day, amount: money('30.00') })),
      },
    },
    'reconciled',
    [],
  ],
  [
    'one of two different wages, or both of two others',
    {
      on: '2026-07-20',
      balance: '1500.00',
      facts: {
        debts: [pay('2026-04-30', '1500.00'), pay('2026-05-29', '700.00'), pay('2026-06-30', '1500.00')],
        bank: bankOf(line('2026-04-30', '1500.00'), explainedTo('2026-07-10')),
      },
    },
    'not_paid',
    ['1500.00 Pay of 2026-06-30 not paid due 2026-06-30'],
  ],
  [
    'one wage is likelier than two',
    {
      on: '2026-07-20',
      balance: '1500.00',
      facts: {
        debts: [pay('2026-04-30', '1500.00'), pay('2026-05-29', '700.00'), pay('2026-06-30', '800.00')],
        bank: bankOf(explainedTo('2026-07-10')),
      },
    },
    'not_paid',
    ['1500.00 Pay of 2026-04-30 not paid due 2026-04-30'],
  ],
  [
    'unless the bank shows that it was paid',
    {
      on: '2026-07-20',
      balance: '1500.00',
      facts: {
        debts: [pay('2026-04-30', '1500.00'), pay('2026-05-29', '700.00'), pay('2026-06-30', '800.00')],
        bank: bankOf(line('2026-04-30', '1500.00'), explainedTo('2026-07-10')),
      },
    },
    'not_paid',
    ['800.00 Pay of 2026-06-30 not paid due 2026-06-30', '700.00 Pay of 2026-05-29 not paid due 2026-05-29'],
  ],
  [
    'one line of the bank is not two payments',
    {
      on: '2026-07-20',
      balance: '2000.00',
      facts: {
        debts: [pay('2026-05-29', '1000.00'), pay('2026-06-30', '1000.00')],
        bank: bankOf(line('2026-06-30', '1000.00', false), explainedTo('2026-07-10')),
      },
    },
    'paid_not_yet_explained',
    [
      '1000.00 Pay of 2026-06-30 paid, not yet explained due 2026-06-30 seen 2026-06-30',
      '1000.00 Pay of 2026-05-29 not paid due 2026-05-29',
    ],
  ],
  [
    'an amount that fits no debt, and a line that nobody explained',
    {
      on: '2026-06-08',
      balance: '123.00',
      facts: { bank: bankOf(line('2026-06-01', '123.00', false), explainedTo('2026-06-05')) },
    },
    'paid_not_yet_explained',
    ['123.00 Paid, not yet explained seen 2026-06-01'],
  ],
  [
    'a bank that could not be read: a part of a debt is not guessed at',
    {
      on: '2026-06-08',
      balance: '123.00',
      facts: { bank: { accounts: 0, lines: [], problem: 'the bank could not be read: Refused' } },
    },
    'cannot_tell',
    ['123.00 the bank could not be read: Refused'],
  ],
  [
    'the last wage again, long after it: the next one, which payroll has not filed',
    {
      on: '2026-06-24',
      balance: '-1100.00',
      facts: { debts: [april, may], bank: bankOf(line('2026-05-29', '1100.00'), line('2026-06-20', '1100.00')) },
    },
    'paid_early',
    ['-1100.00 Paid ahead of what payroll has not filed yet seen 2026-06-20'],
  ],
  [
    'and soon after it: twice',
    {
      on: '2026-06-24',
      balance: '-1100.00',
      facts: { debts: [april, may], bank: bankOf(line('2026-05-29', '1100.00'), line('2026-06-10', '1100.00')) },
    },
    'paid_twice',
    ['-1100.00 Pay of 2026-05-29 paid twice: 29 May 2026 and 10 June 2026 due 2026-05-29 seen 2026-06-10'],
  ],
  [
    'a credit on net salary expense is no payment',
    {
      on: '2026-06-08',
      balance: '-1100.00',
      facts: {
        elsewhere: [{ account: '404', name: 'Net Salary Expense', amount: money('-1100.00'), onlyPayroll: true }],
        bank: bankOf(line('2026-05-29', '1100.00')),
      },
    },
    'unexplained',
    ['-1100.00 No pay run, payment or journal explains it'],
  ],
  [
    'what a person named explains before anything else does',
    {
      on: '2026-06-08',
      balance: '1100.00',
      facts: {
        accepted: ['400.00', '700.00'].map((amount) => ({ as: 'accepted', amount: money(amount), reason: amount })),
        bank: bankOf(explainedTo('2026-06-05')),
      },
    },
    'accepted',
    ['400.00 400.00', '700.00 700.00'],
  ],
  [
    'one debt is likelier than two journals',
    {
      on: '2026-06-08',
      balance: '1100.00',
      facts: {
        journals: ['400.00', '700.00'].map((amount) => ({
          ...{ what: `Journal of ${amount}`, arisesOn: '2026-04-30', dueOn: '2026-05-22' },
          amount: money(amount),
        })),
        bank: bankOf(explainedTo('2026-06-05')),
      },
    },
    'not_paid',
    ['1100.00 Pay of 2026-05-29 not paid due 2026-05-29'],
  ],
  [
    'a bank that could not be read: a whole debt is not called unpaid',
    {
      on: '2026-06-08',
      balance: '1100.00',
      facts: { bank: { accounts: 0, lines: [], problem: 'the bank could not be read: Refused' } },
    },
    'cannot_tell',
    ['1100.00 Pay of 2026-05-29: the bank could not be read: Refused due 2026-05-29'],
  ],
  [
    'paid short, and a journal missing beside it',
    {
      on: '2026-06-08',
      balance: '160.00',
      facts: {
        journals: [{ what: 'Journal', arisesOn: '2026-04-30', dueOn: '2026-05-22', amount: money('60.00') }],
        bank: bankOf(line('2026-05-29', '1000.00'), explainedTo('2026-06-05')),
      },
    },
    'paid_short',
    ['100.00 Pay of 2026-05-29 paid short due 2026-05-29 seen 2026-05-29', '60.00 Journal due 2026-05-22'],
  ],
  [
    'more than twice a debt is not that debt paid over',
    { on: '2026-06-08', balance: '-1150.00', facts: { bank: bankOf(line('2026-05-29', '2250.00')) } },
    'unexplained',
    ['-1150.00 No pay run, payment or journal explains it'],
  ],
  [
    'nor is one that has not arisen',
    { on: '2026-06-08', balance: '-50.00', facts: { bank: bankOf(line('2026-06-05', '1250.00')) } },
    'unexplained',
    ['-50.00 No pay run, payment or journal explains it'],
  ],
  [
    'a payment from long before a debt is no part of it',
    {
      on: '2026-06-08',
      balance: '100.00',
      facts: { debts: [may], bank: bankOf(line('2026-04-02', '1000.00'), explainedTo('2026-06-05')) },
    },
    'unexplained',
    ['100.00 No pay run, payment or journal explains it'],
  ],
  [
    'the bank’s last day is the latest, in whatever order it is listed',
    {
      on: '2026-06-08',
      balance: '1100.00',
      facts: { bank: bankOf(explainedTo('2026-06-05'), explainedTo('2026-05-01')) },
    },
    'not_paid',
    ['1100.00 Pay of 2026-05-29 not paid due 2026-05-29'],
  ],
  [
    'what was clear before stays paid',
    {
      on: '2026-06-08',
      balance: '1000.00',
      facts: { clearTo: '2026-05-20', bank: bankOf(explainedTo('2026-06-05')) },
    },
    'unexplained',
    ['1000.00 No pay run, payment or journal explains it'],
  ],
  [
    'what was clear on the last day of the grace may have been clear because it was unpaid',
    {
      on: '2026-06-08',
      balance: '1100.00',
      facts: { clearTo: '2026-06-03', bank: bankOf(explainedTo('2026-06-05')) },
    },
    'not_paid',
    ['1100.00 Pay of 2026-05-29 not paid due 2026-05-29'],
  ],
  [
    'and a day after the grace it was clear because it was paid',
    {
      on: '2026-06-08',
      balance: '1100.00',
      facts: { clearTo: '2026-06-04', bank: bankOf(explainedTo('2026-06-05')) },
    },
    'unexplained',
    ['1100.00 No pay run, payment or journal explains it'],
  ],
  ['on the pay date itself, unpaid', { on: '2026-05-29', balance: '1100.00' }, 'reconciled', []],
  [
    'a journal whose payment is not due yet is properly there, once',
    {
      on: '2026-06-08',
      balance: '120.00',
      facts: { journals: [journal('2026-05-31', '2026-06-22')], bank: bankOf(explainedTo('2026-06-05')) },
    },
    'unexplained',
    ['60.00 No pay run, payment or journal explains it'],
  ],
  [
    'a journal whose payment was due is no longer there to be posted early',
    {
      on: '2026-06-08',
      balance: '-60.00',
      facts: { journals: [journal('2026-04-30', '2026-05-22')], bank: bankOf(explainedTo('2026-06-05')) },
    },
    'unexplained',
    ['-60.00 No pay run, payment or journal explains it'],
  ],
  [
    'a credit that stands with HMRC does not go by itself',
    {
      on: '2026-06-08',
      balance: '0.00',
      facts: { debts: [{ what: 'Credit with HMRC', arisesOn: '2026-05-29', amount: money('-90.00') }] },
    },
    'unexplained',
    ['90.00 No pay run, payment or journal explains it'],
  ],
  [
    'a refund is not a payment made early',
    { on: '2026-06-08', balance: '0.00', facts: { debts: [{ ...pay('2026-06-05', '-90.00'), dueOn: '2026-07-22' }] } },
    'unexplained',
    ['90.00 No pay run, payment or journal explains it'],
  ],
  [
    'what is due on no day may be cleared, not paid twice',
    {
      on: '2026-06-08',
      balance: '-30.00',
      facts: { debts: [{ what: 'Giving', arisesOn: '2026-05-29', amount: money('30.00') }] },
    },
    'unexplained',
    ['-60.00 No pay run, payment or journal explains it'],
  ],
  [
    'one wage paid twice is no sign that the next of another amount was paid early',
    {
      on: '2026-06-08',
      balance: '-2100.00',
      facts: {
        debts: [april, may, pay('2026-06-30', '1100.00')],
        bank: bankOf(line('2026-04-30', '1000.00'), line('2026-05-12', '1000.00'), line('2026-05-29', '1100.00')),
      },
    },
    'unexplained',
    ['-2100.00 No pay run, payment or journal explains it'],
  ],
  [
    'a line of the wage and of something beside it may contain it, and is not it',
    {
      on: '2026-06-08',
      balance: '1100.40',
      facts: {
        accepted: [{ as: 'rounding', amount: money('0.40'), reason: 'Pennies of 2024' }],
        bank: bankOf(line('2026-05-29', '1100.40', false), explainedTo('2026-06-05')),
      },
    },
    'cannot_tell_yet',
    [
      '1100.00 Pay of 2026-05-29: £1,100.40 of 29 May 2026 is not explained and may contain it due 2026-05-29',
      '0.40 Pennies of 2024',
    ],
  ],
  [
    'net salary expense has it, beside what a person named',
    {
      on: '2026-06-08',
      balance: '1100.40',
      facts: {
        accepted: [{ as: 'rounding', amount: money('0.40'), reason: 'Pennies of 2024' }],
        elsewhere: [{ account: '404', name: 'Net Salary Expense', amount: money('1100.00'), onlyPayroll: true }],
        bank: bankOf(explainedTo('2026-06-05')),
      },
    },
    'coded_elsewhere',
    ['0.40 Pennies of 2024', '1100.00 coded to 404 Net Salary Expense'],
  ],
  [
    'of two pairs of wages the one that the bank contradicts least',
    {
      on: '2026-07-20',
      balance: '1500.00',
      facts: {
        debts: [
          ...[pay('2026-03-31', '600.00'), pay('2026-04-30', '700.00')],
          ...[pay('2026-05-29', '800.00'), pay('2026-06-30', '900.00')],
        ],
        bank: bankOf(line('2026-03-31', '600.00'), explainedTo('2026-07-10')),
      },
    },
    'not_paid',
    ['800.00 Pay of 2026-05-29 not paid due 2026-05-29', '700.00 Pay of 2026-04-30 not paid due 2026-04-30'],
  ],
  [
    'a wage unpaid, and what is due on no day cleared one way or another',
    {
      on: '2026-06-08',
      balance: '1130.00',
      facts: { debts: [may, ...giving('10.00', '20.00', '30.00')], bank: bankOf(explainedTo('2026-06-05')) },
    },
    'not_paid',
    ['1100.00 Pay of 2026-05-29 not paid due 2026-05-29'],
  ],
  [
    'any of six that are due on no day may be cleared',
    {
      on: '2026-06-08',
      balance: '42.00',
      facts: { debts: giving('1.00', '2.00', '4.00', '8.00', '16.00', '32.00') },
    },
    'reconciled',
    [],
  ],
  [
    'of more, two of them or a row',
    {
      on: '2026-06-08',
      balance: '106.00',
      facts: { debts: giving('1.00', '2.00', '4.00', '8.00', '16.00', '32.00', '64.00') },
    },
    'unexplained',
    ['-21.00 No pay run, payment or journal explains it'],
  ],
  [
    'paid short, and one of two journals missing beside it',
    {
      on: '2026-06-08',
      balance: '160.00',
      facts: {
        journals: [
          journal('2026-04-30', '2026-05-22'),
          { ...journal('2026-03-31', '2026-04-22'), amount: money('75.00') },
        ],
        bank: bankOf(line('2026-05-29', '1000.00'), explainedTo('2026-06-05')),
      },
    },
    'paid_short',
    ['100.00 Pay of 2026-05-29 paid short due 2026-05-29 seen 2026-05-29', '60.00 Journal due 2026-05-22'],
  ],
  [
    'a receipt is no part of a payment',
    {
      on: '2026-06-08',
      balance: '1150.00',
      facts: { debts: [may], bank: bankOf(line('2026-05-30', '-50.00'), explainedTo('2026-06-05')) },
    },
    'unexplained',
    ['1150.00 No pay run, payment or journal explains it'],
  ],
  [
    'before the bank is read, a part of a debt is likeliest',
    { on: '2026-06-08', balance: '100.00' },
    'paid_short',
    ['100.00 Pay of 2026-05-29 paid short due 2026-05-29'],
  ],
  [
    'and more than a debt',
    { on: '2026-06-08', balance: '-50.00' },
    'paid_over',
    ['-50.00 Pay of 2026-05-29 paid over due 2026-05-29'],
  ],
  [
    'one payment of twice the wage',
    { on: '2026-06-08', balance: '-1100.00', facts: { bank: bankOf(line('2026-05-29', '2200.00')) } },
    'paid_over',
    ['-1100.00 Pay of 2026-05-29 paid over due 2026-05-29 seen 2026-05-29'],
  ],
  [
    'paid short, within the grace',
    { on: '2026-06-01', balance: '100.00', facts: { bank: bankOf(line('2026-05-29', '1000.00')) } },
    'paid_short',
    ['100.00 Pay of 2026-05-29 paid short due 2026-05-29 seen 2026-05-29'],
  ],
  [
    'paid over, within the grace',
    { on: '2026-06-01', balance: '-50.00', facts: { bank: bankOf(line('2026-05-29', '1150.00')) } },
    'paid_over',
    ['-50.00 Pay of 2026-05-29 paid over due 2026-05-29 seen 2026-05-29'],
  ],
  [
    'a part of it that no payment shows, within the grace',
    { on: '2026-06-01', balance: '100.00', facts: { bank: bankOf(line('2026-05-29', '999.00')) } },
    'unexplained',
    ['-1000.00 No pay run, payment or journal explains it'],
  ],
  [
    'April late and May early, in one line that is not explained',
    { on: '2026-06-08', balance: '2100.00', facts: { bank: bankOf(line('2026-05-11', '2100.00', false)) } },
    'paid_not_yet_explained',
    [
      '1100.00 Pay of 2026-05-29 paid, not yet explained due 2026-05-29 seen 2026-05-11',
      '1000.00 Pay of 2026-04-30 paid, not yet explained due 2026-04-30 seen 2026-05-11',
    ],
  ],
  [
    'an amount that fits no debt, and a line since the oldest debt that nobody explained',
    { on: '2026-06-08', balance: '123.00', facts: { bank: bankOf(line('2026-05-04', '123.00', false)) } },
    'paid_not_yet_explained',
    ['123.00 Paid, not yet explained seen 2026-05-04'],
  ],
  [
    'a payment of the wage that is dated later',
    {
      on: '2026-06-08',
      balance: '1100.00',
      facts: { bank: { ...bankOf(explainedTo('2026-06-05')), later: [line('2026-06-09', '1100.00')] } },
    },
    'cannot_tell',
    ['1100.00 Pay of 2026-05-29: a payment of that amount is dated 9 June 2026 due 2026-05-29'],
  ],
  [
    'the state is that of the largest part',
    {
      on: '2026-06-08',
      balance: '80.00',
      facts: {
        debts: [pay('2026-05-29', '20.00')],
        journals: [journal('2026-04-30', '2026-05-22')],
        bank: bankOf(explainedTo('2026-06-05')),
      },
    },
    'needs_a_journal',
    ['20.00 Pay of 2026-05-29 not paid due 2026-05-29', '60.00 Journal due 2026-05-22'],
  ],
];

test.each(table)('%s', (_, given, state, because) => {
  const verdict = classified(given);
  expect(
    verdict.because.map(
      ({ what, amount, due, seen }) => `${amount} ${what}${due ? ` due ${due}` : ''}${seen ? ` seen ${seen}` : ''}`,
    ),
  ).toEqual(because);
  expect(verdict.state).toBe(state);
});

test('two pairs of wages that come to the same are ambiguous, each with its parts', () => {
  const debts = [
    ...[pay('2026-03-31', '900.00'), pay('2026-04-30', '600.00')],
    ...[pay('2026-05-29', '700.00'), pay('2026-06-30', '800.00')],
  ];
  const verdict = classified({
    on: '2026-07-20',
    balance: '1500.00',
    facts: { debts, bank: bankOf(explainedTo('2026-07-10')) },
  });
  expect([verdict.state, String(verdict.difference)]).toEqual(['ambiguous', '1500.00']);
  expect(verdict.because.map(({ what, amount }) => `${amount} ${what}`)).toEqual([
    '1500.00 Pay of 2026-06-30 not paid and Pay of 2026-05-29 not paid, or Pay of 2026-04-30 not paid and Pay of 2026-03-31 not paid',
  ]);
  expect(verdict.alternatives?.map((parts) => parts.map(({ amount }) => String(amount)))).toEqual([
    ['800.00', '700.00'],
    ['600.00', '900.00'],
  ]);
});

const alternatives = (verdict: ReturnType<typeof classified>) =>
  verdict.alternatives?.map((parts) => parts.map(({ what, amount }) => `${amount} ${what}`).join(', '));

test('one wage unpaid; or another, when the one within its grace is paid; or drawn', () => {
  const verdict = classified({
    on: '2026-07-02',
    balance: '1000.00',
    facts: {
      debts: [pay('2026-04-30', '1000.00'), pay('2026-05-29', '900.00'), pay('2026-06-30', '100.00')],
      elsewhere: [{ account: '907', name: 'Loan', amount: money('900.00'), onlyPayroll: false }],
      bank: bankOf(explainedTo('2026-07-01')),
    },
  });
  expect([verdict.state, String(verdict.owed), String(verdict.difference)]).toEqual(['ambiguous', '100.00', '900.00']);
  expect(alternatives(verdict)).toEqual([
    '900.00 Pay of 2026-05-29 not paid',
    '1000.00 Pay of 2026-04-30 not paid, -100.00 Pay of 2026-06-30',
    '900.00 coded to 907 Loan',
  ]);
});

test('what is paid in all explanations is not owed', () => {
  const debts = [
    ...[pay('2026-03-31', '900.00'), pay('2026-04-30', '600.00'), pay('2026-05-15', '700.00')],
    ...[pay('2026-05-29', '800.00'), pay('2026-06-30', '123.00')],
  ];
  const verdict = classified({
    on: '2026-07-02',
    balance: '1500.00',
    facts: { debts, bank: bankOf(explainedTo('2026-07-01')) },
  });
  expect([verdict.state, String(verdict.owed), String(verdict.difference)]).toEqual(['ambiguous', '0.00', '1500.00']);
  expect(verdict.alternatives?.map((parts) => parts.length)).toEqual([2, 2]);
});

test('an amount on two of a director’s accounts may be either', () => {
  const elsewhere = ['905', '907'].map((account) => ({
    account,
    name: 'Of Ann',
    amount: money('1100.00'),
    onlyPayroll: false,
  }));
  // An explained payment of that amount is evidence, not proof: it may be for something else.
  for (const lines of [[], [line('2026-05-29', '1100.00')]]) {
    const bank = bankOf(...lines, explainedTo('2026-06-05'));
    const verdict = classified({ on: '2026-06-08', balance: '1100.00', facts: { elsewhere, bank } });
    expect(alternatives(verdict)).toEqual([
      '1100.00 Pay of 2026-05-29 not paid',
      ...['1100.00 coded to 905 Of Ann', '1100.00 coded to 907 Of Ann'],
    ]);
  }
});

test.each([
  ['after the grace of the first: twice, or the next one early', '2026-06-08', '1100.00', 'ambiguous'],
  ['within the grace: twice', '2026-06-02', '1100.00', 'paid_twice'],
  ['on the last day of the grace: twice', '2026-06-03', '1100.00', 'paid_twice'],
  ['where the next is of another amount: twice', '2026-06-08', '1200.00', 'paid_twice'],
])('the same amount again, %s', (_, again, next, state) => {
  const bank = bankOf(line('2026-05-29', '1100.00'), line(again, '1100.00'));
  const debts = [april, may, pay('2026-06-30', next)];
  const verdict = classified({ on: '2026-06-20', balance: '-1100.00', facts: { debts, bank } });
  expect(verdict.state).toBe(state);
  const kinds = verdict.alternatives?.map(([part]) => part?.what.replace(/:.*/, '')).sort();
  expect(kinds).toEqual(
    state === 'ambiguous' ? ['Pay of 2026-05-29 paid twice', 'Pay of 2026-06-30 paid early'] : undefined,
  );
});

test('nobody needs to look at what is clear or has been named by a person', () => {
  expect(controlStates.filter((state) => isClear({ state }))).toEqual([
    ...['reconciled', 'settled', 'hmrc_interest_or_penalty', 'refund_or_set_off', 'rounding', 'brought_forward'],
    'accepted',
  ]);
});

test('half a year without a payment is one explanation', () => {
  const days = ['2026-01-30', '2026-02-27', '2026-03-31', '2026-04-30', '2026-05-29', '2026-06-30'];
  const debts = days.map((day, index) => pay(day, `${1000 + index * 7}.00`));
  const balance = Money.sum(debts.map(({ amount }) => amount)).toString();
  const verdict = classified({ on: '2026-07-10', balance, facts: { debts, bank: bankOf(explainedTo('2026-07-09')) } });
  expect(verdict.state).toBe('not_paid');
  expect(verdict.because).toHaveLength(6);
});

test('two people, one paid in the other’s name, whose own pay it might be as well', () => {
  const bank = bankOf(line('2026-05-29', '1100.00'), line('2026-05-29', '1100.00'), explainedTo('2026-06-05'));
  const person = (name: string, balance: string) => ({
    name,
    facts: { on: '2026-06-08', balance: money(balance), debts: [may], journals: [], bank },
  });
  const [one, two] = classifyPeople([person('One', '-1100.00'), person('Two', '1100.00')]);
  expect([one?.state, two?.state]).toEqual(['ambiguous', 'ambiguous']);
  expect(two?.alternatives).toHaveLength(2);
  expect(two?.because).toEqual([
    {
      ...{ what: 'Pay of 2026-05-29 not paid, or Pay of Two, coded to One', amount: money('1100.00') },
      due: '2026-05-29',
    },
  ]);
});

test('one person’s wage on the account of another who has no such wage', () => {
  const bank = bankOf(line('2026-05-29', '1300.00'), line('2026-05-29', '1100.00'), explainedTo('2026-06-05'));
  const facts = { on: '2026-06-08', journals: [], bank };
  const [one, two] = classifyPeople([
    { name: 'One', facts: { ...facts, balance: money('-1100.00'), debts: [pay('2026-05-29', '1300.00')] } },
    { name: 'Two', facts: { ...facts, balance: money('1100.00'), debts: [may] } },
  ]);
  expect([one?.state, two?.state]).toEqual(['coded_elsewhere', 'coded_elsewhere']);
  expect(two?.because).toEqual([{ what: 'Pay of Two, coded to One', amount: money('1100.00'), due: '2026-05-29' }]);
});

test('the wages of two on net salary expense, in one sum', () => {
  const bank = bankOf(line('2026-05-29', '2300.00'), explainedTo('2026-06-05'));
  const facts = { on: '2026-06-08', journals: [], bank };
  const verdicts = classifyPeople(
    [
      { name: 'One', facts: { ...facts, balance: money('1200.00'), debts: [pay('2026-05-29', '1200.00')] } },
      { name: 'Two', facts: { ...facts, balance: money('1100.00'), debts: [may] } },
    ],
    [{ account: '404', name: 'Net Salary Expense', amount: money('2300.00') }],
  );
  expect(verdicts.map(({ state }) => state)).toEqual(['coded_elsewhere', 'coded_elsewhere']);
  expect(verdicts[0]?.because).toEqual([
    { what: 'Pay of One, coded to 404 Net Salary Expense', amount: money('1200.00'), due: '2026-05-29' },
  ]);
});

test('one wage alone on net salary expense is that person’s own question', () => {
  const bank = bankOf(line('2026-05-29', '1100.00'), explainedTo('2026-06-05'));
  const facts = { on: '2026-06-08', journals: [], bank, balance: money('1100.00'), debts: [may] };
  const pools = [{ account: '404', name: 'Net Salary Expense', amount: money('1100.00') }];
  expect(classifyPeople([{ name: 'One', facts }], pools).map(({ state }) => state)).toEqual(['not_paid']);
});

test('what a person named of one is not another’s wage', () => {
  const bank = bankOf(explainedTo('2026-06-05'));
  const facts = { on: '2026-06-08', journals: [], bank, debts: [may] };
  const accepted = [{ as: 'accepted' as const, amount: money('-1100.00'), reason: 'A loan' }];
  const verdicts = classifyPeople([
    { name: 'One', facts: { ...facts, balance: money('-1100.00'), accepted } },
    { name: 'Two', facts: { ...facts, balance: money('1100.00') } },
  ]);
  expect(verdicts.map(({ state }) => state)).toEqual(['accepted', 'not_paid']);
});

describe('of several people', () => {
  const bank = bankOf(explainedTo('2026-06-05'));
  const person = (name: string, balance: string, over: Partial<ControlFacts> = {}) => ({
    name,
    facts: { on: '2026-06-08', balance: money(balance), debts: [april, may], journals: [], bank, ...over },
  });
  const states = (...args: Parameters<typeof classifyPeople>) => classifyPeople(...args).map(({ state }) => state);

  test('a person with nothing open is not affected by what others lack', () => {
    const people = [person('One', '-1100.00'), person('Two', '1100.00'), person('Three', '0.00')];
    expect(states(people)).toEqual(['coded_elsewhere', 'coded_elsewhere', 'settled']);
    const pool = { account: '404', name: 'Net Salary Expense', amount: money('2200.00') };
    const unpaid = [person('One', '1100.00'), person('Two', '1100.00'), person('Three', '0.00')];
    expect(states(unpaid, [pool])).toEqual(['coded_elsewhere', 'coded_elsewhere', 'settled']);
  });

  test('what a person named of one who lacks it is not on another’s account', () => {
    const accepted = [{ as: 'accepted' as const, amount: money('1100.00'), reason: 'Waived' }];
    expect(states([person('One', '-1100.00'), person('Two', '1100.00', { accepted })])).toEqual([
      ...['unexplained', 'accepted'],
    ]);
  });

  test('a person with too much lacks nothing: 1,300.00 less 200.00 is not 1,100.00 coded to one', () => {
    const people = [person('One', '-1100.00'), person('Two', '1300.00'), person('Three', '-200.00')];
    expect(states(people)).toEqual(['unexplained', 'unexplained', 'unexplained']);
  });

  test('an amount on net salary expense that fits nobody explains nothing', () => {
    const pool = { account: '404', name: 'Net Salary Expense', amount: money('2199.00') };
    expect(states([person('One', '1100.00'), person('Two', '1100.00')], [pool])).toEqual(['not_paid', 'not_paid']);
  });

  test('two wages in one payment to one of the two, whose account then has too much', () => {
    const paid = bankOf(line('2026-05-29', '2400.00'), explainedTo('2026-06-05'));
    const debts = [april, pay('2026-05-29', '1300.00')];
    const people = [person('One', '-1100.00', { debts, bank: paid }), person('Two', '1100.00', { bank: paid })];
    expect(states(people.slice(0, 1))).toEqual(['paid_over']);
    expect(states(people)).toEqual(['coded_elsewhere', 'coded_elsewhere']);
  });

  test('an amount without a due day gets none by being coded elsewhere', () => {
    const pool = { account: '404', name: 'Net Salary Expense', amount: money('2301.00') };
    const [one] = classifyPeople([person('One', '1150.00'), person('Two', '1151.00')], [pool]);
    expect(one?.because).toStrictEqual([
      { what: 'Pay of One, coded to 404 Net Salary Expense', amount: money('1150.00') },
    ]);
  });

  test('a bank line from before these wages does not pay them, not even in one sum', () => {
    const old = (amount: string) => bankOf(line('2026-04-20', amount, false), explainedTo('2026-06-05'));
    expect(states([person('One', '1100.00', { bank: old('1100.00') })])).toEqual(['not_paid']);
    const both = ['One', 'Two'].map((name) => person(name, '1100.00', { bank: old('2200.00') }));
    expect(states(both)).toEqual(['not_paid', 'not_paid']);
  });

  test('one person’s wage and an amount named beside it are not several wages in one sum', () => {
    const accepted = [{ as: 'rounding' as const, amount: money('0.40'), reason: 'Pennies of 2024' }];
    const more = bankOf(line('2026-05-29', '1100.40', false), explainedTo('2026-06-05'));
    expect(states([person('One', '1100.40', { accepted, bank: more })])).toEqual(['cannot_tell_yet']);
  });

  test('both of one person’s wages paid twice, or those of two others', () => {
    const twice = bankOf(
      ...[line('2026-04-30', '1000.00'), line('2026-05-01', '1000.00')],
      ...[line('2026-05-29', '1100.00'), line('2026-06-01', '1100.00'), explainedTo('2026-06-05')],
    );
    const [one] = classifyPeople([
      person('One', '-2100.00', { bank: twice }),
      person('Two', '1000.00', { bank: twice }),
      person('Three', '1100.00', { bank: twice }),
    ]);
    expect(one?.because.map(({ what, amount, due }) => `${amount} ${what} ${due}`)).toEqual([
      '-2100.00 Pay of 2026-05-29 paid twice: 29 May 2026 and 1 June 2026 and Pay of 2026-04-30 paid twice: 30 April 2026 and 1 May 2026, or Pay of Two, coded to One and Pay of Three, coded to One 2026-05-29',
    ]);
  });
});

test('all wages in one line of the bank that is not explained', () => {
  const bank = bankOf(line('2026-05-29', '2300.00', false));
  const facts = { on: '2026-06-08', journals: [], bank };
  const verdicts = classifyPeople([
    { name: 'One', facts: { ...facts, balance: money('1200.00'), debts: [pay('2026-05-29', '1200.00')] } },
    { name: 'Two', facts: { ...facts, balance: money('1100.00'), debts: [may] } },
  ]);
  expect(verdicts.map(({ state }) => state)).toEqual(['paid_not_yet_explained', 'paid_not_yet_explained']);
  expect(verdicts[1]?.because).toEqual([
    {
      ...{ what: 'Pay of Two paid in one sum, not yet explained', amount: money('1100.00') },
      ...{ due: '2026-05-29', seen: '2026-05-29' },
    },
  ]);
});

test('wages in two lines that are not explained, and one person who is paid', () => {
  const lines = [line('2026-05-29', '1150.00', false), line('2026-06-01', '1150.00', false)];
  const bank = bankOf(...lines, explainedTo('2026-06-05'));
  const facts = { on: '2026-06-08', journals: [], bank };
  const verdicts = classifyPeople([
    { name: 'One', facts: { ...facts, balance: money('1200.00'), debts: [pay('2026-05-29', '1200.00')] } },
    { name: 'Paid', facts: { ...facts, balance: Money.zero, debts: [may] } },
    { name: 'Two', facts: { ...facts, balance: money('1100.00'), debts: [may] } },
  ]);
  expect(verdicts.map(({ state }) => state)).toEqual(['paid_not_yet_explained', 'settled', 'paid_not_yet_explained']);
  expect(verdicts[0]?.because[0]?.seen).toBe('2026-06-01');
});
