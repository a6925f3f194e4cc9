import type { Database } from '../../../src/ground/database.js';
import type { ReadRows } from '../../../src/ground/rows.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { TaxYearRecord } from '../../../src/record/runs/pay-period.entity.js';
import { Board } from '../../../src/views/month/board.js';
import { cleanAmong, cleanRuns } from '../../../src/views/checks/clean.js';
import { employersOf } from '../../../src/views/checks/scheme-years.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun, type RunStory } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { watched } from '../../harness/watched-rows.js';
import { StillClock } from '../../doors/api/door.js';

const payroll = payrollOf([
  { id: 1, name: 'Ann Elm', basic: '2000.00', tax: '190.20', ni: '76.16', employerNi: '237.45' },
]);
const october = { year: 2026, period: 6 };
const everybody = { companies: null, pay: true };

interface Story extends Partial<RunStory> {
  readonly name: string;
  /** What is due to HMRC for the month; undefined when it is not due yet. */
  readonly due?: string;
  readonly clean: boolean;
}

const warning = { code: 'net_differs', message: 'The net pay differs.' };
const stories: readonly Story[] = [
  { name: 'Agrees Ltd', due: payroll.taxAuthority.toString(), clean: true },
  { name: 'Not Due Ltd', clean: true },
  { name: 'Differs Ltd', due: payroll.taxAuthority.plus(payroll.taxAuthority).toString(), clean: false },
  { name: 'Warned Ltd', remarks: { warnings: [warning] }, clean: false },
  { name: 'Held Ltd', remarks: { holds: [warning] }, clean: false },
  { name: 'Unmapped Ltd', fingerprint: null, clean: false },
];

describeOnDatabases('what is clean', (open) => {
  it('is the same on the board and when many are posted at once', async () => {
    const database = await open(new StillClock());
    for (const story of stories) await insertReady(database, story);
    const { rows: shown } = await new Board(database).review(everybody, october, { part: 0 });
    expect(Object.fromEntries(shown.map(({ company, clean }) => [company, clean]))).toEqual(
      Object.fromEntries(stories.map(({ name, clean }) => [name, clean])),
    );
    const { clean, left } = await database.read((rows) => cleanRuns(rows, {}));
    expect(left).toBe(stories.length - clean.length);
    expect(clean.map(({ companyId }) => companyId)).toEqual(['agrees-ltd', 'not-due-ltd']);
    // What posts many at once reads none of their plans and reasons.
    expect(clean[0]?.plan).toBeUndefined();
  });

  it('is only what is ready, and reads the month before only where a policy watches pay', async () => {
    const database = await open(new StillClock());
    const { id } = await insertCompany(database, { name: 'Ash' }, { variance: null });
    const runs: PayRunRecord[] = [];
    for (const [state, datedOn] of [
      ['ready', '2025-10-30'],
      ['posted', '2025-10-31'],
    ] as const)
      runs.push(await insertRun(database, id, payroll, { state, datedOn }));
    const asked: unknown[] = [];
    const clean = await database.read((rows) => cleanAmong(watched(rows, asked as never), runs));
    expect([...clean].map(({ state }) => state)).toEqual(['ready']);
    // Of the runs their PAYE alone was read: nothing was compared with September.
    expect(asked.filter((one) => one === PayRunRecord)).toHaveLength(1);
  });

  it('asks the database for no policy where there is no company: PostgreSQL would refuse an empty list', async () => {
    expect(await employersOf({} as ReadRows, [])).toEqual(new Map());
  });

  it('allows warnings that the policy expects, and stops pay that changed by more than its variance', async () => {
    const database = await open(new StillClock());
    const raised = payrollOf([
      { id: 1, name: 'Ann Elm', basic: '2300.00', tax: '190.20', ni: '76.16', employerNi: '237.45' },
    ]);
    const policies = {
      'Expected Ltd': { expectedWarnings: ['net_differs'], variance: null },
      'Beyond Ltd': { variance: { percent: 10, amount: '200' } },
      'Amount Ltd': { variance: { percent: 20, amount: '200' } },
      // £300 on £2,000.
      'Small Ltd': { variance: { percent: 16, amount: '300.00' } },
      'Usual Ltd': {},
      'Share Ltd': { variance: { percent: 15 } },
      'No Before Ltd': { variance: { amount: '1' } },
    };
    for (const [name, policy] of Object.entries(policies)) {
      const { id } = await insertCompany(database, { name }, policy);
      if (name !== 'No Before Ltd') await insertRun(database, id, payroll, { state: 'posted', datedOn: '2025-09-30' });
      const remarks = { warnings: name === 'Expected Ltd' ? [warning] : [] };
      await insertRun(database, id, raised, { state: 'ready', datedOn: '2025-10-31', remarks });
    }
    const { rows: shown } = await new Board(database).review(everybody, october, { part: 0 });
    const unclean = shown.filter(({ clean }) => !clean);
    expect(unclean.map(({ company }) => company)).toEqual(['Amount Ltd', 'Beyond Ltd', 'Usual Ltd']);
    expect(unclean[0]?.unclean).toMatchObject([{ is: 'variance' }]);
    expect((await database.read((rows) => cleanRuns(rows, {}))).clean.map(({ companyId }) => companyId)).not.toContain(
      'beyond-ltd',
    );
  });

  it('can be asked for one company or one period', async () => {
    const database = await open(new StillClock());
    for (const name of ['Ash', 'Birch']) await insertReady(database, { name, clean: true });
    const clean = (filter: Parameters<typeof cleanRuns>[1]) =>
      database.read(async (rows) => (await cleanRuns(rows, filter)).clean.map(({ companyId }) => companyId));
    expect(await clean({ companyId: 'birch' })).toEqual(['birch']);
    expect(await clean({ period: 6 })).toEqual(['ash', 'birch']);
    expect(await clean({ period: 5 })).toEqual([]);
  });
});

async function insertReady(database: Database, { name, due, clean: _, ...story }: Story): Promise<void> {
  const { id: companyId } = await insertCompany(database, { name });
  await insertRun(database, companyId, payroll, { state: 'ready', datedOn: '2025-10-31', ...story });
  if (due === undefined) return;
  const payments = [{ dueOn: '2025-11-22', amountDue: due, status: 'unpaid' }];
  const year = { companyId, year: october.year, adoptedAt: null, listedAt: null, fullReadAt: null, payments };
  await database.work((rows) => rows.insert(TaxYearRecord, year as never));
}
