import { accountsIn } from '../journal/policy/accounts-in-policy.js';
import type { Policy } from '../journal/policy/policy.js';
import { usualKind } from './amounts.js';
import type { ToAudit } from './audit.js';
import type { Chart } from './learn.js';

/** The accounts that a policy has payroll post to, and 404 and 405, which others use for it. */
export function accountsOf(policy: Policy): Pick<ToAudit, 'accounts' | 'chart' | 'paye'> {
  const { accounts } = policy;
  const employees = new Set([accounts.salaries, accounts.employerNics]);
  const ofDirectors = [accounts.directorsSalaries, accounts.directorsEmployerNics];
  const sides: Chart['sides'] = {
    employees,
    // Books without accounts for directors show their pay with that of everyone.
    directors: new Set(ofDirectors.filter((code) => !employees.has(code))),
    pairs: [
      [accounts.salaries, accounts.employerNics],
      [accounts.directorsSalaries, accounts.directorsEmployerNics],
    ],
  };
  const codes = new Set([...accountsIn(policy).map(({ account }) => account), '404', '405', '409']);
  return { accounts: { codes, kindOf: usualKind }, chart: { kindOf: usualKind, sides }, paye: accounts.payeNi };
}
