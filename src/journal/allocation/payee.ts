import type { AllocationRule } from '../nouns/allocation-of-cost.js';
import { pathOf, type Payslip, type Person } from '../nouns/pay-run.js';
import type { Policy } from '../policy/policy.js';

/** Who is paid; `director` is undefined while it is not known (an unknown user, an unsupported role). */
export interface Payee {
  readonly person?: Person;
  readonly director?: boolean;
  /**
   * How this person's cost is shared out on this pay date. For a director only if the rule expressly includes
   * directors.
   */
  readonly allocation?: AllocationRule;
}

interface Company {
  readonly people: ReadonlyMap<string, Person>;
  readonly policy: Policy;
}

const employeeRoles: ReadonlySet<string> = new Set(['Employee', 'Company Secretary', 'Shareholder']);

/** The role seen when the pay run was first mapped wins over today's: a promotion never recodes earlier pay. */
export function payeeOf(payslip: Payslip, { people, policy }: Company, roleSeen: string | undefined): Payee {
  const known = people.get(payslip.userPath);
  if (known === undefined) return {};
  const person = roleSeen === undefined ? known : withRole(known, roleSeen);
  return { person, director: isDirector(person, payslip, policy) };
}

function withRole(known: Person, role: string): Person {
  return known.role === role && known.otherRoles === undefined ? known : { ...known, role, otherRoles: undefined };
}

function isDirector(person: Person, payslip: Payslip, policy: Policy): boolean | undefined {
  const decided = roleDecided(person, policy);
  if (decided !== undefined) return decided === 'director';
  if (policy.directors === 'ni_calc_type' && payslip.niCalcType !== undefined) return payslip.niCalcType === 'Director';
  if (person.otherRoles !== undefined) return undefined;
  if (person.role === 'Director') return true;
  return employeeRoles.has(person.role) ? false : undefined;
}

function roleDecided(person: Person, { roles }: Policy): 'director' | 'employee' | undefined {
  for (const url in roles) if (pathOf(url) === person.path) return roles[url];
  return undefined;
}
