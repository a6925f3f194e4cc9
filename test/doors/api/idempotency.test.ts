import { Controller, Module, Post } from '@nestjs/common';
import { ApiTokens } from '../../../src/access/api-tokens.js';
import { addPerson } from '../../../src/acts/people/add-person.js';
import { changePerson, type PersonChange } from '../../../src/acts/people/change-person.js';
import { Allow } from '../../../src/access/access.js';
import { Idempotent } from '../../../src/doors/api/idempotency.interceptor.js';
import { AppModule } from '../../../src/app/app.module.js';
import { Unauthorised } from '../../../src/books/errors.js';
import { RecordModule } from '../../../src/record/record.module.js';
import { ClientApproval } from '../../../src/record/client-approval.entity.js';
import { KeptAnswer } from '../../../src/record/kept-answer.entity.js';
import { type Asked, KeptAnswers } from '../../../src/record/kept-answers.js';
import { SyncRecord } from '../../../src/record/runs/sync-record.entity.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { type Door, openDoor, StillClock } from './door.js';

const hour = 3600;
const ops = { actor: 'ops', trigger: 'command', companies: null } as const;

@Controller('api/lost')
class Lost {
  @Allow('reviewer')
  @Idempotent()
  @Post()
  lost(): never {
    throw new Unauthorised('Ash: the service accepts its tokens no more.');
  }
}

@Module({ imports: [RecordModule], controllers: [Lost] })
class LostModule {}

describeOnDatabases('kept answers', (open) => {
  const rights = { role: 'reviewer', pay: true, companies: null } as const;
  const asked: Asked = { scope: 'ann', key: 'k', requestHash: 'h', rights };
  const answer = { status: 200, headers: { Location: '/x' }, body: '{"a":1}' };
  async function begun() {
    const clock = new StillClock();
    const db = await open(clock);
    return { clock, db, kept: new KeptAnswers(db) };
  }

  it('begin once, and answer the same again for a day', async () => {
    const { clock, kept, db } = await begun();
    const first = await kept.begin(asked);
    if (first.is !== 'new') throw new Error(first.is);
    expect(await kept.begin(asked)).toEqual({ is: 'going on' });
    await kept.end(asked, first.token, answer);
    expect(await kept.begin(asked)).toEqual({ is: 'answered', answer, rights });
    expect(await kept.begin({ ...asked, requestHash: 'other' })).toEqual({ is: 'another request' });
    expect(await kept.begin({ ...asked, scope: 'bob' })).toMatchObject({ is: 'new' });
    clock.forward(24 * hour - 1);
    expect(await kept.begin(asked)).toEqual({ is: 'answered', answer, rights });
    clock.forward(1);
    expect(await kept.begin(asked)).toMatchObject({ is: 'new' });
    expect(await db.read((rows) => rows.find(KeptAnswer))).toHaveLength(1);
  });

  it('can be used again after a request that did nothing, or was lost with its process', async () => {
    const { clock, kept } = await begun();
    const first = await kept.begin(asked);
    if (first.is !== 'new') throw new Error(first.is);
    await kept.end(asked, first.token, undefined);
    expect(await kept.begin(asked)).toMatchObject({ is: 'new' });
    clock.forward(15 * 60 - 1);
    expect(await kept.begin(asked)).toEqual({ is: 'going on' });
    clock.forward(1);
    const last = await kept.begin(asked);
    if (last.is !== 'new') throw new Error(last.is);
    // The request that was given up comes back, and must not write its answer.
    await kept.end(asked, first.token, answer);
    expect(await kept.begin(asked)).toEqual({ is: 'going on' });
  });

  it('let only one through when many come at once', async () => {
    const { kept } = await begun();
    const all = await Promise.all(Array.from({ length: 8 }, () => kept.begin(asked)));
    expect(all.filter(({ is }) => is === 'new')).toHaveLength(1);
    expect(all.filter(({ is }) => is === 'going on')).toHaveLength(7);
  });
});

