import { expect, it } from '@jest/globals';
import { changePolicy } from '../../../src/acts/companies/change-policy.js';
import { addPerson } from '../../../src/acts/people/add-person.js';
import { changePerson } from '../../../src/acts/people/change-person.js';
import { forgetPerson } from '../../../src/acts/people/forget-person.js';
import { signOff } from '../../../src/acts/approval/sign-off.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { wideTouches } from '../../../src/sync/facts/wide-touches.js';
import { Decisions } from '../../../src/record/runs/decisions.js';
import { PayRunRecord, type RunState } from '../../../src/record/runs/pay-run.entity.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

const payroll = payrollOf([{ id: 1, name: 'Ann Ash', basic: '100.00', tax: '0', ni: '0', employerNi: '0' }]);

describeOnDatabases('a person', (open) => {
  async function begun(state: RunState) {
    const tools = await companyOn(open);
    const run = await insertRun(tools.database, 'elm', payroll, { state, datedOn: '2025-10-31', period: 6 });
    // A sign-off needs no sync.
    const acting = { ...tools, decisions: new Decisions(tools.database), syncs: undefined as never, reruns: new Map() };
    const ref = { company: tools.company, year: 2026, period: 6 };
    const sign = (given: { withdraw?: true } = {}) => signOff(acting, ref, { who: ops, reason: 'reviewed', ...given });
    return { ...tools, run, sign };
  }

  it('signs off what is posted, for the figures that it has', async () => {
    const { sign, run, database, lines, unvouched } = await begun('posted');
    const { fingerprint, tag } = run;
    const signed = { signedOffBy: 'ops', signedOffFingerprint: fingerprint, signedOffAt: expect.any(Date) };
    expect(await sign()).toMatchObject({ company: 'Elm Ltd', tag, run: { tag, ...signed } });
    expect(await database.read((rows) => rows.find(Decision))).toMatchObject([
      { kind: 'sign_off', scope: 'run', tag, fingerprint, reason: 'reviewed', actor: 'ops' },
    ]);
    expect(await lines()).toStrictEqual(['sign_off done ops ']);
    expect(await unvouched('decision')).toStrictEqual([]);
  });

  it('withdraws a sign-off, which is then no one’s review', async () => {
    const { clock, sign, database, lines, unvouched, company } = await begun('posted');
    const bens = { companyId: company.id, scope: 'person', kind: 'treatment', field: 'bonus', userPath: '/v2/users/1' };
    await database.work((rows) =>
      new Decisions(database).record(rows, { ...bens, treatment: 'pay', actor: 'Ben', reason: 'asked' } as never),
    );
    const untouched = async () =>
      (await database.read((rows) => wideTouches(rows, company, { years: [] }))).length === 0;
    expect(await untouched()).toBe(false);
    clock.forward(1);
    await expect(sign({ withdraw: true })).rejects.toMatchObject({
      detail: expect.stringContaining('cannot withdraw the sign-off of this pay run: no one has signed it off.'),
    });
    await sign();
    // What was posted before shows nothing of it.
    const posted = (postedAt: Date) =>
      database.work((rows) => rows.update(PayRunRecord, { companyId: company.id }, { postedAt }));
    await posted(new Date('2025-01-01T00:00:00Z'));
    expect(await untouched()).toBe(false);
    await posted(new Date('2099-01-01T00:00:00Z'));
    expect(await untouched()).toBe(true);
    const nothing = { signedOffBy: null, signedOffAt: null, signedOffFingerprint: null };
    expect(await sign({ withdraw: true })).toMatchObject({ run: nothing });
    expect(await untouched()).toBe(false);
    const decisions = await database.read((rows) => rows.findBy(Decision, { scope: 'run' }));
    expect(decisions.map(({ kind, endedAt }) => [kind, endedAt === null]).toSorted()).toEqual([
      ['sign_off', false],
      ['take_back', false],
    ]);
    await sign();
    expect(await lines()).toStrictEqual(['sign_off done ops ', 'sign_off withdrawn ops ', 'sign_off done ops ']);
    expect(await unvouched('run')).toStrictEqual([]);
  });

  it.each<RunState>(['ready', 'drift', 'changed', 'agrees'])('signs off nothing that is %s', async (state) => {
    const { sign, lines } = await begun(state);
    await expect(sign()).rejects.toMatchObject({
      title: 'Not possible for this pay run now',
      detail: expect.stringContaining('; cannot sign off this pay run: only a posted run is signed off.'),
    });
    expect(await lines()).toStrictEqual([]);
  });

  it('changes a policy with a reason alone', async () => {
    const tools = await companyOn(open);
    const given = { who: ops, policy: { ...tools.company.policy, mode: 'approve' } } as const;
    await expect(changePolicy(tools, tools.company, { ...given, reason: ' ' })).rejects.toMatchObject({
      ...{ title: 'A reason is needed', status: 400, exitCode: 2 },
    });
    const changed = await changePolicy(tools, tools.company, { ...given, reason: 'asked' });
    expect(await changePolicy(tools, changed, { ...given, reason: 'again' })).toMatchObject({ policyVersion: 2 });
    expect(await tools.lines()).toStrictEqual(['policy done ops ']);
  });

  it('is forgotten by anyone who reaches every company, once no one may sign in as them', async () => {
    const { database } = await companyOn(open);
    const details = { name: 'Ann', role: 'reviewer', pay: true, companies: null } as const;
    await addPerson({ database }, details, ops);
    await expect(forgetPerson({ database }, 'Ann', ops)).rejects.toMatchObject({
      ...{ title: 'This person may still sign in', status: 409, exitCode: 1 },
      detail: '"Ann" is active, and what someone does is recorded in their name.',
    });
    await changePerson({ database }, 'Ann', { change: { active: false }, who: ops });
    const some = { ...ops, companies: ['elm'] };
    await expect(forgetPerson({ database }, 'Ann', some)).rejects.toMatchObject({ status: 403 });
    expect(await forgetPerson({ database }, 'Ann', ops)).toStrictEqual({ names: 1 });
  });
});
