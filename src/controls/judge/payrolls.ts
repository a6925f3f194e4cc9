import { type CompanyFacts, keyOf, type Line } from './facts.js';

/** People who are paid on the same days: a weekly and a monthly payroll each have their own windows. */
export interface Payroll {
  readonly days: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
}

/** A person who joined late, left, or was not paid each time belongs to those who were paid on all of his days. */
export function payrollsOf({ runs }: Pick<CompanyFacts, 'runs'>, account: string): readonly Payroll[] {
  const days = new Map<string, Set<string>>();
  for (const { datedOn, lines } of runs)
    for (const line of lines.filter((one) => one.account === account))
      days.set(keyOf(line), (days.get(keyOf(line)) ?? new Set()).add(datedOn));
  const found: { readonly days: ReadonlySet<string>; readonly people: Set<string> }[] = [];
  for (const [person, own] of [...days].sort(([, a], [, b]) => b.size - a.size)) {
    const among = found.find((one) => [...own].every((day) => one.days.has(day)));
    if (among === undefined) found.push({ days: own, people: new Set([person]) });
    else among.people.add(person);
  }
  return found;
}

/** A person without a pay date is with the first. */
export function payrollOf(payrolls: readonly Payroll[], place: Pick<Line, 'account' | 'userPath'>): number {
  return Math.max(
    payrolls.findIndex(({ people }) => people.has(keyOf(place))),
    0,
  );
}
