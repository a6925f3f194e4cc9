import { isPaidIn } from './pay-key.js';
import type { PayPeriod } from './pay-run.js';

/** The users whose payslips of that pay run have the field, also where it cannot be read as money. */
export function usersIn(
  { payslips }: PayPeriod,
  run: Parameters<typeof isPaidIn>[0],
  field: string,
): readonly string[] {
  const having = payslips.filter(
    (slip) =>
      isPaidIn(run, slip) &&
      (slip.figures.has(field) || slip.wholeTexts?.has(field) || slip.flaws.some((flaw) => flaw.field === field)),
  );
  return having.map((slip) => slip.user);
}
