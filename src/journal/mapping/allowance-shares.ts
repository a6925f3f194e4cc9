import { codeOf } from '../policy/decided.js';
import { Money } from '../nouns/money.js';
import { pathOf } from '../nouns/pay-run.js';
import type { Policy } from '../policy/policy.js';
import { type Share, shareOut } from '../nouns/shares.js';
import { earned, type Why } from '../nouns/why.js';
import type { Workings } from './workings.js';

/** What the allowance takes off one account of employer NI; negative where it is paid back. */
export interface Relief {
  readonly director: boolean;
  readonly account: string;
  /** Whose account it is; only on accounts of persons. */
  readonly user?: string;
  readonly amount: Money;
  readonly why?: Why;
}

interface Group {
  readonly director: boolean;
  readonly policy: Policy;
}

/**
 * A group's share of the employment allowance goes to the accounts of its employer NI, in proportion to their NI of the
 * period. Sorted by account, so the order of the payslips changes nothing. A person not known to be a director counts
 * as an employee, as in the split between the two groups.
 */
export function overEmployerNi(
  share: Money,
  paid: readonly Workings[],
  { director, policy }: Group,
): readonly Relief[] {
  const own = paid.filter((one) => (one.director === true) === director).flatMap((one) => one.pieces);
  const ni = own
    .filter(({ kind }) => kind === 'employerNi')
    .map((piece): Relief => ({ ...piece, why: undefined, director }));
  const bearing = [...perAccount(ni)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  const [first = { director, account: codeOf('employerNics', director, policy) }, ...others] = bearing;
  // One account bears all of it, which needs no reason.
  if (others.length === 0) return [{ ...first, amount: share }];
  const ofEmployerNi = Money.sum(bearing.map(({ amount }) => amount));
  return shared(share, bearing, ({ amount: employerNi }) => ({ because: 'allowance', employerNi, ofEmployerNi }));
}

/**
 * A repayment mirrors the claims of the tax year: it goes where they went, in proportion. Undefined while none is
 * known.
 */
export function mirrored(amount: Money, claims: readonly Relief[]): readonly Relief[] | undefined {
  const relieved = [...perAccount(claims).values()];
  return relieved.length === 0 ? undefined : shared(amount, relieved, () => ({ because: 'paid_back' }));
}

function shared(
  amount: Money,
  over: readonly Relief[],
  because: (one: Relief) => Pick<Why, 'because' | 'employerNi' | 'ofEmployerNi'>,
): readonly Relief[] {
  const shares = shareOut(
    amount,
    over.map((one) => one.amount.toPence()),
  );
  return over.map((one, index) => {
    const { amount: part, pennies } = shares[index] as Share;
    const why: Why = { ...because(one), of: amount.negated(), amount: part.negated(), ...earned(pennies) };
    return { ...one, amount: part, why };
  });
}

/** The sum of each account of each group, where it is above zero. */
function perAccount(all: readonly Relief[]): ReadonlyMap<string, Relief> {
  const sums = new Map<string, Relief>();
  for (const { director, account, user, amount } of all) {
    const key = `${account} ${user === undefined ? '' : pathOf(user)} ${director}`;
    sums.set(key, { director, account, user, amount: amount.plus(sums.get(key)?.amount ?? Money.zero) });
  }
  return new Map([...sums].filter(([, { amount }]) => amount.isPositive()));
}
