import { unzipSync } from 'fflate';
import { closeInWords } from '../../../src/doors/review/board/month-steps.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import type { MonthSteps } from '../../../src/views/month/month-steps.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { openDoor } from '../api/door.js';

describe('how far a month is closed', () => {
  const all = {
    awaited: [],
    clients: 40,
    payrollIn: 40,
    closed: 40,
    owing: 40,
    told: 0,
    toReconcile: 0,
    neverRead: 0,
    files: 0,
    at: {},
  };
  const due = { hmrcDueOn: '2025-11-22', today: '2025-11-10' };

  test.each<[Partial<MonthSteps>, string, string]>([
    [{ clients: 0, closed: 0 }, '2025-11-10', ''],
    [{ closed: 0 }, '2025-11-10', '0 % closed · 40 left'],
    [{ closed: 33 }, '2025-11-10', '82 % closed · 7 left'],
    [{ clients: 1000, closed: 999 }, '2025-11-10', '99 % closed · 1 left'],
    [{}, '2025-11-22', 'closed but for HMRC'],
    [{}, '2025-11-23', 'closed'],
    [{ toReconcile: 1 }, '2025-11-10', 'closed but for Reconciliation'],
    [{ neverRead: 1 }, '2025-11-23', 'closed but for Reconciliation'],
  ])('%j on %s: %s', (steps, today, words) => {
    expect(closeInWords({ ...all, ...steps }, { ...due, today })).toBe(words);
  });
});

const slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };

describeOnDatabases('the month files of all clients', (open) => {
  test('are one ZIP, with a file for each client that the reader may see, each noted as taken', async () => {
    const database = await open();
    const door = await openDoor(database, [ApiModule, ReviewModule]);
    for (const [id, name, datedOn] of [
      ['ash', 'Ash', '2025-10-31'],
      ['birch', 'Birch/Son', '2025-10-31'],
      // On disk this is the same name.
      ['birch-2', 'Birch:Son', '2025-10-30'],
      ['cedar', 'Cedar', '2025-09-30'],
    ] as const) {
      await insertCompany(database, { id, name });
      await insertRun(database, id, payrollOf([slip]), { state: 'posted', datedOn });
    }
    const { cookie } = await door.browser({ name: 'ann', role: 'viewer' });
    const taken = async (month: number) => {
      const answer = await door.http
        .get(`/month-files.zip?year=2026&month=${month}`)
        .set('Cookie', cookie)
        .buffer(true)
        .parse((from, done) => {
          const parts: Buffer[] = [];
          from.on('data', (part: Buffer) => parts.push(part));
          from.on('end', () => done(null, Buffer.concat(parts)));
        });
      return answer;
    };
    expect((await door.http.get('/').set('Cookie', cookie)).text).toContain('<strong>0 of 4</strong>');
    const answer = await taken(7);
    expect(answer.headers['content-disposition']).toContain('All clients 2025-10 month files.zip');
    const files = unzipSync(answer.body as Buffer);
    expect(Object.keys(files)).toEqual([
      'Ash 2025-10 month file.zip',
      'Birch Son 2025-10 month file.zip',
      'Birch Son 2025-10 month file (2).zip',
    ]);
    for (const file of Object.values(files)) expect(Object.keys(unzipSync(file))).toContain('month-file.pdf');
    expect((await door.http.get('/').set('Cookie', cookie)).text).toContain('<strong>3 of 4</strong>');
    expect((await taken(9)).status).toBe(404);
    await door.close();
  });

  test('have a page that says what is left out, and how far the ZIP is', async () => {
    const database = await open();
    const door = await openDoor(database, [ApiModule, ReviewModule]);
    for (const [id, datedOn] of [
      ['ash', '2025-10-31'],
      ['birch', '2025-10-31'],
      ['cedar', '2025-09-30'],
    ] as const) {
      await insertCompany(database, { id, name: `${id} Ltd` });
      await insertRun(database, id, payrollOf([slip]), { state: 'posted', datedOn });
    }
    const { cookie } = await door.browser({ name: 'ann', role: 'viewer' });
    const get = (path: string) => door.http.get(path).set('Cookie', cookie);
    const place = 'year=2026&month=7';
    const page = (await get(`/month-files?${place}`)).text;
    expect(page).toContain('Download 2 files');
    expect(page).toContain('No pay run in this month, and so no file: cedar Ltd.');
    // Just pressed, and not begun.
    expect((await get(`/month-files/status?${place}&after=none`)).text).toMatch(/<progress[\s\S]*Beginning/);
    await get(`/month-files.zip?${place}`);
    const ended = (await get(`/month-files/status?${place}`)).text;
    expect(ended).toContain('2 of 2 files made, ended');
    expect(ended).not.toContain('<progress');
    // Pressed again, that one is not taken for the new one.
    const [, earlier = ''] = /after=([^"]+)/.exec(ended) ?? [];
    expect((await get(`/month-files/status?${place}&after=${earlier}`)).text).toContain('Beginning');
    expect((await get('/month-files?year=2026&month=9')).status).toBe(404);
    await door.close();
  });
});
