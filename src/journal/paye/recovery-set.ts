import { percentOfBoth } from '../nouns/allocation-of-cost.js';
import { recoveryDescription, recoveryTagOf } from '../nouns/adjustment.js';
import { codeOf } from '../policy/decided.js';
import type { Entry, Journal } from '../nouns/journal.js';
import { Money } from '../nouns/money.js';
import type { Layout, Policy } from '../policy/policy.js';
import type { RecoveredShare, Recovery } from './recovery.js';
import { penniesTogether, type Share, shareOut } from '../nouns/shares.js';
import type { WeightedAccount } from '../mapping/statutory-pay.js';
import { wordsOf } from '../policy/treatments.js';
import { earned, gathered, type Why } from '../nouns/why.js';

/** The run that the recovery goes with: the tax month's last pay date, if there are several. */
export interface RunAdjustments {
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly tag: string;
}

/** A set of its own: 814 is debited, and the accounts to which the pay and the employer's NI went are credited. */
export function recoverySet({ total, shares }: Recovery, run: RunAdjustments, policy: Policy): Journal {
  const credits = shares.flatMap(creditsOf);
  const owed: Entry = {
    category: codeOf('payeNi', false, policy),
    debit: total,
    description: 'Statutory pay recovered from HMRC',
    from: [...new Set(shares.map(({ pay }) => pay.field))],
  };
  return {
    datedOn: run.datedOn,
    description: recoveryDescription(run.year, run.period, run.datedOn),
    tag: recoveryTagOf(run.tag),
    entries: [owed, ...laidOut(credits, policy.layout)].filter((entry) => !entry.debit.isZero()),
  };
}

interface Credit extends Entry {
  readonly name: string;
  readonly because: RecoveredShare['because'];
  readonly why: readonly Why[];
}

const words: Readonly<Record<RecoveredShare['because'], string>> = {
  recovery: 'recovered',
  compensation: "small employer's compensation",
};

/** A recovery is shared out over the same accounts as the pay it is for. */
function creditsOf({ pay, because, rate, amount, pennies }: RecoveredShare): Credit[] {
  const portions = portionsOf(amount, because === 'recovery' ? pay.pay : pay.employerNi);
  return portions.map(({ account, percent, amount: portion, pennies: more }) => {
    const why: Why = {
      because,
      payslip: pay.payslip,
      field: pay.field,
      rate,
      ...(percent === undefined ? {} : { percent }),
      of: pay.amount.negated(),
      amount: portion.negated(),
      ...earned(pennies + more),
    };
    return {
      category: account,
      debit: portion.negated(),
      description: `${wordsOf(pay.field)}, ${words[because]}`,
      payslip: pay.payslip,
      from: [pay.field],
      why: [why],
      name: pay.name,
      because,
    };
  });
}

interface Portion extends WeightedAccount, Share {}

/** Each part is rounded by itself; those that name the same account are one portion, a larger share of the same pay. */
function portionsOf(amount: Money, accounts: readonly WeightedAccount[]): readonly Portion[] {
  const weights = accounts.map(({ weight }) => weight);
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  const shares = shareOut(amount, weights);
  const portions = new Map<string, Portion>();
  for (const [index, one] of accounts.entries()) {
    const portion = { ...one, ...(shares[index] as Share) };
    const before = portions.get(one.account);
    portions.set(one.account, before === undefined ? portion : together(before, portion, { amount, whole }));
  }
  return [...portions.values()];
}

function together(one: Portion, other: Portion, of: { readonly amount: Money; readonly whole: bigint }): Portion {
  const weight = one.weight + other.weight;
  const amount = one.amount.plus(other.amount);
  const pennies = penniesTogether(amount, of.amount, weight, of.whole);
  const isPercent = one.percent !== undefined && other.percent !== undefined;
  const percent = isPercent ? percentOfBoth(one.percent, other.percent) : undefined;
  return { ...one, weight, amount, pennies, percent };
}

function laidOut(credits: readonly Credit[], layout: Layout): Entry[] {
  const itemised = layout === 'itemised';
  const groups = new Map<string, Credit[]>();
  for (const credit of credits) {
    const key = `${credit.category} ${credit.description} ${itemised ? credit.payslip : ''}`;
    groups.set(key, [...(groups.get(key) ?? []), credit]);
  }
  return [...groups.values()].map((group) => {
    const [{ category, description, from, payslip, name }] = group as [Credit];
    const whys = group.flatMap((credit) => credit.why);
    return {
      category,
      debit: Money.sum(group.map((credit) => credit.debit)),
      description: itemised ? `${description}, ${name}` : description,
      ...(itemised ? { payslip } : {}),
      from,
      why: gathered(typeof layout === 'object' ? whys.map((why) => ({ ...why, payslip: undefined })) : whys),
    };
  });
}
