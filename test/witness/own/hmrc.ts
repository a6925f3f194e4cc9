/** What HMRC is due month by month, by the rules of payroll-in.md and by nothing of the program: in pence. */

export interface OwnMonth {
  /** The year the tax year ends in. */
  readonly year: number;
  /** 0 to 11. */
  readonly period: number;
  /** Tax, NI and loans of its pay runs. */
  readonly paye: number;
  /** What returns add, or take off. */
  readonly returned: number;
  /** Undefined amounts of months before the first file may be in it: neither it nor what follows is known. */
  readonly isUnknown: boolean;
}

/** A month below nil pays the next ones of its tax year. */
export function dueByMonth(months: readonly OwnMonth[]): ReadonlyMap<string, number> {
  const due = new Map<string, number>();
  for (const year of new Set(months.map((month) => month.year))) {
    let owed = 0;
    for (const month of months.filter((one) => one.year === year).toSorted((a, b) => a.period - b.period)) {
      if (month.isUnknown) break;
      owed += month.paye + month.returned;
      due.set(`${year}-${String(month.period).padStart(2, '0')}`, Math.max(owed, 0));
      owed = Math.min(owed, 0);
    }
  }
  return due;
}
