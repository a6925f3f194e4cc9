import { seesTotals } from './viewer.js';
import { hasRole, type Principal } from './principal.js';

/** How much of a pay run somebody sees: what each person is paid, totals alone, or only how it stands. */
export type Sight = 'people' | 'totals' | 'state';

/** The one rule of API, pages and exports. */
export function visible(run: { readonly payslips: number }, principal: Pick<Principal, 'pay' | 'companies'>): Sight {
  if (principal.pay) return 'people';
  return seesTotals(principal, run) ? 'totals' : 'state';
}

/** Of few payslips a fingerprint can be found by trying amounts: it goes to those who need it to decide. */
export function seesFingerprint(principal: Pick<Principal, 'pay' | 'role'>): boolean {
  return principal.pay || hasRole(principal, 'reviewer');
}
