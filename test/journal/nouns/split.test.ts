import { accountsNamed, type FieldTreatment } from '../../../src/journal/policy/decision.js';
import { decisionInWords } from '../../../src/journal/policy/decision-in-words.js';
import { whyInWords } from '../../../src/journal/mapping/why-in-words.js';
import { whyText } from '../../../src/journal/nouns/why.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { parsePolicy, parseSplit } from '../../../src/journal/policy/policy.js';
import { type SplitPart, splitUp } from '../../../src/journal/nouns/split.js';
import { codes, mapOne, payslip, period, linesOf, userUrl } from '../payroll.js';

const fee: SplitPart[] = [
  { account: '049', amount: '1.00' },
  { account: '815', rest: true },
];
const treated = (field: string, as: string, split: unknown = fee) =>
  parsePolicy({ treatments: { [field]: { as, split } } });

test.each([
  ['101.00', ['1.00', '100.00']],
  ['1.00', ['1.00', '0.00']],
  ['0.99', undefined],
  ['-101.00', undefined],
])('%s with 1.00 apart', (amount, expected) => {
  expect(splitUp(Money.parse(amount), fee)?.map((share) => share.amount.toString())).toEqual(expected);
});

test('a correction is split by amounts of its own sign', () => {
  const back: SplitPart[] = [
    { account: '049', amount: '-1.00' },
    { account: '815', rest: true },
  ];
  expect(splitUp(Money.parse('-101.00'), back)?.map((share) => share.amount.toString())).toEqual(['-1.00', '-100.00']);
  expect(splitUp(Money.parse('101.00'), back)).toBeUndefined();
  const two = [{ account: '048', amount: '-2.00' }, ...back];
  expect(parseSplit(two, 'decisions.split.attachments')).toEqual(two);
});

test('a split changes accounts but never net pay, and each line has its reason', () => {
  const wire = period([payslip(1, { attachments: '101.00' })]);
  const run = mapOne(wire, { policy: treated('attachments', 'deduct') });
  expect(linesOf(run)).toEqual([
    '401 2000.00',
    '402 237.45',
    '814 -503.81',
    '902 user 1 -1632.64',
    '049 -1.00',
    '815 -100.00',
  ]);
  expect(run.totals).toEqual(mapOne(wire).totals);
  expect(JSON.parse(JSON.stringify(run.journal?.entries.slice(-2).map((entry) => entry.why)))).toEqual([
    [{ because: 'split', payslip: userUrl(1), field: 'attachments', of: '-101.00', amount: '-1.00' }],
    [{ because: 'split', payslip: userUrl(1), field: 'attachments', of: '-101.00', amount: '-100.00', rest: true }],
  ]);
});

test('two fixed amounts on one account are one line, with one reason', () => {
  const two = [{ account: '049', amount: '2.00' }, ...fee];
  expect(splitUp(Money.parse('101.00'), two)?.map(({ account, amount }) => `${account} ${amount}`)).toEqual([
    '049 3.00',
    '815 98.00',
  ]);
  for (const layout of ['itemised', 'summarised'] as const) {
    const run = mapOne(period([payslip(1, { attachments: '101.00' })]), {
      policy: { ...treated('attachments', 'deduct', two), layout },
    });
    const apart = run.journal?.entries.filter((entry) => entry.category === '049') ?? [];
    expect(apart.map(({ why = [] }) => whyInWords(why.map(whyText)))).toEqual([
      'a fixed amount of 101.00 in Attachment of earnings',
    ]);
  }
});

test('an amount below its fixed parts is held, and meanwhile is wholly on the account for the rest', () => {
  const held = (amount: string) =>
    mapOne(period([payslip(1, { attachments: amount })]), { policy: treated('attachments', 'deduct') });
  const [below, opposite] = [held('0.50'), held('-101.00')];
  expect(below.holds).toEqual([
    {
      code: 'split_exceeds_amount',
      message:
        'Person One has £0.50 in Attachment of earnings, and its decision puts £1.00 of it on accounts of their own, which is more. Decide how this amount is split.',
      payslip: userUrl(1),
      field: 'attachments',
      amount: '0.50',
    },
  ]);
  expect(opposite.holds[0]?.message).toContain('splits £1.00 off, which is of the opposite sign');
  expect(linesOf(below).at(-1)).toBe('815 -0.50');
});

