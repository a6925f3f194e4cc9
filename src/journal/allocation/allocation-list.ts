import type { AllocationPart, AllocationRule, Allocations, CostName } from '../nouns/allocation-of-cost.js';
import { costNames } from '../nouns/allocation-of-cost.js';
import { pathOf } from '../nouns/pay-run.js';

/** Allocations as a list for a spreadsheet: a row for each part of each rule, the parts of a rule in their order. */
export interface ListedPart extends Readonly<Partial<Record<CostName, string>>> {
  readonly user: string;
  readonly from: string;
  readonly percent: string;
  readonly directors?: boolean;
}

export function listed(allocations: Allocations): readonly ListedPart[] {
  return Object.entries(allocations).flatMap(([user, rules]) =>
    rules.flatMap(({ from, parts, directors }) =>
      parts.map(({ percent, accounts }) => ({ user, from, percent, ...accounts, ...(directors && { directors }) })),
    ),
  );
}

/** Nothing is checked here: the policy's schema refuses what is wrong. */
export function allocationsFrom(parts: readonly ListedPart[]): Allocations {
  const rules = new Map<string, Map<string, ListedPart[]>>();
  for (const part of parts) {
    const own = rules.get(part.user) ?? new Map<string, ListedPart[]>();
    rules.set(part.user, own.set(part.from, [...(own.get(part.from) ?? []), part]));
  }
  return Object.fromEntries(
    Array.from(rules, ([user, own]) => [user, Array.from(own, ([from, together]) => ruleOf(from, together))]),
  );
}

function ruleOf(from: string, parts: readonly ListedPart[]): AllocationRule {
  const directors = parts.some((part) => part.directors === true);
  return { from, parts: parts.map(partOf), ...(directors && { directors }) };
}

function partOf(part: ListedPart): AllocationPart {
  const accounts = costNames.flatMap((cost) => (part[cost] === undefined ? [] : [[cost, part[cost]]]));
  return { percent: part.percent, accounts: Object.fromEntries(accounts) };
}

/** Sets one person's rule from a day on, replacing any rule from the same day. A rule without parts only removes it. */
export function withRule(allocations: Allocations, user: string, rule: AllocationRule): Allocations {
  const others = Object.entries(allocations).filter(([one]) => pathOf(one) !== pathOf(user));
  const own = Object.entries(allocations).find(([one]) => pathOf(one) === pathOf(user));
  const kept = (own?.[1] ?? []).filter(({ from }) => from !== rule.from);
  const rules = [...kept, ...(rule.parts.length > 0 ? [rule] : [])].sort((a, b) => (a.from < b.from ? -1 : 1));
  return Object.fromEntries([...others, ...(rules.length > 0 ? [[own?.[0] ?? user, rules] as const] : [])]);
}

/** Allocations as if each person's last rule had begun by this day, to preview it on an earlier pay run. */
export function begunBy(allocations: Allocations, datedOn: string): Allocations {
  return Object.fromEntries(
    Object.entries(allocations).map(([user, rules]) => {
      const last = rules.reduce((latest, rule) => (rule.from > latest.from ? rule : latest));
      return [user, last.from > datedOn ? [{ ...last, from: datedOn }] : rules];
    }),
  );
}
