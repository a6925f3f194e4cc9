import { expect, it, test } from '@jest/globals';
import { changeAllocations } from '../../src/acts/companies/change-allocations.js';
import { changePolicy } from '../../src/acts/companies/change-policy.js';
import { policyPreview } from '../../src/acts/companies/policy-preview.js';
import { surroundingsFact } from '../../src/companies/surroundings.js';
import { writeFact } from '../../src/ground/facts.js';
import { accountsIn } from '../../src/journal/policy/accounts-in-policy.js';
import { nominalCode } from '../../src/journal/nouns/chart.js';
import { defaultPolicy, parsePolicy, type Policy } from '../../src/journal/policy/policy.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn } from '../sync/rig.js';

const october = 6;
const user = 'https://books.test/v2/users/2';
const companyNow = (books: Books) => books.rig.companies.find(books.company.id);
const toolsOf = ({ db: database, rig: { companies }, log, decisions }: Books) => ({
  ...{ database, companies, log, decisions },
});

type Scope = 'payslip' | 'run' | 'person' | 'company' | 'practice';
const decide = (books: Books, as: object, scope: Scope = 'run') =>
  books.acts.decide(books.ref(october), { ...act(), field: 'basic_pay', as: { as: 'pay', ...as } as never, scope, ...(scope === 'payslip' || scope === 'person' ? { user: '/v2/users/2' } : {}) }); // biome-ignore format: one line
const policy = async (books: Books, change: object) => {
  const seen = await companyNow(books);
  return changePolicy(toolsOf(books), seen, { ...act(), policy: { ...seen.policy, ...change } });
};
const rule = (account: string) => ({
  [user]: [{ from: '2025-10-06', parts: [{ percent: '100', accounts: { employerNics: account } }] }],
});
const adjust = (books: Books, account: string, more: object = {}) =>
  books.acts.adjust(books.ref(october), {
    ...act(),
    kind: 'levy',
    lines: [
      { account: '405', amount: '125.00' },
      { account, amount: '-125.00' },
    ],
    ...more,
  });

type Door = readonly [name: string, type: (books: Books, account: string) => Promise<unknown>];

/** Every act by which someone types an account. */
const doors: readonly Door[] = [
  ...(['payslip', 'run', 'person', 'company', 'practice'] as const).map(
    (scope) =>
      [`a decision for the ${scope}`, (books: Books, account: string) => decide(books, { account }, scope)] as const,
  ),
  ['the fixed part of a split', (books, account) => decide(books, { split: [{ account, amount: '1.00' }, { account: '401', rest: true }] })], // biome-ignore format: one table
  ['the rest of a split', (books, account) => decide(books, { split: [{ account: '401', amount: '1.00' }, { account, rest: true }] })], // biome-ignore format: one table
  ['an account of the policy', (books, account) => policy(books, { accounts: { salaries: account } })],
  ['a treatment of the policy', (books, account) => policy(books, { treatments: { bonus: { as: 'pay', account } } })],
  ['where merged net pay goes', (books, account) => policy(books, { layout: { merged: { liabilityCategory: account } } })], // biome-ignore format: one table
  ['the account of CIS suffered', (books, account) => policy(books, { controls: { cisSuffered: account } })],
  ['the account of CIS withheld', (books, account) => policy(books, { controls: { cisWithheld: account } })],
  ['an allocation', async (books, account) => changeAllocations(toolsOf(books), await companyNow(books), { ...act(), allocations: rule(account) })], // biome-ignore format: one table
  ['the preview of a policy', async (books, account) => {
    const seen = await companyNow(books);
    return policyPreview(toolsOf(books), { pay: true }, seen, { ...seen.policy, allocations: rule(account) });
  }], // biome-ignore format: one table
  ['an adjustment', (books, account) => adjust(books, account)],
];

const refused = (account = '9999') => ({
  title: 'No such account',
  status: 422,
  exitCode: 2,
  detail: `Elm Ltd: account ${account} is not in its chart of accounts, as last read on 10 November 2025.`,
  todo: expect.stringContaining('--full'),
});

