import { countExceptions } from '../../src/journal/controls/exceptions.js';
import { Money } from '../../src/journal/money.js';
import type { ControlRow } from '../../src/controls/show/readings.js';
import { exceptionsOf } from '../../src/views/controls/control-exceptions.js';

const held = 'Pay run of 31 October 2025 is not in the books yet';
const unpaid = 'Net pay of 30 September 2025 not paid';

function row(account: string, amount: string, more: Partial<ControlRow> = {}, what = held, due?: string): ControlRow {
  const difference = Money.parse(amount);
  const because = [{ what, amount, ...(due !== undefined && { due }) }];
  const named = { company: 'Elm Ltd', companyId: 'elm', asOn: '2025-11-10', account, name: `account ${account}` };
  const figures = { balance: Money.zero, charged: Money.zero, owed: Money.zero, difference, because };
  return { ...named, state: 'needs_a_journal', figures, ...more };
}
const ofPerson = (number: number, more: Partial<ControlRow> = {}) => ({
  ...{ userPath: `/v2/users/${number}`, name: `Person ${number}` },
  ...more,
});
const inShort = (rows: readonly ControlRow[]) =>
  exceptionsOf(rows).map(({ rows: of, difference, parts }) => [
    of.map(({ account, name }) => `${account} ${name}`),
    difference?.toString(),
    parts.map(({ what, amounts }) => `${what}: ${amounts.map((one) => `${one.amount} on ${one.account}`).join(', ')}`),
  ]);

test('a pay run that is not posted is one exception for all its accounts, with the figure of each', () => {
  const rows = [
    row('813', '-86.04'),
    row('814', '-578.81'),
    row('902', '-1000.00', ofPerson(1)),
    row('902', '-1733.64', ofPerson(2)),
  ];
  expect(inShort(rows)).toEqual([
    [
      ['813 account 813', '814 account 814', '902 Person 1', '902 Person 2'],
      '-3398.49',
      [`${held}: -86.04 on 813, -578.81 on 814, -2733.64 on 902`],
    ],
  ]);
});

test('unpaid wages of a pay run are one exception for all the people', () => {
  const state = 'not_paid';
  const rows = [1, 2].map((number) => row('902', '100.00', ofPerson(number, { state }), unpaid, '2025-09-30'));
  expect(
    inShort([...rows, row('902', '7.00', ofPerson(3, { state }), 'Net pay of 29 August 2025 not paid', '2025-08-29')]),
  ).toEqual([
    [['902 Person 1', '902 Person 2'], '200.00', [`${unpaid}: 200.00 on 902`]],
    [['902 Person 3'], '7.00', ['Net pay of 29 August 2025 not paid: 7.00 on 902']],
  ]);
});

test('other companies, accounts with another due day, other states and several explanations stay apart', () => {
  const due = '2025-11-22';
  const recovery = 'Statutory pay 811.18 at 92% not posted; confirm the rate';
  const ambiguous = row('902', '5.00', ofPerson(4));
  const figures = { ...(ambiguous.figures as NonNullable<ControlRow['figures']>), alternatives: [[], []] };
  const rows = [
    row('814', '1.00', {}, recovery, due),
    row('815', '2.00', {}, recovery, due),
    row('814', '3.00', { companyId: 'oak', company: 'Oak Ltd' }, recovery, due),
    row('902', '4.00', ofPerson(1, { state: 'not_paid' }), unpaid, due),
    row('902', '4.00', ofPerson(2, { state: 'cannot_tell_yet' }), unpaid, due),
    { ...ambiguous, state: 'ambiguous' as const, figures },
  ];
  expect(exceptionsOf(rows).map((one) => one.rows)).toEqual(rows.map((one) => [one]));
});

test('a bank that was not read is one exception for all the accounts that wait for it', () => {
  const unread = 'the bank could not be read';
  const waiting = (account: string, amount: string, what: string, more: Partial<ControlRow> = {}) => {
    const one = row(account, amount, { state: 'cannot_tell', ...more }, what);
    const figures = one.figures as NonNullable<ControlRow['figures']>;
    return { ...one, figures: { ...figures, because: figures.because.map((part) => ({ ...part, unread })) } };
  };
  const rows = [
    waiting('814', '500.00', `PAYE of month 6: ${unread}`),
    waiting('902', '1000.00', `Net pay of 30 September 2025: ${unread}`, ofPerson(1)),
    waiting('902', '1733.64', `Net pay of 31 October 2025: ${unread}`, ofPerson(2)),
    row('813', '5.00', { state: 'not_paid' }, 'Pension of 30 September 2025 not paid', '2025-10-22'),
  ];
  expect(inShort(rows)).toEqual([
    [['814 account 814', '902 Person 1', '902 Person 2'], '3233.64', [`${unread}: 500.00 on 814, 2733.64 on 902`]],
    [['813 account 813'], '5.00', ['Pension of 30 September 2025 not paid: 5.00 on 813']],
  ]);
  const open = rows.map(({ figures, ...one }) => ({ ...one, because: figures?.because ?? [] }));
  expect(countExceptions(open)).toBe(2);
});

test('without figures each account is an exception of its own, and nothing is summed', () => {
  const hidden = ['813', '814'].map((account) => {
    const { figures: _, ...rest } = row(account, '1.00');
    return rest;
  });
  expect(exceptionsOf(hidden)).toEqual(hidden.map((one) => ({ rows: [one], parts: [] })));
});
