import { Money } from '../../../src/journal/nouns/money.js';
import {
  nameOf,
  pathOf,
  type PayPeriod,
  payRunsOf,
  type Payslip,
  type Person,
} from '../../../src/journal/nouns/pay-run.js';

test.each([
  ['https://api.example.test/v2/users/1', '/v2/users/1'],
  ['http://localhost:4010/v2/users/1', '/v2/users/1'],
  ['/v2/users/1', '/v2/users/1'],
  ['https://api.example.test/v2/users/1/', '/v2/users/1'],
  ['/v2/users/1/', '/v2/users/1'],
  ['https://api.example.test', '/'],
  ['https://api.example.test/', '/'],
  ['/', '/'],
  ['', ''],
  ['x://api.example.test/v2/users/1', '/v2/users/1'],
  ['v2/users/1', 'v2/users/1'],
])('%s is known as %s', (url, path) => {
  expect(pathOf(url)).toBe(path);
});

test('the payslips of one day are one pay run, the earliest day first', () => {
  const payslip = (user: number, datedOn: string): Payslip => ({
    user: `/v2/users/${user}`,
    userPath: `/v2/users/${user}`,
    datedOn,
    figures: new Map(),
    flaws: [],
    leaving: false,
  });
  const days = ['2025-10-31', '2025-10-10', '2025-10-24', '2025-10-31', '2025-10-10'];
  const payslips = days.map((day, index) => payslip(index, day));
  const period: PayPeriod = {
    year: 2026,
    period: 6,
    datedOn: '2025-10-31',
    status: 'filed',
    allowanceClaimed: false,
    allowanceAmount: Money.zero,
    cisDeduction: Money.zero,
    payslips,
    flaws: [],
    unknown: { figures: new Map(), flaws: [] },
  };
  expect(payRunsOf(period)).toEqual([
    { year: 2026, period: 6, datedOn: '2025-10-10', payslips: [payslips[1], payslips[4]] },
    { year: 2026, period: 6, datedOn: '2025-10-24', payslips: [payslips[2]] },
    { year: 2026, period: 6, datedOn: '2025-10-31', payslips: [payslips[0], payslips[3]] },
  ]);
  expect(payRunsOf({ ...period, payslips: [] })).toEqual([]);
});

test.each([
  ['Ann', 'Lee', 'Ann Lee'],
  ['Ann', '', 'Ann'],
  ['', 'Lee', 'Lee'],
  ['Zoë', 'Ångström', 'Zoë Ångström'],
  ['Ann', ' Lee', 'Ann Lee'],
  ['Ann\u0000\u001b', 'Lee', 'Ann Lee'],
  ['Ann\nMary', 'Lee', 'Ann Mary Lee'],
  ['\u0007Ann', '\t', 'Ann'],
  ['', '', 'User 17'],
  [' ', '\n', 'User 17'],
])('%j %j is called %s', (firstName, lastName, name) => {
  const person: Person = { url: 'https://a.test/v2/users/17', path: '/v2/users/17', role: '', firstName, lastName };
  expect(nameOf(person)).toBe(name);
});
