import { Money } from '../../src/journal/money.js';
import type { ControlAccount } from '../../src/record/controls.entity.js';
import { rollForward, rollForwardByPerson } from '../../src/controls/show/roll-forward.js';

const read = (account: string, asOn: string, charged: string, balance: string) =>
  ({ account, asOn, charged: Money.parse(charged), balance: Money.parse(balance) }) as ControlAccount;
const recovered = (account: string, datedOn: string, amount: string) => ({
  account,
  datedOn,
  amount: Money.parse(amount),
});
const shown = (rows: ReturnType<typeof rollForward>) =>
  rows.map((row) =>
    [row.account, row.asOn, row.opening, row.charged, row.recovered, row.cleared, row.closing].map(String).join(' '),
  );

test('opening, charged, recovered, paid and closing, from one reading to the next', () => {
  // 1,158.63 from payslips less 688.82 recovered in November; 450.00 of CIS on the account and 19.81 paid.
  const history = [
    read('814', '2025-11-05', '1000.00', '1000.00'),
    read('814', '2025-12-05', '1469.81', '19.81'),
    read('902', '2025-12-05', '500.00', '0.00'),
  ];
  const recoveries = [
    recovered('814', '2025-11-28', '688.82'),
    recovered('401', '2025-11-28', '-688.82'),
    recovered('814', '2025-12-31', '10.00'),
  ];
  expect(shown(rollForward(history, recoveries))).toEqual([
    '814 2025-12-05 1000.00 1158.63 688.82 1450.00 19.81',
    '814 2025-11-05 0.00 1000.00 0.00 0.00 1000.00',
    '902 2025-12-05 0.00 500.00 0.00 500.00 0.00',
  ]);
});

test('every row adds up: opening and charged, less recovered and paid, is closing', () => {
  const history = [read('814', '2025-10-05', '80.00', '95.00'), read('814', '2025-11-05', '60.00', '-5.00')];
  const rows = rollForward(history, [recovered('814', '2025-11-01', '20.00'), recovered('814', '2025-09-30', '7.00')]);
  expect(rows).toHaveLength(2);
  for (const { opening, charged, recovered: back, cleared, closing } of rows)
    expect(opening.plus(charged).minus(back).minus(cleared).toString()).toBe(closing.toString());
});

test('on 902 each person has a line, and the lines sum to the account’s', () => {
  const person = (asOn: string, userPath: string, charged: string, balance: string) =>
    ({ ...read('902', asOn, charged, balance), userPath, name: userPath.toUpperCase() }) as ControlAccount;
  const history = [
    person('2025-10-05', 'ann', '1000.00', '1000.00'),
    person('2025-11-05', 'ann', '2000.00', '0.00'),
    // A person who is new in the second month opens with nothing.
    person('2025-11-05', 'bob', '700.00', '50.00'),
    { ...read('814', '2025-11-05', '300.00', '300.00'), userPath: '' } as ControlAccount,
  ];
  const [row] = rollForward(history).filter(({ account }) => account === '902');
  const people = rollForwardByPerson(history, { account: '902', asOn: '2025-11-05' });
  expect(people.map(({ name, ...one }) => `${name} ${shown([one]).join()}`)).toEqual([
    'ANN 902 2025-11-05 1000.00 1000.00 0.00 2000.00 0.00',
    'BOB 902 2025-11-05 0.00 700.00 0.00 650.00 50.00',
  ]);
  expect(shown([row!])).toEqual(['902 2025-11-05 1000.00 1700.00 0.00 2650.00 50.00']);
  expect(row?.after).toBe('2025-10-05');
  expect(rollForwardByPerson(history, { account: '814', asOn: '2025-11-05' })).toEqual([]);
});
