import { TaxYearRecord } from '../../../src/record/runs/pay-period.entity.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase } from '../../factories/database.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun, noteBooksRead } from '../../factories/runs.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';

const one: Slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };

test('sign-off --all signs off what is posted, agreed and read of one month, and says why the others are left out', async () => {
  await using temp = await openTemp();
  const { database, url } = temp;
  for (const [name, isRead] of [
    ['Ash Ltd', true],
    ['Birch Ltd', true],
    ['Cedar Ltd', false],
  ] as const) {
    const payroll = payrollOf([one]);
    const { id } = await insertCompany(database, { name });
    const payments = [{ dueOn: '2025-11-22', amountDue: payroll.taxAuthority.toString(), status: 'unpaid' }];
    const year = { companyId: id, year: 2026, adoptedAt: null, listedAt: null, fullReadAt: null, payments };
    await database.work((rows) => rows.insert(TaxYearRecord, year as never));
    const run = await insertRun(database, id, payroll, { state: 'posted', datedOn: '2025-10-31' });
    if (isRead) await noteBooksRead(database, run, database.clock.now().toISOString());
  }
  const command = (...args: readonly string[]) =>
    runHere(args, { env: { DATABASE_URL: url, SECRET_KEY: secretKey, LOG_LEVEL: 'silent' } });
  const ofAsh = await command('sign-off', '--all', 'Ash Ltd', 'oct-2025', '--reason', 'Seen', '--json');
  expect([ofAsh.code, ofAsh.json<{ runs: unknown[] }>().runs.length]).toEqual([0, 1]);
  const all = await command('sign-off', '--all', 'oct-2025', '--reason', 'Seen with Ann');
  expect([all.code, all.stdout.trim()]).toEqual([0, 'Signed off 1 of 1 posted run.']);
  expect(all.stderr).toContain('Cedar Ltd, paid 31 Oct 2025: its books were not rechecked within the last day');
  const signed = await database.read((rows) => rows.find(PayRunRecord, { order: { companyId: 'ASC' } }));
  expect(signed.map(({ signedOffBy }) => signedOffBy !== null)).toEqual([true, true, false]);
  expect((await command('sign-off', '--all', '--reason', 'x', '--json')).code).toBe(2);
  expect((await command('sign-off', '--all', 'oct-2025', '--withdraw', '--reason', 'x')).code).toBe(2);
});

async function openTemp() {
  const temp = await tempDatabase();
  return { ...temp, [Symbol.asyncDispose]: () => temp.remove() };
}
