import type { Books } from '../../src/books/books.js';
import { ServicePayroll } from '../../src/payrolls/service/service-payroll.js';
import type { ReadBooks } from '../../src/books/books.js';
import { Forbidden, Limited, LookupFailed, NotFound, Unauthorised, WireError } from '../../src/books/errors.js';
import type { HttpAnswer, HttpRequest, Transport } from '../../src/books/http.js';
import { Money } from '../../src/journal/nouns/money.js';
import { connectFirst, rigOn, type RigOptions } from '../companies/rig.js';
import { openFresh } from '../harness/databases.js';
import { HastyClock } from './hasty-clock.js';

type Answering = (request: HttpRequest, send: Transport) => Promise<HttpAnswer>;

async function connected(more: Partial<RigOptions> = {}, answering: Answering = (request, send) => send(request)) {
  const clock = new HastyClock();
  const database = await openFresh('sqlite', clock);
  const rig = await rigOn({ database, around: (send) => (request) => answering(request, send), ...more });
  const company = await connectFirst(rig);
  const books = await rig.companies.books(company);
  const fault = (kind: string, options: object) => rig.control('POST', 'faults', { kind, ...options });
  return { rig, clock, company, books, fault };
}

/** Anyone who reads is refused each of these by the compiler: `npm run check` fails if one of them is allowed. */
const refused: readonly ((books: ReadBooks) => unknown)[] = [
  // @ts-expect-error
  ({ post }) => post,
  // @ts-expect-error
  ({ amend }) => amend,
  // @ts-expect-error
  ({ remove }) => remove,
];

