import { AppModule } from '../../../src/app/app.module.js';
import { PolicyVersion } from '../../../src/companies/policy-version.entity.js';
import { surroundingsFact } from '../../../src/companies/surroundings.js';
import { writeFact } from '../../../src/ground/facts.js';
import { PayrollFile } from '../../../src/record/runs/payroll-file.entity.js';
import { parsePolicy } from '../../../src/journal/policy/policy.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { epsFile } from '../../payrolls/files/eps-files.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import { type Door, openDoor, StillClock } from '../api/door.js';

const october = Buffer.from(fpsFile([{ ni: [{ earnings: '2600.00', employer: '327.45' }] }]));
const november = Buffer.from(
  fpsFile([
    { paidOn: '2025-11-28', period: '<MonthNo>8</MonthNo>', ni: [{ earnings: '2600.00', employer: '327.45' }] },
  ]),
);

const policy = parsePolicy({ payroll: { from: 'files' }, controls: { payeReference: '123/AB456' } });
const payrollColumns = {
  ...{ person: 'Ref', name: 'Employee', net: 'Net Pay', totals: 'Total' },
  fields: { Basic: 'basic_pay', PAYE: 'tax_deducted', NI: 'employee_ni', 'ER NI': 'employer_ni' },
};

let temp: TempDatabase;
let door: Door;
beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  await insertCompany(temp.database, { id: 'ash', name: 'Ash Ltd' });
  await insertCompany(temp.database, { id: 'oak', name: 'Oak Ltd' });
  await temp.database.work((rows) => rows.update(PolicyVersion, { companyId: 'ash' }, { policy }));
  door = await openDoor(temp.database, [AppModule]);
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

const xml = 'application/xml';

describe('the API', () => {
  test('takes a file in once, lists it, and takes it back', async () => {
    const authorization = `Bearer ${await door.token({ role: 'reviewer' })}`;
    const send = () =>
      door.http.post('/api/payrolls/files?name=oct.xml').set('Authorization', authorization).type(xml).send(october);
    const unpaid = `Bearer ${await door.token({ role: 'reviewer', pay: false })}`;
    const looking = door.http.post('/api/payrolls/files?name=oct.xml&dryRun=true').set('Authorization', unpaid);
    const look = await looking.type(xml).send(october);
    expect(look.body).toMatchObject({ outcome: 'preview', isKnown: false, runs: [{ change: 'new', people: 1 }] });
    // Of one person, to someone who may not see pay.
    expect(look.body.runs[0]).not.toHaveProperty('totals');
    expect(look.text).not.toContain('2600');
    const { body } = await send().expect(200);
    expect(body.outcome).toBe('received');
    const taken = { file: 'oct.xml', company: 'Ash Ltd', companyId: 'ash', payments: 1, paidOn: ['2025-10-31'] };
    expect(body).toMatchObject({ ...taken, outcome: 'received' });
    expect((await send().expect(200)).body).toEqual({ ...body, outcome: 'known' });

    const list = () => door.http.get('/api/payrolls/ash/files').set('Authorization', authorization).expect(200);
    expect((await list()).body.items).toMatchObject([{ id: body.id, file: 'oct.xml', year: 2026 }]);
    const withdraw = (given: object) =>
      door.http.post(`/api/payrolls/ash/files/${body.id}/withdraw`).set('Authorization', authorization).send(given);
    await withdraw({}).expect(400);
    await withdraw({ reason: 'Bureau sent the wrong one' }).expect(200);
    const log = await door.http.get('/api/log?company=ash&act=withdraw_file').set('Authorization', authorization);
    expect(log.body.items).toMatchObject([{ act: 'withdraw_file', reason: 'Bureau sent the wrong one' }]);
    expect((await list()).body.items).toMatchObject([{ id: body.id, withdrawnAt: expect.any(String) }]);
  });

  test('refuses what is no file, what is not understood, and what is beyond reach', async () => {
    const authorization = `Bearer ${await door.token({ role: 'reviewer' })}`;
    const post = () => door.http.post('/api/payrolls/files').set('Authorization', authorization);
    expect((await post().send({ file: 'x' })).status).toBe(415);
    const cut = await post().type(xml).send(october.subarray(0, 500));
    expect([cut.status, cut.body.detail]).toEqual([422, expect.stringContaining('not well-formed XML')]);
    const elsewhere = `Bearer ${await door.token({ role: 'reviewer', companies: ['oak'] })}`;
    const beyond = await door.http.post('/api/payrolls/files').set('Authorization', elsewhere).type(xml).send(october);
    expect([beyond.status, beyond.body.detail]).toEqual([422, expect.stringContaining('which no client here has')]);
    expect(beyond.body.detail).not.toContain('Ash Ltd');
  });
});

