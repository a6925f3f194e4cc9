import { codeOf } from './decided.js';
import { Money, sumByKey } from '../money.js';
import type { Policy } from '../policy.js';
import { type Share, shareOut } from '../shares.js';
import { earned, type Why } from './why.js';
import type { Workings } from './workings.js';

interface Relief {
  readonly account: string;
  readonly amount: Money;
  readonly why?: Why;
}

interface Group {
  readonly director: boolean;
  readonly policy: Policy;
}

/**
 * A group's share of the employment allowance goes to the accounts that its employer NI went to, in proportion to their
 * NI of the period. Sorted by account, so that the order of the payslips changes nothing.
 */
export function overEmployerNi(
  share: Money,
  paid: readonly Workings[],
  { director, policy }: Group,
): readonly Relief[] {
  const usual = codeOf('employerNics', director, policy);
  const allocated = paid.some((one) => isOf(one, director) && one.allocation !== undefined);
  const bearing = allocated ? [...niByAccount(paid, director)].filter(([, ni]) => ni.isPositive()) : [];
  if (bearing.length === 0) return [{ account: usual, amount: share }];
  bearing.sort(([a], [b]) => (a < b ? -1 : 1));
  const whole = Money.sum(bearing.map(([, ni]) => ni));
  const shares = shareOut(
    share,
    bearing.map(([, ni]) => ni.toPence()),
  );
  return bearing.map(([account, ni], index) => {
    const { amount, pennies } = shares[index] as Share;
    const by = { employerNi: ni, ofEmployerNi: whole };
    return {
      account,
      amount,
      why: { because: 'allowance', of: share.negated(), amount: amount.negated(), ...by, ...earned(pennies) },
    };
  });
}

function niByAccount(paid: readonly Workings[], director: boolean): ReadonlyMap<string, Money> {
  const pieces = paid.filter((one) => isOf(one, director)).flatMap((one) => one.pieces);
  const ni = pieces.filter(({ kind }) => kind === 'employerNi');
  return sumByKey(ni.map(({ account, amount }) => [account, amount]));
}

/** A person not known to be a director counts as an employee, as in the split between the two groups. */
function isOf(one: Workings, director: boolean): boolean {
  return (one.director === true) === director;
}
