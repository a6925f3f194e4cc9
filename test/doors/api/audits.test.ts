import { Money } from '../../../src/journal/nouns/money.js';
import { taxYearOf } from '../../../src/journal/nouns/dates.js';
import type { Database } from '../../../src/ground/database.js';
import { systemClock, today } from '../../../src/ground/clock.js';
import { insertAudit } from '../../factories/audit.js';
import { insertCompany } from '../../factories/companies.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { type DoorWithBooks, openDoorWithBooks } from './books.js';

describeOnDatabases('audits by the API and on pages', (open) => {
  let database: Database;
  let door: DoorWithBooks;
  let id: string;

  beforeAll(async () => {
    database = await open(systemClock);
    door = await openDoorWithBooks(database, 'approve');
    id = door.company.id;
    await insertCompany(database, { name: 'Ash' }, { mode: 'check' });
    await insertCompany(database, { name: 'Birch' }, { mode: 'check' });
    await insertCompany(database, { name: 'Cedar' }, { mode: 'approve', postFrom: '2025-04-06' });
    await insertAudit(database, 'ash', { wrong: 5, misstated: Money.parse('10.00') });
    await insertAudit(database, 'birch');
    await insertAudit(database, 'cedar');
  });
  afterAll(() => door.close());

  const get = async (path: string, rights = {}) =>
    (await door.http.get(path).set('Authorization', `Bearer ${await door.token(rights)}`)).body;

  it('is asked for and followed as a sync is, posts nothing, and keeps its answer', async () => {
    const token = await door.token({ name: 'Ann', role: 'reviewer' });
    const sets = await door.sets();
    const asked = await door.http
      .post('/api/audits')
      .set('Authorization', `Bearer ${token}`)
      .send({ company: id, year: 2026 })
      .expect(202);
    const { href } = asked.body as { href: string };
    while ((await get(href)).state !== 'done') await systemClock.sleep(50);
    expect(await get(href)).toMatchObject({ audit: 2026, result: { posted: 0 } });
    const answer = await get(`/api/audits/${id}`);
    expect(answer).toMatchObject({ company: door.company.name, companyId: id, year: 2026 });
    expect(answer.runs.length).toBeGreaterThan(5);
    expect(await door.sets()).toEqual(sets);
    expect((await get('/api/pay-runs')).items).toEqual([]);
  });

  it('lists the worst first, by pounds for who may see them', async () => {
    const names = async (rights = {}) =>
      (await get('/api/audits?year=2026', { companies: ['ash', 'birch'], ...rights })).items.map(
        ({ company, misstated }: { company: string; misstated?: string }) => [company, misstated],
      );
    expect(await names()).toEqual([
      ['Birch', '449.84'],
      ['Ash', '10.00'],
    ]);
    expect(await names({ pay: false })).toEqual([
      ['Ash', undefined],
      ['Birch', undefined],
    ]);
  });

  it('tells verdicts and causes without amounts to who may not see pay', async () => {
    const answer = await get('/api/audits/ash', { pay: false });
    expect(answer.runs).toMatchObject([{ verdict: 'wrong', causes: [{ cause: 'allowance_missing', accounts: [] }] }]);
    expect(JSON.stringify(answer)).not.toMatch(/"-?\d+\.\d\d"/);
  });

  it('is shown beside payroll, with the journal that puts it right, as a page and as a file', async () => {
    const { cookie } = await door.browser();
    const read = async (path: string) => (await door.http.get(path).set('Cookie', cookie).expect(200)).text;
    const page = await read('/clients/ash/audit');
    for (const words of ['1 of 1 pay run differs', 'Employment allowance left out', '442.96', '880.46', '+437.50'])
      expect(page).toContain(words);
    const csv = await read('/clients/ash/audit.csv?year=2026');
    expect(
      csv
        .replace(/^\uFEFF/, '')
        .trim()
        .split('\r\n')
        .slice(1),
    ).toEqual([
      '2025-10-31,402,Employer NICs,,,437.50,Correction of payroll paid 31 Oct 2025: employment allowance left out,2025-10-31',
      '2025-10-31,814,PAYE/NI,,437.50,,Correction of payroll paid 31 Oct 2025: employment allowance left out,2025-10-31',
    ]);
    expect(await read('/audits?year=2026')).toContain('449.84');
  });

  it('takes over after the last pay date that anything carries, with a reason, and one by one', async () => {
    const { cookie, csrf } = await door.browser();
    const read = async () => (await door.http.get('/clients/birch/audit').set('Cookie', cookie).expect(200)).text;
    const year = taxYearOf(today(systemClock));
    const takeOver = (reason: string, ofYear = year) =>
      door.http
        .post('/clients/birch/audit/take-over')
        .set('Cookie', cookie)
        .type('form')
        .send({ csrf, year: ofYear, reason });
    // Of a year that is over, others may have posted since.
    expect(await read()).toContain('Audit the present year first');
    await takeOver('The bookkeeper stops', 2026).expect(404);
    await insertAudit(database, 'birch', { year, readAt: systemClock.now() });
    expect(await read()).toContain('Take over from 1 Nov 2025');
    expect((await takeOver('')).text).toContain('Take over from 1 Nov 2025');
    const before = await get('/api/companies/birch/policy');
    expect(before.policy.postFrom).not.toBe('2025-11-01');
    await takeOver('The bookkeeper stops').expect(303);
    const { policy } = await get('/api/companies/birch/policy');
    expect(policy).toMatchObject({ mode: 'approve', postFrom: '2025-11-01' });
    // What is posted here already is not taken over: a later cut-over would leave out what waits.
    const own = (await door.http.get('/clients/cedar/audit').set('Cookie', cookie).expect(200)).text;
    expect(own).not.toContain('Take over');
    const sent = { csrf, year: '2026', reason: 'r' };
    await door.http.post('/clients/cedar/audit/take-over').set('Cookie', cookie).type('form').send(sent).expect(404);
    expect((await get('/api/companies/cedar/policy')).policy.postFrom).toBe('2025-04-06');
  });
});
