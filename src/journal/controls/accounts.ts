import type { Policy } from '../policy.js';
import type { LiabilityKind } from './company-facts.js';

/** The kind of liability that each account of the policy holds. */
export function liabilitiesOf({
  accounts,
  layout,
}: Pick<Policy, 'accounts' | 'layout'>): ReadonlyMap<string, LiabilityKind> {
  const kinds = new Map<string, LiabilityKind>([
    [accounts.otherDeductions, 'other'],
    [accounts.pensionCreditor, 'pension'],
    [accounts.payeNi, 'paye'],
    [accounts.netPay, 'pay'],
  ]);
  if (typeof layout === 'object' && 'liabilityCategory' in layout.merged)
    kinds.set(layout.merged.liabilityCategory, 'pay');
  return kinds;
}
