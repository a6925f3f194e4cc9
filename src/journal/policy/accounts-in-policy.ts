import { accountsNamed } from './decision.js';
import type { Policy } from './policy.js';
import { settingRows, valueAt } from './settings.js';

/** An account, and the setting of a policy that names it. */
export interface NamedAccount {
  /** 'accounts.payeNi', 'treatments.bonus', 'allocations.<user url>' */
  readonly place: string;
  readonly account: string;
}

/** Every account that a policy names. */
export function accountsIn(policy: Policy): readonly NamedAccount[] {
  const { treatments, allocations, layout } = policy;
  const named = (place: string, ...codes: readonly string[]) => codes.map((account) => ({ place, account }));
  const accounts = settingRows.filter(({ field }) => field === 'account').map(({ path }) => path);
  return [
    ...accounts.flatMap((path) => named(path, ...[valueAt(policy, path)].filter((code) => typeof code === 'string'))),
    ...Object.entries(treatments).flatMap(([field, as]) => named(`treatments.${field}`, ...accountsNamed(as))),
    ...Object.entries(allocations).flatMap(([user, rules]) =>
      rules.flatMap(({ parts }) =>
        parts.flatMap((part) => named(`allocations.${user}`, ...Object.values(part.accounts))),
      ),
    ),
    ...(typeof layout === 'object' && 'liabilityCategory' in layout.merged
      ? named('layout.merged.liabilityCategory', layout.merged.liabilityCategory)
      : []),
  ];
}

/** What a new policy names that the old one did not name in that place: no one typed the old names now. */
export function accountsTyped(before: Policy, after: Policy): readonly string[] {
  const known = new Set(accountsIn(before).map(({ place, account }) => `${place} ${account}`));
  const typed = accountsIn(after).filter(({ place, account }) => !known.has(`${place} ${account}`));
  return [...new Set(typed.map(({ account }) => account))];
}
