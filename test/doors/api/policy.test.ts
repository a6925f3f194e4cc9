import { AppModule } from '../../../src/app/app.module.js';
import { PostingLog } from '../../../src/record/log/posting-log.js';
import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { type Door, openDoor, StillClock } from './door.js';

describe('a policy by the API', () => {
  let temp: TempDatabase;
  let door: Door;
  let token: string;
  beforeEach(async () => {
    temp = await tempDatabase(new StillClock());
    await insertCompany(temp.database, { name: 'Ash' });
    door = await openDoor(temp.database, [AppModule]);
    token = await door.token({ name: 'Ada' });
  });
  afterEach(async () => {
    await door.close();
    await temp.remove();
  });

  const read = () => door.http.get('/api/companies/Ash/policy').set('Authorization', `Bearer ${token}`).expect(200);
  const change = (policy: object, match?: string) => {
    const request = door.http.put('/api/companies/Ash/policy').set('Authorization', `Bearer ${token}`);
    if (match !== undefined) request.set('If-Match', match);
    return request.send({ policy, reason: 'Agreed with the client' });
  };

  it('is changed by someone who has read it, and the log shows who and why', async () => {
    const before = await read();
    expect(before.headers.etag).toBe('"1"');
    const answer = await change({ ...before.body.policy, mode: 'approve' }, '"1"').expect(200);
    expect(answer.headers.etag).toBe('"2"');
    expect(answer.body).toMatchObject({ company: 'Ash', policyVersion: 2, policy: { mode: 'approve', guard: 'on' } });
    const { sending, ...changed } = answer.body;
    expect([sending, (await read()).body]).toEqual([[], changed]);
    const log = (await door.http.get('/api/log').set('Authorization', `Bearer ${token}`)).body.items;
    expect(log).toMatchObject([{ act: 'policy', outcome: 'done', actor: 'Ada', trigger: 'api', company: 'Ash' }]);
    // This test inserted the company by hand, so no act logged its first version.
    expect(await door.app.get(PostingLog).verifyChain(['ash'])).toEqual([
      { companyId: 'ash', seq: 0, detail: 'no entry mentions policy version 1' },
    ]);
  });

  it.each(['approve', 'check', 'auto'])(
    'keeps its mode, %s, and its cut-over where a change does not say them',
    async (mode) => {
      const chosen = { mode, postFrom: '2025-04-06' };
      await change(chosen, '"1"').expect(200);
      const { body } = await change({ layout: 'summarised' }, '"2"').expect(200);
      expect(body.policy).toMatchObject({ ...chosen, layout: 'summarised' });
    },
  );

  it('is not overwritten by the second of two who read it together', async () => {
    const answers = await Promise.all([change({ mode: 'approve' }, '"1"'), change({ mode: 'check' }, '"1"')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    expect((await read()).body.policyVersion).toBe(2);
    await change({ mode: 'auto' }, '"1"').expect(412);
    await change({ mode: 'auto' }, '*').expect(412);
  });

  it('has its allocations replaced by one of two who read them together', async () => {
    const replace = (account: string, match?: string) => {
      const request = door.http.put('/api/companies/Ash/allocations').set('Authorization', `Bearer ${token}`);
      if (match !== undefined) request.set('If-Match', match);
      const parts = [{ percent: '100', accounts: { salaries: account } }];
      const allocations = { 'https://books.test/v2/users/1': [{ from: '2025-10-06', parts }] };
      return request.send({ allocations, reason: 'Agreed with the client' });
    };
    expect((await replace('101').expect(428)).body.type).toBe((await change({}).expect(428)).body.type);
    const answers = await Promise.all([replace('101', '"1"'), replace('102', '"1"')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    expect((await replace('103', '"1"').expect(412)).body).toMatchObject({
      title: 'The policy has changed since you opened it',
    });
    expect((await read()).body.policyVersion).toBe(2);
  });

  it('is not changed by someone who has not read it', async () => {
    await change({ mode: 'check' }).expect(428);
    expect((await read()).body.policyVersion).toBe(1);
  });

  it.each([
    [{ mode: 'sometimes' }, 'mode'],
    [{ guards: 'on' }, 'guards'],
    [{ accounts: { salaries: 'four hundred' } }, 'accounts.salaries'],
    [{ postFrom: '2025-13-01' }, 'postFrom'],
    [{ expectedWarnings: ['negativ_tax'] }, 'did you mean "negative_tax"?'],
  ])('is refused as %j, by the name of what is wrong', async (policy, name) => {
    const answer = await change(policy, '"1"').expect(400);
    expect(answer.body.detail).toContain(name);
    expect((await read()).body.policyVersion).toBe(1);
  });

  it('stays at its version when nothing in it changes', async () => {
    const before = await read();
    const answer = await change(before.body.policy, '"1"').expect(200);
    expect(answer.body.policyVersion).toBe(1);
    expect((await door.http.get('/api/log').set('Authorization', `Bearer ${token}`)).body.items).toEqual([]);
  });
});