const report = [
  'Ref,Employee,Basic,PAYE,NI,ER NI,Sundry,Net Pay',
  'E1,Ada Ash,2600.00,260.00,124.16,327.45,0.00,2215.84',
  'Total,,2600.00,260.00,124.16,327.45,0.00,2215.84',
].join('\n');

test('the tax month of an EPS that names none is given with it, in the API and on the page', async () => {
  const unnamed = (amount: string) =>
    Buffer.from(
      epsFile(
        `<RecoverableAmountsYTD><CISDeductionsSuffered>${amount}</CISDeductionsSuffered></RecoverableAmountsYTD>`,
      ),
    );
  const authorization = `Bearer ${await door.token({ role: 'reviewer' })}`;
  const send = (month: string) =>
    door.http
      .post(`/api/payrolls/files?name=eps.xml&dryRun=true&month=${month}`)
      .set('Authorization', authorization)
      .type(xml)
      .send(unnamed('80.00'));
  expect((await send('12').expect(200)).body.returned).toMatchObject({ toMonth: 12, cisSuffered: '80.00' });
  expect((await send('13')).status).toBe(400);
  const { cookie, csrf } = await door.browser({ role: 'reviewer' });
  const typed = (month: string) =>
    door.http
      .post('/payroll-in')
      .set('Cookie', cookie)
      .field('csrf', csrf)
      .field('look', 'preview')
      .field('month', month)
      .attach('file', unnamed('80.00'), { filename: 'eps.xml', contentType: 'text/xml' });
  expect((await typed('12').expect(200)).text).toContain('to March 2026: CIS suffered £80.00');
  expect((await typed('').expect(200)).text).toContain('by the day it came: CIS suffered £80.00');
});

describe('a report through the API', () => {
  const send = async (companies: string[] | null, body: string, type = 'text/csv', query = 'paid=2025-12-31') =>
    door.http
      .post(`/api/payrolls/ash/reports?${query}`)
      .set('Authorization', `Bearer ${await door.token({ role: 'reviewer', companies })}`)
      .type(type)
      .send(body);

  test('is taken in once its columns are known, and only by anyone who may act on the company', async () => {
    const unknown = await send(null, report);
    expect([unknown.status, unknown.body.title]).toEqual([422, 'What the report’s columns are is not known']);
    await temp.database.work((rows) =>
      rows.update(PolicyVersion, { companyId: 'ash' }, { policy: { ...policy, payrollColumns } }),
    );
    const { body: looked } = await send(null, report, 'text/csv', 'paid=2025-12-31&dryRun=true');
    expect(looked).toMatchObject({ outcome: 'preview', isKnown: false, runs: [{ datedOn: '2025-12-31' }] });
    const { body } = await send(null, report);
    expect(body).toMatchObject({ outcome: 'received', companyId: 'ash', payments: 1, paidOn: ['2025-12-31'] });
    expect((await send(null, report)).body).toEqual({ ...body, outcome: 'known' });
    expect((await send(['oak'], report)).status).toBe(404);
    expect((await send(null, report, 'text/csv', 'paid=31/12/2025')).status).toBe(400);
    expect((await send(null, report, 'application/xml')).status).toBe(415);
  });
});

