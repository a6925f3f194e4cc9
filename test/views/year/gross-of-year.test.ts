import { grossOfYear } from '../../../src/views/year/gross-of-year.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';

const slip = (id: number): Slip => ({
  ...{ id, name: `Employee ${id}`, basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' },
});
const three = payrollOf([slip(1), slip(2), slip(3)]);
const one = payrollOf([slip(4)]);

describeOnDatabases('gross pay of a year by month', (open) => {
  test('is of payroll whether posted or not, without what is planned, and what payroll does not pay any more', async () => {
    const db = await open();
    await insertCompany(db, { id: 'dale', name: 'Dale Ltd' });
    await insertRun(db, 'dale', three, { state: 'before_cutover', datedOn: '2025-04-30' });
    await insertRun(db, 'dale', three, { state: 'held', datedOn: '2025-05-30' });
    await insertRun(db, 'dale', one, { state: 'posted', datedOn: '2025-05-23' });
    await insertRun(db, 'dale', three, { state: 'not_ready', datedOn: '2025-06-27' });
    // The pay date moved, and the client to another source.
    await insertRun(db, 'dale', three, { state: 'changed', datedOn: '2025-05-29', gone: true });
    await insertRun(db, 'dale', three, { state: 'moved', datedOn: '2025-05-28' });
    const of = { companyId: 'dale', year: 2026 };
    const [april, may, june] = await db.read((rows) => grossOfYear(rows, { companies: null, pay: true }, of));
    expect([april, may].map(String)).toEqual(['6000.00', '8000.00']);
    expect(june).toBeUndefined();
    expect(await db.read((rows) => grossOfYear(rows, { companies: ['elm'], pay: true }, of))).toEqual(Array(12));
    expect(await db.read((rows) => grossOfYear(rows, { companies: null, pay: false }, of))).toEqual(Array(12));
  });
});
