import { liabilitiesOf } from '../../../src/journal/controls/accounts.js';
import { chargesBehind } from '../../../src/journal/controls/charges-behind.js';
import type { ChargedLine, RunCharged } from '../../../src/journal/controls/company-facts.js';
import { Money } from '../../../src/journal/money.js';
import { defaultPolicy } from '../../../src/journal/policy.js';

const line = (account: string, amount: string): ChargedLine => ({ account, amount: Money.parse(amount), from: [] });
const set = (number: number) => `https://x/v2/journal_sets/${number}`;
const run = (datedOn: string, lines: readonly ChargedLine[], sets: readonly number[]): RunCharged => ({
  ...{ year: 2026, period: 6, datedOn, kinds: liabilitiesOf(defaultPolicy), lines, inBooks: 'yes' },
  posted: sets.flatMap((number) => lines.map((one) => ({ ...one, datedOn, journalSet: set(number) }))),
});
const recovery = { year: 2026, period: 5, datedOn: '2025-10-15', journalSet: set(9) };
const facts = {
  runs: [
    run('2025-10-31', [line('814', '300.00'), line('814', '50.00'), line('401', '-350.00')], [3, 4]),
    run('2025-09-30', [line('814', '200.00')], [2]),
    run('2025-10-10', [line('902', '80.00')], [5]),
    { ...run('2025-10-20', [line('814', '70.00')], []), posted: undefined },
  ],
  adjustments: [
    { ...recovery, account: '814', amount: Money.parse('-92.00') },
    { ...recovery, account: '401', amount: Money.parse('92.00') },
  ],
};

test('pay runs and adjustments, by day, each with its sets, without those of another account or day', () => {
  const behind = chargesBehind(facts, '814', (day) => day > '2025-09-30');
  expect(behind.map(({ amount, ...one }) => ({ ...one, amount: String(amount) }))).toEqual([
    { year: 2026, period: 5, datedOn: '2025-10-15', amount: '-92.00', isPayRun: false, sets: [set(9)] },
    { year: 2026, period: 6, datedOn: '2025-10-20', amount: '70.00', isPayRun: true, sets: [] },
    { year: 2026, period: 6, datedOn: '2025-10-31', amount: '350.00', isPayRun: true, sets: [set(3), set(4)] },
  ]);
  expect(chargesBehind(facts, '814', () => true).map(({ datedOn }) => datedOn)).toEqual([
    ...['2025-09-30', '2025-10-15', '2025-10-20', '2025-10-31'],
  ]);
  expect(chargesBehind(facts, '813', () => true)).toEqual([]);
});

test('only the sets that touch the account; a posting without an address has none', () => {
  const day = '2025-10-31';
  const apart = { ...run(day, [line('814', '300.00'), line('902', '80.00')], []) };
  const posted = [
    { ...line('814', '200.00'), datedOn: day, journalSet: set(3) },
    { ...line('814', '100.00'), datedOn: day },
    { ...line('902', '80.00'), datedOn: day, journalSet: set(4) },
  ];
  const [behind] = chargesBehind({ runs: [{ ...apart, posted }], adjustments: [] }, '814', () => true);
  expect(behind?.sets).toEqual([set(3)]);
});

test('on one day pay runs come before adjustments', () => {
  const adjustments = [{ ...recovery, account: '814', amount: Money.parse('-92.00'), datedOn: '2025-10-31' }];
  const behind = chargesBehind({ ...facts, adjustments }, '814', (day) => day === '2025-10-31');
  expect(behind.map(({ isPayRun }) => isPayRun)).toEqual([true, false]);
});
