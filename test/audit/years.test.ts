import { describe, expect, test } from '@jest/globals';
import { addDays } from '../../src/journal/nouns/dates.js';
import type { AuditAnswer } from '../../src/audit/answer.js';
import { Money } from '../../src/journal/nouns/money.js';
import { auditOf } from '../../src/doors/terminal/audit/audit-document.js';
import { random } from '../controls/years.js';
import { cases } from '../harness/cases.js';
import { told } from './told.js';
import { type Drawn, faults, type LayoutName, layouts, pick, yearOf } from './years.js';

const years = cases(64, 2_000);

const drawnFrom = (seed: number, layout: LayoutName, isWrong: boolean): Drawn => {
  const next = random(seed * 7919);
  // The first numbers of neighbouring seeds are alike.
  for (let at = 0; at < 3; at++) next();
  const count = isWrong ? 1 + Math.floor(next() * 3) : 0;
  return yearOf(
    next,
    layout,
    Array.from({ length: count }, () => pick(faults, next)),
  );
};
const layoutOf = (seed: number) => layouts[seed % layouts.length] as LayoutName;

describe('random years, in eight layouts of strangers', () => {
  test('with nothing wrong nothing is told, but dates where several pay dates share a set', () => {
    for (let seed = 1; seed <= years; seed++) {
      const layout = layoutOf(seed);
      const answer = auditOf(drawnFrom(seed, layout, false).document);
      const isDate = (cause: string) => cause === 'wrong_date' && layout === 'several pay dates in one set';
      const said = answer.causes.filter(({ amount, cause }) => amount !== '0.00' || cause === 'wrong_date');
      expect([seed, said.filter(({ cause }) => !isDate(cause)), answer.other]).toEqual([seed, [], []]);
    }
  });

  test('one to three faults are told as drawn, or as small, in 98 of 100; and causes always add up', () => {
    const missed: unknown[] = [];
    for (let seed = 1; seed <= years; seed++) {
      const drawn = drawnFrom(seed, layoutOf(seed), true);
      const answer = auditOf(drawn.document);
      const { ok, why } = told(answer, drawn);
      if (!ok) missed.push([seed, drawn.layout, drawn.faults, why]);
      expect([seed, byAccount(explained(answer))]).toEqual([
        seed,
        byAccount(answer.accounts.map(({ account, difference }) => [account, difference])),
      ]);
    }
    if (missed.length * 50 > years) expect(missed).toEqual([]);
  });
});

test('equal weeks whose wages and costs are apart do not move up where one is wrong', () => {
  for (const seed of [18, 82, 170]) {
    const drawn = drawnFrom(seed, layoutOf(seed), true);
    expect([seed, told(auditOf(drawn.document), drawn).ok]).toEqual([seed, true]);
  }
});

describe('among 2,000 sets that are no payroll', () => {
  const others: Readonly<Record<string, (at: number) => readonly (readonly [string, number])[]>> = {
    payments: (at) => [
      ['814', 1_000 + at],
      ['750', -1_000 - at],
    ],
    'on payroll’s accounts': (at) => [
      ['401', 10_000 + at * 37],
      ['814', -10_000 - at * 37],
    ],
    'accruals and their mirrors': (at) => [
      ['401', (at % 2 === 0 ? 1 : -1) * (50_000 + Math.floor(at / 2) * 100)],
      ['731', (at % 2 === 0 ? -1 : 1) * (50_000 + Math.floor(at / 2) * 100)],
    ],
  };
  const tried = Object.entries(others).flatMap(([name, linesOf]) =>
    [14, 22, 30].map((seed) => ({ name, linesOf, seed })),
  );
  test.each(tried)('$name, year $seed: the same is told of every run', ({ linesOf, seed }) => {
    const next = random(seed * 7919);
    const { document } = yearOf(next, 'a line an account', ['missing', pick(faults, next)]);
    const sets = Array.from({ length: 2_000 }, (_set, at) => ({
      url: `https://api.example.test/v2/journal_sets/${10_000 + at}`,
      dated_on: addDays('2025-04-08', at % 360),
      journal_entries: linesOf(at).map(([category, pence]) => ({
        category,
        debit_value: Money.pence(BigInt(pence)).toString(),
      })),
    }));
    const { runs } = auditOf(document);
    expect(runs.some(({ verdict }) => verdict === 'missing')).toBe(true);
    expect(auditOf({ ...document, sets: [...(document.sets as unknown[]), ...sets] }).runs).toEqual(runs);
  });
});

/** What a correction made good is in no account any more. */
function explained({ runs, other }: AuditAnswer): [string, string][] {
  const causes = runs.flatMap((run) => run.causes).filter(({ correctedBy }) => correctedBy === undefined);
  return [...causes, ...other].flatMap(({ accounts }) =>
    accounts.map(({ account, amount }): [string, string] => [account, amount]),
  );
}

function byAccount(all: readonly [string, string][]): Record<string, string> {
  const sums = new Map<string, Money>();
  for (const [account, amount] of all) sums.set(account, (sums.get(account) ?? Money.zero).plus(Money.parse(amount)));
  return Object.fromEntries(
    [...sums].filter(([, sum]) => !sum.isZero()).map(([account, sum]) => [account, sum.toString()]),
  );
}
