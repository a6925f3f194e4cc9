import { expect, it } from '@jest/globals';
import { grossBefore, paidBefore, payBefore } from '../../../src/views/checks/pay-before.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { StillClock } from '../../doors/api/door.js';

const payroll = payrollOf([
  { id: 1, name: 'Ann Elm', basic: '2000.00', tax: '190.20', ni: '76.16', employerNi: '237.45' },
]);

describeOnDatabases('the month before', (open) => {
  it('is compared with only where it has one pay run', async () => {
    const db = await open(new StillClock());
    for (const name of ['Elm Ltd', 'Oak Ltd']) await insertCompany(db, { name });
    const days = { 'elm-ltd': ['2025-09-30'], 'oak-ltd': ['2025-09-26', '2025-09-30'] };
    for (const [id, all] of Object.entries(days))
      for (const datedOn of all) await insertRun(db, id, payroll, { state: 'posted', datedOn });
    // Their pay date moved.
    for (const id of Object.keys(days))
      await insertRun(db, id, payroll, { state: 'changed', datedOn: '2025-09-29', gone: true });
    const october = { year: 2026, period: 6 };
    for (const before of [grossBefore, paidBefore, payBefore]) {
      const found = await db.read<ReadonlyMap<string, unknown>>((rows) => before(rows, Object.keys(days), october));
      expect([...found.keys()]).toEqual(['elm-ltd']);
    }
  });
});
