import type { Company } from '../../companies/company.js';
import { problem } from '../../ground/problem.js';
import type { ReadRows } from '../../ground/rows.js';
import type { Policy } from '../../journal/policy/policy.js';
import { namedOtherwise, payrollPeople } from '../../views/company/payroll-people.js';

/** One person taken as another is paid for good to the wrong account: so it is said, once, why that is right. */
export function mustBeNamedAlike(
  others: ReturnType<typeof namedOtherwise>,
  { pay }: { readonly pay: boolean } = { pay: false },
): void {
  const [first] = others;
  if (first === undefined) return;
  const each = others.map(({ id, name, userName }) => (pay ? `${id} is ${name} in the files and ${userName} in the books` : id)); // biome-ignore format: one line
  throw problem('reason-missing', {
    detail: `Quite another name: ${each.join('; ')}. No one was matched.`,
    todo: `Choose another person, or say in the reason why they are the same, with the payroll id: “${first.id} has married”. The client’s tab “Payroll in” shows both names.`,
  });
}

/** Of those whom a change of the policy matches to someone, or to someone else: whichever door it comes through. */
export async function matchesMustBeNamedAlike(
  rows: ReadRows,
  seen: Company,
  { payrollPeople: given }: Policy,
  reason: string,
): Promise<void> {
  const before = seen.policy.payrollPeople;
  const chosen = Object.fromEntries(Object.entries(given).filter(([id, user]) => before[id] !== user));
  if (Object.keys(chosen).length > 0) mustBeNamedAlike(namedOtherwise(await payrollPeople(rows, seen), chosen, reason));
}