describeOnDatabases('an account that the chart lacks', (open) => {
  it('is refused when it is typed, through every act, and nothing is changed', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await books.sync();
    const lines = () => books.db.read((rows) => rows.countBy(LogEntry, {}));
    const before = await lines();
    for (const [door, type] of doors)
      expect([door, await type(books, '9999').catch((error: unknown) => error)]).toEqual([
        door,
        expect.objectContaining(refused()),
      ]);
    expect(await books.db.read((rows) => rows.find(Decision))).toEqual([]);
    expect([await lines(), (await companyNow(books)).policyVersion]).toEqual([before, 1]);
  });

  it('is none where it is there, as a main account or as the sub account that the books list', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await books.sync();
    await decide(books, { account: '907' });
    await expect(decide(books, { account: '907-99' })).rejects.toMatchObject(refused('907-99'));
    expect((await policy(books, { treatments: { bonus: { as: 'pay', account: '402' } } })).policyVersion).toBe(2);
  });

  it('is not judged before any chart was read', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    const bonus = { treatments: { basic_pay: { as: 'pay', account: '9999' } } };
    expect((await policy(books, bonus)).policyVersion).toBe(2);
    await books.sync();
    // Then the hold is the second line, and says where the account is named.
    const { state, mapped } = await books.run(october);
    expect([state, mapped?.holds.map(({ message }) => message)]).toEqual([
      'held',
      [
        "The journal needs account 9999, which is not in the company's chart of accounts. Add it there, or name another account: it is named by the policy, for “Basic pay”.",
      ],
    ]);
    // What stands in the policy already is not typed again by anyone who changes something else.
    expect((await policy(books, { approval: 'one', variance: { percent: 5 } })).policyVersion).toBe(3);
  });

  it('may be typed once the books have it and everything was read again', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await books.sync();
    const [first] = books.rig.sandbox.credentials().companies;
    const made = await fetch(`${books.rig.baseUrl}/v2/categories`, {
      method: 'POST',
      headers: { authorization: `Bearer ${first?.accessToken}`, 'user-agent': 'test', 'content-type': 'application/json' }, // biome-ignore format: one line
      body: JSON.stringify({ category: { category_group: 'income', nominal_code: '048', description: 'Attachment fees' } }), // biome-ignore format: one line
    });
    expect(made.status).toBe(201);
    await expect(decide(books, { account: '048' })).rejects.toMatchObject(refused('048'));
    await books.sync({ full: true });
    expect((await decide(books, { account: '048' })).run.state).toBe('ready');
  });

  it('names every company of a practice whose chart is known and lacks it', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await books.sync();
    const { connectionId } = books.company;
    const chart = (codes: readonly string[]) =>
      JSON.stringify({
        at: '2025-11-09T08:00:00Z',
        people: [],
        closed: [],
        accounts: codes.map((code) => ({ code, name: code, url: `/v2/categories/${code}` })),
      });
    const clients = [
      ['Ash Ltd', 'working', chart(['401'])],
      ['Birch Ltd', 'working', chart(['401', '907'])],
      ['Cedar Ltd', 'paused', chart(['401'])],
      ['Dogwood Ltd', 'working', undefined],
      ['Fir Ltd', 'working', chart(['401'])],
    ] as const;
    for (const [name, life, kept] of clients) {
      const { id } = await insertCompany(books.db, { name, life, connectionId });
      if (kept !== undefined) await books.db.work((rows) => writeFact(rows, surroundingsFact(id), kept));
    }
    await expect(decide(books, { account: '907' }, 'practice')).rejects.toMatchObject({
      title: 'No such account',
      detail: 'Elm Ltd: account 907 is not in the charts of accounts of Ash Ltd and Fir Ltd, as last read.',
    });
    await decide(books, { account: '401' }, 'practice');
  });
});

test('every place of a policy that holds a nominal code is one that is checked', () => {
  let next = 100;
  const code = () => String((next += 1));
  const accounts = Object.fromEntries(Object.keys(defaultPolicy.accounts).map((role) => [role, code()]));
  const given: Policy = parsePolicy({
    accounts,
    treatments: {
      bonus: { as: 'pay', account: code() },
      overtime: { as: 'pay', split: [{ account: code(), amount: '1.00' }, { account: code(), rest: true }] }, // biome-ignore format: one line
    },
    layout: { merged: { liabilityCategory: code() } },
    allocations: { [user]: [{ from: '2025-10-06', parts: [{ percent: '100', accounts: { salaries: code(), employerNics: code(), staffPensions: code() } }] }] }, // biome-ignore format: one line
    controls: { cisSuffered: code(), cisWithheld: code() },
  });
  const codesIn = (value: unknown): readonly string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) => (key === 'percent' ? [] : codesIn(one)))
      : [value].filter((one): one is string => typeof one === 'string' && nominalCode.test(one));
  expect(accountsIn(given).map(({ account }) => account).sort()).toEqual([...codesIn(given)].sort()); // biome-ignore format: one line
});
