import { Controller, Get, Module, Post } from '@nestjs/common';
import { SignInModule } from '../../src/doors/api/sign-in.module.js';
import { Allow, Who } from '../../src/access/access.js';
import { ApiToken } from '../../src/access/api-token.entity.js';
import { ApiTokens } from '../../src/access/api-tokens.js';
import { failuresMax, failureWindowSeconds } from '../../src/access/failed-attempts.js';
import type { Principal } from '../../src/access/principal.js';
import { Session } from '../../src/access/session.entity.js';
import { SignInLink } from '../../src/access/sign-in-link.entity.js';
import { linkMinutes, SignInLinks } from '../../src/access/sign-in-links.js';
import { sessionHours } from '../../src/access/sessions.js';
import { type TempDatabase, tempDatabase } from '../factories/database.js';
import { describeOnDatabases } from '../harness/databases.js';
import { type Door, openDoor, StillClock } from '../doors/api/door.js';

@Controller()
class Rooms {
  @Get('api/me')
  @Allow('viewer')
  me(@Who() principal: Principal) {
    return principal;
  }
  @Post('api/decide')
  @Allow('reviewer')
  decide() {
    return { done: true };
  }
  @Get('board')
  @Allow('viewer')
  board() {
    return 'board';
  }
  @Post('board/decide')
  @Allow('reviewer')
  decideOnPage() {
    return 'done';
  }
  @Get('api/forgotten')
  forgotten() {
    return 'no access rule was given for this';
  }
}

@Module({ controllers: [Rooms] })
class RoomsOfTest {}