test('books for reading have nothing that changes them', () => {
  expect(refused).toHaveLength(3);
});

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );
const json = (body: unknown, headers: Record<string, string> = {}): HttpAnswer => ({
  status: 200,
  headers: { date: new Date().toUTCString(), ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** The sandbox, except for the answer to one path. */
const answers =
  (path: string, answer: () => HttpAnswer): Answering =>
  (request, send) =>
    new URL(request.url).pathname === path ? Promise.resolve(answer()) : send(request);

const year = { from: '2025-04-06', to: '2026-04-05' };

async function postSets(rig: Awaited<ReturnType<typeof rigOn>>, count: number) {
  for (let i = 0; i < count; i++) {
    await rig.control('POST', 'companies/ash/journal_sets', {
      journal_set: {
        dated_on: '2025-10-31',
        description: `Set ${i}`,
        tag: 'by hand',
        journal_entries: [
          { category: '/v2/categories/401', debit_value: '1.00' },
          { category: '/v2/categories/814', debit_value: '-1.00' },
        ],
      },
    });
  }
}

describe('lists', () => {
  test('that always have a next page are given up at the first page with nothing new', async () => {
    let asked = 0;
    const { books } = await connected(
      {},
      answers('/v2/users', () => {
        asked++;
        return json({ users: [{ url: 'https://x/v2/users/1' }] }, { link: "<https://x/v2/users?page=2>; rel='next'" });
      }),
    );
    expect(await caught(payrollOf(books).people())).toBeInstanceOf(LookupFailed);
    expect(asked).toBe(2);
  });

  test.each([true, false])('are read whole, page by page (rel in double quotes: %s)', async (doubleQuotedLinks) => {
    const { rig, books } = await connected({ doubleQuotedLinks });
    await postSets(rig, 101);
    const { value, at } = await books.journalSets(year);
    expect(value).toHaveLength(101);
    expect(at).toBeInstanceOf(Date);
    expect(await rig.asked('GET', /^\/v2\/journal_sets$/)).toBe(2);
    expect((await books.journalSets({ ...year, tag: 'by no one' })).value).toHaveLength(0);
  });

  test('whose pages do not match the total are a failed look-up, never a shorter list', async () => {
    const { rig, books, fault } = await connected();
    await postSets(rig, 2);
    await fault('miscount', { match: { path: '/v2/journal_sets' }, by: -1 });
    expect(await caught(books.journalSets(year))).toBeInstanceOf(LookupFailed);
    expect((await books.journalSets(year)).value).toHaveLength(2);
  });

  test('that change while they are read are a failed look-up', async () => {
    const set = (id: number) => ({
      url: `/v2/journal_sets/${id}`,
      dated_on: '2025-10-31',
      description: '',
      journal_entries: [],
    });
    const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => set(from + i));
    // A set was removed after the first page: the 101st is now the 100th, and on neither page.
    const removed: Answering = (request, send) => {
      const url = new URL(request.url);
      if (url.pathname !== '/v2/journal_sets') return send(request);
      const first = url.searchParams.get('page') === '1';
      const headers = first
        ? { link: `<${url.href}>; rel='next'`, 'x-total-count': '150' }
        : { link: '', 'x-total-count': '149' };
      return Promise.resolve(json({ journal_sets: first ? numbers(1, 100) : numbers(102, 49) }, headers));
    };
    const { books } = await connected({}, removed);
    expect(await caught(books.journalSets(year))).toBeInstanceOf(LookupFailed);

    // A set was added in front: the last one of the first page comes again.
    const added: Answering = (request, send) => {
      const url = new URL(request.url);
      if (url.pathname !== '/v2/journal_sets') return send(request);
      const first = url.searchParams.get('page') === '1';
      const headers = { link: first ? `<${url.href}>; rel="next"` : '', 'x-total-count': '150' };
      return Promise.resolve(json({ journal_sets: first ? numbers(1, 100) : numbers(100, 50) }, headers));
    };
    const other = await connected({}, added);
    expect(await caught(other.books.journalSets(year))).toBeInstanceOf(LookupFailed);
  });

  test('a next link to another host is not followed: tokens go to the service only', async () => {
    const hosts = new Set<string>();
    const { books } = await connected({}, async (request, send) => {
      hosts.add(new URL(request.url).host);
      const answer = await send(request);
      const link = `<https://elsewhere.example/v2/journal_sets?page=2>; rel="next"`;
      const { pathname, searchParams } = new URL(request.url);
      const first = pathname === '/v2/journal_sets' && searchParams.get('page') === '1';
      return first ? { ...answer, headers: { ...answer.headers, link } } : answer;
    });
    await books.journalSets(year);
    expect(hosts.size).toBe(1);
  });
});

describe('trouble on the way', () => {
  test('that passes goes unnoticed', async () => {
    const { rig, books, fault } = await connected();
    await fault('drop_before', { match: { path: '/v2/users' } });
    await fault('status', { status: 502, nth: 2, match: { path: '/v2/users' } });
    await fault('drop_after', { nth: 3, match: { path: '/v2/users' } });
    expect(await payrollOf(books).people()).toHaveLength(2);
    expect(await rig.asked('GET', /users/)).toBe(4);
  });

  test('that stays fails after a few tries, without a claim about the books', async () => {
    const { rig, books, company, fault } = await connected();
    await fault('status', { status: 503, count: 'always', match: { path: '/v2/journal_sets/*' } });
    const error = await caught(books.journalSet('/v2/journal_sets/1'));
    expect(error).toBeInstanceOf(LookupFailed);
    expect((error as LookupFailed).detail).toContain(company.name);
    expect(await rig.asked('GET', /journal_sets/)).toBe(5);
  });

  test('a deadline, again and again', async () => {
    const { books, fault } = await connected({ env: { REQUEST_DEADLINE_SECONDS: '0.1' } });
    await fault('delay_before', { delayMs: 300, count: 'always', match: { path: '/v2/users' } });
    expect(await caught(payrollOf(books).people())).toBeInstanceOf(LookupFailed);
  });

  test('a short limit is waited for, a long one is an error', async () => {
    const { books, clock, fault } = await connected();
    await fault('rate_limit', { retryAfter: 40, match: { path: '/v2/users' } });
    const before = clock.monotonicMs();
    await payrollOf(books).people();
    expect(clock.monotonicMs() - before).toBeGreaterThanOrEqual(40_000);
    await fault('rate_limit', { retryAfter: 1800, match: { path: '/v2/users' } });
    expect(await caught(payrollOf(books).people())).toMatchObject({ constructor: Limited, retryAfterSeconds: 1800 });
  });

  test.each([
    [403, Forbidden],
    [404, NotFound],
  ])('%d is an error of its own kind', async (status, kind) => {
    const { books, fault } = await connected();
    await fault('status', {
      status,
      body: { errors: { error: { message: 'No.' } } },
      match: { path: '/v2/payroll/*' },
    });
    const error = await caught(payrollOf(books).year(2026));
    expect(error).toBeInstanceOf(kind);
    expect((error as Error).message).toContain('/v2/payroll/2026: No');
  });

  test('a token that is not accepted even when it is new', async () => {
    const { books, fault } = await connected();
    await fault('status', { status: 401, count: 'always', match: { path: '/v2/users' } });
    expect(await caught(payrollOf(books).people())).toBeInstanceOf(Unauthorised);
  });
});

describe('a set that is asked for by its url', () => {
  test('is only taken as gone when the service itself answers so', async () => {
    const { books, fault } = await connected();
    const { value, at } = await books.journalSet('https://elsewhere.example/v2/journal_sets/999');
    expect(value).toBeUndefined();
    expect(at).toBeInstanceOf(Date);
    // A proxy's page may have status 404 too.
    await fault('status', {
      status: 404,
      body: '<html><title>404</title></html>',
      count: 'always',
      match: { path: '/v2/journal_sets/*' },
    });
    expect(await caught(books.journalSet('/v2/journal_sets/999'))).toBeInstanceOf(LookupFailed);
  });

  test('is not taken for another that the service answers with', async () => {
    const another = { url: '/v2/journal_sets/998', dated_on: '2025-10-31', journal_entries: [] };
    const { books } = await connected(
      {},
      answers('/v2/journal_sets/999', () => json({ journal_set: another })),
    );
    expect(await caught(books.journalSet('/v2/journal_sets/999'))).toBeInstanceOf(LookupFailed);
  });

  test.each(['absolute', 'relative', 'nested', 'nested_relative'] as const)(
    'names its entries by %s urls',
    async (entry_urls) => {
      const scenario = {
        entry_urls,
        companies: [
          {
            name: 'Ash Ltd',
            subdomain: 'ash',
            users: [{ first_name: 'A', last_name: 'B', role: 'Director' as const, permission_level: 8 }],
            journal_sets: [
              {
                dated_on: '2025-10-31',
                description: 'Pay',
                journal_entries: [
                  { category: '401', debit_value: '5.00' },
                  { category: '902', user: 1, debit_value: '-5.00' },
                ],
              },
            ],
          },
        ],
      };
      const { books, rig } = await connected({ scenario });
      const { value } = await books.journalSets(year);
      const [set] = value;
      for (const entry of set?.entries ?? []) expect(entry.url).toMatch(new RegExp(`^${rig.baseUrl}/v2/journal_`));
      expect(set?.entries.map(({ category, user, debit }) => [category.slice(0, 3), user, debit.toString()])).toEqual([
        ['401', undefined, '5.00'],
        ['902', expect.stringMatching(/\/v2\/users\/1$/), '-5.00'],
      ]);
      expect((await books.journalSet(set?.url ?? '')).value).toEqual(set);
    },
  );
});

describe('answers of another shape', () => {
  const company = '/v2/company';
  test.each([
    ['a field is missing', { company: { id: 1, subdomain: 'ash', type: 'UkLimitedCompany' } }, 'company.name'],
    ['a field is of a wrong kind', { company: { id: 1, name: 'Ash', type: 7 } }, 'company.type'],
    ['another thing altogether', { companies: [] }, 'company'],
  ])('%s: resource, path and company are named', async (_, body, path) => {
    let wrong = false;
    const { books } = await connected({}, (request, send) =>
      wrong && request.url.endsWith(company) ? Promise.resolve(json(body)) : send(request),
    );
    wrong = true;
    const error = await caught(books.company());
    expect(error).toBeInstanceOf(WireError);
    expect((error as WireError).detail).toMatch(new RegExp(`^Ash Ltd: company: field ${path}: `));
  });

  test('a payslip that cannot be read, without showing what it pays', async () => {
    const period = {
      period: 6,
      dated_on: '2025-10-31',
      status: 'filed',
      payslips: [{ user: '/v2/users/2', basic_pay: '4321.00' }],
    };
    const { books } = await connected(
      {},
      answers('/v2/payroll/2026/6', () => json({ period })),
    );
    const error = await caught(payrollOf(books).period(2026, 6));
    expect(error).toBeInstanceOf(WireError);
    expect((error as WireError).detail).toContain('payslips[0].dated_on');
    expect((error as WireError).detail).not.toContain('4321');
  });

  test('a trial balance with money that is not exact is refused', async () => {
    const line = { nominal_code: '401', display_nominal_code: '401', name: 'Salaries', total: 12.345 };
    const { books } = await connected(
      {},
      answers('/v2/accounting/trial_balance/summary', () => json({ trial_balance_summary: [line] })),
    );
    expect(await caught(books.trialBalance(year))).toBeInstanceOf(WireError);
  });

  test('a page of HTML with status 200', async () => {
    const { books } = await connected(
      {},
      answers('/v2/users', () => json('<html>Welcome to the network</html>')),
    );
    expect(await caught(payrollOf(books).people())).toBeInstanceOf(LookupFailed);
  });
});

test('the trial balance of a range is the movement in that range', async () => {
  const { rig, books } = await connected();
  await postSets(rig, 3);
  const lines = await books.trialBalance({ from: '2025-10-06', to: '2025-11-05' });
  const of = (code: string) =>
    Money.sum(lines.filter((line) => line.code === code).map((line) => line.total)).toString();
  expect([of('401'), of('814')]).toEqual(['3.00', '-3.00']);
  expect(
    (await books.trialBalance({ from: '2025-09-06', to: '2025-10-05' })).filter((line) => !line.total.isZero()),
  ).toEqual([]);
});

test('the chart knows 902 by its sub accounts, one per user', async () => {
  const { books } = await connected();
  const chart = await books.chart();
  expect(['401', '402', '403', '407', '408', '813', '814', '815', '902'].filter((code) => !chart.has(code))).toEqual(
    [],
  );
  expect(chart.accounts.filter((account) => account.userPath !== undefined).length).toBeGreaterThanOrEqual(2);
});

describe('the chart', () => {
  const account = { url: '/v2/categories/401', nominal_code: '401', description: 'Salaries' };
  const chartOf = async (body: unknown) => {
    const { books } = await connected(
      {},
      answers('/v2/categories', () => json(body)),
    );
    const chart = await books.chart();
    return chart.accounts.map(({ code }) => code);
  };

  test.each<[string, unknown]>([
    ['a word', 'gone in 2027'],
    ['a number', 3],
    ['nothing', null],
    ['an object', { of: account }],
    ['a list of words', ['401']],
    ['a list of other records', [{ url: '/v2/stock_items/1' }]],
  ])('leaves out %s beside its groups', async (_, other) => {
    expect(await chartOf({ general_categories: [account], other })).toEqual(['401']);
  });

  test('takes groups that have no accounts, that it does not know, or that are left out', async () => {
    const bank = { ...account, url: '/v2/categories/750-1', nominal_code: '750-1' };
    const income_categories: unknown[] = [];
    expect(await chartOf({ income_categories, general_categories: [account], bank_categories: [bank] })).toEqual([
      '401',
      '750-1',
    ]);
  });

  test.each<[string, unknown]>([
    ['none of its groups', { message: 'Come back later' }],
    ['a group that is no list', { general_categories: 'none' }],
    ['an account without a code', { general_categories: [{ url: '/v2/categories/401' }] }],
  ])('is not read from an answer with %s', async (_, body) => {
    await expect(chartOf(body)).rejects.toBeInstanceOf(WireError);
  });
});

describe('secrets that the service repeats', () => {
  test('are in no error', async () => {
    const echo: Answering = async (request, send) =>
      new URL(request.url).pathname === '/v2/users'
        ? {
            status: 403,
            headers: {},
            body: `<title>Forbidden: Authorization: ${request.headers.authorization}</title>`,
          }
        : send(request);
    const { books } = await connected({}, echo);
    const error = await caught(payrollOf(books).people());
    expect(error).toBeInstanceOf(Forbidden);
    expect(String(error)).toMatch(/Forbidden: Authorization: Bearer \[hidden\]/);
  });

  test('are in no error after a new token either', async () => {
    const given: string[] = [];
    const echo: Answering = async (request, send) => {
      if (new URL(request.url).pathname !== '/v2/users') return send(request);
      const token = request.headers.authorization ?? '';
      given.push(token);
      return given.length === 1
        ? { status: 401, headers: {}, body: '{"errors":{"error":{"message":"Access token not recognised"}}}' }
        : { status: 403, headers: {}, body: `<title>you sent ${token.replace('Bearer ', '')}</title>` };
    };
    const { books } = await connected({}, echo);
    expect(String(await caught(payrollOf(books).people()))).toMatch(/you sent \[hidden\]/);
    expect(new Set(given).size).toBe(2);
  });

  test('are in no name', async () => {
    let token = '';
    const echo: Answering = async (request, send) => {
      token = request.headers.authorization?.split(' ')[1] ?? '';
      if (new URL(request.url).pathname !== '/v2/users') return send(request);
      return json({ users: [{ url: 'https://x/v2/users/1', first_name: token, last_name: 'A\u0000B\u001b[2J' }] });
    };
    const { books } = await connected({}, echo);
    const [person] = await payrollOf(books).people();
    expect(person).toMatchObject({ firstName: '[hidden]', lastName: 'A\uFFFDB\uFFFD[2J' });
    expect(token).not.toBe('');
  });
});

const payrollOf = ({ reader }: Pick<Books, 'reader'>) => new ServicePayroll(reader);
