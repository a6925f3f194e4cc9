import {
  type Approval,
  approvable,
  type Hold,
  holdCodes,
  isDecidedByField,
  leavesItemOpen,
  remaining,
} from '../../../src/journal/nouns/holds.js';

test('an approval cannot settle what needs a decision, a change in payroll or a policy', () => {
  expect(holdCodes.filter(approvable)).toEqual([
    'possible_double_count',
    'possible_duplicate_payslip',
    'allowance_exceeds_employer_ni',
    'allowance_above_maximum',
    'allowance_not_claimed',
    'negative_allowance',
    'negative_employer_ni',
    'negative_gross',
    'negative_net_pay',
    'accounts_closed',
    'already_in_books',
    'unexplained_movement',
    'net_pay_differs',
    'taxable_and_ni_pay_differ',
    'employer_ni_improbable',
    'employee_ni_improbable',
    'year_to_date_differs',
    'notional_pay',
    'off_payroll_worker',
    'pension_total_differs',
    'return_before_unknown',
    'paid_by_two_sources',
    'appeared_after_move',
  ]);
  expect(holdCodes).toHaveLength(43);
});

const user = 'https://api.example.test/v2/users/1';
const hold = (code: Hold['code'], more: Partial<Hold> = {}): Hold => ({ code, message: 'Why', ...more });
const left = (held: Hold, approval: Partial<Approval>, fingerprint: string | undefined = 'f1') =>
  remaining([held], [{ code: held.code, ...approval }], fingerprint).length;

test('an approval is bound to its figures', () => {
  expect(left(hold('negative_gross'), { fingerprint: 'f1' })).toBe(0);
  expect(left(hold('negative_gross'), { fingerprint: 'f2' })).toBe(1);
  expect(left(hold('negative_gross'), {})).toBe(1);
  expect(remaining([hold('negative_gross')], [{ code: 'negative_gross', fingerprint: 'f1' }], undefined)).toHaveLength(
    1,
  );
});

test('an approval without a person or an amount is for every hold of its reason', () => {
  expect(left(hold('negative_net_pay', { payslip: user, amount: '-5.00' }), { fingerprint: 'f1' })).toBe(0);
});

test('an approval is for its own reason only', () => {
  const held = [hold('negative_gross'), hold('negative_net_pay')];
  expect(remaining(held, [{ code: 'negative_gross', fingerprint: 'f1' }], 'f1')).toEqual([held[1]]);
  expect(remaining(held, [], 'f1')).toEqual(held);
});

test('no approval releases what is not approvable', () => {
  expect(left(hold('ambiguous_field'), { fingerprint: 'f1' })).toBe(1);
  expect(left(hold('not_exact_money'), { fingerprint: 'f1' })).toBe(1);
});

test('an approval for a person is for that person, by path', () => {
  const held = hold('negative_net_pay', { payslip: user });
  expect(left(held, { fingerprint: 'f1', user: '/v2/users/1' })).toBe(0);
  expect(left(held, { fingerprint: 'f1', user: '/v2/users/2' })).toBe(1);
  expect(left(hold('negative_net_pay'), { fingerprint: 'f1', user: '/v2/users/1' })).toBe(1);
});

test('an approval of an amount is for that amount', () => {
  const held = hold('already_in_books', { amount: '2000.00' });
  expect(left(held, { fingerprint: 'f1', amount: '2000.00' })).toBe(0);
  expect(left(held, { fingerprint: 'f1', amount: '2000.01' })).toBe(1);
});

test('only a possible double count is remembered for a person', () => {
  expect(left(hold('possible_double_count', { payslip: user }), { user: '/v2/users/1' })).toBe(0);
  expect(left(hold('possible_double_count', { payslip: user }), { user: '/v2/users/2' })).toBe(1);
  expect(left(hold('possible_double_count', { payslip: user }), {})).toBe(1);
  expect(left(hold('negative_gross', { payslip: user }), { user: '/v2/users/1' })).toBe(1);
});

test('a field is decided for three holds, and its item is open for a fourth, which cannot be read', () => {
  const decided = ['ambiguous_field', 'unknown_money_field', 'split_exceeds_amount'];
  expect(holdCodes.filter(isDecidedByField)).toStrictEqual(decided);
  expect(holdCodes.filter(leavesItemOpen).toSorted()).toStrictEqual([...decided, 'not_exact_money'].toSorted());
});