test('a user account names the person, in every layout', () => {
  const loan = [
    { account: '907', amount: '200.00' },
    { account: '815', rest: true },
  ];
  for (const layout of ['itemised', 'summarised', { merged: { liabilityCategory: '731' } }] as const) {
    const policy = { ...treated('other_deductions_from_net_pay', 'deduct', loan), layout };
    const run = mapOne(period([payslip(1, { other_deductions_from_net_pay: '250.00' })]), { policy });
    expect(linesOf(run).slice(-2)).toEqual(['907 user 1 -200.00', '815 -50.00']);
  }
});

test('pay that is split is not allocated', () => {
  const policy = parsePolicy({
    treatments: {
      bonus: {
        as: 'pay',
        split: [
          { account: '410', amount: '10.00' },
          { account: '401', rest: true },
        ],
      },
    },
    allocations: { [userUrl(1)]: [{ from: '2025-04-06', parts: [{ percent: '100', accounts: { salaries: '150' } }] }] },
  });
  const run = mapOne(period([payslip(1, { bonus: '100.00' })]), { policy });
  expect(linesOf(run).slice(0, 3)).toEqual(['410 10.00', '401 90.00', '150 2000.00']);
});

test('of tax that is split, only the rest counts on 814', () => {
  const policy = treated('tax_deducted', 'deduct_to_tax_authority', [
    { account: '816', amount: '90.20' },
    { account: '814', rest: true },
  ]);
  const run = mapOne(period([payslip()]), { policy });
  expect(run.payeNi.toString()).toBe('413.61');
});

test('a decision of a reviewer may split', () => {
  const run = mapOne(period([payslip(1, { other_deductions: '101.00' })]), {
    decided: [{ field: 'other_deductions', as: { as: 'deduct', split: fee }, scope: 'practice' }],
  });
  expect(codes(run.holds)).toEqual([]);
  expect(linesOf(run).slice(-2)).toEqual(['049 -1.00', '815 -100.00']);
});

test.each<readonly [FieldTreatment, string, readonly string[]]>([
  ['hold', 'held until a person decides', []],
  ['pay', 'pay', []],
  ['deduct', 'deducted', []],
  ['deduct_to_tax_authority', 'deducted for HMRC', []],
  ['employer_cost_to_tax_authority', "employer's cost, owed to HMRC", []],
  ['information', 'information only', []],
  [{ as: 'deduct', account: '815' }, 'deducted, to 815', ['815']],
  [{ as: 'deduct', split: fee }, 'deducted, £1.00 to 049, the rest to 815', ['049', '815']],
])('%j in words, with the accounts it names', (decision, words, accounts) => {
  expect(decisionInWords('attachments', decision)).toBe(`Attachment of earnings: ${words}`);
  expect(accountsNamed(decision)).toEqual(accounts);
});

describe('what cannot be a split', () => {
  const rest = { account: '815', rest: true };
  const shape = 'a split is one or more fixed amounts, then exactly one { "account": …, "rest": true }';
  test.each([
    [[rest], shape],
    [[], shape],
    [[{ account: '049', amount: '1.00' }], shape],
    [[rest, { account: '049', amount: '1.00' }], shape],
    [[{ account: '049', amount: '1.00' }, rest, rest], shape],
    [
      [{ account: '049', amount: '1.00' }, { account: '050', amount: '-1.00' }, rest],
      'the fixed amounts of a split have one sign',
    ],
    [[{ account: '049', amount: '0.00' }, rest], 'an amount in pounds and pence is expected, such as "1.00"'],
    [[{ account: '049', amount: '1.001' }, rest], 'an amount in pounds and pence is expected, such as "1.00"'],
    [[{ account: 'fee', amount: '1.00' }, rest], 'a nominal code is expected, such as "401"'],
    [[{ account: '049' }, rest], '{ "account": …, "amount": "1.00" } or { "account": …, "rest": true } is expected'],
  ])('%j', (split, problem) => {
    expect(() => parseSplit(split, 'decisions.split.attachments')).toThrow(problem);
    expect(() => treated('attachments', 'deduct', split)).toThrow(problem);
  });

  test('a split of a field that posts nothing', () => {
    expect(() => treated('attachments', 'information')).toThrow('it posts no line');
  });
});
