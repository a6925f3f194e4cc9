import type { FieldTreatment, Treatment } from '../../../journal/policy/decision.js';
import { amountTyped } from '../../../journal/nouns/money.js';
import type { SplitPart } from '../../../journal/nouns/split.js';

/** The number of fixed parts with boxes in the form; the terminal and the API allow more. */
export const fixedPartsShown = 3;

export const nameOfPart = (what: 'account' | 'amount', number: number) => `split-${what}-${number}`;
export const nameOfRest = 'split-rest';

type Typed = Readonly<Record<string, string>>;

/** What a form decides: another account, or several when any box of a split is filled in. */
export function typedDecision(as: Treatment, typed: Typed): FieldTreatment {
  const split = typedSplit(typed);
  if (split.length > 0) return { as, split };
  const account = trimmed(typed, 'account');
  return account === '' ? as : { as, account };
}

/** An incomplete part is passed on, so that the act names what is missing. */
function typedSplit(typed: Typed): readonly SplitPart[] {
  const fixed = Array.from({ length: fixedPartsShown }, (_, index) => ({
    account: trimmed(typed, nameOfPart('account', index + 1)),
    amount: amountTyped(typed[nameOfPart('amount', index + 1)]),
  })).filter(({ account, amount }) => account !== '' || amount !== '');
  const rest = trimmed(typed, nameOfRest);
  if (fixed.length === 0 && rest === '') return [];
  return [...fixed, ...(rest === '' ? [] : [{ account: rest, rest: true as const }])];
}

const trimmed = (typed: Typed, name: string) => (typed[name] ?? '').trim();
