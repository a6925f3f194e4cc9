import { type Peopled, seesTotals } from './viewer.js';
import { hasRole, type Principal } from './principal.js';

/** How much of a pay run someone sees: each person's pay, totals, or only its state. */
export type Sight = 'people' | 'totals' | 'state';

/** The one rule that API, pages and exports share. */
export function visible(run: Peopled, principal: Pick<Principal, 'pay' | 'companies'>): Sight {
  if (principal.pay) return 'people';
  return seesTotals(principal, run) ? 'totals' : 'state';
}

/** With few payslips, guessed amounts can be checked by the fingerprint: only those who decide by it may see it. */
export function seesFingerprint(principal: Pick<Principal, 'pay' | 'role'>): boolean {
  return principal.pay || hasRole(principal, 'reviewer');
}
