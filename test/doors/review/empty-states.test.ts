import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AccessModule } from '../../../src/access/access.module.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import { defaultPolicy } from '../../../src/journal/policy/policy.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';

const src = fileURLToPath(new URL('../../../src', import.meta.url));

/** Each sentence that says there never was anything yet, and what makes sure that no filter hides what there is. */
const nothingYet: Readonly<Record<string, string>> = {
  'There are none yet': 'adjustments: all of the company, only for those who may see pay',
  'No pay run of this client is known yet': 'allocations: only for those who may see pay',
  'No client yet': 'month: only for those who reach every company',
  'is connected yet': 'companies: no letters looked for, and named where the viewer reaches some only',
  'No one yet': 'people: the list has no filter',
  'There is no token yet': 'tokens: the list has no filter',
  'No company is connected yet': 'sync and companies: counted without regard to their life',
  'No payroll is known yet': 'controls: not where a year is named; year: says what else it may be',
  'No pay run yet': 'runs: counted without the options',
};

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(
    (entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : /\.tsx?$/.test(entry.name) ? [join(folder, entry.name)] : [], // biome-ignore format: one line
  );
}

test('every sentence that says there is nothing yet is known to be true with a filter', () => {
  const said = ['review', 'terminal']
    .flatMap((room) => filesIn(join(src, 'doors', room)))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8').replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, '');
      return [...text.matchAll(/(?:\b(?:No|No one|None|There (?:is|are) no(?:ne)?)\b[^.:`'<]{0,60}| is connected )\byet\b/g)].map(([one]) => one.trim()); // biome-ignore format: one pattern
    });
  expect(said.length).toBeGreaterThan(7);
  expect(said.filter((one) => !(one in nothingYet))).toEqual([]);
});

describe('someone who is not shown everything', () => {
  let temp: TempDatabase;
  let door: Door;

  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    await insertCompany(temp.database, { id: 'ash', name: 'Ash Ltd' });
    const slip: Slip = { id: 1, name: 'One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };
    await insertRun(temp.database, 'ash', payrollOf([slip]), { state: 'posted', datedOn: '2025-10-31' });
    const key = Buffer.alloc(32, 1).toString('base64');
    door = await openDoor(temp.database, [AccessModule, ApiModule, ReviewModule], { SECRET_KEY: key });
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  test('is not told that no company is connected', async () => {
    await insertCompany(temp.database, { id: 'birch', name: 'Birch Ltd', life: 'left' });
    const { cookie } = await door.browser({ name: 'Ed', role: 'reviewer', companies: [] });
    for (const path of ['/', '/clients']) {
      const { text } = await door.http.get(path).set('Cookie', cookie).expect(200);
      expect(text).not.toMatch(/No (company|client)( is connected)? yet/);
      expect(text).toMatch(/No (company|client) that you may see/);
    }
  });

  test('is not told under their work that there is no client', async () => {
    const { cookie } = await door.browser({ name: 'Eve', role: 'admin' });
    const { text } = await door.http.get('/?mine=yes').set('Cookie', cookie).expect(200);
    expect(text).not.toMatch(/No client|Connect a client|Nothing matches/);
    expect(text).toContain('Nothing is assigned to you');
  });

  test('is not told that no payroll was read, where it is pay that is not shown', async () => {
    const { cookie, csrf } = await door.browser({ name: 'Ada', role: 'admin', pay: false });
    const accounts = Object.entries(defaultPolicy.accounts).map(([role, code]) => [`account.${role}`, code]);
    const fields = { ...Object.fromEntries(accounts), statuses: 'filed' };
    const { text } = await door.http
      .post('/clients/ash/settings/preview')
      .set('Cookie', cookie)
      .type('form')
      .send({ csrf, version: '1', ...fields, mode: 'approve' });
    expect(text).not.toContain('No pay run to try it on');
    expect(text).toContain('Its effect is not shown to you');
  });
});
