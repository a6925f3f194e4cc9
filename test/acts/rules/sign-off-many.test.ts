import { expect, it } from '@jest/globals';
import { signOff } from '../../../src/acts/approval/sign-off.js';
import { obstacleWords, signOffMany } from '../../../src/acts/approval/sign-off-many.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { Decisions } from '../../../src/record/runs/decisions.js';
import { TaxYearRecord } from '../../../src/record/runs/pay-period.entity.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun, noteBooksRead } from '../../factories/runs.js';
import { openFresh } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

const payroll = payrollOf([{ id: 1, name: 'Ann', basic: '100.00', tax: '10.00', ni: '5.00', employerNi: '7.00' }]);

async function begun(over: object = {}) {
  const tools = await companyOn((clock) => openFresh('sqlite', clock));
  const { database, company } = tools;
  const run = await insertRun(database, 'elm', payroll, { state: 'posted', datedOn: '2025-10-31', ...over });
  const other = await insertRun(database, 'elm', payroll, { state: 'posted', datedOn: '2025-09-30' });
  // Of another client under the same tag, which someone there has signed off.
  await insertCompany(database, { name: 'Oak Ltd', id: 'oak' });
  const signedOff = { signedOffBy: 'Bea', signedOffAt: tools.clock.now(), signedOffFingerprint: 'f' };
  await insertRun(database, 'oak', payroll, { state: 'posted', datedOn: '2025-10-31', ...signedOff });
  const theirs = {
    companyId: 'oak',
    scope: 'run',
    kind: 'sign_off',
    tag: run.tag,
    reason: 'seen',
    actor: 'Bea',
  } as const;
  await database.work((rows) => new Decisions(database).record(rows, theirs));
  const acting = { ...tools, decisions: new Decisions(database) } as never;
  const signed = async () =>
    (await database.read((rows) => rows.find(PayRunRecord, {}))).flatMap(({ companyId, tag, signedOffBy }) => {
      if (companyId === 'oak') expect(signedOffBy).toBe('Bea');
      return signedOffBy === null || companyId === 'oak' ? [] : [tag];
    });
  const decisions = async () =>
    (await database.read((rows) => rows.find(Decision, {})))
      .filter(({ companyId, endedAt }) => companyId !== 'oak' || endedAt !== null)
      .map(({ kind, endedAt }) => `${kind}${endedAt ? ' over' : ''}`)
      .sort();
  const ref = { company, year: 2026, period: 6 };
  return { database, company, acting, run, other, ref, signed, decisions, now: tools.clock.now() };
}

it('a run is signed off only if all that is asked of it lets it, and no other run is', async () => {
  const { acting, ref, run, signed, decisions } = await begun();
  const act = { who: ops, reason: 'seen', fingerprint: run.fingerprint ?? '' };
  await expect(signOff(acting, ref, act, () => Promise.reject(new Error('not yet')))).rejects.toThrow('not yet');
  expect([await signed(), await decisions()]).toEqual([[], []]);
  await signOff(acting, ref, act);
  expect([await signed(), await decisions()]).toEqual([[run.tag], ['sign_off']]);
  await signOff(acting, ref, { ...act, withdraw: true });
  expect([await signed(), await decisions()]).toEqual([[], ['sign_off over', 'take_back over']]);
  await expect(signOff(acting, ref, { ...act, withdraw: true })).rejects.toMatchObject({
    detail: expect.stringContaining('no one has signed it off'),
  });
});

it('only a posted run is signed off', async () => {
  const { acting, ref, run } = await begun({ state: 'ready' });
  await expect(
    signOff(acting, ref, { who: ops, reason: 'seen', fingerprint: run.fingerprint ?? '' }),
  ).rejects.toMatchObject({
    detail: expect.stringContaining('only a posted run is signed off'),
  });
});

it('of many, one that is not agreed and rechecked is left, with why', async () => {
  const { acting, company, run, signed, database, now } = await begun();
  const many = () =>
    signOffMany(
      acting,
      [{ company, companyId: 'elm', tag: run.tag, fingerprint: run.fingerprint ?? '' }] as never,
      { who: ops, reason: 'seen' } as never,
    );
  expect(JSON.stringify(await many())).toContain(obstacleWords.not_agreed);
  const payments = [{ dueOn: '2025-11-22', amountDue: payroll.taxAuthority.toString(), status: 'unpaid' }];
  const year = { companyId: 'elm', year: 2026, adoptedAt: null, listedAt: null, fullReadAt: null, payments };
  await database.work((rows) => rows.insert(TaxYearRecord, year as never));
  expect(JSON.stringify(await many())).toContain(obstacleWords.not_rechecked);
  expect(await signed()).toEqual([]);
  await noteBooksRead(database, run, now.toISOString(), 'edited');
  expect(JSON.stringify(await many())).toContain(obstacleWords.differs);
  expect(await signed()).toEqual([]);
  await noteBooksRead(database, run, now.toISOString());
  await many();
  expect(await signed()).toEqual([run.tag]);
});

it('a withdrawal ends the sign-off of that run alone', async () => {
  const { acting, ref, run, other, database } = await begun();
  const act = { who: ops, reason: 'seen', fingerprint: run.fingerprint ?? '' };
  const keep = (over: object, endedAt: Date | null = null) =>
    database.work(async (rows) => {
      const of = {
        companyId: 'elm',
        scope: 'run',
        kind: 'sign_off',
        tag: run.tag,
        reason: 'kept',
        actor: 'Bea',
        ...over,
      };
      const { id } = await new Decisions(database).record(rows, of as never);
      if (endedAt !== null) await rows.update(Decision, { id }, { endedAt });
    });
  const longAgo = new Date('2025-10-01T10:00:00Z');
  await keep({ tag: other.tag });
  await keep({ kind: 'approval' });
  await keep({ tag: run.tag }, longAgo);
  const signed = { signedOffBy: 'Bea', signedOffAt: longAgo, signedOffFingerprint: 'f' };
  await database.work((rows) => rows.update(PayRunRecord, { companyId: 'elm', tag: other.tag }, signed));
  await signOff(acting, ref, act);
  await signOff(acting, ref, { ...act, withdraw: true });
  const kept = await database.read((rows) => rows.findBy(Decision, { reason: 'kept' }));
  expect(
    kept.map(({ kind, tag, endedAt }) => `${kind} ${tag === run.tag} ${endedAt?.toISOString() ?? 'holds'}`).sort(),
  ).toEqual(['approval true holds', 'sign_off false holds', `sign_off true ${longAgo.toISOString()}`]);
  const runs = await database.read((rows) => rows.find(PayRunRecord, {}));
  expect(runs.map(({ signedOffBy }) => signedOffBy).sort()).toEqual(['Bea', 'Bea', null]);
});
