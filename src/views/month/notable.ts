import { Money } from '../../journal/nouns/money.js';
import type { Policy } from '../../journal/policy/policy.js';
import type { StoredPaid } from '../../record/runs/pay-run.entity.js';
import { isBeyond } from '../checks/clean.js';

/** What a person who signs off looks at first: what differs from the month before. */
export type Notable =
  /** A sign-off of this person fell, because a figure changed after it. */
  | { readonly is: 'fell'; readonly by: string }
  | { readonly is: 'starter' | 'leaver' | 'director' | 'no_director'; readonly name?: string }
  /** A director's gross pay. */
  | { readonly is: 'director_pay'; readonly name?: string; readonly by?: Money }
  | { readonly is: 'variance'; readonly by?: Money }
  /** The month before has no pay run, or several. */
  | { readonly is: 'not_compared' };

interface Month {
  readonly gross: Money;
  readonly paid: readonly StoredPaid[];
}

/** Names and amounts are left out for viewers who may not see pay. */
export function notableOf(
  now: Month,
  before: Month | undefined,
  { variance, pay }: Pick<Policy, 'variance'> & { readonly pay: boolean },
): readonly Notable[] {
  if (before === undefined) return [{ is: 'not_compared' }];
  const known = new Map(before.paid.map((one) => [one.user, one]));
  const paid = new Set(now.paid.map(({ user }) => user));
  const found: Notable[] = [];
  for (const one of now.paid) {
    const named = pay ? { name: one.name } : {};
    const was = known.get(one.user);
    if (was === undefined) found.push({ is: 'starter', ...named });
    else if (was.director !== one.director) found.push({ is: one.director ? 'director' : 'no_director', ...named });
    else if (one.director) {
      const by = Money.parse(one.gross).minus(Money.parse(was.gross));
      if (!by.isZero()) found.push({ is: 'director_pay', ...named, ...(pay && { by }) });
    }
  }
  for (const { user, name } of before.paid) if (!paid.has(user)) found.push({ is: 'leaver', ...(pay && { name }) });
  const by = now.gross.minus(before.gross);
  return isBeyond(variance, before.gross, now.gross) ? [...found, { is: 'variance', ...(pay && { by }) }] : found;
}