describe('who signs in', () => {
  let clock: StillClock;
  let temp: TempDatabase;
  let door: Door;
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

  beforeEach(async () => {
    clock = new StillClock();
    temp = await tempDatabase(clock);
    door = await openDoor(temp.database, [SignInModule, RoomsOfTest]);
  });
  afterEach(async () => {
    await door.close();
    await temp.remove();
  });

  describe('a program', () => {
    it('without a token is shown how to get one', async () => {
      const answer = await door.http.get('/api/me').expect(401);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
      expect(answer.body).toEqual({
        type: '/problems/not-signed-in',
        title: 'Not signed in',
        status: 401,
        detail: expect.any(String),
        todo: expect.stringContaining('counterfoil tokens create'),
      });
    });

    it('has the rights of its token', async () => {
      const token = await door.token({ name: 'close bot', role: 'reviewer', pay: false, companies: ['ash'] });
      const answer = await door.http.get('/api/me').set(bearer(token)).expect(200);
      expect(answer.body).toEqual({
        name: 'close bot',
        role: 'reviewer',
        pay: false,
        companies: ['ash'],
        via: 'token',
      });
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    it('is refused what its role does not allow, with the name of the role it needs', async () => {
      const token = await door.token({ role: 'viewer' });
      const answer = await door.http.post('/api/decide').set(bearer(token)).expect(403);
      expect(answer.body.detail).toContain('needs reviewer');
    });

    it('cannot reach a route without an access rule, whatever its role', async () => {
      await door.http
        .get('/api/forgotten')
        .set(bearer(await door.token()))
        .expect(404);
    });

    it('is out as soon as its token is revoked, and so are the browsers that signed in with it', async () => {
      const token = await door.token({ name: 'leaver' });
      const signedIn = await door.http.post('/sign-in').type('form').send({ token }).expect(303);
      const cookie = String(signedIn.headers['set-cookie']).split(';')[0] as string;
      await door.http.get('/board').set('Cookie', cookie).expect(200);
      await door.app.get(ApiTokens).revoke('leaver');
      await door.http.get('/api/me').set(bearer(token)).expect(401);
      await door.http.get('/board').set('Cookie', cookie).expect(303);
    });

    it('leaves no token in the database, and its last use to the minute', async () => {
      const token = await door.token();
      const lastUse = async () =>
        (await temp.database.read((rows) => rows.findOneByOrFail(ApiToken, {}))).lastUsedAt?.toISOString();
      await door.http.get('/api/me').set(bearer(token)).expect(200);
      expect(await lastUse()).toBe('2025-11-07T09:00:00.000Z');
      clock.forward(59);
      await door.http.get('/api/me').set(bearer(token)).expect(200);
      expect(await lastUse()).toBe('2025-11-07T09:00:00.000Z');
      clock.forward(1);
      await door.http.get('/api/me').set(bearer(token)).expect(200);
      expect(await lastUse()).toBe('2025-11-07T09:01:00.000Z');
      const found = await temp.database.read((rows) => rows.query('SELECT * FROM api_tokens'));
      expect(JSON.stringify(found)).not.toContain(token.slice(-20));
    });

    it('that guesses must wait; a correct token from the same address need not', async () => {
      const right = await door.token();
      for (let i = 0; i < failuresMax; i++)
        await door.http
          .get('/api/me')
          .set(bearer(`wrong-${i}`))
          .expect(401);
      clock.forward(100);
      const answer = await door.http.get('/api/me').set(bearer('wrong-again')).expect(429);
      expect(answer.headers['retry-after']).toBe(String(failureWindowSeconds - 100));
      await door.http.get('/api/me').set(bearer(right)).expect(200);
      clock.forward(failureWindowSeconds - 100 + 1);
      await door.http.get('/api/me').set(bearer('wrong-later')).expect(401);
    });

    it('from another address, behind a proxy of this machine, is counted by itself', async () => {
      const from = (address: string) => ({ ...bearer('wrong'), 'X-Forwarded-For': address });
      for (let i = 0; i < failuresMax; i++) await door.http.get('/api/me').set(from('2001:db8::1')).expect(401);
      await door.http.get('/api/me').set(from('2001:db8::2')).expect(429);
      await door.http.get('/api/me').set(from('2001:db8:0:1::1')).expect(401);
      await door.http.get('/api/me').set(from('192.0.2.1')).expect(401);
    });
  });

  describe('a browser', () => {
    it('is sent to the sign-in page', async () => {
      const answer = await door.http.get('/board').expect(303);
      expect(answer.headers.location).toBe('/sign-in');
    });

    it('signs in by a link, once, with a cookie that scripts cannot read', async () => {
      const { url } = await door.app
        .get(SignInLinks)
        .make({ name: 'Ann', role: 'reviewer', pay: true, companies: null });
      const path = new URL(url).pathname;
      await door.http.head(path).expect(204);
      const answer = await door.http.get(path).expect(303);
      expect(answer.headers.location).toBe('/');
      const cookie = String(answer.headers['set-cookie']);
      expect(cookie).toMatch(/^counterfoil=[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
      expect(cookie).not.toContain('Secure');
      await door.http
        .get('/board')
        .set('Cookie', cookie.split(';')[0] as string)
        .expect(200);

      const again = await door.http.get(path).expect(410);
      expect(again.headers['set-cookie']).toBeUndefined();
      expect(again.text).toContain('This sign-in link does not work any more');
    });

    it('can use a link only once, even when it is opened twice at the same moment', async () => {
      const { url } = await door.app
        .get(SignInLinks)
        .make({ name: 'Ann', role: 'viewer', pay: false, companies: null });
      const answers = await Promise.all([1, 2, 3].map(() => door.http.get(new URL(url).pathname)));
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([303, 410, 410]);
    });

    it('is not let in by a link that is too old', async () => {
      const { url, expiresAt } = await door.app
        .get(SignInLinks)
        .make({ name: 'Ann', role: 'viewer', pay: false, companies: null });
      expect(expiresAt.getTime() - clock.now().getTime()).toBe(linkMinutes * 60_000);
      clock.forward(linkMinutes * 60);
      await door.http.get(new URL(url).pathname).expect(410);
    });

    it('is signed out when its session is over', async () => {
      const { cookie } = await door.browser();
      clock.forward(sessionHours * 3600);
      await door.http.get('/board').set('Cookie', cookie).expect(303);
    });

    it('leaves nothing in the database to sign in with', async () => {
      const { cookie } = await door.browser();
      const found = await temp.database.read(async (rows) => [await rows.find(Session), await rows.find(SignInLink)]);
      expect(JSON.stringify(found)).not.toContain(cookie.split('=')[1] as string);
    });

    it('signs in with a token, and is shown an error when it is wrong', async () => {
      await door.http.post('/sign-in').type('form').send({ token: 'nonsense' }).expect(401);
      await door.http.post('/sign-in').type('form').send({ nothing: 1 }).expect(400);
      const answer = await door.http
        .post('/sign-in')
        .type('form')
        .send({ token: await door.token() })
        .expect(303);
      expect(answer.headers.location).toBe('/');
      expect(answer.headers['set-cookie']).toHaveLength(1);
    });

    it('sends a proof with every act that the form came from these pages', async () => {
      const { cookie } = await door.browser();
      const act = () => door.http.post('/board/decide').set('Cookie', cookie).type('form');
      const { csrf } = (await door.http.get('/api/me').set('Cookie', cookie)).body as Principal;
      await act().send({}).expect(403);
      await act()
        .send({ csrf: 'x'.repeat(43) })
        .expect(403);
      await act().send('csrf=a&csrf=b').expect(403);
      await act().send({ csrf }).expect(201);
      await act()
        .set('X-CSRF-Token', csrf as string)
        .send({})
        .expect(201);
      await act().set('Sec-Fetch-Site', 'cross-site').send({ csrf }).expect(403);
      await act().set('Origin', 'https://elsewhere.example').send({ csrf }).expect(403);
      await act().set('Origin', 'null').send({ csrf }).expect(403);
      await act().set('Origin', 'http://127.0.0.1:3999').send({ csrf }).expect(201);
    });

    it('cannot be signed in by a form of another site', async () => {
      const token = await door.token();
      await door.http.post('/sign-in').set('Sec-Fetch-Site', 'cross-site').type('form').send({ token }).expect(403);
    });

    it('signs out for good', async () => {
      const { cookie } = await door.browser();
      const { csrf } = (await door.http.get('/api/me').set('Cookie', cookie)).body as Principal;
      const answer = await door.http.post('/sign-out').set('Cookie', cookie).type('form').send({ csrf }).expect(303);
      expect(String(answer.headers['set-cookie'])).toMatch(/^counterfoil=;/);
      await door.http.get('/board').set('Cookie', cookie).expect(303);
    });
  });

  it('over https gets a cookie for https only, and a header that demands https for the whole site', async () => {
    const secure = await openDoor(temp.database, [SignInModule, RoomsOfTest], {
      PUBLIC_URL: 'https://counterfoil.example',
    });
    try {
      const { url } = await secure.app
        .get(SignInLinks)
        .make({ name: 'A', role: 'viewer', pay: false, companies: null });
      expect(url).toMatch(/^https:\/\/counterfoil\.example\/sign-in\/[\w-]{43}$/);
      const answer = await secure.http.get(new URL(url).pathname).expect(303);
      expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-counterfoil=.*Path=\/.*HttpOnly; Secure/);
      expect(answer.headers['strict-transport-security']).toMatch(/max-age/);
    } finally {
      await secure.close();
    }
  });
});

describeOnDatabases('what lets people in', (open) => {
  let clock: StillClock;
  let door: Door;
  beforeAll(async () => {
    clock = new StillClock();
    door = await openDoor(await open(clock), [SignInModule, RoomsOfTest]);
  });
  afterAll(() => door.close());

  it('has the rights it was made with, and ends when it is over', async () => {
    const token = await door.token({ name: 'bot', role: 'viewer', pay: false, companies: ['ash', 'birch'] });
    const me = () => door.http.get('/api/me').set('Authorization', `Bearer ${token}`);
    const rights = { name: 'bot', role: 'viewer', pay: false, companies: ['ash', 'birch'], via: 'token' };
    expect((await me().expect(200)).body).toEqual(rights);
    expect((await door.app.get(ApiTokens).list()).map(({ lastUsedAt }) => lastUsedAt)).toEqual([clock.now()]);
    await expect(door.token({ name: 'bot' })).rejects.toThrow('There is a token of that name');
    await door.app.get(ApiTokens).revoke('bot');
    await me().expect(401);
    await door.token({ name: 'bot' });

    const { cookie } = await door.browser({ name: 'Ann', role: 'reviewer' });
    const board = () => door.http.get('/board').set('Cookie', cookie);
    await board().expect(200);
    const links = door.app.get(SignInLinks);
    const { url } = await links.make({ name: 'Bea', role: 'viewer', pay: false, companies: null });
    const answers = await Promise.all([1, 2, 3].map(() => door.http.get(new URL(url).pathname)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([303, 410, 410]);
    const late = await links.make({ name: 'Bea', role: 'viewer', pay: false, companies: null });
    clock.forward(sessionHours * 3600);
    await board().expect(303);
    await door.http.get(new URL(late.url).pathname).expect(410);
  });

  it('limits guesses, and forgets them after a while', async () => {
    const guess = () =>
      door.http.get('/api/me').set('Authorization', 'Bearer wrong').set('X-Forwarded-For', '192.0.2.9');
    const statuses: number[] = [];
    for (let i = 0; i < failuresMax + 2; i++) statuses.push((await guess()).status);
    expect(statuses).toEqual([...Array.from({ length: failuresMax }, () => 401), 429, 429]);
    clock.forward(failureWindowSeconds + 1);
    await guess().expect(401);
  });
});

describe('the headers of every answer', () => {
  let temp: TempDatabase;
  let door: Door;
  beforeEach(async () => {
    temp = await tempDatabase(new StillClock());
    door = await openDoor(temp.database, [SignInModule, RoomsOfTest]);
  });
  afterEach(async () => {
    await door.close();
    await temp.remove();
  });

  it('keeps scripts, styles, frames and caches of others out', async () => {
    const { headers } = await door.http.get('/api/me');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([
    ['a body that is no JSON', 400, (r: Request) => r.type('json').send('{"reason":')],
    ['a body of another type', 415, (r: Request) => r.type('form').send({ reason: 'x' })],
    ['a body that is too large', 413, (r: Request) => r.type('json').send({ reason: 'x'.repeat(600_000) })],
    ['an unknown address', 404, () => door.http.post('/api/nothing-here')],
  ] as const)('is a problem document for %s', async (_, status, send) => {
    const answer = await send(door.http.post('/api/decide')).expect(status);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({ status, title: expect.any(String), todo: expect.any(String) });
  });
});

type Request = ReturnType<Door['http']['post']>;
