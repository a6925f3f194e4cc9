import { monthInFigures, monthInWords } from '../../journal/nouns/dates.js';
import type { Hold } from '../../journal/nouns/remark.js';
import { Money } from '../../journal/nouns/money.js';

/** What the pension provider takes for a tax month, as a person typed it: by the month in which it begins, "2025-10". */
export type PensionTotals = Readonly<Record<string, string>>;

interface PaidIn {
  readonly figures: ReadonlyMap<string, Money>;
  readonly asked: readonly Hold[];
}

const ofEmployee = ['employee_pension', 'employee_pension_not_under_net_pay'] as const;

/** The question of a month whose pensions are not what the provider takes; none while someone is not answered for. */
export function pensionTotalHold(
  payslips: readonly PaidIn[],
  { year, period, totals }: { readonly year: number; readonly period: number; readonly totals: PensionTotals },
): Hold | undefined {
  const typed = totals[monthInFigures(year, period)];
  if (typed === undefined) return undefined;
  if (payslips.some(({ asked }) => asked.some(({ code }) => code === 'employer_pension_unknown'))) return undefined;
  const sumOf = (...fields: readonly string[]) =>
    Money.sum(payslips.flatMap(({ figures }) => fields.map((field) => figures.get(field) ?? Money.zero)));
  const [own, employers, provider] = [sumOf(...ofEmployee), sumOf('employer_pension'), Money.parse(typed)];
  const sum = own.plus(employers);
  if (sum.equals(provider)) return undefined;
  return {
    code: 'pension_total_differs',
    message: `The pension provider takes ${provider.inPounds()} for ${monthInWords(year, period)}, and payroll comes to ${sum.inPounds()}: ${own.inPounds()} of the employees and ${employers.inPounds()} of the employer. Compare with the provider’s schedule: what was said about someone’s pension may be wrong.`,
    field: 'employer_pension',
    amount: sum.minus(provider).toString(),
  };
}
