import type { Database } from '../../../src/ground/database.js';
import { EmployeeYears } from '../../../src/views/year/employee-year.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';

const one: Slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };
const everything = { companies: null, pay: true };

describeOnDatabases('A person’s tax year', (open) => {
  let database: Database;
  beforeEach(async () => {
    database = await open();
    await insertCompany(database, { name: 'Ash' });
    await insertCompany(database, { name: 'Birch' });
    const other = { ...one, id: 11, name: 'Employee Eleven' };
    for (const datedOn of ['2023-10-31', '2025-10-31', '2025-11-28'])
      await insertRun(database, 'ash', payrollOf([one, other]), { state: 'posted', datedOn });
    for (const datedOn of ['2024-10-31', '2026-04-30'])
      await insertRun(database, 'ash', payrollOf([other]), { state: 'posted', datedOn });
    await insertRun(database, 'birch', payrollOf([one]), { state: 'posted', datedOn: '2026-04-30' });
  });

  const yearOf = (user: string, year: number) =>
    new EmployeeYears(database).find(everything, { companyId: 'ash', user, year });

  test('links to the previous and next year in which the same company paid the same person, and to no other', async () => {
    expect(await yearOf('1', 2026)).toMatchObject({ yearBefore: 2024, yearAfter: undefined, months: { length: 2 } });
    expect(await yearOf('1', 2024)).toMatchObject({ yearBefore: undefined, yearAfter: 2026 });
    expect(await yearOf('11', 2026)).toMatchObject({ yearBefore: 2025, yearAfter: 2027 });
    expect(await yearOf('%', 2026)).toBeUndefined();
  });

  test('leaves out of the year what payroll no longer has, and shows it while the books do', async () => {
    const gone = { gone: true, journalSet: null };
    await insertRun(database, 'ash', payrollOf([one]), { state: 'nothing', datedOn: '2025-11-26', ...gone });
    await insertRun(database, 'ash', payrollOf([one]), { state: 'changed', datedOn: '2025-11-27', gone: true });
    const year = await yearOf('1', 2026);
    expect(year?.months.map(({ run, isReplaced }) => [run.datedOn, isReplaced])).toEqual([
      ['2025-10-31', false],
      ['2025-11-27', true],
      ['2025-11-28', false],
    ]);
    expect(String(year?.totals.gross)).toBe('4000.00');
  });

  // Her run of 6 June was moved to 6 July, where she has a payslip already.
  test('counts each payslip of someone who has two in one pay run, be they alike', async () => {
    await insertRun(database, 'birch', payrollOf([one, one]), { state: 'posted', datedOn: '2025-07-06' });
    const year = await new EmployeeYears(database).find(everything, { companyId: 'birch', user: '1', year: 2026 });
    expect(year?.months.map(({ paid }) => [String(paid.gross), String(paid.net)])).toEqual([['4000.00', '3114.08']]);
    expect([year?.totals.tax, year?.totals.employerNi].map(String)).toEqual(['550.40', '389.42']);
  });
});
