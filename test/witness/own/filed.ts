import type { OwnPerson, OwnRun } from './payslips.js';

/** What a pay run comes to that is paid from files, from whom it pays what as it was drawn: in pence. */
export interface DrawnPayslip {
  readonly person: number;
  /** No one has said whose payroll id it is: it is in the sums of the run, and in no one's. */
  readonly isUnknown: boolean;
  readonly employersPension: number;
  readonly figures: {
    readonly gross: number;
    readonly tax: number;
    readonly ownNi: number;
    readonly employerNi: number;
    readonly class1A: number;
    readonly loan: number;
    readonly postgrad: number;
    readonly pension: number;
    readonly relief: number;
    readonly union: number;
  };
}

interface DrawnRun {
  readonly tag: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly payslips: readonly DrawnPayslip[];
  /** What deductions are has to be decided: no net pay is known yet. */
  readonly isUndecided: boolean;
}

export function filedRun({ payslips, ...run }: DrawnRun): OwnRun {
  const people = new Map<string, OwnPerson>();
  const known = payslips.filter(({ isUnknown }) => !isUnknown);
  for (const user of new Set(known.map(({ person }) => person)))
    people.set(String(user), personOf(known.filter(({ person }) => person === user)));
  const sum = (of: (one: DrawnPayslip) => number) => payslips.reduce((total, one) => total + of(one), 0);
  return {
    ...personOf(payslips),
    ...run,
    ...{ people, payslips: payslips.length },
    paye: sum(({ figures: one }) => one.tax + one.ownNi + one.loan + one.postgrad + one.employerNi + one.class1A),
    pension: sum(({ figures, employersPension }) => figures.pension + figures.relief + employersPension),
  };
}

function personOf(payslips: readonly DrawnPayslip[]): OwnPerson {
  const sum = (of: (one: DrawnPayslip['figures']) => number) =>
    payslips.reduce((total, { figures }) => total + of(figures), 0);
  const [gross, tax, employeeNi] = [sum((one) => one.gross), sum((one) => one.tax), sum((one) => one.ownNi)];
  const other = sum((one) => one.loan + one.postgrad + one.pension + one.relief + one.union);
  // Class 1A is the employer's, and paid with it.
  const employerNi = sum((one) => one.employerNi + one.class1A);
  return { gross, tax, employeeNi, employerNi, other, net: gross - tax - employeeNi - other };
}
