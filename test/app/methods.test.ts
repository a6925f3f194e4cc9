import { AppModule } from '../../src/app/app.module.js';
import { SyncRecord } from '../../src/record/runs/sync-record.entity.js';
import { type Door, openDoor, StillClock } from '../doors/api/door.js';
import { insertCompany } from '../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../factories/database.js';

describe('the methods of an address', () => {
  let temp: TempDatabase;
  let door: Door;
  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    await insertCompany(temp.database, { name: 'Ash' });
    const at = temp.database.clock.now();
    const running = { companyId: 'ash', trigger: 'api', actor: 'ann', request: {}, state: 'running', queuedAt: at };
    await temp.database.work((rows) => rows.insert(SyncRecord, { id: 'x', ...running } as never));
    door = await openDoor(temp.database, [AppModule]);
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  const ask = (method: string, path: string) => {
    const http = door.http as unknown as Record<string, typeof door.http.get>;
    return (http[method.toLowerCase()] as typeof door.http.get)(path);
  };

  /** Whether anyone is signed in changes nothing: the document of the API lists the same to everyone. */
  it.each([
    ['DELETE', '/api/syncs', 'GET, HEAD, OPTIONS, POST'],
    ['HEAD', '/api/control-accounts/accept', 'OPTIONS, POST'],
    ['PUT', '/api/pay-runs/Ash/2026/6/2025-10-31', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/pay-runs/No%20One/2026/6/2025-10-31', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/companies/ash/policy', 'GET, HEAD, OPTIONS, PUT'],
    ['POST', '/api/openapi.json', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api/syncs/x/', 'GET, HEAD, OPTIONS'],
    ['POST', '/metrics', 'GET, HEAD, OPTIONS'],
    ['GET', '/connect', 'OPTIONS, POST'],
    ['PATCH', '/clients/ash/settings', 'GET, HEAD, OPTIONS, POST'],
  ])('%s %s is refused, and Allow says %s', async (method, path, allow) => {
    for (const authorization of ['', `Bearer ${await door.token()}`]) {
      const answer = await ask(method, path).set(authorization === '' ? {} : { authorization });
      expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
      const type = /^\/(api|metrics)/.test(path) ? 'application/problem+json' : 'text/html';
      expect(answer.headers['content-type']?.split(';')[0]).toBe(type);
      if (type.endsWith('json') && method !== 'HEAD')
        expect(answer.body).toMatchObject({ type: '/problems/method-not-allowed', status: 405 });
    }
  });

  it.each([
    ['/api/syncs', 'GET, HEAD, OPTIONS, POST'],
    ['/hmrc-due', 'GET, HEAD, OPTIONS'],
  ])('OPTIONS %s answers them, and nothing else', async (path, allow) => {
    const answer = await door.http.options(path).set('Origin', 'https://elsewhere.example');
    expect([answer.status, answer.headers.allow, answer.text]).toEqual([204, allow, '']);
    // No page of another site reads from here.
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each(['GET', 'POST', 'DELETE', 'OPTIONS', 'HEAD'])('%s of what does not exist is 404', async (method) => {
    for (const path of ['/api/nowhere', '/nowhere', '/api/syncs/x/y/z', '/api/pay-runs/%zz/1/2/3'])
      for (const authorization of ['', `Bearer ${await door.token()}`]) {
        const answer = await ask(method, path).set(authorization === '' ? {} : { authorization });
        expect([path, answer.status, answer.headers.allow]).toEqual([path, path.includes('%') ? 400 : 404, undefined]);
      }
  });

  it('HEAD is as GET, without the body: also of what is refused, and of a stream, which ends', async () => {
    const authorization = `Bearer ${await door.token()}`;
    for (const path of ['/api/companies', '/api/syncs/lost', '/api/openapi.json', '/health/live', '/sign-in']) {
      const [whole, head] = [
        await ask('GET', path).set({ authorization }),
        await ask('HEAD', path).set({ authorization }),
      ];
      expect([path, head.status, head.headers['content-type']]).toEqual([
        path,
        whole.status,
        whole.headers['content-type'],
      ]);
      expect(head.headers.etag).toBe(whole.headers.etag);
      expect(head.text ?? '').toBe('');
    }
    expect((await ask('HEAD', '/api/companies')).status).toBe(401);
    const before = temp.database.clock.now();
    const stream = await ask('HEAD', '/api/syncs/x/events').set({ authorization });
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    // It did not wait for anything to happen.
    expect(temp.database.clock.now()).toEqual(before);
  });
});
