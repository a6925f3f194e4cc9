import { accountsNamed } from './mapping/decision.js';
import type { Policy } from './policy.js';

/** An account, and the setting of a policy that names it. */
export interface NamedAccount {
  /** 'accounts.payeNi', 'treatments.bonus', 'allocations.<user url>' */
  readonly place: string;
  readonly account: string;
}

/** Every account that a policy names. */
export function accountsIn({ accounts, treatments, allocations, layout, controls }: Policy): readonly NamedAccount[] {
  const named = (place: string, ...codes: readonly (string | null)[]) =>
    codes.flatMap((account) => (account === null ? [] : [{ place, account }]));
  return [
    ...Object.entries(accounts).flatMap(([role, code]) => named(`accounts.${role}`, code)),
    ...Object.entries(treatments).flatMap(([field, as]) => named(`treatments.${field}`, ...accountsNamed(as))),
    ...Object.entries(allocations).flatMap(([user, rules]) =>
      rules.flatMap(({ parts }) =>
        parts.flatMap((part) => named(`allocations.${user}`, ...Object.values(part.accounts))),
      ),
    ),
    ...(typeof layout === 'object' && 'liabilityCategory' in layout.merged
      ? named('layout.merged.liabilityCategory', layout.merged.liabilityCategory)
      : []),
    ...named('controls.cisSuffered', controls.cisSuffered),
    ...named('controls.cisWithheld', controls.cisWithheld),
  ];
}

/** What a new policy names that the old one did not name in that place: what stood there before nobody typed now. */
export function accountsTyped(before: Policy, after: Policy): readonly string[] {
  const known = new Set(accountsIn(before).map(({ place, account }) => `${place} ${account}`));
  const typed = accountsIn(after).filter(({ place, account }) => !known.has(`${place} ${account}`));
  return [...new Set(typed.map(({ account }) => account))];
}
