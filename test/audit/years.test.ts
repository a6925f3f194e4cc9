import { describe, expect, test } from '@jest/globals';
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
