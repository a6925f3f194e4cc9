import { expect, test } from '@jest/globals';
import { type FieldAct, toDecide } from '../../../src/acts/runs/decide-field.js';
import { type Treatment, treatmentNames } from '../../../src/journal/policy/decision.js';
import { fieldRows } from '../../../src/journal/policy/treatments.js';
import { givenPolicy, parsePolicy, WrongPolicy } from '../../../src/journal/policy/policy.js';
import { company } from '../../factories/facts.js';
import { outcomeOf, payRun } from './refused.js';

const user = 'https://books.test/v2/users/1';
const who = { actor: 'Ann', trigger: 'page', companies: null } as const;

/** What payroll itself owes, and all that it may be decided to be; any other field may be anything. */
const only: Readonly<Record<string, readonly Treatment[]>> = {
  tax_deducted: ['hold', 'deduct_to_tax_authority'],
  employee_ni: ['hold', 'deduct_to_tax_authority'],
  employer_ni: ['hold', 'employer_cost_to_tax_authority'],
  student_loan_deduction: ['hold', 'deduct', 'deduct_to_tax_authority'],
  postgrad_loan_deduction: ['hold', 'deduct', 'deduct_to_tax_authority'],
  employee_pension: [],
  employee_pension_not_under_net_pay: [],
  employee_pension_salary_sacrifice: [],
  employer_pension: [],
};

const fields = [...fieldRows.map(({ field }) => field), 'no_such_field'];

const decide = (field: string, as: FieldAct['as'], scope: FieldAct['scope'] = 'run') =>
  outcomeOf(() =>
    toDecide({ company, run: payRun(), have: new Set([user]) }, { who, reason: 'seen', field, as, scope }),
  );
const isRefused = (outcome: unknown) => (outcome as { title?: string }).title === 'Payroll itself owes this';

test.each(fields)('%s is decided to be what it may be, and nothing else, in the act and in a policy', (field) => {
  const allowed = only[field] ?? treatmentNames;
  expect(treatmentNames.filter((as) => !isRefused(decide(field, as)))).toStrictEqual(
    treatmentNames.filter((as) => allowed.includes(as)),
  );
  const inPolicy = treatmentNames.filter((as) => {
    try {
      return givenPolicy({ treatments: { [field]: as } }) !== undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(WrongPolicy);
      return false;
    }
  });
  expect(inPolicy).toStrictEqual(treatmentNames.filter((as) => allowed.includes(as)));
});

test('another account alone is no other kind, and whoever meant that is told how', () => {
  const moved = { as: 'deduct_to_tax_authority', account: '820' } as const;
  expect(isRefused(decide('tax_deducted', moved))).toBe(false);
  expect(decide('tax_deducted', 'information', 'payslip')).toStrictEqual({
    title: 'Payroll itself owes this',
    detail:
      'Elm Ltd: Tax deducted is owed by payroll itself, so it cannot be treated as information: the books would no longer owe what payroll reports.',
    todo: 'If the amount is wrong, correct it in payroll. To post it to another account, keep it as deduct_to_tax_authority and name the account.',
    ...{ status: 422, exitCode: 2 },
  });
  expect(decide('employer_pension', { as: 'deduct', account: '816' })).toMatchObject({
    todo: 'If the amount is wrong, correct it in payroll. To post it to another account, name that in the policy (accounts).',
  });
});

test('a stored policy that says otherwise is read, and may stay as it is when something else changes', () => {
  const stored = { treatments: { tax_deducted: 'information' } };
  const before = parsePolicy(stored);
  expect(givenPolicy({ ...stored, mode: 'approve' }, before).treatments.tax_deducted).toBe('information');
  expect(() => givenPolicy({ treatments: { tax_deducted: 'pay' } }, before)).toThrow(
    'policy.treatments.tax_deducted: payroll itself owes this; it cannot be pay',
  );
});
