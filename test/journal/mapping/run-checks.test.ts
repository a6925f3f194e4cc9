import { Chart } from '../../../src/journal/nouns/chart.js';
import { codes, mapOne, payslip, period, userUrl } from '../payroll.js';

type Circumstances = Parameters<typeof mapOne>[1];

/** The whole remark on a pay run, as a person reads it. */
test.each<[string, unknown, Circumstances, Record<string, unknown>]>([
  [
    'a pay date in another tax year',
    period([payslip(1)]),
    { year: 2027 },
    {
      code: 'payslip_date_outside_tax_year',
      message:
        'The pay date 31 October 2025 is outside the tax year 2026/27 that this payroll belongs to. Correct the pay date in payroll.',
      payslip: userUrl(1),
      field: 'dated_on',
    },
  ],
  [
    'closed accounts',
    period([payslip(1), payslip(2)]),
    { closed: [{ from: '2025-10-31', to: '2026-10-30' }] },
    {
      code: 'accounts_closed',
      message:
        'The final accounts that contain 31 October 2025 are already prepared or filed. Approve to post into them anyway, or ignore this pay run.',
      field: 'dated_on',
    },
  ],
  [
    'a pay date well outside the tax month',
    period([{ ...payslip(1), dated_on: '2025-11-11' }]),
    {},
    {
      code: 'date_outside_tax_month',
      message:
        'The pay date 11 November 2025 is well outside tax month 7 (6 October 2025 to 5 November 2025). Check the pay date in payroll.',
      payslip: userUrl(1),
      field: 'dated_on',
    },
  ],
  [
    'an account that the books have not',
    period([payslip(1)]),
    { chart: new Chart(['401', '402', '902'].map((code) => ({ code, name: code, url: `/v2/categories/${code}` }))) },
    {
      code: 'missing_account',
      message:
        "The journal needs account 814, which is not in the company's chart of accounts. Add it there, or name another account: it is named by the policy (accounts.payeNi), and by the policy (controls.cisSuffered).",
    },
  ],
  [
    'a control user that the company has not',
    period([payslip(1)]),
    { policy: { layout: { merged: { controlUser: userUrl(9) } } } },
    {
      code: 'unknown_user',
      message:
        "The policy puts all net pay on the control user at /v2/users/9, who is not among the company's users. Name another control user in the policy.",
      field: 'layout.merged.controlUser',
    },
  ],
  [
    'one payslip twice',
    period([payslip(1), payslip(1)]),
    {},
    {
      code: 'possible_duplicate_payslip',
      message:
        'Person One has two payslips paid 31 October 2025 with the same amounts throughout, net pay £1,733.64 each: this may be one payslip twice. Compare with payroll; approve if both were really paid.',
      payslip: userUrl(1),
      amount: '1733.64',
    },
  ],
  [
    'an amount of the period that is no exact money',
    period([payslip(1)], { employment_allowance_amount: '1.005' }),
    {},
    {
      code: 'not_exact_money',
      message:
        'The payroll period has 1.005 in employment allowance amount, which is not an amount in pounds and pence. Have it corrected in payroll.',
      field: 'employment_allowance_amount',
      amount: '1.005',
    },
  ],
  [
    'an amount of the period sent as a number',
    period([payslip(1)], { employment_allowance_amount: 10.5 }),
    {},
    {
      code: 'not_exact_money',
      message:
        'The payroll period has 10.5 in employment allowance amount, sent as a number and not as text: pence may have been rounded on the way. Sync again; in a document of your own, write "10.50".',
      field: 'employment_allowance_amount',
      amount: '10.5',
    },
  ],
  [
    'an amount of the period that no one knows',
    period([payslip(1)], { apprenticeship_levy: '1250.00' }),
    {},
    {
      code: 'unknown_money_field',
      message:
        'The payroll period has £1,250.00 in "Apprenticeship levy", an unrecognised pay item that is on no payslip. Find out what it is: decide that it is information only, and enter what is owed or recovered as a journal of its own.',
      field: 'apprenticeship_levy',
      amount: '1250.00',
    },
  ],
])('%s', (_, wire, circumstances, remark) => {
  const { holds, warnings } = mapOne(wire, circumstances);
  expect([...holds, ...warnings]).toEqual([remark]);
});

test('a pay date in another tax year gets no remark on its tax month as well', () => {
  expect(mapOne(period([{ ...payslip(1), dated_on: '2026-04-30' }])).warnings).toEqual([]);
  expect(mapOne(period([payslip(1)])).warnings).toEqual([]);
});

test('a merged set on a liability account needs no control user', () => {
  const chart = { policy: { layout: { merged: { liabilityCategory: '731' } } } } as const;
  expect(mapOne(period([payslip(1)]), chart).holds).toEqual([]);
});

test('three payslips of one person, of which two are alike, are one remark; the same with other amounts is none', () => {
  const bonus = payslip(1, { bonus: '5.00' });
  expect(mapOne(period([payslip(1), bonus, payslip(2), payslip(1)])).holds).toHaveLength(1);
  expect(mapOne(period([payslip(1), bonus, payslip(2)])).holds).toEqual([]);
  // The same figure in another field is another payslip.
  const overtime = payslip(1, { overtime: '5.00' });
  expect(mapOne(period([bonus, overtime])).holds).toEqual([]);
  // The same fields in another order are the same payslip, and so is an amount that cannot be read.
  const [first, second] = [
    { bonus: '5.00', overtime: '6.00' },
    { overtime: '6.00', bonus: '5.00' },
  ];
  expect(mapOne(period([payslip(1, first), { ...second, ...payslip(1), ...second }])).holds).toHaveLength(1);
  const held = (one: string, other: string) =>
    codes(mapOne(period([payslip(1, { bonus: one }), payslip(1, { bonus: other })])).holds);
  expect(held('1.005', '1.005')).toContain('possible_duplicate_payslip');
  expect(held('1.005', '1.006')).not.toContain('possible_duplicate_payslip');
});
