import { People } from '../../src/access/people.js';
import { Sessions } from '../../src/access/sessions.js';
import { addPerson } from '../../src/acts/people/add-person.js';
import { changePerson, type PersonChange } from '../../src/acts/people/change-person.js';
import { AppModule } from '../../src/app/app.module.js';
import { systemClock } from '../../src/ground/clock.js';
import { looksLike } from '../../src/access/lookalikes.js';
import { installation } from '../../src/record/log/log-entry.entity.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { type Door, openDoor } from '../doors/api/door.js';
import { type TempDatabase, tempDatabase } from '../factories/database.js';
import { startIssuer, type TestIssuer } from '../harness/issuer.js';

const app = 'http://127.0.0.1:3999';
const ops = { actor: 'ops', trigger: 'command', companies: null } as const;
const people = {
  ann: { name: 'Ann Ash', email: 'ann@ash.example', groups: ['Payroll'] },
  ben: { name: 'Ben Birch', email: 'ben@birch.example', groups: ['Sales'] },
  cat: { name: 'Cat Cedar', email: 'cat@ash.example', email_verified: false },
};

/** A browser, as far as these tests need one: it keeps cookies by name and follows one redirect at a time. */
class Browser {
  readonly #cookies = new Map<string, string>();
  constructor(private readonly door: Door) {}

