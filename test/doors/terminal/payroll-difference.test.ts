import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, startRunning } from '../../browser/running.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import { elm } from '../../sync/rig.js';

let running: Running;
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-test-'));

function fpsOf(paidOn: string, toDate: string, employerToDate: string): string {
  const path = join(folder, `${paidOn}.xml`);
  const ni = [{ earnings: '2600.00', earningsToDate: toDate, employer: '327.45', employerToDate }];
  const period = `<MonthNo>${Number(paidOn.slice(5, 7)) - 3}</MonthNo>`;
  const pay = { taxable: '2600.00', tax: '0.00', toDate: { taxable: toDate, tax: '0.00' } };
  writeFileSync(path, fpsFile([{ paidOn, period, ni, ...pay }]));
  return path;
}

beforeAll(async () => {
  running = await startRunning(undefined, elm({ payroll: {} }));
  const [{ name, accessToken, refreshToken } = { name: '', accessToken: '', refreshToken: '' }] =
    running.sandbox.credentials().companies;
  const tokens = ['--access-token', accessToken, '--refresh-token', refreshToken];
  await running.command('connect', '--name', name, '--mode', 'auto', ...tokens, '--post-from', '2025-04-06');
  const { baseUrl } = running.sandbox.credentials();
  const settings = ['payroll.from=files', 'controls.payeReference=123/AB456', `payrollPeople.E1=${baseUrl}/v2/users/2`];
  await running.command('policy', 'Elm Ltd', ...settings.flatMap((one) => ['--set', one]));
}, 240_000);
afterAll(() => running?.stop());

test('posts the difference to a year to date, and takes a file back for a reason alone', async () => {
  const october = fpsOf('2025-10-31', '2600.00', '327.45');
  const november = fpsOf('2025-11-28', '5250.00', '662.40');
  await running.command('payroll', 'receive', october, november);
  const pensions = (...options: readonly string[]) =>
    running.command('payroll', 'pensions', 'Elm Ltd', '--json', ...options);
  expect((await pensions()).json()).toMatchObject({ year: '2025/26', people: [{ id: 'E1', asks: 'never said' }] });
  expect((await pensions('--from', '2025-10-31')).code).toBe(2);
  expect((await pensions('--say', 'E1')).code).toBe(2);
  expect((await pensions('--total', 'may=1')).code).toBe(2);
  const total = await pensions('--total', 'oct-2025=£1,204.50');
  expect(total.json()).toMatchObject({ months: [{ month: '2025-10', payroll: '0.00', provider: '1204.50' }, {}] });
  await pensions('--total', 'oct-2025=');
  const said = await pensions('--say', 'E1=71.40', '*=0.00', '--from', '2025-04-06', '--confirm', '2026/27');
  expect(said.json()).toMatchObject({
    ...{ confirmed: '2026/27', paysNothing: '0.00 from 2025-04-06' },
    people: [{ id: 'E1', name: 'Ada Ash', said: '71.40 from 2025-04-06', by: 'name' }],
  });
  const shown = await running.command('payroll', 'pensions', 'Elm Ltd', '--say', 'E1=');
  expect(shown.stdout).toMatch(
    /Not named, and pays nothing in: 0\.00 from 2025-04-06[\s\S]*E1 +Ada Ash +as all others/,
  );
  await running.command('sync', '--company', 'Elm Ltd');
  const approve = ['approve', 'year_to_date_differs', 'Elm Ltd', 'nov-2025', '--difference'];
  const approved = await running.command(...approve, '--reason', 'October’s overtime', '--json');
  expect(approved.json()).toMatchObject({ run: { state: 'posted' } });
  const listed = await running.command('payroll', 'files', 'Elm Ltd', '--json');
  const files = listed.json<{ items: { id: string; file: string }[] }>().items;
  expect(files.map(({ file }) => file)).toEqual(['Difference to the year to date', '2025-11-28.xml', '2025-10-31.xml']);
  const withdraw = ['payroll', 'withdraw', 'Elm Ltd', files[0]?.id ?? ''];
  expect((await running.command(...withdraw)).code).toBe(2);
  const posted = await running.command(...withdraw, '--reason', 'A second thought');
  expect(posted.stdout + posted.stderr).toContain('is in the books');
}, 120_000);
