import { Money } from '../../../src/journal/nouns/money.js';
import { whyInWords } from '../../../src/journal/mapping/why-in-words.js';
import { earned, gathered, type Why, type WhyText, whyText } from '../../../src/journal/nouns/why.js';

const allocation: WhyText = { because: 'allocation', percent: '33.33', of: '1000.01', amount: '333.30' };
const split: WhyText = { because: 'split', field: 'attachments', of: '-101.00', amount: '-1.00' };
const recovery: WhyText = { because: 'recovery', rate: '92', of: '-748.72', amount: '-688.82' };

test.each<readonly [WhyText, string]>([
  [allocation, '33.33 % of 1,000.01'],
  [{ ...allocation, pennies: 1 }, '33.33 % of 1,000.01, a penny more by the remainder'],
  [{ ...allocation, pennies: 2 }, '33.33 % of 1,000.01, 2 pennies more by the remainder'],
  [{ ...allocation, pennies: -1 }, '33.33 % of 1,000.01, a penny less by the remainder'],
  [{ ...allocation, pennies: -3 }, '33.33 % of 1,000.01, 3 pennies less by the remainder'],
  [split, 'a fixed amount of 101.00 in Attachment of earnings'],
  [{ ...split, amount: '-100.00', rest: true }, 'the rest of 101.00 in Attachment of earnings'],
  [recovery, '92 % of 748.72'],
  [{ ...recovery, percent: '60' }, '92 % of 748.72, 60 % of it'],
  [{ ...recovery, because: 'compensation', rate: '8.5' }, '8.5 % of 748.72'],
  [
    { because: 'allowance', of: '-100.01', amount: '-62.51', employerNi: '1250.00', ofEmployerNi: '4000.00' },
    'share of 100.01 by employer NI (1,250.00 of 4,000.00)',
  ],
])('%j in words', (why, words) => {
  expect(whyInWords([why])).toBe(words);
});

test('three reasons are shown, the others counted', () => {
  const [one, two, three, four] = ['10', '20', '30', '40'].map((percent) => ({ ...allocation, percent })) as [
    ...[WhyText, WhyText, WhyText, WhyText],
  ];
  const shown = '10 % of 1,000.01; 20 % of 1,000.01; 30 % of 1,000.01';
  expect(whyInWords([one, two, three])).toBe(shown);
  expect(whyInWords([one, two, three, four])).toBe(`${shown}; and 1 more`);
  expect(whyInWords([one, two, three, four, one])).toBe(`${shown}; and 2 more`);
});

const why = (amount: string, more: Partial<Why> = {}): Why => ({
  because: 'allocation',
  percent: '50',
  of: Money.parse('100.00'),
  amount: Money.parse(amount),
  ...more,
});
const inText = (whys: readonly Why[]) =>
  gathered(whys).map((one) => [one.because, String(one.of), String(one.amount), one.pennies]);

test('reasons that differ only in their figures become one, with the pennies of all', () => {
  expect(inText([why('50.00'), why('50.01', { pennies: 1 }), why('49.98', { pennies: -2 })])).toEqual([
    ['allocation', '300.00', '149.99', -1],
  ]);
  expect(inText([why('50.01', { pennies: 1 }), why('49.99', { pennies: -1 })])).toEqual([
    ['allocation', '200.00', '100.00', undefined],
  ]);
  expect(gathered([])).toEqual([]);
});

test.each<Partial<Why>>([
  { because: 'recovery' },
  { payslip: 'https://x/v2/users/1' },
  { field: 'bonus' },
  { percent: '40' },
  { rate: '92' },
  { rest: true },
  { percent: '5', rate: '0' },
])('one that differs in %j stays apart', (other) => {
  expect(inText([why('50.00'), why('30.00', other)])).toHaveLength(2);
});

test('a reason is kept as text, without what it does not have', () => {
  const [employerNi, ofEmployerNi] = [Money.parse('250.00'), Money.parse('400.00')];
  expect(whyText(why('-62.51', { because: 'allowance', percent: undefined, employerNi, ofEmployerNi }))).toEqual({
    because: 'allowance',
    percent: undefined,
    employerNi: '250.00',
    ofEmployerNi: '400.00',
    of: '100.00',
    amount: '-62.51',
  });
  expect(whyText(why('50.00'))).toStrictEqual({ because: 'allocation', percent: '50', of: '100.00', amount: '50.00' });
});

test('without pennies none are mentioned', () => {
  expect([earned(0), earned(1), earned(-1)]).toStrictEqual([{}, { pennies: 1 }, { pennies: -1 }]);
});