  async here(path: string, method: 'get' | 'post' = 'get', body: object = {}) {
    const asked = this.door.http[method](path).set('Cookie', this.#cookieLine());
    const answer = await (method === 'post' ? asked.type('form').send(body) : asked);
    this.#take([answer.headers['set-cookie'] ?? []].flat() as string[]);
    return answer;
  }

  /** Goes to the issuer and returns the address it redirects back to. */
  async there(address: string): Promise<string> {
    for (let next = address; ; ) {
      // With its slash: an issuer at port 39990 to 39999 begins as the app's address does, and is not the app.
      if (next.startsWith(`${app}/`)) return next.slice(app.length);
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie: this.#cookieLine() } });
      this.#take(answer.headers.getSetCookie());
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${next}: ${answer.status} ${await answer.text()}`);
      next = new URL(location, next).href;
    }
  }

  async signIn() {
    const begun = await this.here('/sign-in/issuer');
    return this.here(await this.there(String(begun.headers.location)));
  }

  #cookieLine = () => [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  #take(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

describe('signing in at an issuer', () => {
  let issuer: TestIssuer;
  let temp: TempDatabase;
  let door: Door;
  beforeAll(async () => {
    issuer = await startIssuer(app, people);
  });
  afterAll(() => issuer.close());
  beforeEach(() => Object.assign(issuer, { person: 'ann', meddle: undefined, away: false }));
  afterEach(async () => {
    await door.close();
    await temp.remove();
  });

  async function open(environment: Record<string, string> = { OIDC_ALLOWED_DOMAINS: 'ash.example' }) {
    temp = await tempDatabase(systemClock);
    const client = { OIDC_CLIENT_ID: 'counterfoil', OIDC_CLIENT_SECRET: 'a secret of the test' };
    door = await openDoor(temp.database, [AppModule], {
      ...{ PUBLIC_URL: app, OIDC_ISSUER: issuer.url, ...client },
      ...environment,
    });
  }
  const all = () => door.app.get(People).list();
  const log = async (act: string) =>
    (await new PostingLog(temp.database).page({ companyIds: [installation], act }, 20)).map(
      ({ actor, outcome, answer }) => [actor, outcome, answer].filter(Boolean).join(' '),
    );

  it('lets someone of an allowed domain in, as a viewer of nothing, and again as the same person', async () => {
    await open();
    const browser = new Browser(door);
    expect((await browser.here('/sign-in')).text).toContain('Sign in with your organisation');
    const entered = await browser.signIn();
    expect([entered.status, entered.headers.location]).toEqual([303, '/']);
    expect((await browser.here('/api/companies')).body).toEqual({ items: [] });
    const [ann] = await all();
    expect(ann).toMatchObject({
      name: 'Ann Ash',
      email: 'ann@ash.example',
      role: 'viewer',
      companies: [],
      subject: 'ann',
    });
    await changePerson({ database: temp.database }, 'Ann Ash', { change: { name: 'Ann A', role: 'admin' }, who: ops });
    expect((await new Browser(door).signIn()).status).toBe(303);
    expect(await all()).toMatchObject([{ id: ann?.id, name: 'Ann A', role: 'admin' }]);
    expect(await log('sign_in')).toEqual(['Ann A done admin', 'Ann Ash done viewer']);
  });

  it('does not recognise people by email address: the same address may belong to someone else', async () => {
    await open();
    const details = { name: 'Ann', email: 'ann@ash.example', role: 'admin', pay: true, companies: null } as const;
    await addPerson({ database: temp.database }, details, ops);
    await new Browser(door).signIn();
    expect((await all()).map(({ name, role, email }) => [name, role, email])).toEqual([
      ['Ann', 'admin', 'ann@ash.example'],
      ['Ann Ash', 'viewer', null],
    ]);
  });

  it('is added to the person who is signed in when it begins, and to no one else', async () => {
    await open();
    const browser = new Browser(door);
    for (const name of ['Ann', 'Ben'])
      await addPerson({ database: temp.database }, { name, role: 'admin', pay: true, companies: null }, ops);
    const { cookie, csrf } = await door.browser({ name: 'Ann' });
    const begun = await door.http.post('/sign-in/issuer').set('Cookie', cookie).type('form').send({ csrf });
    const binding = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    const back = await browser.there(String(begun.headers.location));
    await door.http.get(back).set('Cookie', `${cookie}; ${binding}`).expect(303);
    const ann = await door.app.get(People).find('Ann');
    expect(ann).toMatchObject({ subject: 'ann', role: 'admin' });
    expect((await new Browser(door).signIn()).status).toBe(303);
    expect((await door.app.get(Sessions).list()).at(-1)).toMatchObject({ name: 'Ann' });
    const other = await door.browser({ name: 'Ben' });
    const again = await door.http
      .post('/sign-in/issuer')
      .set('Cookie', other.cookie)
      .type('form')
      .send({ csrf: other.csrf });
    const bound = String(again.headers['set-cookie']).split(';')[0] ?? '';
    const answer = await door.http
      .get(await browser.there(String(again.headers.location)))
      .set('Cookie', `${other.cookie}; ${bound}`);
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('someone else’s')]);
  });

  const idle = new Date(Date.now() - 31 * 60_000).toISOString();
  it.each<[string, (ann: string, other: string) => Promise<unknown>]>([
    ['was revoked', (ann) => door.app.get(Sessions).revoke(ann, ops)],
    ['was signed out', (_, cookie) => door.http.post('/sign-out').set('Cookie', cookie).set('X-CSRF-Token', proof)],
    ['ended with a change of rights', (ann) => changed(ann, { role: 'reviewer' })],
    ['ended with its person, who is inactive', (ann) => changed(ann, { active: false })],
    ['was not used for half an hour', () => onSessions(`seen_at = '${idle}'`)],
    ['is too old', () => onSessions(`expires_at = '${idle}'`)],
  ])('ends with the session that began it, where that %s: no session comes back, and no one is it', async (_, end) => {
    await open();
    for (const name of ['Ann', 'Ben'])
      await addPerson({ database: temp.database }, { name, role: 'admin', pay: true, companies: null }, ops);
    const { cookie, csrf } = await door.browser({ name: 'Ann' });
    proof = csrf;
    const begun = await door.http.post('/sign-in/issuer').set('Cookie', cookie).type('form').send({ csrf });
    const binding = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    const back = await new Browser(door).there(String(begun.headers.location));
    await end('Ann', cookie);
    const answer = await door.http.get(back).set('Cookie', `${cookie}; ${binding}`);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('was not begun here')]);
    expect(String(answer.headers['set-cookie'] ?? '')).not.toMatch(/counterfoil=/);
    expect((await all()).map(({ subject }) => subject)).toEqual([null, null]);
    expect((await door.app.get(Sessions).list()).map(({ name }) => name)).toEqual([]);
  });
  let proof = '';
  const changed = (name: string, change: PersonChange) =>
    changePerson({ database: temp.database }, name, { change, who: ops });
  const onSessions = (set: string) => temp.database.work((rows) => rows.query(`UPDATE sessions SET ${set}`));

  it('is not added from another session, or from none, of the browser it was begun in', async () => {
    await open();
    for (const name of ['Ann', 'Ben'])
      await addPerson({ database: temp.database }, { name, role: 'admin', pay: true, companies: null }, ops);
    const [ann, ben] = [await door.browser({ name: 'Ann' }), await door.browser({ name: 'Ben' })];
    for (const cookie of [`${ben.cookie}; `, '']) {
      const begun = await door.http.post('/sign-in/issuer').set('Cookie', ann.cookie).type('form').send(ann);
      const binding = String(begun.headers['set-cookie']).split(';')[0] ?? '';
      const back = await new Browser(door).there(String(begun.headers.location));
      await door.http.get(back).set('Cookie', `${cookie}${binding}`).expect(400);
    }
    expect((await all()).map(({ subject }) => subject)).toEqual([null, null]);
  });

  it('is shown on the person, and an administrator removes it: then it is no one’s, and who signed in by it is out', async () => {
    await open();
    await new Browser(door).signIn();
    const token = await door.token();
    const api = (method: 'get' | 'patch', path: string) =>
      door.http[method](path).set('Authorization', `Bearer ${token}`);
    const identity = { issuer: issuer.url, subject: 'ann' };
    const [ann] = (await api('get', '/api/people').expect(200)).body.items;
    expect(ann).toMatchObject({ name: 'Ann Ash', identity });
    const admin = await door.browser();
    const page = await door.http.get(`/people/${ann.id}`).set('Cookie', admin.cookie).expect(200);
    expect(page.text).toContain(`<code>ann</code> at <code>${issuer.url}</code>`);
    const remove = { csrf: admin.csrf };
    await door.http.post(`/people/${ann.id}/identity/remove`).set('Cookie', admin.cookie).type('form').send(remove);
    expect((await log('person'))[0]).toMatch(/^tester \d+ changed sign-in at the issuer removed$/);
    expect((await door.app.get(Sessions).list()).map(({ name }) => name)).not.toContain('Ann Ash');
    expect((await api('get', '/api/people')).body.items[0].identity).toBeUndefined();
    await new Browser(door).signIn();
    const again = (await all()).find(({ subject }) => subject === 'ann');
    expect(again?.id).not.toBe(ann.id);
    const gone = await api('patch', `/api/people/${again?.id}`).send({ identity: null }).expect(200);
    expect(gone.body.identity).toBeUndefined();
    await api('patch', `/api/people/${again?.id}`).send({ identity }).expect(400);
  });

  it('is not added by a mere link: the person who is signed in is asked first, by a form with a proof', async () => {
    await open();
    await addPerson({ database: temp.database }, { name: 'Ann', role: 'admin', pay: true, companies: null }, ops);
    const { cookie } = await door.browser({ name: 'Ann' });
    const link = await door.http.get('/sign-in/issuer').set('Cookie', cookie);
    expect([link.status, link.headers.location]).toEqual([303, '/sign-in/issuer/connect']);
    const page = await door.http.get('/sign-in/issuer/connect').set('Cookie', cookie).expect(200);
    expect(page.text).toContain('action="/sign-in/issuer"');
    await door.http.post('/sign-in/issuer').set('Cookie', cookie).type('form').send({ csrf: 'guessed' }).expect(403);
    expect(await temp.database.read((rows) => rows.query('SELECT * FROM sign_ins_begun'))).toEqual([]);
  });

  it.each([
    ['what the log is written by', 'schedule'],
    ['a name in use, in other letters', 'ANN'],
    ['the name of a program', 'nightly'],
    ['a name that begins a line of its own', 'Zoe\nschedule\u001b[2J'],
    ['a client who answers', 'client: Zoe'],
    ['a client who answers, with another colon', 'client꞉ Zoe'],
    ['a name in use, to the eye', 'Аnn'],
    ['a name in use, with a space of no width', 'Ann\u200b'],
    ['a name in use, in letters of mathematics', '𝐀𝐧𝐧'],
    ['the service, to the eye', 'ѕсһеdulе'],
  ])('lets no one act under %s', async (_, name) => {
    await open();
    await addPerson({ database: temp.database }, { name: 'Ann', role: 'admin', pay: true, companies: null }, ops);
    await door.token({ name: 'nightly' });
    issuer.meddle = (claims, sign) => sign({ ...claims, name });
    expect((await new Browser(door).signIn()).status).toBe(303);
    const [made] = (await all()).filter(({ subject }) => subject !== null);
    expect(made?.name).not.toBe(name);
    const names = ['schedule', 'Ann', 'nightly', 'client', 'client: Zoe', 'client꞉ Zoe'];
    expect(names.filter((one) => looksLike(made?.name ?? '', one))).toEqual([]);
    expect(made?.name).not.toMatch(/\p{Cc}/u);
  });

  it('refuses text that a database cannot store', async () => {
    await open();
    issuer.meddle = (claims, sign) => sign({ ...claims, name: 'Ann\0Ash', email: 'a\0@ash.example' });
    const answer = await new Browser(door).signIn();
    expect(answer.status).toBe(403);
    issuer.meddle = (claims, sign) => sign({ ...claims, name: 'Ann\ud83dAsh' });
    expect((await new Browser(door).signIn()).status).toBe(303);
    expect((await all()).map(({ name }) => name)).toEqual(['ann@ash.example']);
  });

  it('refuses an unknown person, another domain, an unverified address and an inactive person, each with a page', async () => {
    await open();
    issuer.person = 'ben';
    const domain = await new Browser(door).signIn();
    expect([domain.status, domain.text]).toEqual([403, expect.stringContaining('Not with this address')]);
    issuer.person = 'cat';
    expect((await new Browser(door).signIn()).text).toContain('Not with this address');
    issuer.person = 'ann';
    await new Browser(door).signIn();
    await changePerson({ database: temp.database }, 'Ann Ash', { change: { active: false }, who: ops });
    const inactive = await new Browser(door).signIn();
    expect([inactive.status, inactive.text]).toEqual([403, expect.stringContaining('made you inactive')]);
    expect(await log('refuse')).toEqual(['no one refused inactive', 'no one refused domain', 'no one refused domain']);
    expect(inactive.text).not.toContain('ann@ash.example');
  });

  it.each<[string, string, TestIssuer['meddle']]>([
    ['nonce', 'belongs to another sign-in', (claims, sign) => sign({ ...claims, nonce: 'other' })],
    ['audience', 'is for another application', (claims, sign) => sign({ ...claims, aud: 'another' })],
    ['audience', 'is for another application', (claims, sign) => sign({ ...claims, azp: 'another' })],
    ['subject', 'does not say who you are', (claims, sign) => sign({ ...claims, sub: ' ' })],
    ['issuer', 'comes from another service', (claims, sign) => sign({ ...claims, iss: 'https://evil.example' })],
    ['expired', 'has expired', (claims, sign) => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 })],
    ['signature', 'is not signed by it', (claims, sign) => sign(claims, { with: 'nothing' })],
    ['signature', 'is not signed by it', (claims, sign) => sign(claims, { with: 'another key' })],
  ])('refuses a wrong %s: it %s', async (word, words, meddle) => {
    await open();
    issuer.meddle = meddle;
    const answer = await new Browser(door).signIn();
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(words)]);
    expect(answer.headers['set-cookie'] ?? []).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^counterfoil=/)]),
    );
    expect(await log('refuse')).toEqual([`no one refused ${word}`]);
    expect(answer.text).not.toMatch(/eyJ|ann@ash/);
    expect(await all()).toEqual([]);
  });

  it('works once, in the browser it was begun in; several may be begun at once', async () => {
    await open();
    const browser = new Browser(door);
    const [first, second] = [await browser.here('/sign-in/issuer'), await browser.here('/sign-in/issuer')];
    const [one, two] = [
      await browser.there(String(first.headers.location)),
      await browser.there(String(second.headers.location)),
    ];
    const elsewhere = await new Browser(door).here(one);
    expect([elsewhere.status, elsewhere.text]).toEqual([400, expect.stringContaining('was not begun here')]);
    expect((await browser.here(two)).status).toBe(303);
    expect((await browser.here(one)).status).toBe(303);
    expect((await browser.here(one)).status).toBe(400);
    expect((await browser.here('/sign-in/issuer/callback?state=made-up&code=x')).status).toBe(400);
    const another = new Browser(door);
    const refused = await another.here('/sign-in/issuer');
    const state = new URL(String(refused.headers.location)).searchParams.get('state');
    const denied = await another.here(`/sign-in/issuer/callback?state=${state}&error=access_denied`);
    expect([denied.status, denied.text]).toEqual([403, expect.stringContaining('access_denied')]);
  });

  it('may be begun a hundred times from one address in ten minutes, and refused in the log ten times', async () => {
    await open();
    issuer.person = 'ben';
    for (let number = 0; number < 12; number++) expect((await new Browser(door).signIn()).status).toBe(403);
    expect(await log('refuse')).toHaveLength(10);
    const begin = async () => (await door.http.get('/sign-in/issuer')).status;
    for (let number = 12; number < 100; number++) expect(await begin()).toBe(303);
    expect(await begin()).toBe(429);
    const begun = await temp.database.read((rows) => rows.query('SELECT count(*) AS n FROM sign_ins_begun'));
    expect(Number((begun as readonly { n: number }[])[0]?.n)).toBeLessThanOrEqual(100);
  });

  it('shows that the issuer is away; a link from the terminal still works', async () => {
    issuer.away = true;
    await open();
    const away = await new Browser(door).here('/sign-in/issuer');
    expect([away.status, away.text]).toEqual([503, expect.stringContaining('does not answer')]);
    const { cookie } = await door.browser({ name: 'Ann' });
    await door.http.get('/api/companies').set('Cookie', cookie).expect(200);
    issuer.away = false;
    expect((await new Browser(door).signIn()).status).toBe(303);
  });

  it('signs out at the issuer too', async () => {
    await open();
    const browser = new Browser(door);
    await browser.signIn();
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.here('/')).text)?.[1];
    const out = await browser.here('/sign-out', 'post', { csrf });
    const address = new URL(String(out.headers.location));
    expect([address.origin, address.searchParams.get('post_logout_redirect_uri')]).toEqual([
      issuer.url,
      `${app}/sign-in`,
    ]);
    expect(address.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
    const shown = await fetch(address);
    expect(shown.status).toBe(200);
    const found = await temp.database.read((rows) => rows.query('SELECT * FROM sessions'));
    expect(found).toEqual([]);
  });

  it('keeps nothing in the database that could be used to sign in', async () => {
    await open();
    await new Browser(door).signIn();
    const found = JSON.stringify(await temp.database.read((rows) => rows.query('SELECT * FROM sessions')));
    expect(found).toContain('"id_token":"v1.');
    expect(found).not.toMatch(/(?<![\w-])eyJ/);
  });
});
