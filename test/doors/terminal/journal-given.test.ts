import { readFileSync } from 'node:fs';
import { answerTo } from '../../../src/doors/terminal/journal/journal-answer.js';
import { inWords } from '../../../src/doors/terminal/journal/journal-words.js';
import { Problem } from '../../../src/ground/problem.js';

interface Story {
  document: Record<string, unknown>;
  payments?: unknown;
  allocations?: unknown;
  decisions?: object;
}

function given(name: string): Record<string, unknown> {
  const file = new URL(`../../golden/beyond-the-payslip/${name}.json`, import.meta.url);
  const { document, payments, allocations, decisions } = JSON.parse(readFileSync(file, 'utf8')) as Story;
  return { ...document, payments, allocations, decisions };
}

const recovered = given('r01-recover-92-percent');
const both = given('r06-director-and-employee');
const split = given('s01-attachment-with-admin-fee');
const thirds = given('a01-thirds');
const user = 'https://api.example.test/v2/users/1';

const total = (adjustment: object, document = recovered) => answerTo({ ...document, ...adjustment }).recovery?.total;

function wrong(adjustment: object, document = recovered): string {
  try {
    answerTo({ ...document, ...adjustment });
  } catch (error) {
    if (error instanceof Problem) return error.detail;
    throw error;
  }
  return 'nothing';
}

test('the table shows each line’s reason, the recovery after its run, and what is left', () => {
  expect(inWords(answerTo(recovered))).toContain(`Statutory pay recovered, 2025/26 month 3, paid 30 June 2025
counterfoil:2026-02:2025-06-30:recovery

Account       Description                                  Debit  Credit  Why
814 PAYE/NI   Statutory pay recovered from HMRC           688.82
401 Salaries  Statutory maternity pay, recovered, Pat P1          688.82  92 % of 748.72
              Total                                       688.82  688.82

Gross 4,167.47 · net pay 3,621.05 · HMRC 1,028.63 · pension 0.00 · other 0.00

Statutory pay recovered 688.82, its rate found from the payment due (explained)

PAYE and NI: payroll -1,028.63 · recovered 688.82 · CIS suffered 0.00 · levy 0.00 · credit brought forward 0.00 · payment 339.81 · left 0.00
`);
  expect(inWords(answerTo(thirds))).toContain('33.34 % of 1,000.01, a penny more by the remainder');
  expect(inWords(answerTo(split))).toContain('the rest of 101.00 in Attachment of earnings');
  expect(inWords(answerTo({ ...recovered, payments: [] }))).toContain(
    'Statutory pay recovered: not posted. £748.72 of statutory parental pay was paid, and the payment due to HMRC is not known.',
  );
});

test('the rate is decided for everybody, for a person, or for a person’s claim; otherwise the policy decides', () => {
  const decisions = (small_employer: unknown) => ({ decisions: { small_employer } });
  expect(total(decisions('no'))).toBe('688.82');
  expect(total(decisions(true))).toBe('812.36');
  expect(total(decisions({ [user]: 'yes' }))).toBe('812.36');
  expect(total(decisions({ '/v2/users/1': { statutory_maternity_pay: 'yes' } }))).toBe('812.36');
  expect(total(decisions({ statutory_maternity_pay: false }))).toBe('688.82');
  expect(total({ ...decisions(null), payments: [], policy: { recovery: { smallEmployer: 'yes' } } })).toBe('812.36');
  expect(total({ ...decisions({ [user]: 'no' }), policy: { recovery: { smallEmployer: 'yes' } } })).toBe('688.82');
  // One claim is decided, the other's rate is found from the payment.
  expect(total(decisions({ [user]: 'yes' }), both)).toBe('609.27');
});

test('levy and credit are taken off the payment before a rate is looked for', () => {
  const payments = [{ due_on: '2025-07-22', amount_due: '354.81' }];
  expect(total({ payments, decisions: { levy: '25.00', credit_brought_forward: '10.00' } })).toBe('688.82');
});

test('nothing is posted when the policy turns it off, or before its first month', () => {
  const sets = (recovery: object) => {
    const answer = answerTo({ ...recovered, policy: { recovery } });
    return [answer.journal_sets.length, answer.recovery, answer.paye?.left];
  };
  expect(sets({ post: 'off' })).toEqual([1, undefined, '-688.82']);
  expect(sets({ from: '2025-07-06' })).toEqual([1, undefined, '-688.82']);
  expect(sets({ from: '2025-07-05' })[0]).toBe(2);
});

