import { pensionAnswerOn, pensionAnswers, pensionSaidFrom } from '../../../src/journal/policy/employer-pension.js';
import { givenPolicy, WrongPolicy } from '../../../src/journal/policy/policy.js';

const shown = (text: string) =>
  JSON.parse(JSON.stringify(pensionAnswers(text) ?? 'none')) as readonly { from?: string; pays: unknown }[] | 'none';

const share = (percent: string, rest: object = {}) => ({
  ...{ kind: 'share', percent, of: 'gross', beforeSacrifice: false },
  ...rest,
});

test.each([
  ['71.40', { kind: 'amount', amount: '71.40' }],
  ['0.00', { kind: 'amount', amount: '0.00' }],
  ['71', { kind: 'amount', amount: '71.00' }],
  ['3%', share('3.00')],
  ['3.5% of gross', share('3.50')],
  ['3% of qualifying earnings', share('3.00', { of: 'qualifying' })],
  ['3% + 100.00 sacrificed', share('3.00', { sacrificed: { kind: 'amount', amount: '100.00' } })],
  [
    '3% of qualifying earnings before sacrifice + 5% sacrificed',
    share('3.00', { of: 'qualifying', beforeSacrifice: true, sacrificed: { kind: 'share', percent: '5.00' } }),
  ],
])('%s is what the employer pays for a pay date', (text, pays) => {
  expect(shown(text)).toEqual([{ pays }]);
});

test.each([
  ...['', 'none', '-1.00', '1.5', '71.405', '100%', '3 %', '3% of pay', '3% of Qualifying earnings'],
  // Before a sacrifice that no one named; and a sacrifice that is no amount.
  ...['3% before sacrifice', '3% + sacrificed', '3% + 5%', '3% + x sacrificed', '71.40 + 5% sacrificed'],
  ...['71.40 from', '71.40 from 2026-02-30', '71.40 from 2026-04-06 from 2027-04-06'],
  ...['71.40; 85.00', '71.40 from 2026-04-06; 85.00', '71.40 from 2026-04-06; 85.00 from 2026-04-06', '71.40;'],
])('“%s” is not one, and a policy with it is refused by the name of the payroll id', (text) => {
  expect(pensionAnswers(text)).toBeUndefined();
  expect(() => givenPolicy({ employerPensions: { E1: text } })).toThrow(WrongPolicy);
  expect(() => givenPolicy({ employerPensions: { E1: text } })).toThrow(/policy\.employerPensions\.E1: an amount such/);
});

test('the answer of a day is the last that has begun', () => {
  const answers = pensionAnswers('71.40; 3% from 2025-10-31; 85.00 from 2026-04-06') ?? [];
  const on = (day: string) => JSON.stringify(pensionAnswerOn(answers, day)?.pays);
  expect([on('2025-10-30'), on('2025-10-31'), on('2026-04-05'), on('2026-04-06')]).toEqual(
    ['71.40', '3%', '3%', '85.00'].map((text) => JSON.stringify(pensionAnswers(text)?.[0]?.pays)),
  );
  expect(pensionAnswerOn(pensionAnswers('71.40 from 2025-10-31') ?? [], '2025-10-30')).toBeUndefined();
});

test.each([
  [undefined, '3%', undefined, '3%'],
  [undefined, '3%', '2026-04-06', '3% from 2026-04-06'],
  ['71.40; 80.00 from 2026-04-06', '3%', undefined, '3%'],
  ['71.40', '85.00', '2026-04-06', '71.40; 85.00 from 2026-04-06'],
  ['71.40; 80.00 from 2026-04-06', '85.00', '2026-04-06', '71.40; 85.00 from 2026-04-06'],
  ['71.40; 80.00 from 2026-04-06', '85.00', '2025-10-31', '71.40; 85.00 from 2025-10-31'],
  ['71.40 from 2026-04-06', '85.00', '2026-10-31', '71.40 from 2026-04-06; 85.00 from 2026-10-31'],
])('said before: %s; said now: %s from %s; kept: %s', (before, pays, from, kept) => {
  expect(pensionSaidFrom(before, pays, from)).toBe(kept);
});
