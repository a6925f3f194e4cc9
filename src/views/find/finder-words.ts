import { monthNamed } from '../../journal/nouns/month-typed.js';
import type { TaxMonth } from '../month/board-lists.js';

/** A client's name with a month, an account or both: "marsh oct", "814 marsh", "marsh oct 814". */
export interface NamedWith {
  readonly name: string;
  readonly month?: TaxMonth;
  /** The month was typed without its year, and may be a part of a name: May, June. */
  readonly mayBeName?: true;
  readonly account?: string;
}

const mainAccount = /^\d{3,4}$/;

export const accountTyped = (typed: string): string | undefined => (mainAccount.test(typed) ? typed : undefined);

/** Every way to read it, the longest name of a month first: "marsh oct 2025" is no client "marsh oct". */
export function readingsWithClient(typed: string, today: string): readonly NamedWith[] {
  const words = typed.split(/\s+/).filter((word) => word !== '');
  const counts = words.slice(1).map((_, index) => words.length - 1 - index);
  return counts.flatMap((count) => [
    ...readingOf(words.slice(-count), words.slice(0, -count), today),
    ...readingOf(words.slice(0, count), words.slice(count), today),
  ]);
}

function readingOf(named: readonly string[], rest: readonly string[], today: string): readonly NamedWith[] {
  const [text, name] = [named.join(' '), rest.join(' ')];
  const account = accountTyped(text);
  if (account !== undefined) {
    // "marsh oct 814": what is left may be a name with a month.
    const withMonth = readingsWithClient(name, today).filter((one) => one.account === undefined);
    return [...withMonth.map(({ name: left, month }) => ({ name: left, month, account })), { name, account }];
  }
  const month = monthNamed(text, today);
  if (month === undefined) return [];
  const { hasYear, ...of } = month;
  return [{ name, month: of, ...(!hasYear && { mayBeName: true }) }];
}
