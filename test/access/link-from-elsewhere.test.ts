import { Sessions } from '../../src/access/sessions.js';
import { SignInLinks } from '../../src/access/sign-in-links.js';
import { AppModule } from '../../src/app/app.module.js';
import { FailedAttempt } from '../../src/access/failed-attempt.entity.js';
import { installation } from '../../src/record/log/log-entry.entity.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { Mail } from '../../src/record/messages/mail.entity.js';
import { type Door, openDoor, StillClock } from '../doors/api/door.js';
import { type TempDatabase, tempDatabase } from '../factories/database.js';

const ann = { name: 'Ann', role: 'reviewer', pay: true, companies: null } as const;

describe('someone who is no one yet', () => {
  let temp: TempDatabase;
  let door: Door;
  let clock: StillClock;
  beforeEach(async () => {
    clock = new StillClock();
    temp = await tempDatabase(clock);
    door = await openDoor(temp.database, [AppModule], {
      ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'pay@ours.example' },
    });
  });
  afterEach(async () => {
    await door.close();
    await temp.remove();
  });
  const link = async () => new URL((await door.app.get(SignInLinks).make(ann)).url).pathname;
  const signedIn = async () => (await door.app.get(Sessions).list()).length;
  const lines = async () => (await new PostingLog(temp.database).page({ companyIds: [installation] }, 500)).length;

  it.each<[string, Record<string, string>]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour of ours', { 'Sec-Fetch-Site': 'same-site' }],
    ['another site, by an old browser', { Referer: 'https://evil.example/page' }],
  ])('who follows a sign-in link on %s is asked before it signs in', async (_, headers) => {
    const path = await link();
    const followed = await door.http.get(path).set(headers);
    expect([followed.status, followed.headers.location]).toEqual([303, path.replace('/sign-in/', '/sign-in/link/')]);
    expect([followed.headers['set-cookie'], await signedIn()]).toEqual([undefined, 0]);
    const page = await door.http.get(String(followed.headers.location)).set(headers).expect(200);
    expect(page.text).toContain('Sign in with it only if it was made for you');
    const button = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
    await door.http
      .post(button)
      .set(headers)
      .expect(headers.Referer === undefined ? 403 : 303);
    if (headers.Referer === undefined) await door.http.post(button).set('Sec-Fetch-Site', 'same-origin').expect(303);
    expect(await signedIn()).toBe(1);
    await door.http.post(button).set('Sec-Fetch-Site', 'same-origin').expect(410);
  });

  it.each<[string, Record<string, string>]>([
    ['types it', { 'Sec-Fetch-Site': 'none' }],
    ['follows it from a page of ours', { 'Sec-Fetch-Site': 'same-origin' }],
    ['uses a program', {}],
  ])('who %s is signed in by it', async (_, headers) => {
    await door.http
      .get(await link())
      .set(headers)
      .expect(303);
    expect(await signedIn()).toBe(1);
  });

  it('writes no line of the log, and no mail, with made-up addresses', async () => {
    await link();
    const before = await lines();
    for (let number = 0; number < 30; number++) {
      const asked = { email: `no one${number}@made-up.example` };
      await door.http.post('/sign-in/mail').type('form').send(asked).expect(303);
    }
    expect(await lines()).toBe(before);
    expect(await temp.database.read((rows) => rows.find(Mail))).toEqual([]);
    clock.forward(601);
    await door.http.get('/sign-in/made-up').set('X-Forwarded-For', '192.0.2.1');
    // What was counted before the window is gone, no matter who comes next.
    const left = await temp.database.read((rows) => rows.find(FailedAttempt));
    expect(left.map(({ scope }) => scope).sort()).toEqual(['192.0.2.1', 'refusals in the log']);
  });

  it('writes a bounded number of lines by guesses, from however many addresses', async () => {
    const guess = async (from: string) => (await door.http.get('/sign-in/guess').set('X-Forwarded-For', from)).status;
    for (let number = 0; number < 130; number++) expect(await guess(`192.0.2.${number}`)).toBe(410);
    expect(await lines()).toBe(100);
    clock.forward(601);
    await guess('192.0.2.1');
    expect(await lines()).toBe(101);
  });
});
