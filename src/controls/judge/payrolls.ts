import { type CompanyFacts, keyOf, type Line } from './facts.js';

/** People who are paid on the same days: a weekly and a monthly payroll have each their own windows. */
export interface Payroll {
  readonly days: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
}

/** Who joined late, left, or was not paid each time belongs to those who were paid on his days. */
export function payrollsOf({ runs }: Pick<CompanyFacts, 'runs'>, account: string): readonly Payroll[] {
  const days = new Map<string, Set<string>>();
  for (const { datedOn, lines } of runs)
    for (const line of lines.filter((one) => one.account === account))
      days.set(keyOf(line), (days.get(keyOf(line)) ?? new Set()).add(datedOn));
  const found: { days: Set<string>; people: Set<string> }[] = [];
  for (const [person, own] of [...days].sort(([, a], [, b]) => b.size - a.size)) {
    const among = found.find((one) => fits(own, one.days));
    if (among === undefined) found.push({ days: new Set(own), people: new Set([person]) });
    else {
      for (const day of own) among.days.add(day);
      among.people.add(person);
    }
  }
  return found;
}

/** Some day of theirs is his, and each of his within their time is theirs. */
function fits(own: ReadonlySet<string>, days: ReadonlySet<string>): boolean {
  const sorted = [...days].sort();
  const [first = ''] = sorted;
  const last = sorted.at(-1) ?? '';
  return [...own].some((day) => days.has(day)) && [...own].every((day) => day < first || day > last || days.has(day));
}

/** Who has no pay date at all is with the first. */
export function payrollOf(payrolls: readonly Payroll[], place: Pick<Line, 'account' | 'userPath'>): number {
  return Math.max(
    payrolls.findIndex(({ people }) => people.has(keyOf(place))),
    0,
  );
}