describe('the page', () => {
  test('shows what files would come to, and keeps nothing', async () => {
    const { cookie, csrf } = await door.browser({ role: 'reviewer', pay: true });
    const kept = () => temp.database.read((rows) => rows.countBy(PayrollFile, {}));
    const before = await kept();
    const december = fpsFile([{ paidOn: '2025-12-19', ni: [{ earnings: '2600.00', employer: '327.45' }] }]);
    const { text } = await door.http
      .post('/payroll-in')
      .set('Cookie', cookie)
      .field({ csrf, look: 'preview' })
      .attach('file', Buffer.from(december), { filename: 'dec.xml', contentType: 'text/xml' })
      .attach('file', october.subarray(0, 500), { filename: 'cut.xml', contentType: 'text/xml' })
      .expect(200);
    expect(text).toContain('What dec.xml would come to');
    expect(text).toMatch(/Ash Ltd, 1 payment of 19 Dec 2025. Nothing is kept of it yet./);
    expect(text).toContain('Refused. cut.xml');
    expect(await kept()).toBe(before);
  });

  test('takes files in, says what came of each, and the client’s tab has them', async () => {
    const { cookie, csrf } = await door.browser({ role: 'reviewer' });
    const { text } = await door.http
      .post('/payroll-in')
      .set('Cookie', cookie)
      .field('csrf', csrf)
      .attach('file', november, { filename: 'Löhne nov.xml', contentType: 'text/xml' })
      .attach('file', october.subarray(0, 500), { filename: 'cut.xml', contentType: 'text/xml' })
      .attach('file', Buffer.alloc(0), { filename: 'empty.xml', contentType: 'text/xml' })
      .expect(200);
    expect(text).toContain('Löhne nov.xml');
    expect(text).toContain('Taken in: 1 payment of 28 Nov 2025');
    expect(text).toContain('Refused. cut.xml: it is not well-formed XML');
    expect(text).toContain('Refused. empty.xml: it is empty.');
    const csv = await door.http
      .post('/payroll-in')
      .set('Cookie', cookie)
      .field('csrf', csrf)
      .attach('file', Buffer.from(report), { filename: 'nov.csv', contentType: 'text/csv' })
      .expect(200);
    expect(csv.text).toContain('Refused. nov.csv: it is no FPS or EPS');
    expect(csv.text).toContain('on the client’s tab “Payroll in”');
    const tab = await door.http.get('/clients/ash/payroll-in').set('Cookie', cookie).expect(200);
    expect(tab.text).toContain('Löhne nov.xml');
    const [, id] = /payroll-in\/([^/]+)\/withdraw/.exec(tab.text) ?? [];
    const withdraw = (fields: object) =>
      door.http.post(`/clients/ash/payroll-in/${id}/withdraw`).set('Cookie', cookie).type('form').send(fields);
    expect((await withdraw({ csrf }).expect(200)).text).toContain('the log keeps a reason for every act');
    await withdraw({ csrf, reason: 'Sent twice by the bureau' }).expect(303);
    const log = await door.http.get('/log?company=ash').set('Cookie', cookie).expect(200);
    expect(log.text).toContain('Sent twice by the bureau');
    expect((await door.http.get('/clients/ash/payroll-in').set('Cookie', cookie)).text).toContain('Taken back');
    expect((await door.http.get('/clients/oak').set('Cookie', cookie)).text).not.toContain('Payroll in');
  });

  test('asks what the columns of a report are, saves them, and then takes it in', async () => {
    const admin = await door.browser({ role: 'admin', pay: true });
    await temp.database.work((rows) => rows.update(PolicyVersion, { companyId: 'ash' }, { policy }));
    const give = (by: typeof admin, field: 'look' | 'paid', value: string, name = 'löhne.csv') =>
      door.http
        .post('/clients/ash/payroll-in/reports')
        .set('Cookie', by.cookie)
        .field('csrf', by.csrf)
        .field(field, value)
        .attach('file', Buffer.from(report), { filename: name, contentType: 'text/csv' });
    const asked = (await give(admin, 'paid', '30/01/2026').expect(200)).text;
    expect(asked).toContain('What the report’s columns are is not known');
    expect(asked).toMatch(/<option value="employee_ni" selected>/);
    expect(asked).toContain('2215.84');
    expect((await give(admin, 'look', 'preview')).text).toContain('its pay date is not a date');
    const reviewer = await door.browser({ role: 'reviewer', pay: false });
    const unpaid = (await give(reviewer, 'look', 'columns').expect(200)).text;
    expect(unpaid).toContain('An administrator can save the columns.');
    expect(unpaid).not.toContain('2215.84');

    const boxes = [...asked.matchAll(/name="(column\.\d+\.heading)" value="([^"]*)"/g)].map(([, box, value]) => [
      box,
      value,
    ]);
    const chosen = ['person', 'name', 'basic_pay', 'tax_deducted', 'employee_ni', 'employer_ni', 'information', 'net'];
    const kinds = chosen.map((as, at) => [`column.${at}.as`, as]);
    const form = Object.fromEntries([...boxes, ...kinds, ['totals', 'Total'], ['csrf', admin.csrf]]);
    const save = (fields: object) =>
      door.http.post('/clients/ash/payroll-in/columns').set('Cookie', admin.cookie).type('form').send(fields);
    expect((await save({ ...form, 'column.0.as': '' }).expect(200)).text).toContain('payrollColumns.person');
    await save(form).expect(303);
    await give(admin, 'paid', '30/01/2026').expect(303);
    const tab = await door.http.get('/clients/ash/payroll-in').set('Cookie', admin.cookie);
    expect(tab.text).toContain('löhne.csv');
    expect(tab.text).toContain('30 Jan 2026');
  });

  test('asks who is paid, proposes by name, and an administrator confirms it', async () => {
    const user = (id: number, firstName: string, lastName: string) => ({
      ...{ url: `http://books/v2/users/${id}`, path: `/v2/users/${id}`, role: 'Employee', firstName, lastName },
    });
    const people = [user(1, 'ADA', 'Ash'), user(2, 'Bob', 'Birch')];
    const kept = { at: '2025-10-01T09:00:00Z', people, accounts: [], closed: [] };
    await temp.database.work((rows) => writeFact(rows, surroundingsFact('ash'), JSON.stringify(kept)));
    const admin = await door.browser({ role: 'admin', pay: true });
    const reviewer = await door.browser({ role: 'reviewer', pay: false });
    const tab = async (by: typeof admin) =>
      (await door.http.get('/clients/ash/payroll-in').set('Cookie', by.cookie).expect(200)).text;
    const shown = await tab(admin);
    expect(shown).toMatch(/<option value="http:\/\/books\/v2\/users\/1" selected>/);
    const unpaid = await tab(reviewer);
    expect(unpaid).toContain('An administrator confirms who they are.');
    expect(unpaid).not.toContain('Ada Ash');
    expect(shown).toContain('Someone who is not in the list is not in the books yet');
    const [, version] = /name="version" value="(\d+)"/.exec(shown) ?? [];
    const confirm = (by: typeof admin, seen = version, who = 1) =>
      door.http
        .post('/clients/ash/payroll-in/people')
        .set('Cookie', by.cookie)
        .type('form')
        .send({ csrf: by.csrf, version: seen, 'person.0.id': 'E1', 'person.0.user': `http://books/v2/users/${who}` });
    await confirm(reviewer).expect(403);
    expect((await confirm(admin, '99').expect(200)).text).toContain('The policy has changed since you opened it');
    const another = (await confirm(admin, version, 2).expect(200)).text;
    expect(another).toContain('Quite another name: E1 is Ada Ash in the files and Bob Birch in the books.');
    // The same at the other doors, where a reason for the whole change says nothing of one person in it.
    const authorization = `Bearer ${await door.token({ role: 'admin' })}`;
    const policyNow = () => door.http.get('/api/companies/ash/policy').set('Authorization', authorization);
    const match = async (reason: string) => {
      const { body, headers } = await policyNow();
      const given = { ...body.policy, payrollPeople: { E1: 'http://books/v2/users/2' } };
      const put = door.http.put('/api/companies/ash/policy').set('Authorization', authorization);
      return put.set('If-Match', headers.etag ?? '').send({ policy: given, reason });
    };
    for (const reason of ['All of them are new', 'E12 has married', 'xE1'])
      expect((await match(reason)).body.detail).toBe('Quite another name: E1. No one was matched.');
    expect((await match('E1 has another name since June')).status).toBe(200);
    const { body, headers } = await policyNow();
    const back = door.http.put('/api/companies/ash/policy').set('Authorization', authorization);
    const undone = { policy: { ...body.policy, payrollPeople: {} }, reason: 'Once more' };
    expect((await back.set('If-Match', headers.etag ?? '').send(undone)).status).toBe(200);
    const [, now] = /name="version" value="(\d+)"/.exec(await tab(admin)) ?? [];
    await confirm(admin, now).expect(303);
    expect(await tab(admin)).not.toContain('Who is paid');
  });

  test('asks who is who of two people of one name, with the figures that tell them apart for those who see pay', async () => {
    const nameless = (taxable: string, toDate: string) => ({
      payId: '',
      taxable,
      tax: '0.00',
      toDate: { taxable: toDate, tax: '0.00' },
    });
    const authorization = `Bearer ${await door.token({ role: 'reviewer' })}`;
    const both = fpsFile([nameless('2600.00', '18200.00'), nameless('1800.00', '1800.00')]);
    const sent = door.http.post('/api/payrolls/files?name=both.xml').set('Authorization', authorization);
    await sent.type('application/xml').send(Buffer.from(both)).expect(200);
    const tab = async (rights: { readonly role: 'admin'; readonly pay: boolean }) => {
      const by = await door.browser(rights);
      return { by, text: (await door.http.get('/clients/ash/payroll-in').set('Cookie', by.cookie).expect(200)).text };
    };
    const { by, text } = await tab({ role: 'admin', pay: true });
    expect(text).toContain('Ada Ash, £18,200.00 of pay this tax year by 31 October 2025');
    const ids = [
      ...text.matchAll(/name="person\.\d+\.id" value="(Ada Ash \([12] of 31 October 2025, [0-9a-f]{3}\))"/g),
    ].map(([, id]) => id);
    expect(ids).toHaveLength(2);
    expect((await tab({ role: 'admin', pay: false })).text).not.toMatch(/Ada Ash|18,200/);
    const [, version] = /name="version" value="(\d+)"/.exec(text) ?? [];
    const [one, other] = ids.map((id, at) => ({
      [`person.${at}.id`]: id,
      [`person.${at}.user`]: `http://books/v2/users/${at + 1}`,
    }));
    await door.http
      .post('/clients/ash/payroll-in/people')
      .set('Cookie', by.cookie)
      .type('form')
      .send({ csrf: by.csrf, version, ...one, ...other, reason: ids.join('; ') })
      .expect(303);
    expect((await tab({ role: 'admin', pay: true })).text).not.toContain('18,200.00 of pay');
  });

  test('asks an administrator, once, whether what came after the 19th was sent to HMRC by then', async () => {
    const admin = await door.browser({ role: 'admin', pay: true });
    const reviewer = await door.browser({ role: 'reviewer', pay: true });
    const april = fpsFile([{ paidOn: '2025-04-30', period: '<MonthNo>1</MonthNo>' }]);
    await door.http
      .post('/payroll-in')
      .set('Cookie', reviewer.cookie)
      .field('csrf', reviewer.csrf)
      .attach('file', Buffer.from(april), { filename: 'april.xml', contentType: 'text/xml' })
      .expect(200);
    const asked = async (by: typeof admin) => {
      const { text } = await door.http.get('/clients/ash/payroll-in').set('Cookie', by.cookie).expect(200);
      return /<section [^>]*"sending-heading">.*?<\/section>/s.exec(text)?.[0] ?? '';
    };
    expect(await asked(reviewer)).toContain('An administrator says when they were sent.');
    const section = await asked(admin);
    const boxes = [...section.matchAll(/name="(version|until)" value="([^"]*)"/g)].map(([, box, value]) => [
      box,
      value,
    ]);
    const [late] = /late\.[^"]+/.exec(section) ?? [];
    const say = (by: typeof admin, fields: object) =>
      door.http
        .post('/clients/ash/payroll-in/sent')
        .set('Cookie', by.cookie)
        .type('form')
        .send({ ...Object.fromEntries(boxes), csrf: by.csrf, ...fields });
    await say(reviewer, {}).expect(403);
    expect((await say(admin, { [late ?? '']: 'yes', on: '' }).expect(200)).text).toContain(
      'is a date, and none to come',
    );
    expect((await say(admin, { version: '99' }).expect(200)).text).toContain(
      'The policy has changed since you opened it',
    );
    expect((await say(admin, { until: '' }).expect(200)).text).toContain('a moment is expected');
    await say(admin, {}).expect(303);
    expect(await asked(admin)).toBe('');
  });

  test('offers to take a file back only while nothing of it is posted', async () => {
    const { cookie, csrf } = await door.browser({ role: 'reviewer' });
    const january = fpsFile([{ paidOn: '2026-01-23', period: '<MonthNo>10</MonthNo>' }]);
    await door.http
      .post('/payroll-in')
      .set('Cookie', cookie)
      .field('csrf', csrf)
      .attach('file', Buffer.from(january), { filename: 'jan.xml', contentType: 'text/xml' })
      .expect(200);
    const row = async () => {
      const { text } = await door.http.get('/clients/ash/payroll-in').set('Cookie', cookie).expect(200);
      return /<th scope="row">jan\.xml<\/th>.*?<\/tr>/s.exec(text)?.[0] ?? '';
    };
    expect(await row()).toContain('Take back');
    await insertRun(temp.database, 'ash', payrollOf([]), { state: 'posted', datedOn: '2026-01-23' });
    expect(await row()).toContain('Posted, or on its way');
    expect(await row()).not.toContain('/withdraw');
  });

  test('takes nothing from a form that is not ours, nor from a stranger', async () => {
    const { cookie } = await door.browser({ role: 'reviewer' });
    const send = () => door.http.post('/payroll-in').attach('file', october, { filename: 'o.xml', contentType: xml });
    expect((await send().set('Cookie', cookie).field('csrf', 'forged')).status).toBe(403);
    expect([302, 303, 401]).toContain((await send()).status);
    const { cookie: viewer, csrf } = await door.browser({ role: 'viewer' });
    expect((await send().set('Cookie', viewer).field('csrf', csrf)).status).toBe(403);
  });
});
