import { expect, test } from '@jest/globals';
import { Money } from '../../../src/journal/nouns/money.js';
import { checkInWords, type Say } from '../../../src/views/checks/check-words.js';
import type { CheckName, RunChecks } from '../../../src/views/checks/checks.js';
import type { HmrcTie } from '../../../src/views/checks/paye-tie.js';

const say: Say = { money: (amount) => amount.inPounds(), at: () => 'noon', due: 'due 22 Nov' };
const checked = (answer: 'yes' | 'no' | 'not_known', of: 'posted' | 'to_be_posted' | 'payroll' = 'posted') => ({
  answer,
  of,
});
const words = (name: CheckName, given: object, how: Say = say) =>
  checkInWords(name, { [name]: given } as unknown as RunChecks, how);
const asAt = new Date(0);

test.each<[CheckName, object, string]>([
  ['balanced', checked('yes'), 'Balanced'],
  ['balanced', checked('no'), 'Out of balance'],
  ['balanced', checked('not_known'), 'Not known whether it balances'],
  ['items', { ...checked('yes'), open: [] }, 'Every pay item treated, as posted'],
  ['items', { ...checked('yes', 'to_be_posted'), open: [] }, 'Every pay item treated, as it will be posted'],
  ['items', { ...checked('no'), open: ['bonus'] }, 'Posted without every pay item: Bonus'],
  ['items', { ...checked('no', 'to_be_posted'), open: ['bonus'] }, 'Not every pay item is treated: Bonus'],
  ['items', { ...checked('not_known'), open: [] }, 'Not known whether every pay item is in it'],
  ['books', { ...checked('yes'), asAt }, 'In the books once and as posted, as at noon'],
  ['books', checked('yes'), 'In the books once and as posted'],
  ['books', { ...checked('no'), asAt, finding: 'edited' }, 'Altered in the books, as at noon'],
  ['books', { ...checked('no'), finding: 'missing' }, 'Gone from the books'],
  ['books', { ...checked('no'), finding: 'doubled' }, 'In the books twice'],
  ['books', checked('no', 'to_be_posted'), 'Not in the books yet'],
  ['books', checked('not_known'), 'Not known what the books have of it'],
  ['books', checked('yes', 'payroll'), 'Agrees with the books'],
  ['books', checked('no', 'payroll'), 'Differs from the books'],
  ['books', checked('not_known', 'payroll'), 'No journal of it is posted here'],
  ['paye', checked('yes'), 'Agrees to PAYE due'],
  ['paye', checked('no'), 'Does not agree to PAYE due'],
  ['paye', checked('yes', 'to_be_posted'), 'Will agree to PAYE due'],
  ['paye', checked('no', 'to_be_posted'), 'Will not agree to PAYE due'],
  ['paye', checked('not_known'), 'PAYE due not known yet'],
])('the check %s of %j: %s', (name, given, said) => {
  expect(words(name, given)).toBe(said);
});

const pounds = (amount: string) => Money.parse(amount);
const tie = (over: object): HmrcTie =>
  ({
    period: 5,
    expected: pounds('30'),
    due: pounds('30'),
    difference: Money.zero,
    verdict: 'agrees',
    causes: [],
    of: 'posted',
    ...over,
  }) as never;
const sum = (over: object = {}) => ({
  sum: { payroll: pounds('40'), recovered: Money.zero, cisSuffered: Money.zero, adjustments: Money.zero, ...over },
});
const more = { difference: pounds('5'), due: pounds('35') };

test.each<[string, object, string]>([
  ['agrees', {}, 'Agrees to PAYE due £30.00 (due 22 Nov)'],
  [
    'agrees with a recovery',
    sum({ recovered: pounds('10') }),
    'Agrees to PAYE due £30.00 (due 22 Nov): £40.00 from pay runs − £10.00 statutory pay recovered',
  ],
  [
    'agrees with CIS',
    sum({ cisSuffered: pounds('10') }),
    'Agrees to PAYE due £30.00 (due 22 Nov): £40.00 from pay runs − £10.00 CIS suffered',
  ],
  [
    'agrees with a levy',
    sum({ adjustments: pounds('1') }),
    'Agrees to PAYE due £30.00 (due 22 Nov): £40.00 from pay runs + £1.00 adjustments',
  ],
  [
    'agrees, of others too',
    { notOurs: pounds('9') },
    'Agrees to PAYE due £30.00 (due 22 Nov), counting £9.00 of pay runs that are not posted here',
  ],
  [
    'agrees with a sum, of others too',
    { ...sum(), notOurs: pounds('9') },
    'Agrees to PAYE due £30.00 (due 22 Nov): £40.00 from pay runs, counting £9.00 of pay runs that are not posted here',
  ],
  [
    'is explained',
    { ...more, verdict: 'explained', recoveryRate: '0.92 and 1.085' },
    'Agrees to PAYE due £35.00 (due 22 Nov), after 92% and 108.5% statutory pay recovery of +£5.00',
  ],
  [
    'is unexplained',
    { ...more, verdict: 'unexplained' },
    'Does not agree to PAYE due £35.00 (due 22 Nov): the journals come to £30.00, +£5.00 unexplained',
  ],
  [
    'is unexplained, with causes',
    { ...more, verdict: 'unexplained', causes: ['on_other_accounts', 'levy'], owedElsewhere: pounds('5') },
    'Does not agree to PAYE due £35.00 (due 22 Nov): the journals come to £30.00, +£5.00 unexplained, perhaps £5.00: what is owed to HMRC on other accounts than PAYE and NI or the apprenticeship levy',
  ],
  [
    'is nil',
    { due: Money.zero, verdict: 'cannot_tell' },
    'PAYE due is nil (due 22 Nov), the journals come to £30.00: statutory pay was recovered, at a rate that cannot be worked out',
  ],
  [
    'is not due',
    { due: undefined, verdict: 'not_due_yet' },
    'PAYE of £30.00 expected; payroll has no payment for it yet (due 22 Nov)',
  ],
])('a payment that %s', (_, over, said) => {
  expect(words('paye', { ...checked('yes'), tie: tie(over) })).toBe(said);
});

test('a payment says so of what is to come, of what is not posted here, and without a day', () => {
  const given = (of: 'to_be_posted' | 'payroll', over: object = {}) => ({
    ...checked('no', of),
    tie: tie({ ...more, ...over }),
  });
  expect(words('paye', given('to_be_posted', { verdict: 'unexplained' }))).toContain(
    'Will not agree to PAYE due £35.00 (due 22 Nov): the journals will come to',
  );
  expect(words('paye', given('payroll'))).toBe('PAYE of £30.00 (due 22 Nov) is in no journal that is posted here');
  expect(words('paye', { ...checked('yes'), tie: tie({}) }, { ...say, due: undefined })).toBe(
    'Agrees to PAYE due £30.00',
  );
});
