import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';

/** Where no books could be read, an empty list would look as if all were well. */
describe('of books that cannot be read', () => {
  let temp: TempDatabase;
  beforeAll(async () => {
    temp = await tempDatabase();
    // Its connection has no tokens.
    await insertCompany(temp.database, { id: 'ash', name: 'Ash' });
    const payroll = payrollOf([
      { id: 1, name: 'Amara Okafor', basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' },
    ]);
    await insertRun(temp.database, 'ash', payroll, { state: 'posted', datedOn: '2025-10-31' });
  });
  afterAll(() => temp.remove());

  const run = (...args: readonly string[]) =>
    runHere(args, {
      env: {
        ...{ DATABASE_URL: temp.url, SECRET_KEY: secretKey, LOG_LEVEL: 'silent' },
        ...{ ACCOUNTING_BASE_URL: 'http://127.0.0.1:9', ACCOUNTING_CLIENT_ID: 'x', ACCOUNTING_CLIENT_SECRET: 'x' },
      },
    });

  test.each([
    ['verify', []],
    ['verify', ['--company', 'Ash']],
    ['controls', ['--on', '2025-12-01']],
    ['controls', ['--on', '2025-12-01', '--company', 'Ash']],
    ['controls', ['--year', '2025/26']],
  ] as const)('%s %j answers the error, and exits 1', async (command, args) => {
    const asJson = await run(command, ...args, '--json');
    expect(asJson.json()).toEqual({
      error: { title: expect.any(String), detail: expect.stringContaining('Ash'), todo: expect.any(String) },
    });
    expect(asJson.code).toBe(1);
    const inWords = await run(command, ...args);
    expect([inWords.code, inWords.stderr]).toEqual([1, expect.stringContaining('Ash')]);
    expect(inWords.stdout).not.toContain('agree');
  });
});
