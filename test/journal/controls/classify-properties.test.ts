import fc from 'fast-check';
import { classify } from '../../../src/journal/controls/classify.js';
import { type ControlFacts, controlStates, type Debt, isClear } from '../../../src/journal/controls/control.js';
import { Money } from '../../../src/journal/money.js';

const pence = fc.integer({ min: -300_000, max: 300_000 }).map((value) => Money.pence(BigInt(value)));
const day = fc
  .integer({ min: 0, max: 240 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
const debt = fc.record({ arisesOn: day, amount: pence, isDue: fc.boolean() }).map(
  ({ arisesOn, amount, isDue }): Debt => ({
    what: `Pay of ${arisesOn}`,
    arisesOn,
    ...(isDue && { dueOn: arisesOn }),
    amount,
  }),
);
const anyFacts: fc.Arbitrary<ControlFacts> = fc.record({
  on: day,
  balance: pence,
  debts: fc.array(debt, { maxLength: 8 }),
  journals: fc.array(
    fc
      .record({ what: fc.constant('A journal'), arisesOn: day, amount: pence })
      .map((one) => ({ ...one, dueOn: one.arisesOn })),
    { maxLength: 3 },
  ),
  accepted: fc.array(fc.record({ as: fc.constant('accepted' as const), amount: pence, reason: fc.constant('so') }), {
    maxLength: 2,
  }),
  bank: fc.option(
    fc.record({
      accounts: fc.constantFrom(0, 1),
      lines: fc.array(fc.record({ datedOn: day, amount: pence, explained: fc.boolean() }), { maxLength: 8 }),
    }),
    { nil: undefined },
  ),
});

/** Half of the balances are the sum of some of the parts, so that explanations are found. */
const solvable = fc.tuple(anyFacts, fc.infiniteStream(fc.boolean())).map(([facts, pick]) => {
  const parts = [...facts.debts, ...facts.journals].filter(() => pick.next().value);
  return { ...facts, balance: Money.sum(parts.map(({ amount }) => amount)) };
});

test('the parts sum to the difference in every alternative; the balance is what is owed plus the difference', () => {
  const found = new Set<string>();
  fc.assert(
    fc.property(fc.oneof(anyFacts, solvable), (facts) => {
      const verdict = classify(facts);
      found.add(verdict.state);
      expect(controlStates).toContain(verdict.state);
      expect(verdict.owed.plus(verdict.difference).equals(facts.balance)).toBe(true);
      expect(Money.sum(verdict.because.map(({ amount }) => amount)).equals(verdict.difference)).toBe(true);
      for (const parts of verdict.alternatives ?? []) {
        expect(Money.sum(parts.map(({ amount }) => amount)).equals(verdict.difference)).toBe(true);
      }
      expect((verdict.alternatives?.length ?? 2) > 1).toBe(true);
      if (verdict.state === 'reconciled' || verdict.state === 'settled') {
        expect(verdict.difference.isZero()).toBe(true);
        expect(verdict.state === 'settled').toBe(verdict.owed.isZero());
      } else if (!isClear(verdict)) expect(verdict.difference.isZero()).toBe(false);
      expect(classify(facts)).toEqual(verdict);
    }),
    { numRuns: 1500 },
  );
  expect([...found]).toEqual(
    expect.arrayContaining(['reconciled', 'settled', 'not_paid', 'needs_a_journal', 'unexplained']),
  );
});
