import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AccessModule } from '../../../src/access/access.module.js';
import { runInWords } from '../../../src/audit/words.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import type { Plan } from '../../../src/record/runs/pay-run.entity.js';
import { outByAccount } from '../../../src/views/run/run-checked.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { payrollOf, type Slip, userUrl } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';
import { type Door, openDoor, StillClock } from '../api/door.js';

const one: Slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };
const set = 'https://books.example/v2/journal_sets/7';
const plan: Plan = {
  kind: 'check',
  verdict: 'wrong',
  sets: [set],
  amount: '477.52',
  causes: [
    {
      cause: 'allowance_missing',
      amount: '437.50',
      accounts: [
        { account: '402', amount: '437.50' },
        { account: '814', amount: '-437.50' },
      ],
    },
    { cause: 'net_pay_elsewhere', amount: '40.02', accounts: [{ account: '902', user: userUrl(1), amount: '40.02' }] },
  ],
};
const reason = 'employment allowance left out; net pay on someone else’s account';

let temp: TempDatabase;
let door: Door;

beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  await insertCompany(temp.database, { id: 'dale', name: 'Dale Ltd' }, { mode: 'check' });
  const payroll = payrollOf([one]);
  await insertRun(temp.database, 'dale', payroll, { state: 'differs', datedOn: '2025-10-31', reason, plan });
  const elsewhere: Plan = { kind: 'check', verdict: 'elsewhere', sets: [], causes: [] };
  const other = { state: 'differs', datedOn: '2025-09-30', reason: 'posted another way', plan: elsewhere } as const;
  await insertRun(temp.database, 'dale', payroll, other);
  door = await openDoor(temp.database, [AccessModule, ApiModule, ReviewModule], { SECRET_KEY: secretKey });
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

const words = (html: string) =>
  html
    .slice(html.indexOf('id="difference"'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
async function page(of: string, person: Parameters<Door['browser']>[0]): Promise<string> {
  const { cookie } = await door.browser(person);
  return words((await door.http.get(`/runs/dale/${of}`).set('Cookie', cookie).expect(200)).text);
}

test('the page of a pay run that is only checked says what is wrong, with each account', async () => {
  const html = await page('2026/6/2025-10-31', { role: 'reviewer' });
  expect(html).toMatch(/Employment allowance left out; net pay on someone else’s account: +£477\.52 *\./);
  expect(html).toMatch(/402 .*Employment allowance left out \+437\.50 814 .*left out −437\.50 902 /);
  expect(html).toMatch(/Employee One Net pay on someone else’s account \+40\.02/);
  expect(html).toContain('journal set 7');
  expect(await page('2026/5/2025-09-30', { role: 'reviewer' })).toContain('Payments of the month may be among them');
});

test('an account that several causes are about is one on Month, with what it is out by', async () => {
  const causes = [...plan.causes, { cause: 'doubled', amount: '437.50', accounts: plan.causes[0]?.accounts ?? [] }];
  expect(outByAccount({ causes } as typeof plan)).toEqual([
    { account: '402', amount: '875.00' },
    { account: '814', amount: '-875.00' },
    { account: '902', amount: '40.02' },
  ]);
  const { cookie } = await door.browser({ role: 'reviewer' });
  const { text } = await door.http.get('/?year=2026&month=7').set('Cookie', cookie).expect(200);
  expect(words(`id="difference"${text}`)).toMatch(/account: (402|Employer NICs) +\+£437\.50 *, 2 other accounts/);
});

test('a run that is posted twice says what else is wrong apart from it', () => {
  const told = { verdict: 'doubled', causes: [{ cause: 'allowance_missing' }, { cause: 'doubled' }] } as const;
  expect(runInWords(told)).toBe('posted twice; employment allowance left out');
  expect(runInWords({ ...told, verdict: 'corrected' })).toMatch(/^corrected: employment allowance left out/);
});

test('without the right to see pay, verdict and causes alone', async () => {
  const html = await page('2026/6/2025-10-31', { role: 'viewer', pay: false });
  expect(html).toContain('Employment allowance left out');
  expect(html).not.toMatch(/437|40\.02|Employee One/);
});

test('the API and show answer the verdict with its causes', async () => {
  const env = { DATABASE_URL: temp.url, SECRET_KEY: secretKey, LOG_LEVEL: 'silent' };
  const { stdout } = await runHere(['show', 'dale', 'Oct 2025'], { env });
  expect(stdout).toContain(`${reason}: £477.52\n`);
  expect(stdout).toContain('402 Employer NICs: books less payroll £437.50, employment allowance left out');
  const shown = (await runHere(['show', 'dale', 'Oct 2025', '--json'], { env })).json<{ plan: Plan }>();
  expect(shown.plan).toEqual(plan);
  const token = await door.token({ role: 'viewer', pay: false });
  const { body } = await door.http
    .get('/api/pay-runs/dale/2026/6/2025-10-31')
    .set('Authorization', `Bearer ${token}`)
    .expect(200);
  expect(body.plan).toEqual({
    ...{ kind: 'check', verdict: 'wrong', sets: [set] },
    causes: [
      { cause: 'allowance_missing', accounts: [] },
      { cause: 'net_pay_elsewhere', accounts: [] },
    ],
  });
});
