import { addPerson } from '../../src/acts/people/add-person.js';
import { changePerson } from '../../src/acts/people/change-person.js';
import { SignInLinks } from '../../src/access/sign-in-links.js';
import { AppModule } from '../../src/app/app.module.js';
import { installation } from '../../src/record/log/log-entry.entity.js';
import { FailedAttempt } from '../../src/access/failed-attempt.entity.js';
import { Mail } from '../../src/record/messages/mail.entity.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { sendLetter, transportOptions } from '../../src/runner/mail-transport.js';
import { Mails } from '../../src/runner/mails.js';
import { type Door, openDoor, StillClock } from '../doors/api/door.js';
import { describeOnDatabases } from '../harness/databases.js';
import type { Database } from '../../src/ground/database.js';
import { Post } from './post.js';

const ops = { actor: 'ops', trigger: 'command', companies: null } as const;
const app = 'http://127.0.0.1:3999';

describeOnDatabases('a link by e-mail', (open) => {
  const post = new Post();
  let clock: StillClock;
  let database: Database;
  let door: Door;
  let mails: Mails;
  let warned: string[];
  beforeAll(() => post.open());
  afterAll(() => post.close());
  beforeEach(async () => {
    post.received.length = 0;
    post.refusing = false;
    warned = [];
    clock = new StillClock();
    database = await open(clock);
    const from = 'Counterfoil <books@ash.example>';
    door = await openDoor(database, [AppModule], { PUBLIC_URL: app, SMTP_URL: post.url, MAIL_FROM: from });
    const send = (letter: Parameters<typeof sendLetter>[1]) => sendLetter({ smtpUrl: post.url, from }, letter);
    mails = new Mails(database, door.app.get(SignInLinks), send, (words) => warned.push(words), '30 5 * * *');
    const person = { name: 'Ann', email: 'ann@ash.example', role: 'reviewer', pay: true, companies: null } as const;
    await addPerson({ database }, person, ops);
  });
  afterEach(() => door.close());

  const ask = (email: string, from = '192.0.2.1') =>
    door.http.post('/sign-in/mail').type('form').set('X-Forwarded-For', from).send({ email });
  const linkIn = (text: string) => /http:\/\/127\.0\.0\.1:3999(\/sign-in\/mail\/[\w-]+)/.exec(text)?.[1] ?? '';
  const waiting = () => database.read((rows) => rows.find(Mail));

  test('opens a page, and its button signs in, once, within fifteen minutes', async () => {
    expect((await door.http.get('/sign-in')).text).toContain('Send me a link');
    await ask('Ann@Ash.example').expect(303);
    await mails.sendDue();
    expect(post.received.map(({ to }) => to)).toEqual([['ann@ash.example']]);
    const path = linkIn(post.received[0]?.text ?? '');
    for (let opened = 0; opened < 3; opened++) {
      const shown = await door.http.get(path).expect(200);
      expect(shown.text).toContain('<button type="submit">Sign in</button>');
      expect(shown.headers['set-cookie']).toBeUndefined();
    }
    // Nor does it work as a sign-in link from the terminal.
    await door.http.get(path.replace('/mail', '')).expect(410);
    clock.forward(14 * 60);
    const entered = await door.http.post(path).expect(303);
    expect(String(entered.headers['set-cookie'])).toMatch(/^counterfoil=/);
    await door.http.post(path).expect(410);
    await mails.sendDue();
    expect(post.received).toHaveLength(1);
  });

  test('is void after fifteen minutes, or once another was sent', async () => {
    await ask('ann@ash.example');
    await mails.sendDue();
    const first = linkIn(post.received[0]?.text ?? '');
    await ask('ann@ash.example');
    await mails.sendDue();
    const second = linkIn(post.received[1]?.text ?? '');
    await door.http.post(first).expect(410);
    clock.forward(15 * 60);
    await door.http.post(second).expect(410);
  });

  test('counts a whole IPv6 network as one caller', async () => {
    for (let host = 1; host <= 11; host++) await ask(`no one${host}@ash.example`, `2001:db8:0:7::${host}`);
    const scopes = (await database.read((rows) => rows.find(FailedAttempt))).map(({ scope, counted }) => [
      scope,
      counted,
    ]);
    expect(scopes).toEqual([['mail from 2001:db8:0:7::/64', 10]]);
  });

  test('goes to one address, whatever it contains', async () => {
    await sendLetter(
      { smtpUrl: post.url, from: 'counterfoil@ash.example' },
      { to: 'ann@ash.example, eve@evil.example', subject: 's', text: 't' },
    ).catch(() => undefined);
    expect(post.received.flatMap(({ to }) => to)).not.toContain('eve@evil.example');
  });

  test('gets the same answer for known and unknown people, and is limited by person and address', async () => {
    await addPerson(
      { database },
      { name: 'Ben', role: 'viewer', pay: false, companies: null, email: 'ben@x.example' },
      ops,
    );
    await changePerson({ database }, 'Ben', { change: { active: false }, who: ops });
    const answers = [
      await ask('ann@ash.example'),
      await ask('no one@ash.example'),
      await ask('ben@x.example'),
      ...(await Promise.all([1, 2, 3, 4].map((at) => ask('ann@ash.example', `192.0.2.${at + 1}`)))),
    ];
    const alike = answers.map(({ status, text, headers }) => JSON.stringify([status, text, headers.location]));
    expect(new Set(alike).size).toBe(1);
    expect(await waiting()).toHaveLength(3);
    for (let asked = 0; asked < 20; asked++) await ask('other@ash.example', '192.0.2.77');
    await addPerson(
      { database },
      { name: 'Cat', role: 'viewer', pay: false, companies: null, email: 'other@ash.example' },
      ops,
    );
    await ask('other@ash.example', '192.0.2.77');
    expect(await waiting()).toHaveLength(3);
    clock.forward(601);
    await ask('other@ash.example', '192.0.2.77');
    expect(await waiting()).toHaveLength(4);
  });

  test('waits while the mail server refuses it, is sent again, and is given up in the end', async () => {
    await ask('ann@ash.example');
    post.refusing = true;
    await mails.sendDue();
    expect(warned.join()).toContain('tried again');
    expect(warned.join()).not.toContain('ann@ash.example');
    await mails.sendDue();
    expect((await waiting())[0]).toMatchObject({ attempts: 1, sentAt: null });
    post.refusing = false;
    clock.forward(15);
    await mails.sendDue();
    expect(post.received).toHaveLength(1);
    expect((await waiting())[0]).toMatchObject({ attempts: 2, sentAt: expect.any(Date) });

    await ask('ann@ash.example');
    post.refusing = true;
    clock.forward(6 * 3600);
    await mails.sendDue();
    expect((await waiting()).filter(({ gaveUpAt }) => gaveUpAt !== null)).toHaveLength(1);
  });

  test('is in the log, without address and link', async () => {
    await ask('ann@ash.example');
    await mails.sendDue();
    const entries = await new PostingLog(database).page({ companyIds: [installation], act: 'link' }, 10);
    expect(entries.map(({ actor, outcome }) => `${actor} ${outcome}`)).toEqual([
      'Ann sent',
      'schedule made',
      'Ann asked',
    ]);
    const code =
      linkIn(post.received[0]?.text ?? '')
        .split('/')
        .at(-1) ?? 'none';
    const kept = JSON.stringify([
      entries,
      await waiting(),
      await database.read((rows) => rows.query('SELECT * FROM sign_in_links')),
    ]);
    expect(kept).not.toMatch(/ann@ash|example/);
    expect(kept).not.toContain(code);
  });
});

test.each([
  ['smtps://u:p%40@mail.example', { host: 'mail.example', port: 465, secure: true, auth: { user: 'u', pass: 'p@' } }],
  ['smtp://mail.example', { port: 587, secure: false, requireTLS: true, ignoreTLS: false }],
  ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, requireTLS: false, ignoreTLS: true }],
])('%s is encrypted, or of this machine', (url, options) => {
  expect(transportOptions(url)).toMatchObject(options);
});
