import type { Decision, Treatment } from '../../journal/decision.js';
import type { SplitPart } from '../../journal/split.js';

/** So many fixed parts have boxes; more are for the terminal and the API. */
export const fixedPartsShown = 3;

export const nameOfPart = (what: 'account' | 'amount', number: number) => `split-${what}-${number}`;
export const nameOfRest = 'split-rest';

type Typed = Readonly<Record<string, string>>;

/** What a form decides: another account, or several where any box of a split is filled in. */
export function typedDecision(as: Treatment, typed: Typed): Decision {
  const split = typedSplit(typed);
  if (split.length > 0) return { as, split };
  const account = trimmed(typed, 'account');
  return account === '' ? as : { as, account };
}

/** Half a part is sent on as it is, so that its problem is named. */
function typedSplit(typed: Typed): readonly SplitPart[] {
  const fixed = Array.from({ length: fixedPartsShown }, (_, index) => ({
    account: trimmed(typed, nameOfPart('account', index + 1)),
    amount: trimmed(typed, nameOfPart('amount', index + 1)).replaceAll(/[£,\s]/g, ''),
  })).filter(({ account, amount }) => account !== '' || amount !== '');
  const rest = trimmed(typed, nameOfRest);
  if (fixed.length === 0 && rest === '') return [];
  return [...fixed, ...(rest === '' ? [] : [{ account: rest, rest: true as const }])];
}

const trimmed = (typed: Typed, name: string) => (typed[name] ?? '').trim();
