import { Money } from '../../journal/nouns/money.js';
import type { Policy } from '../../journal/policy/policy.js';
import type { StoredPaid } from '../../record/runs/pay-run.entity.js';
import { isBeyond } from '../checks/clean.js';

/** What a person who signs off looks at first: what differs from the month before. */
export type Notable =
  /** A sign-off of this person fell, because a figure changed after it. */
  | { readonly is: 'fell'; readonly by: string }
  | { readonly is: 'starter' | 'leaver' | 'director' | 'no_director'; readonly name?: string }
  /** A director's gross pay, beyond the variance as a whole run's: most directors' pay moves a little every month. */
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
  const [known, paid] = [byPerson(before.paid), byPerson(now.paid)];
  const found: Notable[] = [];
  for (const [user, one] of paid) {
    const named = pay ? { name: one.name } : {};
    const was = known.get(user);
    if (was === undefined) found.push({ is: 'starter', ...named });
    else if (was.director !== one.director) found.push({ is: one.director ? 'director' : 'no_director', ...named });
    else if (one.director && isBeyond(variance, was.gross, one.gross))
      found.push({ is: 'director_pay', ...named, ...(pay && { by: one.gross.minus(was.gross) }) });
  }
  for (const [user, { name }] of known) if (!paid.has(user)) found.push({ is: 'leaver', ...(pay && { name }) });
  const by = now.gross.minus(before.gross);
  return isBeyond(variance, before.gross, now.gross) ? [...found, { is: 'variance', ...(pay && { by }) }] : found;
}

type Person = Pick<StoredPaid, 'name' | 'director'> & { readonly gross: Money };

/** Someone may have several payslips in a pay run. */
function byPerson(all: readonly StoredPaid[]): ReadonlyMap<string, Person> {
  const found = new Map<string, Person>();
  for (const { user, name, director, gross } of all) {
    const before = found.get(user);
    const sum = Money.parse(gross).plus(before?.gross ?? Money.zero);
    found.set(user, { name, director: director || before?.director === true, gross: sum });
  }
  return found;
}