test('when a run is set aside, the payment proves no rate', () => {
  const { period } = recovered as { period: { payslips: object[] } };
  const [first, second] = period.payslips;
  const early = { ...second, dated_on: '2025-06-13' };
  const answer = answerTo({
    ...recovered,
    policy: { postFrom: '2025-06-20' },
    period: { ...period, payslips: [first, early] },
  });
  expect(answer.journal_sets).toHaveLength(1);
  expect(answer.recovery?.verdict).toBe('not_due_yet');
});

test('what is given beside the document overrides the policy', () => {
  const policy = {
    allocations: {
      '/v2/users/1': [{ from: '2020-01-01', parts: [{ percent: '100', accounts: { salaries: '199' } }] }],
    },
  };
  const codes = answerTo({ ...thirds, policy }).journal_sets[0]?.journal_entries.map((line) => line.category);
  expect(codes).toContain('150');
  expect(codes).not.toContain('199');
});

test('a split keeps the field’s own treatment, or names one', () => {
  const parts = [
    { account: '049', amount: '1.00' },
    { account: '815', rest: true },
  ];
  const { period } = split as { period: { payslips: object[] } };
  const paid = (field: string) => ({
    ...period,
    payslips: period.payslips.map((slip) => ({ ...slip, [field]: '20.00' })),
  });
  const lines = (field: string, one: unknown, policy = {}) =>
    answerTo({ ...split, policy, period: paid(field), decisions: { split: { [field]: one } } })
      .journal_sets[0]?.journal_entries.filter((line) => line.why !== undefined)
      .map((line) => `${line.category} ${line.debit_value}`);
  expect(lines('other_deductions', parts)).toEqual(['049 -1.00', '815 -19.00']);
  expect(lines('other_salary_sacrifice_deductions', parts)).toEqual(['049 -1.00', '815 -19.00']);
  expect(lines('bonus', parts)).toEqual(['049 1.00', '815 19.00']);
  expect(lines('bonus', { as: 'deduct', split: parts })).toEqual(['049 -1.00', '815 -19.00']);
  expect(lines('bonus', parts, { treatments: { bonus: 'deduct' } })).toEqual(['049 -1.00', '815 -19.00']);
});

test.each([
  [{ payments: [{ due_on: '22 July' }] }, 'payments.0.due_on: a date is expected, such as "2025-07-22"'],
  [
    { payments: [{ due_on: '2025-07-22', amount_due: '1.005' }] },
    'payments.0.amount_due: an amount in pounds and pence is expected, such as "339.81"',
  ],
  [{ decisions: { smal_employer: 'yes' } }, 'decisions.smal_employer is not known'],
  [
    { decisions: { small_employer: 'maybe' } },
    'decisions.small_employer: "yes" or "no" is expected, or one of them by user or by kind of statutory pay',
  ],
  [
    { decisions: { small_employer: { bonus: 'yes' } } },
    "decisions.small_employer.bonus: a user's url or a statutory pay is expected",
  ],
  [{ decisions: { levy: 'all' } }, 'decisions.levy: an amount in pounds and pence is expected, such as "339.81"'],
  [
    { decisions: { split: { hours_worked: [] } } },
    'decisions.split.hours_worked: hours_worked posts no line that can be split',
  ],
  [
    { decisions: { split: { employee_pension: [] } } },
    'decisions.split.employee_pension: employee_pension posts no line that can be split',
  ],
  [
    { decisions: { split: { attachments: [{ account: '815', rest: true }] } } },
    'decisions.split.attachments: a split is one or more fixed amounts, then exactly one { "account": …, "rest": true }',
  ],
  [
    { allocations: { [user]: [{ percent: '99.99' }] } },
    `allocations.${user}.0.parts: the percentages sum to 99.99, not to exactly 100`,
  ],
  [{ policy: { recovery: { post: 'auto' } } }, 'policy.recovery: "auto" needs smallEmployer: "yes" or "no"'],
  [
    { policy: { allocations: { [user]: [] } } },
    `policy.allocations.${user}: Too small: expected array to have >=1 items`,
  ],
])('%j is refused in words', (adjustment, detail) => {
  expect(wrong(adjustment)).toBe(detail);
});
