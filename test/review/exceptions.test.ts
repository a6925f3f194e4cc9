import { AccessModule } from '../../src/access/access.module.js';
import { ApiModule } from '../../src/api/api.module.js';
import { Money } from '../../src/journal/money.js';
import { ControlAccount, ControlReading } from '../../src/record/controls.entity.js';
import { ReviewModule } from '../../src/review/review.module.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { insertCompany } from '../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../factories/database.js';

const asOn = '2025-11-07';

let temp: TempDatabase;
let door: Door;

beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  for (const id of ['elm', 'oak', 'yew', 'ivy']) await insertCompany(temp.database, { id, name: `${id} ltd` });
  await read('elm', [
    ['814', '', 'needs_a_journal', ['-578.81 Pay run of 31 October 2025 is not in the books yet']],
    ['902', '/v2/users/1', 'needs_a_journal', ['-1000.00 Pay run of 31 October 2025 is not in the books yet']],
    ['902', '/v2/users/2', 'needs_a_journal', ['-1733.64 Pay run of 31 October 2025 is not in the books yet']],
    ['813', '', 'not_paid', ['5.00 April', '4.00 May', '3.00 June', '2.00 July', '1.00 August']],
  ]);
  await read('oak', [['814', '', 'settled', []]]);
  const unread = { companyId: 'ivy', asOn, readAt: new Date(`${asOn}T05:00:00Z`), exceptions: 0, logSeq: 0 };
  await temp.database.work((rows) => rows.insert(ControlReading, { ...unread, problem: 'the books did not answer' }));
  door = await openDoor(temp.database, [AccessModule, ApiModule, ReviewModule]);
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

type Row = readonly [account: string, userPath: string, state: ControlAccount['state'], parts: readonly string[]];

async function read(companyId: string, accounts: readonly Row[]): Promise<void> {
  const exceptions = accounts.filter(([, , state]) => state !== 'settled').length;
  const readAt = new Date(`${asOn}T05:00:00Z`);
  await temp.database.work(async (rows) => {
    await rows.insert(ControlReading, { companyId, asOn, readAt, exceptions, problem: null, logSeq: 0 });
    for (const [account, userPath, state, parts] of accounts) {
      const because = parts.map((part) => ({ amount: part.split(' ', 1)[0] ?? '', what: part.replace(/^\S+ /, '') }));
      const difference = Money.sum(because.map(({ amount }) => Money.parse(amount)));
      const figures = { balance: Money.zero, charged: Money.zero, owed: Money.zero, difference };
      const name = userPath === '' ? 'Account' : 'Person';
      await rows.insert(ControlAccount, {
        ...{ companyId, asOn, account, userPath, name, state, because, alternatives: null },
        ...figures,
      });
    }
  });
}

async function page(pay: boolean, companies: readonly string[] | null = null): Promise<string> {
  const { cookie } = await door.browser({ role: 'viewer', pay, companies });
  return (await door.http.get('/reconciliation').set('Cookie', cookie).expect(200)).text;
}
const words = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

test('a pay run that is not posted is listed once, and companies that were never read are counted', async () => {
  const text = words(await page(true));
  expect(text).toContain('1 of 4 companies without exceptions, 1 not read yet');
  expect(text.match(/Pay run of 31 October 2025 is not in the books yet/g)).toHaveLength(1);
  expect(text).toMatch(/elm ltd 814 Account 902, 2 people −3,312\.45 Needs a journal/);
  expect(text).toContain('is not in the books yet: −578.81 on 814, −2,733.64 on 902');
});

test('of many parts the first are listed, with the sum of the others', async () => {
  const text = words(await page(true));
  expect(text).toMatch(/Not paid 5\.00 April 4\.00 May 3\.00 June 3\.00 in 2 more parts/);
});

test('without the right to see pay, accounts and their states are shown without figures', async () => {
  const text = words(await page(false));
  expect(text).toMatch(/814 Account [^A-Za-z]*Needs a journal/);
  expect(text).not.toMatch(/902|578\.81/);
});

test.each([
  [['yew'], 'Not read yet.'],
  [['ivy'], 'Nothing could be read: see below.'],
  [['oak'], 'Nothing to look at.'],
  [['oak', 'yew', 'ivy'], 'Nothing to look at in the 1 company that could be read.'],
])('of %j without exceptions it is told whether anybody looked', async (companies, expected) => {
  expect(words(await page(true, companies))).toContain(`Exceptions ${expected} `);
});
