import { isPaidIn } from '../../../journal/nouns/pay-key.js';
import { Money } from '../../../journal/nouns/money.js';
import type { PayPeriod } from '../../../journal/nouns/pay-run.js';
import type { StoredLine } from '../../../record/runs/posting.entity.js';

/** The figures of the payslips of this pay run, by user and then by field. */
export type FieldFigures = ReadonlyMap<string, ReadonlyMap<string, Money>>;

/** From the payslips of payroll; empty when they are no longer stored. */
export function figuresOf(payroll: PayPeriod | undefined, run: Parameters<typeof isPaidIn>[0]): FieldFigures {
  const payslips = payroll?.payslips.filter((slip) => isPaidIn(run, slip)) ?? [];
  return new Map(payslips.map((slip) => [slip.user, slip.figures]));
}

export interface Working {
  readonly field: string;
  readonly amount: Money;
}

/** The figures a line was made from: of its payslip, or of all payslips when the layout joins them in one line. */
export function workingsOf(line: StoredLine, figures: FieldFigures): readonly Working[] {
  const whose = line.payslip ?? line.user;
  const slips = whose === undefined ? [...figures.values()] : [figures.get(whose)];
  return (line.from ?? [])
    .map((field) => ({ field, amount: Money.sum(slips.map((slip) => slip?.get(field) ?? Money.zero)) }))
    .filter(({ amount }) => !amount.isZero());
}
