import { parsePayPeriod } from '../../books/wire.js';
import { Money } from '../../journal/money.js';
import type { StoredLine } from '../../record/posting.entity.js';

/** By user, then field: what stands on the payslips that were paid on this day. */
export type FieldFigures = ReadonlyMap<string, ReadonlyMap<string, Money>>;

/** The payslips as payroll told them; none when they are no longer kept, or cannot be read. */
export function figuresOf(document: unknown, year: number, datedOn: string): FieldFigures {
  if (document === undefined || document === null) return new Map();
  try {
    const { payslips } = parsePayPeriod(document, year);
    return new Map(payslips.filter((slip) => slip.datedOn === datedOn).map((slip) => [slip.user, slip.figures]));
  } catch {
    return new Map();
  }
}

export interface Working {
  readonly field: string;
  readonly amount: Money;
}

/** The figures a line was made from: of its payslip, or of all together where the layout tells them together. */
export function workingsOf(line: StoredLine, figures: FieldFigures): readonly Working[] {
  const whose = line.payslip ?? line.user;
  const slips = whose === undefined ? [...figures.values()] : [figures.get(whose)];
  return (line.from ?? [])
    .map((field) => ({ field, amount: Money.sum(slips.map((slip) => slip?.get(field) ?? Money.zero)) }))
    .filter(({ amount }) => !amount.isZero());
}
