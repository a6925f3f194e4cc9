import { fieldRow, parts as partRows, wordsOf } from '../../../journal/policy/treatments.js';
import { Money } from '../../../journal/nouns/money.js';
import type { StoredLine } from '../../../record/runs/posting.entity.js';
import { type FieldFigures, type Working, workingsOf } from './workings.js';

/** One share of an account's sum: a payslip's, or that of a line that belongs to no one. */
export interface Share {
  readonly name: string;
  readonly parts: readonly Working[];
  /** As the account owes it: credits positive. */
  readonly amount: Money;
}

/**
 * "Basic pay 2,000.00 − Tax deducted 190.40": with the signs that make the amount, and as a plain list if no signs make
 * it, so that no false sum is shown. What a person decided to be pay or a deduction has no sign in the table.
 */
export function sumInWords({ parts, amount }: Share, words: (of: Money) => string): string {
  const named = parts.map((part) => `${wordsOf(part.field)} ${words(part.amount)}`);
  const asTable = parts.map(({ field }) => partRows[fieldRow(field)?.part ?? 'undecided'].net);
  const ways = [asTable.map(() => 1), asTable.map((net) => net || -1), asTable.map((net) => net || 1)];
  const signs = ways.find((way) => {
    const sum = Money.sum(parts.map((part, index) => (way[index] === -1 ? part.amount.negated() : part.amount)));
    return sum.equals(amount) || sum.equals(amount.negated());
  });
  if (signs === undefined) return named.join(', ');
  return named
    .map((one, index) =>
      index === 0 ? `${signs[index] === -1 ? '− ' : ''}${one}` : `${signs[index] === -1 ? '−' : '+'} ${one}`,
    )
    .join(' ');
}

/** Each payslip's share of an account. A line for all payslips is divided among them if their parts add up to it. */
export function sumBehind(
  lines: readonly StoredLine[],
  figures: FieldFigures,
  names: ReadonlyMap<string, string>,
): readonly Share[] {
  return lines.flatMap((line): readonly Share[] => {
    const amount = Money.parse(line.debit).negated();
    const whose = line.payslip ?? line.user;
    const whole = { name: names.get(whose ?? '') ?? line.description, parts: workingsOf(line, figures), amount };
    if (whose !== undefined) return [whole];
    const each = [...figures.keys()].flatMap((user) => shareOf(line, user, figures, names));
    const sum = Money.sum(each.map((share) => share.amount));
    if (each.length === 0 || !(sum.equals(amount) || sum.equals(amount.negated()))) return [whole];
    return sum.equals(amount) ? each : each.map((share) => ({ ...share, amount: share.amount.negated() }));
  });
}

function shareOf(
  line: StoredLine,
  user: string,
  figures: FieldFigures,
  names: ReadonlyMap<string, string>,
): readonly Share[] {
  const parts = workingsOf({ ...line, payslip: user }, figures);
  if (parts.length === 0) return [];
  return [{ name: names.get(user) ?? '', parts, amount: Money.sum(parts.map((part) => part.amount)) }];
}
