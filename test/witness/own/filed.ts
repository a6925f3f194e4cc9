import type { OwnPerson, OwnRun } from './payslips.js';

/**
 * What a pay run comes to that is paid from files, from the payments as they were drawn: tax and NI are those of the
 * payments, half of the gross is the employer's pension, and nothing else is paid or deducted.
 */
export interface DrawnPayment {
  readonly person: number;
  readonly pay: number;
  readonly tax: number;
  readonly employeeNi: number;
  readonly employerNi: number;
}

interface DrawnRun {
  readonly tag: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly payments: readonly DrawnPayment[];
}

export function filedRun({ tag, year, period, datedOn, payments }: DrawnRun): OwnRun {
  const people = new Map<string, OwnPerson>();
  for (const user of new Set(payments.map(({ person }) => person))) {
    const own = payments.filter(({ person }) => person === user);
    people.set(String(user), sumOf(own));
  }
  const whole = sumOf(payments);
  return {
    ...whole,
    ...{ tag, year, period, datedOn, people, payslips: people.size, isUndecided: false },
    paye: whole.tax + whole.employeeNi + whole.employerNi,
    pension: [...people.values()].reduce((sum, { gross }) => sum + Math.round(gross / 2), 0),
  };
}

function sumOf(payments: readonly DrawnPayment[]): OwnPerson {
  const sum = (of: (one: DrawnPayment) => number) => payments.reduce((total, one) => total + of(one), 0);
  const [gross, tax] = [sum(({ pay }) => pay), sum((one) => one.tax)];
  const [employeeNi, employerNi] = [sum((one) => one.employeeNi), sum((one) => one.employerNi)];
  return { gross, tax, employeeNi, employerNi, other: 0, net: gross - tax - employeeNi };
}
