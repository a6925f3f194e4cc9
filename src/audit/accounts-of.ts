import { accountsIn } from '../journal/policy/accounts-in-policy.js';
import type { Policy } from '../journal/policy/policy.js';
import { usualKind } from './amounts.js';
import type { ToAudit } from './audit.js';
import type { Chart } from './learn.js';

/** The accounts that a policy has payroll post to, and 404 and 405, which others use for it. */
export function accountsOf(policy: Policy): Pick<ToAudit, 'accounts' | 'chart'> {
  const { accounts } = policy;
  const sides: Chart['sides'] = {
    employees: new Set([accounts.salaries, accounts.employerNics]),
    directors: new Set([accounts.directorsSalaries, accounts.directorsEmployerNics]),
    pairs: [
      [accounts.salaries, accounts.employerNics],
      [accounts.directorsSalaries, accounts.directorsEmployerNics],
    ],
  };
  const codes = new Set([...accountsIn(policy).map(({ account }) => account), '404', '405', '409']);
  return { accounts: { codes, kindOf: usualKind }, chart: { kindOf: usualKind, sides } };
}
