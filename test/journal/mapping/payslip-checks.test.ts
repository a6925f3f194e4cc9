import { parsePolicy } from '../../../src/journal/policy/policy.js';
import { type Circumstances, codes, mapOne, payslip, period, users, userUrl } from '../payroll.js';

const about = (field: string, amount?: string) => ({
  payslip: userUrl(1),
  field,
  ...(amount === undefined ? {} : { amount }),
});

/** The whole remark on one payslip, as a person reads it. */
test.each<[string, Record<string, unknown>, Circumstances, Record<string, unknown>]>([
  [
    'someone who is not among the users',
    {},
    { users: [] },
    {
      code: 'unknown_user',
      message:
        "The person at /v2/users/1 has a payslip paid 31 October 2025, but is not among the company's users. Restore the user, then sync again.",
      ...about('user'),
    },
  ],
  [
    'a role of neither kind',
    {},
    { users: users('Owner') },
    {
      code: 'unsupported_role',
      message:
        "Person One has the role Owner, which does not say whether the pay is a director's or an employee's. Say which in the policy's roles.",
      ...about('role'),
    },
  ],
  [
    'no role',
    {},
    { users: users('') },
    {
      code: 'unsupported_role',
      message:
        "Person One has no role, which does not say whether the pay is a director's or an employee's. Say which in the policy's roles.",
      ...about('role'),
    },
  ],
  [
    'a user listed twice',
    {},
    { users: [...users('Director'), ...users('')] },
    {
      code: 'unsupported_role',
      message:
        "Person One is among the company's users more than once: as Director and without a role. Correct the users, or name this person in the policy's roles.",
      ...about('role'),
    },
  ],
  [
    'an amount that is no exact money',
    { bonus: '1.005' },
    {},
    {
      code: 'not_exact_money',
      message:
        'Person One has 1.005 in Bonus, which is not an amount in pounds and pence. Have the payslip corrected in payroll.',
      ...about('bonus', '1.005'),
    },
  ],
  [
    'an unknown amount that is no exact money',
    { long_service: '1.005' },
    {},
    {
      code: 'unknown_money_field',
      message:
        'Person One has 1.005 in "Long service", an unrecognised pay item, and not an amount in pounds and pence. Have it corrected in payroll, or decide that it is information only.',
      ...about('long_service', '1.005'),
    },
  ],
  [
    'an amount sent as a number',
    { tax_deducted: 390.4 },
    {},
    {
      code: 'not_exact_money',
      message:
        'Person One has 390.4 in Tax deducted, sent as a number and not as text: pence may have been rounded on the way. Sync again; in a document of your own, write "390.40".',
      ...about('tax_deducted', '390.4'),
    },
  ],
  [
    'an unknown amount sent as a number',
    { long_service: -0.5 },
    {},
    {
      code: 'unknown_money_field',
      message:
        'Person One has -0.5 in "Long service", an unrecognised pay item, sent as a number and not as text: pence may have been rounded on the way. Sync again (in a document of your own, write "-0.50"), or decide that it is information only.',
      ...about('long_service', '-0.5'),
    },
  ],
  [
    'a number with a third decimal',
    { bonus: 1.005 },
    {},
    {
      code: 'not_exact_money',
      message:
        'Person One has 1.005 in Bonus, which is not an amount in pounds and pence. Have the payslip corrected in payroll.',
      ...about('bonus', '1.005'),
    },
  ],
  [
    'statutory pay that is not documented',
    { statutory_parental_bereavement_pay_n_ireland: '187.18' },
    {},
    {
      code: 'unknown_money_field',
      message: `Person One has £187.18 in "Statutory parental bereavement pay (Northern Ireland)", which the payroll's documents do not describe. If the payslip shows it as pay, decide that it is pay: HMRC repays part of it.`,
      ...about('statutory_parental_bereavement_pay_n_ireland', '187.18'),
    },
  ],
  [
    'one pension in two fields',
    { employee_pension: '50.00', employee_pension_not_under_net_pay: '50.00' },
    {},
    {
      code: 'possible_double_count',
      message:
        'Person One has £50.00 in Employee pension and £50.00 in Employee pension (not under net pay): this may be one contribution shown twice. Compare with the payslip; approve if all of it was really deducted.',
      ...about('employee_pension', '50.00'),
    },
  ],
  [
    'one pension given up, and shown as the employer’s',
    { employee_pension_salary_sacrifice: '50.00', employer_pension: '50.00' },
    {},
    {
      code: 'employer_pension_equals_sacrificed',
      message:
        'Person One has £50.00 of pension by salary sacrifice, and the same as employer pension. Check with the pension provider that both are due: this may be one contribution shown twice.',
      ...about('employer_pension', '50.00'),
    },
  ],
  [
    'a tax refund',
    { tax_deducted: '-20.00' },
    {},
    {
      code: 'negative_tax',
      message: 'Person One gets back £20.00 of tax: a refund, posted as it stands.',
      ...about('tax_deducted', '-20.00'),
    },
  ],
  [
    'the directors’ NI method for an employee',
    { ni_calc_type: 'Director' },
    {},
    {
      code: 'role_differs_from_ni_calc_type',
      message:
        "Person One is treated as an employee, but NI is worked out by the directors' method. Check the role in the company's users, or name this person in the policy's roles.",
      ...about('ni_calc_type'),
    },
  ],
  [
    'statutory maternity pay',
    { statutory_maternity_pay: '100.00' },
    {},
    {
      code: 'statutory_recovery_not_posted',
      message:
        'Person One has £100.00 of Statutory maternity pay. The part that HMRC repays is not in the payroll data, so it is posted in a set of its own, once its rate is known.',
      ...about('statutory_maternity_pay', '100.00'),
    },
  ],
  [
    'a director whose cost is allocated',
    {},
    {
      users: users('Director'),
      policy: parsePolicy({
        allocations: { '/v2/users/1': [{ from: '2025-04-06', parts: [{ percent: '100', accounts: {} }] }] },
      }),
    },
    {
      code: 'director_allocated',
      message:
        'Person One is a director, and the policy\'s allocations would take the cost off the directors\' accounts, which are disclosed apart. Set "directors": true next to the parts if that is meant, or end the allocation.',
      ...about('allocations'),
    },
  ],
  [
    'more deducted than paid',
    { basic_pay: '100.00' },
    {},
    {
      code: 'negative_net_pay',
      message:
        "Person One's net pay comes to -£166.36: more is deducted than paid. If the person really owes the difference, approve it; else correct payroll.",
      payslip: userUrl(1),
      amount: '-166.36',
    },
  ],
])('%s', (_, fields, circumstances, remark) => {
  const { holds, warnings } = mapOne(period([payslip(1, fields)]), circumstances);
  expect([...holds, ...warnings]).toEqual([remark]);
});

