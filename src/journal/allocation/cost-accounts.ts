import { allocatedAccounts } from '../nouns/allocation-of-cost.js';
import { withoutSuffix } from '../nouns/chart.js';
import type { Line } from '../nouns/identity.js';
import { sumByKey } from '../nouns/money.js';
import type { Policy } from '../policy/policy.js';

/** The accounts on which the service itself puts payroll costs. */
const costCodes: readonly string[] = ['401', '402', '403', '404', '405', '407', '408', '409'];

/** Every account that payroll costs may go to: the service's, the policy's and the allocated ones. */
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

/** Without sub accounts: the policy's accounts of salaries, and the allocated ones. */
export function salaryAccounts({
  accounts,
  allocations,
}: Pick<Policy, 'accounts' | 'allocations'>): ReadonlySet<string> {
  const codes = [accounts.salaries, accounts.directorsSalaries, ...allocatedAccounts(allocations)];
  return new Set(codes.map(withoutSuffix));
}

/**
 * Whether the guard reads an account that these lines move. A refund of tax alone moves no cost. For an adjustment it
 * reads the accounts of its own set and PAYE/NI.
 */
export function guardSees(policy: Policy, lines: readonly Line[], adjustment?: readonly Line[]): boolean {
  if (policy.guard === 'off') return false;
  const own = adjustment?.map(({ category }) => withoutSuffix(category));
  const accounts = own ? new Set([...own, policy.accounts.payeNi]) : costAccounts(policy);
  const sums = sumByKey(lines.map(({ category, debit }) => [withoutSuffix(category), debit] as const));
  return [...sums].some(([code, sum]) => accounts.has(code) && !sum.isZero());
}
