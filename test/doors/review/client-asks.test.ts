import { ApiModule } from '../../../src/doors/api/api.module.js';
import { eventColumns } from '../../../src/doors/terminal/log.js';
import type { Viewer } from '../../../src/access/viewer.js';
import { Companies } from '../../../src/companies/companies.js';
import type { Database } from '../../../src/ground/database.js';
import { readMonth } from '../../../src/evidence/month-facts.js';
import { clientTable } from '../../../src/evidence/chapters/client-approval.js';
import { Notification } from '../../../src/record/messages/notification.entity.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import { digestFor, digestInWords } from '../../../src/views/month/digest.js';
import { Board } from '../../../src/views/month/board.js';
import { LogViews } from '../../../src/views/log/log-view.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { insertPractice } from '../../factories/practice.js';
import { describeOnDatabases } from '../../harness/databases.js';

const october = { year: 2026, period: 6 };
const everything: Viewer = { companies: null, pay: true };
const question = 'Why is Vale paid?';
const runPath = '/runs/dale-ltd/2026/6/2025-10-31';
const linkIn = (html: string) => new URL(/http:\/\/[^<]+\/client\/[\w-]{43}/.exec(html)?.[0] ?? '').pathname;
const words = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describeOnDatabases('a client’s answer', (open) => {
  let clock: StillClock;
  let database: Database;
  let door: Door;
  let ann: { readonly cookie: string; readonly csrf: string };
  beforeEach(async () => {
    clock = new StillClock();
    database = await open(clock);
    await insertPractice(database);
    door = await openDoor(database, [ApiModule, ReviewModule], {
      WEBHOOK_URL: 'https://hook.example/c',
      WEBHOOK_SECRET: 's',
    });
    ann = await door.browser({ name: 'ann', role: 'reviewer' });
  });
  afterEach(() => door.close());

  const page = async (path: string, cookie = ann.cookie) =>
    words((await door.http.get(path).set('Cookie', cookie).expect(200)).text);
  const ask = async (): Promise<string> => {
    clock.forward(60);
    const form = { company: 'dale-ltd', ...october, csrf: ann.csrf };
    return linkIn((await door.http.post('/client-links').set('Cookie', ann.cookie).type('form').send(form)).text);
  };
  const answer = async (path: string, given: object) => {
    clock.forward(60);
    const form = { name: 'Dora Dale', words: '', ...given };
    expect((await door.http.post(path).type('form').send(form)).text).toContain('Thank you');
  };
  const asks = async () => answer(await ask(), { answer: 'query', words: question });
  const waits = async (viewer = everything) =>
    (await new Board(database).month(viewer, october)).clients.map(({ company, says, words: said }) => [
      ...[company, says],
      ...(said === undefined ? [] : [said]),
    ]);
  const board = () => page('/?year=2026&month=7');

  test('that is a question is called one, with its words, wherever it is shown, and never an approval', async () => {
    await asks();
    const needsYou = await board();
    expect(needsYou).toMatch(/Dale Ltd 31 Oct 2025 The client asks “Why is Vale paid\?” Answer/);
    expect(await page(`/?year=2026&month=7&reason=client_asks`)).toContain(question);
    expect(await page(`/?year=2026&month=7&reason=held`)).not.toContain(question);
    const run = await page(runPath);
    expect(run).toMatch(/The client asks: “Why is Vale paid\?” Dora Dale/);
    expect(run).toMatch(/Client asks by client: Dora Dale · payments of October 2025 Why is Vale paid\?/);
    const log = await page('/log?company=Dale+Ltd');
    expect(log).toMatch(/Client asks.*Why is Vale paid\?/);
    const bearer = { Authorization: `Bearer ${await door.token()}` };
    const csv = (await door.http.get('/api/log.csv?company=dale-ltd').set(bearer).expect(200)).text;
    expect(csv).toMatch(
      /client_asks,done,client: Dora Dale,client,.*Why is Vale paid\?.*Client asks · payments of October 2025/,
    );
    const { rows } = await new LogViews(database).page(everything, { companyId: 'dale-ltd' });
    const terminal = (await eventColumns()).map(({ value }) => value(rows[0] as never));
    expect(terminal).toEqual([
      ...[expect.any(String), 'Client asks · payments of October 2025 · client', question, 'client: Dora Dale'],
    ]);
    // The log's list of acts to filter by has the words once.
    const withoutFilter = log.replace('Client approved', '');
    for (const shown of [needsYou, run, withoutFilter, csv, terminal.join(' ')])
      expect(shown).not.toMatch(/client approv|client_approv|approved by|Client has approved/i);

    const digest = await database.read((all) =>
      digestFor(all, everything, { today: '2025-11-07', syncedSince: new Date(0) }),
    );
    expect(digest.companies).toContainEqual({
      notSynced: 0,
      company: 'Dale Ltd',
      needsYou: 0,
      ready: 0,
      clientAsks: 1,
      clientSilent: 0,
    });
    expect(digestInWords(digest, 'https://ours')).toContain('Dale Ltd: the client asks about 1 month\n');
    expect(digestInWords(digest, 'https://ours')).toContain('Willow Ltd: cannot be synced\n');
    const sent = await database.read((all) => all.find(Notification));
    expect(sent).toMatchObject([
      { kind: 'client_asks', companyId: 'dale-ltd', payload: { company: 'Dale Ltd', ...october } },
    ]);
    expect(JSON.stringify(sent)).not.toMatch(/Vale|Dora/);

    const company = await door.app.get(Companies, { strict: false }).find('dale-ltd');
    const facts = await readMonth(database, company, october);
    expect(clientTable({ ...facts, pay: true }).rows).toMatchObject([
      { answer: 'Asks', who: 'Dora Dale', words: question },
    ]);
    expect(facts.log.map(({ act }) => act)).toEqual(expect.arrayContaining(['client_link', 'client_asks']));
  });

  test('that is a question waits until the client is asked again, or the figures change', async () => {
    expect(await waits()).toEqual([]);
    const first = await ask();
    expect(await waits()).toEqual([['Dale Ltd', 'silent']]);
    await answer(first, { answer: 'query', words: question });
    expect(await waits()).toEqual([['Dale Ltd', 'asks', question]]);
    const again = await ask();
    expect(await waits()).toEqual([['Dale Ltd', 'silent']]);
    await answer(again, { answer: 'approved' });
    expect(await waits()).toEqual([]);
    expect(await page(runPath)).toMatch(/The client has approved Dora Dale/);
    await asks();
    await changed({ fingerprint: 'e'.repeat(64) });
    expect(await waits()).toEqual([]);
    expect(await page(runPath)).toContain('The figures have changed since');
  });

  test('that has not come counts on the board until the month is signed off', async () => {
    await ask();
    expect(await board()).toMatch(/Dale Ltd 31 Oct 2025 The client has not answered Open/);
    const elsewhere = await page('/?year=2026&month=6');
    expect(elsewhere).toMatch(/Other months.*Dale Ltd 31 Oct 2025 The client has not answered/);
    clock.forward(15 * 86_400);
    ann = await door.browser({ name: 'ann', role: 'reviewer' });
    expect(await page(runPath)).toMatch(/The client has not answered asked by ann.* the link has expired/);
    await changed({ signedOffAt: clock.now(), signedOffBy: 'ann' });
    expect(await waits()).toEqual([]);
  });

  test('keeps its client’s month open: an answer that has not come, and a question although all is signed off', async () => {
    const closed = async () => (await new Board(database).month(everything, october)).steps.closed;
    await changed({ state: 'posted', signedOffAt: clock.now(), signedOffBy: 'ann' });
    const before = await closed();
    await asks();
    expect(await closed()).toBe(before - 1);
  });

  test('is shown without its words to anyone who may not see pay, and not at all beyond their reach', async () => {
    await asks();
    const tot = await door.browser({ name: 'tot', role: 'viewer', pay: false });
    for (const path of ['/?year=2026&month=7', runPath, '/log?company=Dale+Ltd']) {
      const shown = await page(path, tot.cookie);
      expect(shown).toMatch(/client asks/i);
      expect(shown).not.toContain(question);
    }
    expect(await waits({ companies: ['ash-ltd'], pay: true })).toEqual([]);
    const mine = (await new Board(database).month(everything, { ...october, assignee: 'no one' })).clients;
    expect(mine).toEqual([]);
  });

  const changed = (over: Partial<PayRunRecord>) =>
    database.work((rows) => rows.update(PayRunRecord, { companyId: 'dale-ltd', ...october }, over));
});