test('pay that is taken back is negative twice', () => {
  const nothingDue = { tax_deducted: '0', employee_ni: '0', employer_ni: '0' };
  expect(mapOne(period([payslip(1, { basic_pay: '-10.00', ...nothingDue })])).holds).toEqual([
    {
      code: 'negative_gross',
      message:
        "Person One's gross pay comes to -£10.00. If earlier pay is being taken back, approve it; else correct payroll.",
      payslip: userUrl(1),
      amount: '-10.00',
    },
    expect.objectContaining({ code: 'negative_net_pay', amount: '-10.00' }),
  ]);
  expect(mapOne(period([payslip(1, { basic_pay: '0', ...nothingDue })])).holds).toEqual([]);
});

test.each([
  ['of another amount', { employee_pension_salary_sacrifice: '50.00', employer_pension: '49.99' }],
  ['not given up from pay', { employee_pension: '50.00', employer_pension: '50.00' }],
  ['of no one', {}],
])('an employer pension %s is no remark', (_, fields) => {
  expect(mapOne(period([payslip(1, fields)]))).toMatchObject({ holds: [], warnings: [] });
});

test('an employee by the directors’ method is a remark, an employee by the usual one is not', () => {
  expect(mapOne(period([payslip(1)])).warnings).toEqual([]);
});

test('two questions on one payslip are asked in general, each with its amount', () => {
  const two = { other_deductions: '40.00', deductions_subject_to_nic_but_not_paye: '5.00' };
  const { holds } = mapOne(period([payslip(1, two)]));
  expect(holds.map(({ code, amount }) => [code, amount])).toEqual([
    ['ambiguous_field', '40.00'],
    ['ambiguous_field', '5.00'],
  ]);
  const flawed = mapOne(period([payslip(1, { other_deductions: '40.00', bonus: null })])).holds;
  expect(codes(flawed)).toEqual(['not_exact_money', 'ambiguous_field']);
});
