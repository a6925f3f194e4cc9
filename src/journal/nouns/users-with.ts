import type { PayPeriod } from './pay-run.js';

/** The users whose payslips of that day have the field, also where it cannot be read as money. */
export function usersIn({ payslips }: PayPeriod, datedOn: string, field: string): readonly string[] {
  const having = payslips.filter(
    (slip) =>
      slip.datedOn === datedOn &&
      (slip.figures.has(field) || slip.wholeTexts?.has(field) || slip.flaws.some((flaw) => flaw.field === field)),
  );
  return having.map((slip) => slip.user);
}
