import { expect, it } from '@jest/globals';
import { touchesOf } from '../../../src/acts/approval/touches.js';
import type { Reviewing } from '../../../src/acts/approval/two-pairs-of-eyes.js';
import { addPerson } from '../../../src/acts/people/add-person.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { PayPeriodRecord } from '../../../src/record/runs/pay-period.entity.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { openFresh } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

const slip = (id: number, more: Readonly<Record<string, string>> = {}) => ({
  ...{ id, name: `Person ${id}`, basic: '100.00', tax: '10.00', ni: '5.00', employerNi: '7.00', more },
});
/** Person 1 has a deduction, person 2 has none. */
const payroll = payrollOf([slip(1, { other_deductions: '5.00' }), slip(2)]);
const october = 'counterfoil:2026-06:2025-10-31';
const early = new Date('2025-11-01T10:00:00Z');

async function begun() {
  const { database, company, log } = await companyOn((clock) => openFresh('sqlite', clock), { approval: 'two' });
  await insertCompany(database, { name: 'Oak Ltd', id: 'oak' });
  for (const name of ['Ann', 'Ben'])
    await addPerson({ database }, { name, role: 'reviewer', pay: true, companies: null }, ops);
  const run = await insertRun(database, 'elm', payroll, { state: 'ready', datedOn: '2025-10-31' });
  // In other months no one has a deduction.
  const plain = payrollOf([slip(1), slip(2)]);
  for (const datedOn of ['2025-09-30', '2024-10-31'])
    await insertRun(database, 'elm', plain, { state: 'ready', datedOn });
  const decide = (over: object) =>
    database.work((rows) =>
      rows.insert(Decision, {
        ...{
          id: JSON.stringify(over),
          companyId: 'elm',
          connectionId: null,
          scope: 'person',
          kind: 'treatment',
          tag: null,
        },
        ...{ field: null, userPath: null, reason: '', actor: 'Ann', at: early },
        ...over,
      } as never),
    );
  const line = (act: string, over: object = {}) =>
    database.work((rows) =>
      log.append(rows, {
        companyId: 'elm',
        trigger: 'page',
        actor: 'Ann',
        act,
        outcome: 'done',
        tag: october,
        ...over,
      } as never),
    );
  const touches = async (asked: Reviewing = 'post', over: object = {}) =>
    (await database.read((rows) => touchesOf(rows, { company, run: { ...run, ...over }, asked }))).map(
      ({ act, by }) => `${act}${by === undefined ? ' by no person' : ''}`,
    );
  return { database, company, decide, line, touches };
}

it.each<[string, object, readonly string[]]>([
  ['a pay item that someone in it has', { field: 'other_deductions' }, ['decide']],
  ['a pay item that no one in it has', { field: 'attachments' }, []],
  ['a pay item of a person who has it', { field: 'other_deductions', userPath: '/v2/users/1' }, ['decide']],
  ['a pay item of a person who has none', { field: 'other_deductions', userPath: '/v2/users/2' }, []],
  ['no pay item', {}, ['decide']],
  ['another client', { companyId: 'oak' }, []],
  [
    'its practice',
    { companyId: null, connectionId: 'connection-elm', scope: 'practice', field: 'other_deductions' },
    ['decide'],
  ],
  ['another practice', { companyId: null, connectionId: 'connection-oak', scope: 'practice' }, []],
  ['one pay run alone', { scope: 'run', tag: 'x' }, []],
])('a run is touched by what was decided from now on about %s, or not', async (_, over, expected) => {
  const { decide, touches } = await begun();
  await decide(over);
  expect(await touches()).toEqual(expected);
});

it('payslips that are no longer kept may have been touched', async () => {
  const { database, decide, touches } = await begun();
  await decide({ field: 'attachments' });
  expect(await touches()).toEqual([]);
  await database.work((rows) => rows.update(PayPeriodRecord, { companyId: 'elm' }, { document: null as never }));
  expect(await touches()).toEqual(['decide']);
});

it('a posted run keeps the rules it was posted by', async () => {
  const { decide, touches } = await begun();
  await decide({ field: 'other_deductions' });
  const posted = (hours: number) => ({ postedAt: new Date(early.getTime() + hours * 3_600_000) });
  expect(await touches('sign_off', posted(1))).toEqual(['decide']);
  expect(await touches('sign_off', posted(0))).toEqual(['decide']);
  expect(await touches('sign_off', posted(-1))).toEqual([]);
  expect(await touches('sign_off', { postedAt: null })).toEqual(['decide']);
  // What is to be posted again goes by the rules of now.
  expect(await touches('post', posted(-1))).toEqual(['decide']);
});

it('who signed off another run has seen what was decided, if that was before this one was posted', async () => {
  const { decide, line, touches } = await begun();
  await decide({});
  await line('sign_off', { actor: 'Ben' });
  expect(await touches('sign_off')).toEqual(['decide']);
  await line('sign_off', { actor: 'Ben', tag: 'counterfoil:2026-05:2025-09-30' });
  expect(await touches('sign_off')).toEqual([]);
  expect(await touches('sign_off', { postedAt: new Date(early.getTime() + 3_600_000) })).toEqual(['decide']);
  expect(await touches('post', { postedAt: new Date(early.getTime() + 3_600_000) })).toEqual([]);
});

it('acts on a run of its month that payroll no longer has, and on an adjustment of it, touch it; on another run none do', async () => {
  const { database, line, touches } = await begun();
  const gone = await insertRun(database, 'elm', payroll, { state: 'changed', datedOn: '2025-10-30', gone: true });
  const other = await insertRun(database, 'elm', payroll, { state: 'ready', datedOn: '2025-10-24' });
  // Another client's payroll still has its own of that day.
  await insertRun(database, 'oak', payroll, { state: 'ready', datedOn: '2025-10-30' });
  await line('decide', { tag: other.tag });
  expect(await touches()).toEqual([]);
  await line('approve', { tag: gone.tag });
  expect(await touches()).toEqual(['approve']);
  await line('adjust', { tag: other.tag });
  expect(await touches()).toEqual(['approve', 'adjust']);
  // Of another client, another month, or not done.
  await line('decide', { companyId: 'oak' });
  await line('decide', { tag: 'counterfoil:2026-05:2025-09-30' });
  await line('decide', { outcome: 'refused' });
  await line('post');
  expect(await touches('sign_off')).toEqual(['approve', 'adjust']);
  await line('post', { outcome: 'asked', actor: 'bot' });
  expect(await touches('sign_off')).toEqual(['approve', 'adjust', 'post by no person']);
});
