import type { AuditAnswer } from './answer.js';
import type { JudgedName, Verdict } from './judged.js';

/** As an accountant says it, on every door. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  right: 'agrees to payroll',
  wrong: 'differs',
  corrected: 'corrected',
  doubled: 'posted twice',
  missing: 'not in the books',
  elsewhere: 'posted another way',
  not_judged: 'not judged',
};

export const causeWords: Readonly<Record<JudgedName, string>> = {
  other_accounts: 'on other accounts of the same kind',
  allowance_split: 'employment allowance all on one group’s NI',
  costs_in_one_account: 'NI and pension with pay on one account',
  sacrifice_placed: 'sacrificed pension shown elsewhere',
  net_pay_to_own_account: 'net pay on the person’s own other account',
  rounding: 'rounding',
  allowance_missing: 'employment allowance left out',
  employer_ni_missing: 'employer’s NI left out',
  allowance_twice: 'employment allowance taken twice',
  employer_pension_missing: 'employer’s pension left out',
  employee_pension_missing: 'employees’ pension left out',
  loans_missing: 'student loans left out',
  other_deductions_missing: 'other deductions left out',
  pension_gross_of_relief: 'pension posted gross of tax relief',
  person_missing: 'a person left out',
  person_twice: 'a person posted twice',
  director_as_employee: 'director’s pay shown as an employee’s',
  employee_as_director: 'employee’s pay shown as a director’s',
  net_pay_elsewhere: 'net pay on someone else’s account',
  liability_in_costs: 'what is owed, under an expense',
  cost_in_liabilities: 'a cost, under a liability',
  wrong_side: 'debit and credit exchanged',
  wrong_date: 'dated in another month or year',
  digits: 'a figure mistyped',
  payroll_changed: 'payroll changed after it was posted',
  recovery_missing: 'recovered statutory pay left out',
  other: 'what no cause explains',
  doubled: 'posted twice',
  missing: 'not in the books',
  elsewhere: 'posted another way',
};

export const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

type Told = { readonly verdict: Verdict; readonly causes: readonly { readonly cause: JudgedName }[] };

/** The causes, without one that only says the verdict again. */
export const causesInWords = ({ verdict, causes }: Told): string =>
  causes
    .map(({ cause }) => causeWords[cause])
    .filter((words) => words !== verdictWords[verdict])
    .join('; ');

/** A pay run in one line, without amounts. */
export function runInWords(run: Told): string {
  const causes = causesInWords(run);
  if (causes === '') return verdictWords[run.verdict];
  if (run.verdict === 'wrong') return causes;
  // Being posted twice has no cause: what else is wrong is wrong besides.
  return `${verdictWords[run.verdict]}${run.verdict === 'doubled' ? ';' : ':'} ${causes}`;
}

/** Exit code 0. Nothing is wrong that is not corrected, every run is judged, and no set on payroll's accounts is no one's. */
export const isClean = ({ runs, other }: Pick<AuditAnswer, 'runs' | 'other'>): boolean =>
  other.length === 0 && runs.every(({ verdict }) => verdict === 'right' || verdict === 'corrected');
