import { ApiModule } from '../../../src/doors/api/api.module.js';
import { ClientApproval } from '../../../src/record/client-approval.entity.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { PostingLog } from '../../../src/record/log/posting-log.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import { openDoor, StillClock } from '../api/door.js';
import { insertPractice } from '../../factories/practice.js';
import { describeOnDatabases } from '../../harness/databases.js';

const october = { company: 'dale-ltd', year: 2026, period: 6 };
const linkIn = (html: string) => new URL(/http:\/\/[^<]+\/client\/[\w-]{43}/.exec(html)?.[0] ?? '').pathname;
const csrfIn = (html: string) => /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';

describeOnDatabases('a client who was sent a link', (open) => {
  test('shows only that month’s payments, and takes one answer, for those figures only', async () => {
    const clock = new StillClock();
    const database = await open(clock);
    await insertPractice(database);
    const door = await openDoor(database, [ApiModule, ReviewModule]);
    const { cookie } = await door.browser({ name: 'ann', role: 'reviewer' });
    const page = await door.http.get('/runs/dale-ltd/2026/6/2025-10-31').set('Cookie', cookie).expect(200);
    expect(page.text).toContain('Link for the client’s approval');
    const csrf = csrfIn(page.text);
    const ask = async () => {
      const answer = await door.http
        .post('/client-links')
        .set('Cookie', cookie)
        .type('form')
        .send({ ...october, csrf });
      expect(answer.status).toBe(200);
      return linkIn(answer.text);
    };
    const send = (path: string, typed: object) => door.http.post(path).type('form').send(typed);
    const yes = { answer: 'approved', name: 'Dora Dale', words: '' };

    const path = await ask();
    const shown = await door.http.get(path).expect(200);
    await door.http.get(path).expect(200);
    expect(shown.text).toMatch(
      /I approve these payments: £[\d,.]+ to 3 people, £[\d,.]+ to HMRC by 21 November 2025, £[\d,.]+ to the pension provider by 21 November 2025\. I have checked/,
    );
    for (const hidden of ['Alder', 'September', 'href="/clients"', 'Sync']) expect(shown.text).not.toContain(hidden);
    const noWords = await send(path, { ...yes, answer: 'query' });
    expect([noWords.status, noWords.text]).toEqual([400, expect.stringContaining('a question needs words')]);
    expect((await send(path, yes)).text).toContain('Thank you');
    expect((await send(path, yes)).status).toBe(410);
    const spent = await door.http.get(path);
    expect(spent.status).toBe(410);
    // To a client there is no other page: none is offered.
    expect(spent.text).not.toMatch(/<a [^>]*href="\/[^"]*"|To the month/);

    const second = await ask();
    expect((await send(second, { answer: 'query', name: 'Dora Dale', words: 'Who is the second?' })).text).toContain(
      'Thank you',
    );
    const late = await ask();
    clock.forward(14 * 86_400);
    expect((await door.http.get(late)).status).toBe(410);
    const again = await door.browser({ name: 'ben', role: 'reviewer' });
    const his = await door.http.get('/runs/dale-ltd/2026/6/2025-10-31').set('Cookie', again.cookie);
    const third = await door.http
      .post('/client-links')
      .set('Cookie', again.cookie)
      .type('form')
      .send({ ...october, csrf: csrfIn(his.text) });
    await database.work((rows) =>
      rows.update(PayRunRecord, { companyId: 'dale-ltd', year: 2026, period: 6 }, { fingerprint: 'f'.repeat(64) }),
    );
    const changed = await send(linkIn(third.text), yes);
    expect([changed.status, changed.text]).toEqual([409, expect.stringContaining('The figures have changed')]);
    expect((await door.http.get(`/client/${'A'.repeat(43)}`)).status).toBe(410);

    const log = await new PostingLog(database).page({ companyIds: ['dale-ltd'], tag: 'counterfoil:2026-06' }, 10);
    expect(log.map(({ act, actor }) => `${act} by ${actor}`).reverse()).toEqual([
      'client_link by ann',
      'client_approved by client: Dora Dale',
      'client_link by ann',
      'client_asks by client: Dora Dale',
      'client_link by ann',
      'client_link by ben',
    ]);
    const found = await database.read((rows) => rows.find(ClientApproval, { order: { askedAt: 'ASC' } }));
    expect(found.map(({ answer, words }) => [answer, words]).slice(0, 2)).toEqual([
      ['approved', ''],
      ['query', 'Who is the second?'],
    ]);
    await door.close();
  });

  test('can be made only by someone who may see what it shows', async () => {
    const database = await open(new StillClock());
    await insertPractice(database);
    const door = await openDoor(database, [ApiModule, ReviewModule]);
    const { cookie, csrf } = await door.browser({ name: 'tot', role: 'reviewer', pay: false });
    const page = await door.http.get('/runs/dale-ltd/2026/6/2025-10-31').set('Cookie', cookie).expect(200);
    expect(page.text).not.toContain('Link for the client’s approval');
    const asked = await door.http
      .post('/client-links')
      .set('Cookie', cookie)
      .type('form')
      .send({ ...october, csrf });
    expect([asked.status, asked.text]).toEqual([403, expect.stringContaining('may not see pay')]);
    expect(await database.read((rows) => rows.find(ClientApproval))).toEqual([]);
    await door.close();
  });
});
