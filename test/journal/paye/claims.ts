import type { ClaimedPay } from '../../../src/journal/mapping/claims.js';
import { Money } from '../../../src/journal/nouns/money.js';

const maternity = 'statutory_maternity_pay';

/** Each amount is another person's maternity pay, so a claim of its own. */
export const claims = (
  amounts: readonly string[],
  { on = '2026-04-30', of = '' }: { readonly on?: string; readonly of?: string } = {},
): readonly ClaimedPay[] =>
  amounts.map((amount, index) => ({
    userPath: `/v2/users/${of}${index + 1}`,
    datedOn: on,
    field: maternity,
    kind: maternity,
    amount: Money.parse(amount),
  }));
