import type { OwnRun } from './payslips.js';

/** The figures of the table by name and by what they are of, worked out here alone. */
export type OwnFigures = ReadonlyMap<string, number>;

export const keyOf = (is: string, of: string): string => `${is} ${of}`.trim();

/** Of pay runs and of the people in them. A run with a pay item to be decided has no net pay yet. */
export function runFigures(runs: readonly OwnRun[]): OwnFigures {
  const found = new Map<string, number>();
  // What a decision makes of a pay item is in the net pay of the month and the year too.
  const unknown = new Set<string>();
  for (const run of runs) {
    const { tag, isUndecided } = run;
    const put = (is: string, of: string, pence: number) => found.set(keyOf(is, of), pence);
    put('run.gross', tag, run.gross);
    put('run.payslips', tag, run.payslips);
    put('run.paye', tag, run.paye);
    put('run.pension', tag, run.pension);
    put('liability.expected', `${tag} 814`, run.paye);
    put('liability.expected', `${tag} 813`, run.pension);
    put('run.tax', tag, run.tax);
    put('run.employeeNi', tag, run.employeeNi);
    put('run.employerNi', tag, run.employerNi);
    if (!isUndecided) {
      put('run.net', tag, run.net);
      put('liability.expected', `${tag} 902`, run.net);
      put('run.other', tag, run.other);
    }
    const [month, year] = [`${run.year}-${String(run.period).padStart(2, '0')}`, String(run.year)];
    const add = (is: string, of: string, pence: number) =>
      found.set(keyOf(is, of), (found.get(keyOf(is, of)) ?? 0) + pence);
    add('month.gross', month, run.gross);
    add('month.net', month, run.net);
    add('month.paye', month, run.paye);
    add('month.pension', month, run.pension);
    add('year.gross', year, run.gross);
    add('year.net', year, run.net);
    if (isUndecided) unknown.add(month).add(year);
    for (const [user, person] of run.people) {
      add('personMonth.gross', `${user} ${month}`, person.gross);
      add('personMonth.net', `${user} ${month}`, person.net);
      for (const name of ['gross', 'net', 'tax', 'employeeNi', 'employerNi', 'other'] as const)
        add(`personYear.${name}`, `${user} ${year}`, person[name]);
      const of = `${user} ${tag}`;
      put('person.gross', of, person.gross);
      put('person.tax', of, person.tax);
      put('person.employeeNi', of, person.employeeNi);
      put('person.employerNi', of, person.employerNi);
      if (!isUndecided) {
        put('person.net', of, person.net);
        put('person.other', of, person.other);
      }
    }
  }
  for (const key of found.keys()) if (isOfNet.test(key) && unknown.has(key.split(' ').at(-1) ?? '')) found.delete(key);
  return found;
}

const isOfNet = /^(?:month|year|personMonth|personYear)\.(?:net|other) /;

/** What our journals put on accounts: by month, and what of it is payroll's cost; and by tax year. */
export function accountFigures(posted: ReadonlyMap<string, number>): OwnFigures {
  const found = new Map<string, number>();
  const add = (is: string, of: string, pence: number) =>
    found.set(keyOf(is, of), (found.get(keyOf(is, of)) ?? 0) + pence);
  for (const [of, pence] of posted) {
    const [month = '', code = ''] = of.split(' ');
    const year = month.slice(0, 4);
    add('month.account', of, pence);
    add('year.account', `${year} ${code}`, pence);
    if (/^[1-4]/.test(code)) {
      add('month.cost', month, pence);
      add('year.cost', year, pence);
    }
  }
  return found;
}
