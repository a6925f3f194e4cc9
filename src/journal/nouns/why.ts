import type { Money } from './money.js';

/** Why a line has its amount, where that is more than the sum of payslip fields. */
export interface Why {
  readonly because: 'allocation' | 'split' | 'allowance' | 'paid_back' | 'recovery' | 'compensation';
  /** The user's url of the payslip; absent where no one may be named. */
  readonly payslip?: string;
  readonly field?: string;
  /** The share of a person's cost that goes to this account: "33.33". */
  readonly percent?: string;
  /** The rate, in per cent, at which statutory pay is recovered or compensated: "92". */
  readonly rate?: string;
  /** In a split: what is left after the fixed amounts. */
  readonly rest?: true;
  /** Employer NI on this account, and on all accounts of the group. */
  readonly employerNi?: Money;
  readonly ofEmployerNi?: Money;
  /** The amount that was shared out. */
  readonly of: Money;
  /** How much of it is in this line; credits negative. */
  readonly amount: Money;
  /** Pennies added by the remainder; absent if none. */
  readonly pennies?: number;
}

/** As it is stored and sent: money as text. */
export type WhyText = Omit<Why, 'employerNi' | 'ofEmployerNi' | 'of' | 'amount'> & {
  readonly employerNi?: string;
  readonly ofEmployerNi?: string;
  readonly of: string;
  readonly amount: string;
};

export function whyText({ employerNi, ofEmployerNi, of, amount, ...why }: Why): WhyText {
  return {
    ...why,
    ...(employerNi && { employerNi: employerNi.toString() }),
    ...(ofEmployerNi && { ofEmployerNi: ofEmployerNi.toString() }),
    of: of.toString(),
    amount: amount.toString(),
  };
}

/**
 * Adds up reasons that differ only in their figures, so that a line for many people can be explained without naming
 * them. No two of them are about the same amount: its parts on one account are one reason from the start.
 */
export function gathered(whys: readonly Why[]): readonly Why[] {
  if (whys.length === 1) return whys;
  const groups = new Map<string, Why>();
  for (const why of whys) {
    const key = [why.because, why.payslip, why.field, why.percent, why.rate, why.rest].join(' ');
    const group = groups.get(key);
    groups.set(key, group === undefined ? why : together(group, why));
  }
  return [...groups.values()];
}

function together(one: Why, other: Why): Why {
  const pennies = (one.pennies ?? 0) + (other.pennies ?? 0);
  const sums = { of: one.of.plus(other.of), amount: one.amount.plus(other.amount) };
  return { ...one, ...sums, pennies: pennies === 0 ? undefined : pennies };
}

/** Empty if no penny was moved. */
export function earned(pennies: number): { readonly pennies?: number } {
  return pennies === 0 ? {} : { pennies };
}
