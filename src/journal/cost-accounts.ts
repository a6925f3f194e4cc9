import { allocatedAccounts } from './allocation-of-cost.js';
import type { Policy } from './policy.js';

/** Where the service itself puts the cost of payroll. */
const costCodes: readonly string[] = ['401', '402', '403', '404', '405', '407', '408', '409'];

/** Every account that payroll's cost goes to, of whatever making: the service's, the policy's, the allocated ones. */
export function costAccounts(policy: Policy): ReadonlySet<string> {
  const { salaries, employerNics, staffPensions, directorsSalaries, directorsEmployerNics, directorsPensions } =
    policy.accounts;
  return new Set([
    ...costCodes,
    salaries,
    employerNics,
    staffPensions,
    directorsSalaries,
    directorsEmployerNics,
    directorsPensions,
    ...allocatedAccounts(policy.allocations),
  ]);
}
