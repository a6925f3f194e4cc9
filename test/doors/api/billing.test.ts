import { randomUUID } from 'node:crypto';
import { AppModule } from '../../../src/app/app.module.js';
import { ClientApproval } from '../../../src/record/client-approval.entity.js';
import { insertCompany } from '../../factories/companies.js';
import { insertLogEntry } from '../../factories/log.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { type Door, openDoor, StillClock } from './door.js';

const slip = { basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' };
const two = payrollOf([
  { id: 1, name: 'Ed Vale', ...slip },
  { id: 2, name: 'Eve Wood', ...slip },
]);

describeOnDatabases('what to bill from', (open) => {
  let door: Door;
  beforeAll(async () => {
    const database = await open(new StillClock());
    const { id: ash } = await insertCompany(database, { name: 'Ash' });
    const { id: birch } = await insertCompany(database, { name: 'Birch' });
    const { tag } = await insertRun(database, ash, two, { state: 'posted', datedOn: '2025-10-24' });
    await insertRun(database, ash, two, { state: 'held', datedOn: '2025-10-31' });
    await insertRun(database, ash, two, { state: 'posted', datedOn: '2025-11-28' });
    await insertRun(database, birch, two, { state: 'before_cutover', datedOn: '2025-10-31' });
    for (const entry of [
      ...[
        { act: 'decide', actor: 'Ann' },
        { act: 'sign_off', actor: 'Ann' },
        { act: 'decide', actor: 'Ann' },
      ],
      ...[{ act: 'post' }, { act: 'amend', actor: 'Ben' }, { act: 'sign_off', actor: 'Ben', outcome: 'withdrawn' }],
      ...[{ act: 'map', actor: 'Ben' }],
    ])
      await insertLogEntry(database, { companyId: ash, tag, ...entry });
    const asked = { askedBy: 'Ann', askedThrough: 'page', askedAt: new Date(), expiresAt: new Date() } as const;
    const unanswered = { answer: null, answeredBy: null, words: null, answeredAt: null, endedAt: null };
    const link = { id: randomUUID(), companyId: ash, year: 2026, period: 6, fingerprint: 'f', codeHash: 'h' };
    await database.work((rows) => rows.insert(ClientApproval, { ...link, ...asked, ...unanswered }));
    door = await openDoor(database, [AppModule]);
  });
  afterAll(() => door.close());

  it('counts what was done for a client in a tax month, and who did it, with no amount', async () => {
    const get = async (path: string, rights = {}) =>
      (
        await door.http
          .get(path)
          .set('Authorization', `Bearer ${await door.token(rights)}`)
          .expect(200)
      ).body;
    expect(await get('/api/billing?year=2026&period=6', { pay: false })).toEqual({
      items: [
        {
          ...{ companyId: 'ash', company: 'Ash', year: 2026, period: 6 },
          ...{ payslips: 4, payDates: 2, corrections: 1, adjustments: 0, linksSent: 1 },
          acts: [
            { who: 'Ann', act: 'decide', times: 2 },
            { who: 'Ann', act: 'sign_off', times: 1 },
            { who: 'Ben', act: 'amend', times: 1 },
          ],
        },
      ],
    });
    expect((await get('/api/billing?year=2026&period=7')).items).toMatchObject([
      { payslips: 2, linksSent: 0, acts: [] },
    ]);
    expect((await get('/api/billing?year=2026&period=6', { companies: ['birch'] })).items).toEqual([]);
  });

  it('is a file of a tax year, by client and month', async () => {
    const { cookie } = await door.browser({ pay: false });
    const { text } = await door.http.get('/clients/billing.csv?year=2026').set('Cookie', cookie).expect(200);
    expect(
      text
        .replace(/^\uFEFF/, '')
        .trim()
        .split('\r\n'),
    ).toEqual([
      'Client,Tax month,Payslips,Pay dates,Corrections,Adjustments,Links sent,Who did what',
      'Ash,October 2025,4,2,1,0,1,"Ann: Decided 2, Signed off 1; Ben: Amended 1"',
      'Ash,November 2025,2,1,0,0,0,',
    ]);
  });
});
