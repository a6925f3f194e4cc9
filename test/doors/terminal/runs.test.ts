import { insertCompany } from '../../factories/companies.js';
import { tempDatabase } from '../../factories/database.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';

const amara = { id: 1, name: 'Amara Okafor', basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' };

it('runs lists the latest first for people; for programs in the order of time, as ever', async () => {
  const temp = await tempDatabase();
  const env = { DATABASE_URL: temp.url, SECRET_KEY: secretKey, LOG_LEVEL: 'silent' };
  await insertCompany(temp.database, { id: 'ash', name: 'Ash' });
  for (const datedOn of ['2025-10-31', '2025-10-24', '2025-11-28'])
    await insertRun(temp.database, 'ash', payrollOf([amara]), { state: 'posted', datedOn });
  const { stdout } = await runHere(['runs'], { env });
  expect(stdout.match(/\d+ (Oct|Nov) 2025/g)).toEqual(['28 Nov 2025', '31 Oct 2025', '24 Oct 2025']);
  const json = (await runHere(['runs', '--json'], { env })).json<{ datedOn: string }[]>();
  expect(json.map(({ datedOn }) => datedOn)).toEqual(['2025-10-24', '2025-10-31', '2025-11-28']);
  await temp.remove();
});

it('runs says whether nothing was fetched, or nothing is as asked', async () => {
  const temp = await tempDatabase();
  const env = { DATABASE_URL: temp.url, SECRET_KEY: secretKey, LOG_LEVEL: 'silent' };
  const words = async (...args: readonly string[]) => (await runHere(['runs', ...args], { env })).stdout;

  expect(await words('--state', 'held')).toBe('No pay run yet: `counterfoil sync` fetches them.\n');
  await insertCompany(temp.database, { id: 'ash', name: 'Ash' });
  await insertRun(temp.database, 'ash', payrollOf([amara]), { state: 'posted', datedOn: '2025-10-31' });
  const none = 'No such pay run: 1 is recorded, and `counterfoil runs` lists them all.\n';
  expect(await words('--state', 'held')).toBe(none);
  expect(await words('--year', '2024/25')).toBe(none);
  expect(await words()).toContain('Posted');
  await temp.remove();
});
