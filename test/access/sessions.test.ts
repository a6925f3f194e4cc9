import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { ApiTokens } from '../../src/access/api-tokens.js';
import { Sessions } from '../../src/access/sessions.js';
import { SignInLinks } from '../../src/access/sign-in-links.js';
import { changePerson } from '../../src/acts/people/change-person.js';
import { installation } from '../../src/record/log/log-entry.entity.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { SyncRecord } from '../../src/record/runs/sync-record.entity.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnDatabases } from '../harness/databases.js';
import { AppModule } from '../../src/app/app.module.js';
import { type Door, openDoor, StillClock } from '../doors/api/door.js';
import type { Database } from '../../src/ground/database.js';

const by = { actor: 'ops', trigger: 'command' };

describeOnDatabases('a session', (open) => {
  let clock: StillClock;
  let db: Database;
  let door: Door;
  beforeEach(async () => {
    clock = new StillClock();
    db = await open(clock);
    door = await openDoor(db, [AppModule], { ACCOUNTING_CLIENT_ID: 'counterfoil', ACCOUNTING_CLIENT_SECRET: 'x' });
  });
  afterEach(() => door.close());

  const board = (cookie: string) => door.http.get('/api/companies').set('Cookie', cookie);

  test('opened by a link is listed, can be ended by its id, and then is out at once', async () => {
    const { cookie } = await door.browser({ name: 'ann', role: 'reviewer' });
    const { cookie: other } = await door.browser({ name: 'ann', role: 'reviewer' });
    const sessions = door.app.get(Sessions);
    const listed = await sessions.list();
    expect(listed).toMatchObject([
      { name: 'ann', role: 'reviewer', id: expect.stringMatching(/^[0-9a-f]{12}$/) },
      { name: 'ann' },
    ]);
    const before = [(await board(cookie)).status, (await board(other)).status];
    await sessions.revoke(listed[0]?.id ?? '', by);
    const after = [(await board(cookie)).status, (await board(other)).status];
    expect([before, [...after].sort()]).toEqual([
      [200, 200],
      [200, 401],
    ]);
    expect(await sessions.list()).toHaveLength(1);
  });

  test('takes with it the connection that was begun in it', async () => {
    const { cookie, csrf } = await door.browser({ name: 'ann' });
    const begun = await door.http.post('/connect').set('Cookie', cookie).type('form').send({ csrf, name: 'Ash Ltd' });
    const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? '';
    await door.app.get(Sessions).revoke('ann', by);
    const answer = await door.http.get(`/connect/callback?state=${state}&code=x`);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('used already')]);
  });

  test('ends with all the person’s other sessions, and unused links end too', async () => {
    const { cookie } = await door.browser({ name: 'ann' });
    const { cookie: other } = await door.browser({ name: 'ben' });
    const rights = { name: 'ann', role: 'admin', pay: true, companies: null } as const;
    const { url } = await door.app.get(SignInLinks).make(rights);
    expect(await door.app.get(Sessions).revoke('ann', by)).toHaveLength(1);
    expect((await board(cookie)).status).toBe(401);
    expect((await door.http.get(new URL(url).pathname)).status).toBe(410);
    expect((await board(other)).status).toBe(200);
    await expect(door.app.get(Sessions).revoke('ann', by)).rejects.toMatchObject({ title: 'No such session' });
  });

  test.each(['session', 'token'] as const)('or token that ends takes its streams along: %s', async (kind) => {
    await insertCompany(db, { name: 'Ash' });
    await db.work((rows) => rows.insert(SyncRecord, running()));
    const cookie = kind === 'session' ? (await door.browser({ name: 'ann' })).cookie : undefined;
    const bearer = kind === 'token' ? await door.token({ name: 'ann' }) : undefined;
    const stream = await follow(await door.app.getUrl(), cookie ? { cookie } : { authorization: `Bearer ${bearer}` });
    let heard = '';
    stream.setEncoding('utf8').on('data', (part: string) => {
      heard += part;
    });
    await once(stream, 'data');
    const ended = once(stream, 'end');
    if (kind === 'session') await door.app.get(Sessions).revoke('ann', by);
    else await door.app.get(ApiTokens).revoke('ann', by);
    await db.work((rows) => rows.update(SyncRecord, { id: 's1' }, { progress: { company: 'secret' } as never }));
    await ended;
    expect(heard).toContain('event: progress');
    expect(heard).not.toContain('secret');
    expect(heard).not.toContain('event: end');
  });

  test('ends after eight hours, however busy', async () => {
    const { cookie } = await door.browser();
    for (let minutes = 0; minutes < 8 * 60; minutes += 20) {
      expect((await board(cookie)).status).toBe(200);
      clock.forward(20 * 60);
    }
    expect((await board(cookie)).status).toBe(401);
    expect(await door.app.get(Sessions).list()).toEqual([]);
  });

  test('ends after half an hour without a request; checking it does not count as one', async () => {
    const { cookie } = await door.browser({ name: 'ann' });
    clock.forward(29 * 60);
    expect((await board(cookie)).status).toBe(200);
    clock.forward(29 * 60);
    expect(await door.app.get(Sessions).find(cookie.split('=')[1] ?? '')).toMatchObject({ name: 'ann' });
    clock.forward(60);
    expect((await board(cookie)).status).toBe(401);
    expect(await door.app.get(Sessions).list()).toEqual([]);
  });

  test.each([
    ['role', 'session', { role: 'viewer' }],
    ['reach', 'session', { companies: [] }],
    ['reach', 'token', { companies: [] }],
    ['inactivity', 'session', { active: false }],
    ['inactivity', 'token', { active: false }],
  ] as const)('ends by a change of %s of its person, with its open stream: %s', async (_, kind, change) => {
    await insertCompany(db, { name: 'Ash' });
    await db.work((rows) => rows.insert(SyncRecord, running()));
    const rights = { name: 'ann', role: 'reviewer', pay: true, companies: null } as const;
    const { cookie } = await door.browser(rights);
    const { token } = await door.app.get(ApiTokens).create({ ...rights, name: 'laptop' }, undefined, 'ann');
    const headers: Record<string, string> = kind === 'session' ? { cookie } : { authorization: `Bearer ${token}` };
    const stream = await follow(await door.app.getUrl(), headers);
    let heard = '';
    stream.setEncoding('utf8').on('data', (part: string) => {
      heard += part;
    });
    await once(stream, 'data');
    const ended = once(stream, 'end');
    await changePerson({ database: db }, 'ann', { change, who: { ...by, trigger: 'command', companies: null } });
    await db.work((rows) => rows.update(SyncRecord, { id: 's1' }, { progress: { company: 'secret' } as never }));
    await ended;
    expect(heard).not.toContain('secret');
    expect((await board(cookie)).status).toBe(401);
  });

  test('is in the log of the installation, and so are refused attempts', async () => {
    const token = await door.token({ name: 'bot' });
    const { cookie } = await door.browser({ name: 'ann', role: 'reviewer' });
    await door.http.get('/api/companies').set('Authorization', 'Bearer wrong').expect(401);
    await door.app.get(Sessions).revoke('ann', by);
    await door.app.get(ApiTokens).revoke('bot', by);
    const log = new PostingLog(db);
    const entries = [...(await log.page({ companyIds: [installation] }, 20))].reverse();
    expect(entries.map(({ act, outcome, actor }) => `${act} ${outcome} by ${actor}`)).toEqual([
      'token made by command',
      'person made by command',
      'link made by command',
      'link used by ann',
      'sign_in done by ann',
      'refuse refused by no one',
      'session ended by ops',
      'token revoked by ops',
    ]);
    const kept = JSON.stringify(entries);
    for (const secret of [token, cookie.split('=')[1] ?? cookie]) expect(kept).not.toContain(secret);
    expect(await log.verifyChain([installation])).toEqual([]);
    const shown = await door.http.get('/api/log').set('Authorization', `Bearer ${await door.token()}`);
    expect(shown.body.items).toEqual([]);
  });
});

async function follow(origin: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const request = get(`${origin}/api/syncs/s1/events`, { headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

function running() {
  const asked = { trigger: 'api', actor: 'ann' } as const;
  return { id: 's1', companyId: 'ash', ...asked, state: 'running', request: asked, queuedAt: new Date() } as never;
}
