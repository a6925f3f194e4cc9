import { AccessModule } from '../../../src/access/access.module.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import {
  type AccountAnswer,
  type Answer,
  countOpen,
  nothingKnown,
  type OpenPart,
} from '../../../src/record/control-answer.js';
import { ControlReading } from '../../../src/record/controls.entity.js';
import { CompanyRow } from '../../../src/companies/company.entity.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';

const asOn = '2025-11-07';
const readAt = new Date(`${asOn}T05:00:00Z`);
const held = 'Pay run of 31 October 2025 is not in the books: it is held';
const people = [1, 2, 3, 4].map((number) => ({
  account: '902',
  user: `/v2/users/${number}`,
  name: `Person ${number}`,
}));

let temp: TempDatabase;
let door: Door;

beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  for (const id of ['elm', 'oak', 'yew', 'ivy', 'fir', 'ash'])
    await insertCompany(temp.database, { id, name: `${id} ltd` });
  await keep('elm', {
    state: 'open',
    causes: [
      {
        ...{ what: held, todo: 'Decide on the pay run what is held.' },
        run: { year: 2026, period: 6, datedOn: '2025-10-31' },
        accounts: [
          { account: '814', name: 'PAYE/NI', amount: '-578.81' },
          ...people.map((place) => ({ ...place, amount: '-500.00' })),
        ],
      },
    ],
    accounts: [
      place({ account: '814', name: 'PAYE/NI' }, [
        part('paye 2026-05', 'PAYE 2025/26 month 5', '2025-09-22', '12.34', 'part_paid'),
        part('paye 2026-06', 'PAYE 2025/26 month 6', '2025-10-22', '1.00', 'rounding'),
        part('paye 2026-07', 'PAYE 2025/26 month 7', '2025-11-22', '578.81', 'due'),
      ]),
      ...people.map((one) =>
        place(one, [part('net', 'Net pay of 30 September 2025', '2025-09-30', '500.00', 'no_payment_posted')]),
      ),
    ],
  });
  await keep('oak', { state: 'clear', causes: [], accounts: [place({ account: '814', name: 'PAYE/NI' }, [])] });
  await keep('ivy', { ...nothingKnown, state: 'cannot_tell' }, 'the books did not answer');
  await keep('fir', nothingKnown);
  await keep(
    'ash',
    { state: 'clear', causes: [], accounts: [place({ account: '814', name: 'PAYE/NI' }, [])] },
    'access was refused',
  );
  door = await openDoor(temp.database, [AccessModule, ApiModule, ReviewModule]);
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

const part = (id: string, item: string, due: string, amount: string, state: OpenPart['state']): OpenPart => ({
  ...{ id, item, due, amount, state },
  hints: [],
});
const place = (of: Pick<AccountAnswer, 'account' | 'user' | 'name'>, open: readonly OpenPart[]): AccountAnswer => ({
  ...of,
  ...{ balance: '0.00', notDue: '0.00', known: '0.00', open },
});

async function keep(companyId: string, answer: Answer, problem: string | null = null): Promise<void> {
  const row = { companyId, asOn, readAt, logSeq: 0, problem, exceptions: countOpen(answer), ...answer };
  await temp.database.work((rows) => rows.insert(ControlReading, row));
}

interface Asked {
  readonly role?: 'viewer' | 'reviewer';
  readonly pay?: boolean;
  readonly companies?: readonly string[] | null;
}

