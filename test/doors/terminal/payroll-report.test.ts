import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, startRunning } from '../../browser/running.js';
import { elm } from '../../sync/rig.js';

let running: Running;
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-test-'));
function inFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const header = 'Ref,Employee,Basic,PAYE,NI,ER NI,Net Pay';
const rows = ['E1,Ada Ash,2600.00,260.00,124.16,327.45,2215.84', 'Total,,2600.00,260.00,124.16,327.45,2215.84'];
const report = inFile('october.csv', [header, ...rows].join('\n'));
const sundry = inFile('sundry.csv', [`${header},Sundry`, ...rows.map((row) => `${row},5.00`)].join('\n'));

beforeAll(async () => {
  running = await startRunning(undefined, elm({ payroll: {} }));
  const [{ name, accessToken, refreshToken } = { name: '', accessToken: '', refreshToken: '' }] =
    running.sandbox.credentials().companies;
  const tokens = ['--access-token', accessToken, '--refresh-token', refreshToken];
  await running.command('connect', '--name', name, '--mode', 'auto', ...tokens);
  await running.command('policy', 'Elm Ltd', '--set', 'payroll.from=files');
}, 240_000);
afterAll(() => running?.stop());

type Refused = { readonly items: readonly { readonly error: { readonly detail: string } }[] };

test('a report is taken in once its columns are saved', async () => {
  const payroll = (...args: readonly string[]) => running.command('payroll', ...args, '--json');
  const receive = () => payroll('receive', report, '--company', 'Elm Ltd', '--paid', '2025-10-31');
  const [refused] = (await receive()).json<Refused>().items;
  expect(refused?.error.detail).toContain('7 of 7 can be guessed');

  const open = await payroll('columns', 'Elm Ltd', sundry, '--save');
  expect([open.code, open.stdout]).toEqual([1, expect.stringContaining('Sundry')]);
  const saved = (await payroll('columns', 'Elm Ltd', report, '--save')).json<object>();
  expect(saved).toMatchObject({ open: [], netAgrees: true, saved: true, map: { person: 'Ref', totals: 'Total' } });

  const looked = await running.command('payroll', 'receive', report, '--company', 'Elm Ltd', '--paid', '2025-10-31', '--dry-run'); // biome-ignore format: one line
  expect(looked.stdout).toContain('Elm Ltd, 1 payment of 31 Oct 2025. Nothing is kept of it yet.');
  expect(looked.stdout).toMatch(/E1\) is not matched to anyone/);
  expect((await receive()).json()).toMatchObject({
    items: [{ outcome: 'received', payments: 1, paidOn: ['2025-10-31'] }],
  });
  expect((await receive()).json()).toMatchObject({ items: [{ outcome: 'known' }] });
  const [unpaid] = (await payroll('receive', report)).json<Refused>().items;
  expect(unpaid?.error.detail).toContain('needs its company and its pay date');
});

test('says who each payroll id is, and how to confirm whom its name agrees with', async () => {
  // A sync reads the books for the years that are open.
  const today = new Date().toISOString().slice(0, 10);
  const eds = inFile('eds.csv', [header, 'E7,"Employee, Ed",100.00,0.00,0.00,0.00,100.00', 'Total,,100.00,0.00,0.00,0.00,100.00'].join('\n')); // biome-ignore format: one line
  await running.command('payroll', 'receive', eds, '--company', 'Elm Ltd', '--paid', today);
  const people = (...args: readonly string[]) => running.command('payroll', 'people', 'Elm Ltd', ...args);
  expect((await people()).stdout).toContain('not known until a sync has read them');
  await running.command('sync', '--company', 'Elm Ltd');
  expect((await people('--json')).json()).toMatchObject({
    items: [
      { id: 'E1', name: 'Ada Ash' },
      { id: 'E7', name: 'Ed Employee', proposed: expect.stringMatching(/users\/2$/), proposedName: 'Ed Employee' },
    ],
  });
  const { stdout } = await people();
  const [, setting = ''] = /--set (payrollPeople\.E7=\S+)/.exec(stdout) ?? [];
  await running.command('policy', 'Elm Ltd', '--set', setting);
  expect((await people('--json')).json()).toMatchObject({
    items: [{ id: 'E1' }, { id: 'E7', userName: 'Ed Employee' }],
  });
}, 120_000);

test('shows the guess beside the rows', async () => {
  const { stdout } = await running.command('payroll', 'columns', 'Elm Ltd', sundry);
  expect(stdout).toMatch(/ER NI +employer_ni +327\.45/);
  expect(stdout).toMatch(/Sundry +\? +5\.00/);
  expect(stdout).toContain('Net pay agrees with these columns.');
});
