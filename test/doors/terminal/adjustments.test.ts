import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '#sandbox';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';
import { elm } from '../../sync/rig.js';

/** A bookkeeper enters what no payslip shows, and gets a useful message for each mistake. */
let folder: string;
let sandbox: Sandbox;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-beside-'));
  const payslips = [
    { user: 2, basic_pay: '2000.0', employer_ni: '237.45', attachments: '101.0' },
    { user: 1, basic_pay: '1000.0', employer_ni: '75.0', ni_calc_type: 'Director' },
  ];
  const october = { period: 6, dated_on: '2025-10-31', status: 'filed', payslips };
  sandbox = createSandbox({
    scenario: elm({ payroll: { '2026': { periods: [october] } } }),
    limits: false,
  });
  const { baseUrl } = await sandbox.listen(0);
  const { clientId, clientSecret, companies } = sandbox.credentials();
  env = {
    DATABASE_URL: `sqlite:${join(folder, 'counterfoil.db')}`,
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'silent',
    ACCOUNTING_BASE_URL: baseUrl,
    ACCOUNTING_CLIENT_ID: clientId,
    ACCOUNTING_CLIENT_SECRET: clientSecret,
    CONNECT_ACCESS_TOKEN: companies[0]?.accessToken ?? '',
    CONNECT_REFRESH_TOKEN: companies[0]?.refreshToken ?? '',
  };
  await counterfoil('migrate');
  await counterfoil('connect', '--name', 'Elm', '--mode', 'approve', '--post-from', '2025-10-06');
  const synced = await counterfoil('sync');
  if (synced.code !== 0) throw new Error(synced.stderr);
});
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

const counterfoil = (...args: string[]) => runHere(args, { env });
const csv = async (...rows: string[]) => {
  const file = join(folder, 'allocations.csv');
  await writeFile(file, ['user,from,percent,salaries,employer_nics,directors', ...rows, ''].join('\n'));
  return ['allocations', 'Elm', '--csv', file];
};

test('allocations: what is wrong is named, what is right is shown on the last pay run and read back', async () => {
  const short = await counterfoil(...(await csv('/v2/users/2,2025-10-06,59.99,101,,', '/v2/users/2,2025-10-06,40,,,')));
  expect([short.code, short.stderr]).toEqual([
    2,
    expect.stringContaining('Elm: /v2/users/2 from 6 October 2025: the percentages sum to 99.99, not to exactly 100.'),
  ]);
  const director = await counterfoil(...(await csv('/v2/users/1,2025-10-06,100,101,,')));
  expect([director.code, director.stdout]).toEqual([3, expect.stringContaining('Set "directors": true')]);
  const account = await counterfoil(...(await csv('/v2/users/2,2025-10-06,100,9999,,')));
  expect([account.code, account.stderr]).toEqual([2, expect.stringContaining('account 9999 is not in its chart')]);
  const unpaid = await counterfoil(...(await csv('/v2/users/77,2025-10-06,100,,,')));
  expect(unpaid.stdout).toContain('/v2/users/77 was not paid in the last pay runs');
  const right = await counterfoil(...(await csv('/v2/users/2,2025-10-06,60,101,,', '/v2/users/2,2025-10-06,40,,,')));
  expect([right.code, right.stdout]).toEqual([0, expect.stringMatching(/101 +0\.00 +1200\.00/)]);
  const out = await counterfoil('allocations', 'Elm', '--export');
  expect(out.stdout.trim().split('\n').slice(1)).toEqual([
    '/v2/users/2,Ed Employee,2025-10-06,60,101,,,',
    '/v2/users/2,Ed Employee,2025-10-06,40,,,,',
  ]);
});

test('an adjustment: what does not balance, what the chart lacks, and how it is mended', async () => {
  const adjust = ['adjust', 'Elm', 'oct-2025', '--kind', 'levy', '--reason', 'Levy of October'];
  const odd = await counterfoil(...adjust, '--line', '405=125.00', '--line', '814=-124.00');
  expect([odd.code, odd.stderr]).toEqual([
    2,
    expect.stringContaining('Elm: the lines must balance: they come to £1.00.'),
  ]);
  const strange = await counterfoil(...adjust, '--line', '405=125.00', '--line', '8999=-125.00');
  expect([strange.code, strange.stderr]).toEqual([2, expect.stringContaining('account 8999 is not in its chart')]);
  const mended = await counterfoil(...adjust, '--line', '405=125.00', '--line', '814=-125.00');
  expect([mended.code, mended.stdout]).toEqual([0, expect.stringContaining('Elm, levy-1 dated 5 Nov 2025: posted.')]);
  const levy = ['Elm', 'oct-2025', '--adjustment', 'levy-1', '--reason', 'Entered too early'];
  const reversed = await counterfoil('reverse', ...levy);
  expect([reversed.code, reversed.stdout]).toEqual([3, expect.stringContaining('Elm, levy-1 dated 5 Nov 2025: held')]);
  const shown = await counterfoil('show', ...levy.slice(0, -2));
  expect(shown.stdout).toContain('Elm, Apprenticeship levy dated 5 Nov 2025: Held');
  expect(shown.stdout).toContain('Held (reversed): It was posted and reversed.');
  expect(shown.stdout).not.toContain('Employee NI');
  // Money reads alike in `show` and in `runs`.
  expect(shown.stdout).toMatch(/^405 .*£125\.00/m);
  const october = await counterfoil('show', 'Elm', 'oct-2025');
  const listed = await counterfoil('runs', '--company', 'Elm', '--month', 'oct-2025');
  expect(listed.stdout).toMatch(/ £3,000\.00 /);
  expect(october.stdout).toMatch(/^Ed Employee +£2,000\.00 +£0\.00 +£0\.00 +£[\d,.]+ +£237\.45$/m);
  expect(october.stdout).toMatch(/^401 .* £800\.00 /m);
  const again = await counterfoil('post', ...levy);
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('Elm, levy-1 dated 5 Nov 2025: posted.')]);
  const repeated = [...adjust, '--line', '405=125.00', '--line', '814=-125.00'];
  const twice = await counterfoil(...repeated);
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('levy-1 of October 2025 has the same lines')]);
  const another = await counterfoil(...repeated, '--another');
  expect([another.code, another.stdout]).toEqual([0, expect.stringContaining('levy-2 dated 5 Nov 2025: posted.')]);
});

test('a split: with parts above its amount it is held, and not split meanwhile', async () => {
  const decide = ['decide', 'attachments', 'Elm', 'oct-2025', '--as', 'deduct', '--reason', 'Fee'];
  const above = await counterfoil(...decide, '--for', 'person', '--split', '002=102.00', '--split', '815=rest');
  expect([above.code, above.stdout]).toEqual([
    3,
    expect.stringContaining(
      'Ed Employee has £101.00 in Attachment of earnings, and its decision puts £102.00 of it on accounts of their own, which is more.',
    ),
  ]);
  const fee = await counterfoil(...decide, '--for', 'person', '--split', '002=1.00', '--split', '815=rest');
  expect(fee.stdout).toContain('Elm, paid 31 Oct 2025: ready to post');
  const shown = await counterfoil('show', 'Elm', 'oct-2025');
  expect(shown.stdout).toMatch(/002 .* £1\.00 /);
  expect(shown.stdout).toMatch(/815 .* £100\.00 /);
  // The history is in the words of the log.
  expect(shown.stdout).toMatch(/At +What +Reason +By\n/);
  expect(shown.stdout).toMatch(/\d{4} \d\d:\d\d +Decided · .* · command +Fee .*\n/);
});