describe('the Idempotency-Key', () => {
  let temp: TempDatabase;
  let door: Door;
  let token: string;
  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    await insertCompany(temp.database, { name: 'Ash', id: 'ash' });
    const payroll = payrollOf([
      { id: 1, name: 'Amara Okafor', basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' },
    ]);
    await insertRun(temp.database, 'ash', payroll, { state: 'posted', datedOn: '2025-10-31' });
    door = await openDoor(temp.database, [AppModule, LostModule]);
    token = await door.token();
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });
  const post = (path: string, key: string, body: object, by = token) =>
    door.http.post(path).set('Authorization', `Bearer ${by}`).set('Idempotency-Key', key).send(body);
  const syncs = () => temp.database.read((rows) => rows.find(SyncRecord));

  it('gives a repeated request the same answer, and acts once', async () => {
    const first = await post('/api/syncs', 'one', { company: 'ash' }).expect(202);
    const again = await post('/api/syncs', 'one', { company: 'ash' }).expect(202);
    expect(again.body).toEqual(first.body);
    expect(again.headers.location).toBe(first.headers.location);
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true']);
    expect(await syncs()).toHaveLength(1);
  });

  it('refuses the key for another body, and another address', async () => {
    const other = await post('/api/syncs', 'one', { company: 'ash', year: 2026 }).expect(422);
    expect(other.body).toMatchObject({ type: '/problems/idempotency-key-reused', status: 422 });
    await post('/api/pay-runs/ash/2026/6/2025-10-31/sign-off', 'one', { company: 'ash' }).expect(422);
  });

  it('belongs to its caller: the same key from someone else is another key', async () => {
    const other = await door.token();
    const answer = await post('/api/syncs', 'one', { company: 'ash' }, other).expect(202);
    expect(answer.headers['idempotency-replayed']).toBeUndefined();
  });

  it.each<[string, PersonChange, boolean]>([
    ['pay', { pay: false }, false],
    ['its company', { companies: [] }, false],
    ['all companies but its own', { companies: ['ash'] }, false],
    ['nothing', { email: 'ann@ash.example' }, true],
    ['a role, and has a higher one', { role: 'admin' }, true],
  ])('gives no answer again to someone who has lost %s', async (lost, change, again) => {
    const name = `Ann of ${lost}`;
    const rights = { role: 'reviewer', pay: true, companies: null } as const;
    await addPerson({ database: temp.database }, { name, ...rights }, ops);
    const { token: hers } = await door.app
      .get(ApiTokens)
      .create({ ...rights, name: `laptop of ${name}`, role: 'admin' }, undefined, name);
    const path = '/api/syncs';
    const asked = () => post(path, lost.replaceAll(' ', '-'), { company: 'ash' }, hers);
    const first = await asked();
    const before = (await syncs()).length;
    expect((await asked()).headers['idempotency-replayed']).toBe('true');
    await changePerson({ database: temp.database }, name, { change, who: ops });
    const last = await asked();
    if (again) expect([last.status, last.body]).toEqual([first.status, first.body]);
    else expect([last.status, last.body.type]).toEqual([403, '/problems/not-allowed']);
    expect((await syncs()).length).toBe(before);
  });

  it('keeps no link: a repeat is refused, and makes no second one', async () => {
    const path = '/api/companies/ash/client-links';
    const first = await post(path, 'link', { year: 2026, period: 6 }).expect(201);
    const code = String(first.body.url).split('/').at(-1) ?? '';
    const again = await post(path, 'link', { year: 2026, period: 6 }).expect(409);
    expect(again.body).toMatchObject({ type: '/problems/answer-not-kept', status: 409 });
    const rows = await temp.database.read(async (rows) => [
      await rows.find(ClientApproval),
      JSON.stringify(await rows.find(KeptAnswer)),
    ]);
    expect(rows[0]).toHaveLength(1);
    expect(rows[1]).not.toContain(code);
    await post(path, 'other-link', { year: 2026, period: 6 }).expect(201);
  });

  it('repeats a refusal that is about payroll, and can be used again after a malformed request', async () => {
    const path = '/api/pay-runs/ash/2026/6/2025-10-31/post';
    const body = { reason: 'x', fingerprint: 'a'.repeat(64) };
    const refused = await post(path, 'two', body).expect(409);
    const again = await post(path, 'two', body).expect(409);
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([refused.body, 'true']);

    await post(path, 'three', { reason: '' }).expect(400);
    await post(path, 'three', body).expect(409);
  });

  it('can be used again after a connection was lost, which is no state of payroll', async () => {
    for (const _ of ['lost', 'still lost']) {
      const answer = await post('/api/lost', 'four', {}).expect(409);
      expect(answer.body.type).toBe('/problems/connection-lost');
      expect(answer.headers['idempotency-replayed']).toBeUndefined();
    }
  });

  it.each([' ', 'a b', 'é', 'x'.repeat(256)])('has to be visible ASCII, and short: %j', async (key) => {
    const answer = await fetch(`${await door.app.getUrl()}/api/syncs`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: '{"company":"ash"}',
    });
    expect([answer.status, (await answer.json()).type]).toEqual([400, '/problems/invalid-request']);
  });
});
