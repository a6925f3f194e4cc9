import type { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { systemClock } from '../../src/ground/clock.js';
import { Database } from '../../src/ground/database.js';
import { insertCompany } from '../factories/companies.js';
import { payrollOf } from '../factories/payroll.js';
import { insertRun } from '../factories/runs.js';
import { runHere } from '../harness/here.js';
import { everyKind, freshUrl } from '../harness/databases.js';
import { secretKey } from '../harness/secret-key.js';
import { openDatabase } from '../../src/app/open-database.js';

/** More than two pages of the command, which reads 500 at a time. */
const runsWanted = 1203;

test.each(everyKind)(
  'runs --json on %s lists every pay run once, in order, over many pages',
  async (kind) => {
    const databaseUrl = await freshUrl(kind);
    const db = await openDatabase({ databaseUrl }, systemClock, { outlivesPowerCuts: false });
    await db.migrate();
    const { id } = await insertCompany(db, { name: 'Ash Ltd' });
    const first = await insertRun(db, id, payrollOf([]), { state: 'nothing', datedOn: '2025-04-30' });
    await copyRun(db, first);
    await db.close();

    const outcome = await runHere(['runs', '--json'], {
      env: { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey },
    });
    const listed = outcome.json<{ company: string; tag: string; period: number }[]>();
    expect(new Set(listed.map(({ tag }) => tag)).size).toBe(runsWanted);
    expect(listed).toHaveLength(runsWanted);
    expect(new Set(listed.map(({ company }) => company))).toEqual(new Set(['Ash Ltd']));
    expect(listed).toEqual(listed.toSorted((a, b) => a.period - b.period || (a.tag < b.tag ? -1 : 1)));

    const none = await runHere(['runs', '--json', '--state', 'held'], {
      env: { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey },
    });
    expect(none.json()).toEqual([]);
  },
  60_000,
);

/** Adds copies until there are enough. They have the same pay date and differ only in the tag. */
async function copyRun(db: Database, run: PayRunRecord): Promise<void> {
  await db.work(async (rows) => {
    const { PayRunRecord: Row } = await import('../../src/record/runs/pay-run.entity.js');
    for (let n = 1; n < runsWanted; n++) {
      await rows.insert(Row, { ...run, period: n % 12, tag: `${run.tag}:${String(n).padStart(5, '0')}` } as never);
    }
  });
}
