import { type SettingRow, settingRows } from '../../../journal/policy/settings.js';

/** The page's five sections, by what a person looks for. A group's name stands for all its settings. */
export const sections = [
  {
    id: 'posted',
    heading: 'What is posted',
    of: ['mode', 'postFrom', 'layout', 'accounts', 'studentLoans', 'sacrificedPension', 'treatments'],
  },
  {
    id: 'decides',
    heading: 'Who decides',
    of: [
      ...['approval', 'clientApproval', 'clientEmail', 'clientReminder', 'amendments', 'variance'],
      'expectedWarnings',
    ],
  },
  {
    id: 'hmrc',
    heading: 'HMRC and pensions',
    of: [
      ...['controls.payeReference', 'controls.accountsOffice', 'controls.payePeriod', 'controls.collectionDay'],
      ...['controls.pensionDay', 'controls.attachmentsDay', 'controls.otherDeductionsDay', 'recovery'],
      ...['controls.cisSuffered', 'controls.setsOffCis', 'controls.cisWithheld'],
    ],
    ofFiles: ['hmrcAccount', 'pensionTotals', 'payroll.pensionsConfirmed'],
  },
  {
    id: 'people',
    heading: 'People and sources',
    of: ['directors', 'roles', 'allocations', 'payroll.from', 'payrollMoves'],
    ofFiles: [
      ...['payrollPeople', 'employerPensions', 'paidBeforeFiles', 'payrollColumns', 'payroll.reliefInDeductions'],
      ...['payroll.bothShares', 'payroll.niTables', 'payroll.withoutNi', 'payroll.levyAccount'],
    ],
  },
  { id: 'rare', heading: 'What is rare', of: ['statuses', 'guard', 'controls.whenClear'] },
] as const satisfies readonly {
  readonly id: string;
  readonly heading: string;
  readonly of: readonly string[];
  /** Of payroll that comes as files alone. */
  readonly ofFiles?: readonly string[];
}[];

/** The rows that these name, in their order. */
export const rowsNamed = (names: readonly string[]): readonly SettingRow[] =>
  names.flatMap((name) => settingRows.filter(({ path }) => path === name || path.startsWith(`${name}.`)));
