import type { Database } from '../../../src/ground/database.js';
import { PostingLog } from '../../../src/record/log/posting-log.js';
import { installation } from '../../../src/record/log/log-entry.entity.js';
import type { RunState } from '../../../src/record/runs/pay-run.entity.js';
import { clientMonth, monthSteps } from '../../../src/views/month/month-steps.js';
import { account, insertReading, openAccount } from '../../factories/balances.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';

const october = { year: 2026, period: 6 };
const everything = { companies: null, pay: true };
const one: Slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };

test.each<[string, readonly [RunState, unsigned: number][], string]>([
  ['has no pay run', [], 'not in'],
  ['is posted and signed off', [['posted', 0]], 'closed'],
  ['is posted', [['posted', 1]], 'in'],
  ['agrees, unsigned', [['agrees', 2]], 'in'],
  ['is ready', [['ready', 1]], 'in'],
  ['is held, and half posted', [['held', 1], ['posted', 0]], 'in'], // biome-ignore format: a row
  ['is being checked', [['in_doubt', 1]], 'in'],
  ['is still to come', [['not_ready', 1]], 'not in'],
  ['is late', [['overdue', 1]], 'not in'],
  ['has a second pay date to come', [['posted', 0], ['not_ready', 1]], 'not in'], // biome-ignore format: a row
  ['paid no one', [['nothing', 1]], 'closed'],
  ['is before the cut-over, or ignored', [['before_cutover', 1], ['ignored', 1]], 'closed'], // biome-ignore format: a row
])('the month of a client that %s', (_, runs, expected) => {
  const { isIn, isClosed } = clientMonth(runs.map(([state, unsigned]) => ({ state, unsigned })));
  expect(isClosed ? 'closed' : isIn ? 'in' : 'not in').toBe(expected);
});

describeOnDatabases('the steps of a month', (open) => {
  let database: Database;
  beforeEach(async () => {
    database = await open();
  });

  const stepsOf = (viewer = everything as { companies: readonly string[] | null; pay: boolean }) =>
    database.read((rows) => monthSteps(rows, viewer, october, '2025-11-10'));

  test('count clients at work, and what is left of each', async () => {
    const [ash, birch, cedar] = [
      await insertCompany(database, { name: 'Ash' }),
      await insertCompany(database, { name: 'Birch' }),
      await insertCompany(database, { name: 'Cedar' }),
    ];
    const left = await insertCompany(database, { name: 'Left', life: 'left' });
    const signedOffAt = new Date('2025-11-03T09:00:00Z');
    await insertRun(database, ash.id, payrollOf([one]), { state: 'posted', datedOn: '2025-10-31', signedOffAt });
    await insertRun(database, birch.id, payrollOf([one]), { state: 'posted', datedOn: '2025-10-30' });
    await insertRun(database, birch.id, payrollOf([one]), { state: 'ready', datedOn: '2025-10-31' });
    await insertRun(database, left.id, payrollOf([one]), { state: 'posted', datedOn: '2025-10-31' });
    await insertRun(database, cedar.id, payrollOf([one]), { state: 'posted', datedOn: '2025-09-30' });
    await insertReading(database, ash.id, [account('814')]);
    await insertReading(database, birch.id, [openAccount('814', '100.00')]);
    const taken = {
      companyId: installation,
      actor: 'Ada',
      trigger: 'page',
      act: 'month_file',
      outcome: 'done',
    } as const;
    await database.work(async (rows) => {
      const log = new PostingLog(database);
      await log.append(rows, { ...taken, ref: ash.id, answer: '2026-06, zip, everything' });
      await log.append(rows, { ...taken, ref: ash.id, answer: '2026-06, pdf, everything' });
      await log.append(rows, { ...taken, ref: birch.id, answer: '2026-05, zip, everything' });
    });

    expect(await stepsOf()).toEqual({
      ...{ clients: 3, payrollIn: 2, closed: 1, owing: 2, told: 0, awaited: [] },
      ...{ toReconcile: 1, neverRead: 1, files: 1 },
      at: {
        posted: new Date('2025-10-31T05:31:00Z'),
        signedOff: signedOffAt,
        read: new Date('2025-11-05T05:00:00Z'),
        filesTaken: expect.any(Date) as Date,
      },
    });
    expect(await stepsOf({ companies: [birch.id], pay: true })).toMatchObject({
      clients: 1,
      payrollIn: 1,
      closed: 0,
      files: 0,
    });
    expect(await stepsOf({ companies: [], pay: true })).toMatchObject({ clients: 0, payrollIn: 0, toReconcile: 0 });
  });
});
