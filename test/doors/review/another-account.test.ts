import { AccessModule } from '../../../src/access/access.module.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';

const one: Slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };
const path = '/runs/dale/2026/6/2025-10-31';

let temp: TempDatabase;
let door: Door;

beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  const treatments = { employer_ni: { as: 'employer_cost_to_tax_authority', account: '820' } } as const;
  await insertCompany(temp.database, { id: 'dale', name: 'Dale Ltd' }, { mode: 'approve', treatments });
  await insertRun(temp.database, 'dale', payrollOf([one]), { state: 'ready', datedOn: '2025-10-31' });
  const key = Buffer.alloc(32, 1).toString('base64');
  door = await openDoor(temp.database, [AccessModule, ApiModule, ReviewModule], { SECRET_KEY: key });
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

test('the form that moves a pay item opens on what each one is now, with its account', async () => {
  const { cookie } = await door.browser({ role: 'reviewer' });
  const { text } = await door.http.get(path).set('Cookie', cookie).expect(200);
  const form = text.slice(text.indexOf('Post a pay item to another account'));
  const items = [...form.matchAll(/<option value="(\w+)"( selected)?[^>]*>([^<]+)</g)].map(([, name, , words]) => [
    name,
    words,
  ]);
  expect(items).toEqual(
    expect.arrayContaining([
      ['basic_pay', 'Basic pay: now pay, on 401 or 407'],
      ['tax_deducted', 'Tax deducted: now deduction payable to HMRC, on 814'],
      ['employer_ni', 'Employer NI: now employer’s cost payable to HMRC, on 820'],
    ]),
  );
  const answers = form.slice(form.indexOf('name="as"'));
  expect(answers.slice(answers.indexOf('<option'))).toMatch(/^<option value="as_it_is">as it is now</);
  expect(answers.slice(0, answers.indexOf('</select>'))).not.toContain('selected');
});

test('sent as it opens, only the account is another', async () => {
  const { cookie, csrf } = await door.browser({ role: 'reviewer' });
  const typed = {
    another: 'yes',
    field: 'tax_deducted',
    as: 'as_it_is',
    account: '820',
    scope: 'run',
    reason: 'Apart',
  };
  await door.http
    .post(`${path}/decide`)
    .set('Cookie', cookie)
    .type('form')
    .send({ csrf, ...typed });
  const [decision] = await temp.database.read((rows) => rows.find(Decision));
  expect(decision?.treatment).toEqual({ as: 'deduct_to_tax_authority', account: '820' });
});
