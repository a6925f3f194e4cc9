import * as fc from 'fast-check';
import { Money } from '../../../src/journal/nouns/money.js';
import type { ClaimedPay } from '../../../src/journal/mapping/claims.js';
import { findRates } from '../../../src/journal/paye/proposal.js';
import { tieOut } from '../../../src/journal/paye/tie-out.js';

/**
 * The oracle: whole pence and plain lists of true and false, by recursion. It knows of the code under test only the
 * rule: add up each kind at each rate over the month, round half up once, a penny each way.
 */
interface Paid {
  readonly person: number;
  readonly kind: 'statutory_maternity_pay' | 'statutory_paternity_pay';
  readonly pence: number;
}

const claimOf = ({ person, kind }: Paid) => `${person}${kind}`;

function everyWay(claims: readonly string[]): readonly ReadonlyMap<string, boolean>[] {
  const [first, ...rest] = claims;
  if (first === undefined) return [new Map()];
  return everyWay(rest).flatMap((way) => [new Map([...way, [first, false]]), new Map([...way, [first, true]])]);
}

function comesBack(pays: readonly Paid[], way: ReadonlyMap<string, boolean>): { total: number; sums: number } {
  const sums = new Map<string, { pence: number; small: boolean }>();
  for (const pay of pays) {
    const small = way.get(claimOf(pay)) === true;
    const key = `${pay.kind}${small}`;
    sums.set(key, { pence: (sums.get(key)?.pence ?? 0) + pay.pence, small });
  }
  const rounded = (pence: number, tenths: number) =>
    Math.sign(pence) * Math.floor((Math.abs(pence) * tenths + 500) / 1000);
  const total = [...sums.values()].reduce(
    (sum, { pence, small }) => sum + (small ? pence + rounded(pence, 90) : rounded(pence, 920)),
    0,
  );
  return { total, sums: sums.size };
}

const claimed = ({ person, kind, pence }: Paid): ClaimedPay => ({
  userPath: `/v2/users/${person}`,
  datedOn: '2026-04-30',
  field: kind,
  kind,
  amount: Money.pence(BigInt(pence)),
});

const paid = fc.record({
  person: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom('statutory_maternity_pay' as const, 'statutory_paternity_pay' as const),
  pence: fc.oneof(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: -90_000, max: 300 }), fc.constant(18_718)),
});
const month = fc.record({
  pays: fc.array(paid, { minLength: 1, maxLength: 6 }),
  way: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  off: fc.integer({ min: -3, max: 3 }),
});

function drawnWay(pays: readonly Paid[], way: readonly boolean[]) {
  const claims = [...new Set(pays.map(claimOf))];
  return { claims, drawn: new Map(claims.map((claim, index) => [claim, way[index] === true])) };
}

test('the rates found are those that an exhaustive search finds', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(month, ({ pays, way, off }) => {
      const { claims, drawn } = drawnWay(pays, way);
      const actual = comesBack(pays, drawn).total + off;
      const fitting = everyWay(claims).filter((one) => {
        const { total, sums } = comesBack(pays, one);
        return Math.abs(actual - total) <= sums;
      });
      const expected = ['none', 'one'][fitting.length] ?? 'several';
      const slips = pays.map(claimed);
      const { found, isSmall } = findRates(slips, () => undefined, {
        off: Money.pence(BigInt(actual)),
        nextPays: [],
      });
      seen.add(found);
      expect(found).toBe(expected);
      if (isSmall) expect(slips.map(isSmall)).toEqual(pays.map((pay) => fitting[0]?.get(claimOf(pay))));
    }),
    { numRuns: 400 },
  );
  expect([...seen].sort()).toEqual(['none', 'one', 'several']);
});

test('the tie-out gives the same answer as an exhaustive search', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(month, ({ pays, way, off }) => {
      const { claims, drawn } = drawnWay(pays, way);
      const owed = 2_000_000;
      const due = owed - comesBack(pays, drawn).total - off;
      const statutoryPay = pays.map(claimed);
      const pence = (value: number) => Money.pence(BigInt(value));
      const base = { year: 2027, period: 0, cisSuffered: Money.zero, owedElsewhere: Money.zero, statutoryPay };
      const fits = (one: ReadonlyMap<string, boolean>) =>
        Math.abs(owed - comesBack(pays, one).total - due) <= pays.length;
      const ways = everyWay(claims);
      const alike = ways.filter((one) => new Set(one.values()).size === 1);
      const mixed = new Set(
        ways.filter((one) => !alike.includes(one) && fits(one)).map((one) => comesBack(pays, one).total),
      );
      const single = alike.some(fits);
      const verdict = due === owed ? 'agrees' : single || mixed.size === 1 ? 'explained' : 'unexplained';
      const [tie] = tieOut([{ ...base, owed: pence(owed), due: pence(due) }]).months;
      seen.add(`${verdict}${single}`);
      expect(tie?.verdict).toBe(verdict);
    }),
    { numRuns: 400 },
  );
  expect([...seen]).toEqual(expect.arrayContaining(['explainedtrue', 'explainedfalse', 'unexplainedfalse']));
});
