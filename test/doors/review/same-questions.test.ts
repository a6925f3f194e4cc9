import { AccessModule } from '../../../src/access/access.module.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import type { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { reasonsBefore } from '../../../src/views/run/reasons-before.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { payrollOf, type Slip, userUrl } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { type Door, openDoor, StillClock } from '../api/door.js';

const one: Slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };
const words = 'Employee One has £40.00 in Other deductions.';
const asked = (field: string) => ({
  outcome: 'hold' as const,
  holds: [{ code: 'ambiguous_field', message: words, field, payslip: userUrl(1), amount: '40.00' }],
});

let temp: TempDatabase;
let door: Door;
let ann: { readonly cookie: string; readonly csrf: string };

beforeEach(async () => {
  temp = await tempDatabase(new StillClock());
  const key = Buffer.alloc(32, 1).toString('base64');
  door = await openDoor(temp.database, [AccessModule, ApiModule, ReviewModule], { SECRET_KEY: key });
  ann = await door.browser({ role: 'reviewer', name: 'Ann' });
});
afterEach(async () => {
  await door.close();
  await temp.remove();
});

async function held(name: string, field = 'other_deductions'): Promise<PayRunRecord> {
  const { id } = await insertCompany(temp.database, { name }, { mode: 'approve' });
  return insertRun(temp.database, id, payrollOf([one]), {
    state: 'held',
    datedOn: '2025-10-31',
    remarks: asked(field),
  });
}

const pathOf = ({ companyId }: PayRunRecord) => `/runs/${companyId}/2026/6/2025-10-31`;
const page = async (run: PayRunRecord) => (await door.http.get(pathOf(run)).set('Cookie', ann.cookie)).text;
const offered = (html: string) =>
  [...html.matchAll(/name="also" value="([^"]*)"( checked)?/g)].map(
    ([, value = '', ticked]) => [JSON.parse(value.replaceAll('&quot;', '"'))[0], ticked] as const,
  );
const keyOf = ({ companyId, tag }: PayRunRecord, fingerprint: string | null) =>
  JSON.stringify([companyId, tag, fingerprint ?? '', userUrl(1)]);

const decide = (run: PayRunRecord, also: readonly string[]) =>
  door.http
    .post(`${pathOf(run)}/decide`)
    .type('form')
    .set('Cookie', ann.cookie)
    .send({
      ...{ csrf: ann.csrf, asked: 'yes', field: 'other_deductions', user: userUrl(1), fingerprint: run.fingerprint },
      ...{ as: 'deduct', scope: 'payslip', reason: 'A loan', also },
    });
const decisions = () => temp.database.read((rows) => rows.find(Decision, {}));

test('the same question of other clients is offered, with its figures and no tick', async () => {
  const [ash, birch] = [
    await held('Ash'),
    await held('Birch'),
    await held('Cedar', 'deductions_subject_to_nic_but_not_paye'),
  ];
  const html = await page(ash);
  expect(offered(html)).toEqual([[birch.companyId, undefined]]);
  expect(html).toContain('£40.00');
  expect(html).toMatch(/Pay run 1 of 3 that wait for an answer in October 2025, 3 questions/);
  expect(html).toMatch(/data-next="true">Next: Birch</);
});

test('nothing is decided for anyone if what was ticked is not as it was seen, or was not asked', async () => {
  const [ash, birch, cedar] = [
    await held('Ash'),
    await held('Birch'),
    await held('Cedar', 'deductions_subject_to_nic_but_not_paye'),
  ];
  for (const also of [keyOf(birch, 'another'), keyOf(cedar, cedar.fingerprint)]) {
    const { status, text } = await decide(ash, [keyOf(birch, birch.fingerprint), also]);
    expect([status, text.includes('Nothing was decided')]).toEqual([409, true]);
    // What was ticked and is still asked stays ticked.
    expect(offered(text)).toEqual([[birch.companyId, ' checked']]);
  }
  expect(await decisions()).toEqual([]);
});

test('a client out of reach is not offered, and cannot be ticked', async () => {
  const [ash, birch] = [await held('Ash'), await held('Birch')];
  ann = await door.browser({ role: 'reviewer', name: 'Abi', companies: [ash.companyId] });
  expect(offered(await page(ash))).toEqual([]);
  expect((await decide(ash, [keyOf(birch, birch.fingerprint)])).status).toBe(409);
  expect(await decisions()).toEqual([]);
});

test('reasons offered are the person’s own, of the same pay item first, each once', async () => {
  const reasonsOf = (actor: string) => temp.database.read((rows) => reasonsBefore(rows, actor, 'other_deductions'));
  const given = async (actor: string, field: string, reason: string, kind: Decision['kind'] = 'treatment') => {
    const row = { id: `${actor} ${reason} ${kind}`, scope: 'run' as const, kind, reason, actor, field };
    const none = { tag: null, userPath: null, treatment: null, holdCode: null, fingerprint: null, figures: null };
    const at = temp.database.clock.now();
    await temp.database.work((rows) =>
      rows.insert(Decision, { ...row, ...none, companyId: null, connectionId: null, onDate: null, at, endedAt: null }),
    );
  };
  await given('Ann', 'bonus', 'Agreed');
  await given('Ann', 'other_deductions', 'A loan');
  await given('Ann', 'other_deductions', 'Checked', 'approval');
  await given('Ben', 'other_deductions', 'Union dues');
  expect(await reasonsOf('Ann')).toEqual(['A loan', 'Agreed']);
  expect(await reasonsOf('Ben')).toEqual(['Union dues']);
});
