import * as z from 'zod';
import { codeShape } from './chart.js';
import { Money, sumByKey } from './money.js';

/** One amount on several accounts: fixed amounts in order, then the rest. */
export type SplitPart =
  | { readonly account: string; readonly amount: string }
  | { readonly account: string; readonly rest: true };

/** What one part of a split takes of a figure. */
export interface SplitShare {
  readonly account: string;
  readonly amount: Money;
  readonly rest: boolean;
}

const partsMax = 20;

/** Refuses fixed amounts that are zero or of both signs: "below the fixed parts" would have no meaning. */
export const splitShape: z.ZodType<readonly SplitPart[]> = z
  .array(
    z.union(
      [
        z.strictObject({
          account: codeShape,
          amount: z.string().refine(isFixedAmount, 'an amount in pounds and pence is expected, such as "1.00"'),
        }),
        z.strictObject({ account: codeShape, rest: z.literal(true) }),
      ],
      { error: '{ "account": …, "amount": "1.00" } or { "account": …, "rest": true } is expected' },
    ),
  )
  .max(partsMax)
  .superRefine((parts, context) => {
    const problem = wrongWith(parts);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });

function isFixedAmount(text: string): boolean {
  return Money.tryParse(text)?.isZero() === false;
}

function wrongWith(parts: readonly SplitPart[]): string | undefined {
  // An amount that cannot be read has a message of its own already.
  if (parts.some((part) => 'amount' in part && !isFixedAmount(part.amount))) return undefined;
  const amounts = fixedAmounts(parts);
  const firstRest = parts.findIndex((part) => 'rest' in part);
  if (amounts.length === 0 || firstRest !== parts.length - 1) {
    return 'a split is one or more fixed amounts, then exactly one { "account": …, "rest": true }';
  }
  const oneSign = amounts.every((amount) => amount.isNegative()) || amounts.every((amount) => amount.isPositive());
  return oneSign ? undefined : 'the fixed amounts of a split have one sign';
}

/** Undefined if the fixed parts are more than the figure, or of the opposite sign. */
export function splitUp(figure: Money, parts: readonly SplitPart[]): readonly SplitShare[] | undefined {
  const fixed = fixedAmount(parts);
  const rest = figure.minus(fixed);
  if (figure.isNegative() !== fixed.isNegative() || figure.abs().compare(fixed.abs()) < 0) return undefined;
  const apart = parts.flatMap((part) => ('rest' in part ? [] : [[part.account, Money.parse(part.amount)] as const]));
  // Two fixed amounts on one account are one: the line says which part of the figure it is.
  const fixedShares = [...sumByKey(apart)].map(([account, amount]) => ({ account, amount, rest: false }));
  return [...fixedShares, { account: parts.at(-1)?.account as string, amount: rest, rest: true }];
}

export function fixedAmount(parts: readonly SplitPart[]): Money {
  return Money.sum(fixedAmounts(parts));
}

function fixedAmounts(parts: readonly SplitPart[]): Money[] {
  return parts.flatMap((part) => ('rest' in part ? [] : [Money.parse(part.amount)]));
}