async function page(path: string, { role = 'viewer', pay = true, companies = null }: Asked = {}): Promise<string> {
  const { cookie } = await door.browser({ role, pay, companies });
  const { text } = await door.http.get(path).set('Cookie', cookie).expect(200);
  return words(text);
}
const unescaped = (path: string) => path.replaceAll('&amp;', '&');
const words = (html: string) =>
  html
    .replace(/<span class="state[^>]*>/g, '· ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('all clients', () => {
  test('a pay run that is not posted is listed once, with what to do and its accounts, and each is counted', async () => {
    const text = await page('/reconciliation');
    expect(text).toContain('1 of 6 clients clear, 2 not read yet');
    expect(text.match(new RegExp(held, 'g'))).toHaveLength(1);
    expect(text).toContain(
      `${held} Decide on the pay run what is held. −578.81 on 814 PAYE/NI, −2,000.00 on 902 (4 people)`,
    );
  });

  test('of many open items the first are listed, none of which needs no one, and the others are counted', async () => {
    const text = await page('/reconciliation', { companies: ['elm'] });
    expect(text).toContain('PAYE 2025/26 month 5 22 Sep 2025 12.34 · Part paid');
    expect(text).not.toMatch(/month [67]/);
    expect(text).toContain('Person 2');
    expect(text).not.toContain('Person 3');
    expect(text).toContain(' 2 more ›');
  });

  test('a client whose books could not be read says so, and what was read last has its day', async () => {
    const text = await page('/reconciliation');
    expect(text).toContain(
      'ash ltd below as at 7 Nov 2025, read 05:00 The books could not be read: access was refused',
    );
    expect(text).toContain('ivy ltd not read yet The books could not be read: the books did not answer');
  });

  test('without the right to see pay there is no figure, no person, and what is not shown is counted', async () => {
    const text = await page('/reconciliation', { pay: false });
    expect(text).toMatch(/814 PAYE\/NI PAYE 2025\/26 month 5 [^A-Za-z]*22 Sep 2025 – · Part paid/);
    expect(text).not.toMatch(/902|Person|578\.81|12\.34/);
    expect(text).toContain('4 more, 4 on people’s pay, which you may not see');
  });

  test('clients without bank lines are one section, with what to do once', async () => {
    const todo = 'Bring the bank’s lines.';
    for (const id of ['box', 'bay']) {
      await insertCompany(temp.database, { id, name: `${id} ltd` });
      const bank = { what: 'The bank ends on 2 October 2025: unknown', todo, isInDoubt: true, isOfBank: true } as const;
      const held = { ...part('net', 'Net pay of 31 October 2025', '2025-10-31', '500.00', 'due'), account: '902' };
      const accounts = [place({ account: '902', name: 'Person 1' }, [])];
      await keep(id, {
        state: 'cannot_tell',
        causes: [{ ...bank, accounts: [{ ...held, name: 'Person 1' }] }],
        accounts,
      });
    }
    const text = await page('/reconciliation', { companies: ['box', 'bay', 'oak'] });
    expect(text).toContain('1 of 3 clients clear, 2 without bank lines');
    expect(text).toContain(
      `Without bank lines 2 ${todo} bay ltd the bank ends on 2 October 2025: unknown box ltd the bank ends on`,
    );
    const own = await page('/clients/box/reconciliation', { role: 'reviewer' });
    expect(own).toContain('500.00 902 Person 1: Net pay of 31 October 2025 Name it');
    const { cookie } = await door.browser({ role: 'reviewer', pay: true });
    const accept = '/clients/box/reconciliation/accept?account=902&item=net';
    expect((await door.http.get(accept).set('Cookie', cookie).expect(200)).text).toContain(
      'Net pay of 31 October 2025',
    );
    for (const id of ['box', 'bay']) await temp.database.work((rows) => rows.delete(ControlReading, { companyId: id }));
    for (const id of ['box', 'bay'])
      await temp.database.work((rows) => rows.update(CompanyRow, { id }, { life: 'left' }));
  });

  test.each([
    [[], 'No client that you may see.'],
    [['yew'], 'Nothing is known yet. Not read yet 1 yew ltd'],
    [['fir'], 'Nothing is known yet. No pay run to compare with 1 fir ltd'],
    [['oak'], 'Nothing to look at. Clear 1 oak ltd as at 7 Nov 2025, read 05:00'],
    [['oak', 'yew', 'fir'], 'Nothing to look at in the 1 client that could be read.'],
  ])('of %j it is told whether anybody looked', async (companies, expected) => {
    expect(await page('/reconciliation', { companies })).toContain(expected);
  });

  test('a client that no one read is never one with nothing to look at', async () => {
    for (const companies of [['yew'], ['ivy'], ['yew', 'fir'], ['ivy', 'ash']])
      expect(await page('/reconciliation', { companies })).not.toContain('Nothing to look at');
  });
});

describe('one client', () => {
  test('causes are first, with the sum of many people, then what needs someone, then what does not', async () => {
    const text = await page('/clients/elm/reconciliation');
    expect(text).toContain('· 6 things to look at . Read 05:00.');
    const order = [held, '−578.81 814 PAYE/NI', '−2,000.00 902, 4 people', '−500.00 902 Person 1'];
    const then = ['Open items', 'month 5', 'Net pay of 30 September 2025', 'month 7', 'month 6', 'Balances'];
    const places = [...order, ...then].map((one) => text.indexOf(one));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test.each([
    ['viewer', 'Not read yet. A reviewer can read its books.'],
    ['reviewer', 'Not read yet. Read now reads its books.'],
  ] as const)('that no one read: to a %s', async (role, expected) => {
    for (const company of ['yew', 'ivy']) {
      const text = await page(`/clients/${company}/reconciliation`, { role });
      expect(text).toContain('Reconciliation not read yet');
      expect(text).toContain(expected);
      expect(text.includes('Read now ')).toBe(role === 'reviewer');
      expect(text).not.toMatch(/Clear|Nothing/);
    }
  });

  test('whose books could not be read again', async () => {
    const text = await page('/clients/ash/reconciliation');
    expect(text).toContain('The books could not be read: access was refused');
    expect(text).toContain('· Clear . Below is what was read last, as at 7 Nov 2025: read 05:00.');
  });

  test('an open item is named on a page of its own, by who may see its amount', async () => {
    const list = await door.http.get('/clients/elm/reconciliation').set('Cookie', (await door.browser()).cookie);
    const paths = [...list.text.matchAll(/href="([^"]*\/accept\?[^"]*)"/g)].map(([, path = '']) => unescaped(path));
    expect(paths).toHaveLength(5);
    const [first = '', second = ''] = paths;
    expect(await page(first, { role: 'reviewer' })).toContain('PAYE 2025/26 month 5 22 Sep 2025 12.34 · Part paid');
    expect(await page(first, { role: 'reviewer' })).not.toContain('left on account');
    expect(await page(second, { role: 'reviewer' })).toContain('Person 1 Net pay of 30 September 2025');
    const { cookie } = await door.browser({ role: 'reviewer', pay: false });
    for (const path of [first, second]) await door.http.get(path).set('Cookie', cookie).expect(403);
  });

  test('without a pay run is not called clear', async () => {
    const text = await page('/clients/fir/reconciliation');
    expect(text).toContain('When this was last looked at, 05:00, there was no pay run to compare the books with.');
    expect(text).not.toContain('Clear');
  });

  test('someone who may not see pay is told how much of it is not shown', async () => {
    const text = await page('/clients/elm/reconciliation', { pay: false });
    expect(text).toContain('6 things to look at , 4 of them on people’s pay, which you may not see.');
    expect(text).not.toMatch(/902|Person|578\.81|12\.34/);
  });
});
