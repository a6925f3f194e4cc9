import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, startRunning } from '../../browser/running.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import { elm } from '../../sync/rig.js';

let running: Running;
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-test-'));

beforeAll(async () => {
  running = await startRunning(undefined, elm({ payroll: {} }));
  const [{ name, accessToken, refreshToken } = { name: '', accessToken: '', refreshToken: '' }] =
    running.sandbox.credentials().companies;
  const tokens = ['--access-token', accessToken, '--refresh-token', refreshToken];
  await running.command('connect', '--name', name, '--mode', 'auto', ...tokens, '--post-from', '2025-04-06');
  const settings = ['payroll.from=files', 'controls.payeReference=123/AB456', 'employerPensions.*=0.00'];
  await running.command('policy', 'Elm Ltd', ...settings.flatMap((one) => ['--set', one]));
}, 240_000);
afterAll(() => running?.stop());

test('two people of one name without payroll ids are told apart, said to be who they are, and posted', async () => {
  const path = join(folder, 'october.xml');
  const nameless = (taxable: string, toDate: string) => ({
    ...{ payId: '', taxable, tax: '0.00', toDate: { taxable: toDate, tax: '0.00' } },
  });
  writeFileSync(path, fpsFile([nameless('2600.00', '18200.00'), nameless('1800.00', '1800.00')]));
  await running.command('payroll', 'receive', path);
  await running.command('sync', '--company', 'Elm Ltd');
  expect((await running.command('runs', '--company', 'Elm Ltd', '--json')).stdout).toContain('who_is_who');
  const shown = await running.command('payroll', 'people', 'Elm Ltd');
  expect(shown.stdout).toContain('Ada Ash, £1,800.00 of pay this tax year by 31 October 2025');
  const listed = await running.command('payroll', 'people', 'Elm Ltd', '--json');
  const people = listed.json<{ items: { id: string }[] }>().items;
  const { baseUrl } = running.sandbox.credentials();
  const said = people.flatMap(({ id }, at) => ['--set', `payrollPeople.${id}=${baseUrl}/v2/users/${at + 1}`]);
  const reason = `Asked the client: ${people.map(({ id }) => id).join('; ')}`;
  expect((await running.command('policy', 'Elm Ltd', ...said, '--reason', reason)).code).toBe(0);
  expect((await running.command('sync', '--company', 'Elm Ltd')).code).toBe(0);
  expect((await running.command('runs', '--company', 'Elm Ltd', '--json')).json()).toMatchObject([{ state: 'posted' }]);
}, 120_000);
