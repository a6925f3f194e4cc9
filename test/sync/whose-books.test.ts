import { expect, it } from '@jest/globals';
import type { HttpRequest } from '../../src/books/http.js';
import { Write } from '../../src/record/runs/write.entity.js';
import { describeOnDatabases } from '../harness/databases.js';
import { rigged } from '../controls/rig.js';
import { Proxy } from './proxy.js';
import { act, type Books, booksOn, elm } from './rig.js';

const quick = { REQUEST_DEADLINE_SECONDS: '5', LEASE_SECONDS: '6' };
const window = 601;
const october = 6;

/** Elm, and Oak next to it: other books, the same people by number, no pay run of its own. */
function elmAndOak(): ReturnType<typeof elm> {
  const { companies } = elm() as { companies: object[] };
  const oak = { ...companies[0], name: 'Oak Ltd', subdomain: 'oak', payroll: {} };
  return { companies: [...companies, { ...oak, fields: { id: 6, freeagent_start_date: '2020-01-01' } }] } as never;
}

/** A gateway in front of the service that takes Elm's requests for Oak's while it is mixed up. */
class Gateway extends Proxy {
  token = '';
  /** The paths that it mixes up; none at first. */
  mixedUp: RegExp | undefined;
  readonly asked: string[] = [];

  constructor() {
    super();
    this.meddle = (request, send) => {
      this.asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return send();
    };
  }

  override readonly around: Proxy['around'] = (transport) => {
    const meddled = (request: HttpRequest) => {
      if (!this.mixedUp?.test(new URL(request.url).pathname)) return transport(request);
      return transport({ ...request, headers: { ...request.headers, authorization: `Bearer ${this.token}` } });
    };
    return (request) => this.meddle(request, () => meddled(request));
  };

  /** How often it was asked whose books these are. */
  asksWhose(): number {
    return this.asked.filter((line) => line === 'GET /v2/company').length;
  }
}

async function behindGateway(open: Parameters<typeof booksOn>[0], options: Parameters<typeof booksOn>[1] = {}) {
  const gateway = new Gateway();
  const books = await rigged(open, { ...options, scenario: elmAndOak(), around: gateway.around });
  gateway.token =
    books.rig.sandbox.credentials().companies.find(({ subdomain }) => subdomain === 'oak')?.accessToken ?? '';
  gateway.asked.length = 0;
  return { books, gateway };
}

/** A set in Oak's books, with the tag of a pay run of Elm's. */
async function postToOak(books: Books, tag = 'counterfoil:2026-06:2025-10-31'): Promise<void> {
  const line = (category: string, debit_value: string) => ({
    ...{ category: `${books.rig.baseUrl}/v2/categories/${category}`, debit_value, description: 'Oak' },
  });
  const journal_set = {
    ...{ dated_on: '2025-10-31', description: 'Wages of Oak', tag },
    journal_entries: [line('401', '900.00'), line('814', '-900.00')],
  };
  await books.rig.control('POST', 'companies/oak/journal_sets', { journal_set });
}

const setsOfOak = async (books: Books, { token }: Gateway): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'test' };
  const answer = await fetch(`${books.rig.baseUrl}/v2/journal_sets?per_page=100`, { headers });
  return ((await answer.json()) as { journal_sets: unknown[] }).journal_sets.length;
};

/** All that is known of Elm's pay runs, sets and writes. */
const recorded = (books: Books) =>
  books.db.read(async (rows) =>
    JSON.stringify([
      await rows.query('SELECT * FROM postings ORDER BY id'),
      await rows.query('SELECT * FROM writes ORDER BY id'),
      await rows.query('SELECT * FROM pay_runs ORDER BY tag'),
      await rows.query('SELECT * FROM pay_periods ORDER BY year, period'),
      await rows.query('SELECT * FROM tax_years ORDER BY year'),
    ]),
  );

const all = /^\/v2\//;
const booksOnly = /^\/v2\/(?!payroll)/;
const told = /Elm Ltd: we are connected to the books of Elm Ltd \(5 at .*\), and those of Oak Ltd \(6 at .*\) answered/;

describeOnDatabases('a gateway that mixes up two companies', (open) => {
  it.each([
    ['adopts nothing', async (_: Books): Promise<void> => undefined, all, {}],
    [
      'posts nothing, where payroll itself is right',
      async (books: Books): Promise<void> => {
        const document = await books.period(2026, october);
        document.dated_on = '2025-11-07';
        for (const slip of document.payslips) slip.dated_on = '2025-11-07';
        await books.sync();
        await books.setPeriod(2026, 7, { ...document, period: 7 });
      },
      booksOnly,
      {},
    ],
    [
      'settles nothing',
      async (books: Books) => {
        await books.rig.control('POST', 'faults', {
          kind: 'drop_after',
          match: { method: 'POST', path: '/v2/journal_sets' },
          nth: 3,
        });
        await books.sync();
        await books.advance(window);
      },
      all,
      {},
    ],
    [
      'settles nothing of a company that is paused',
      async (books: Books) => {
        await books.rig.control('POST', 'faults', {
          kind: 'drop_after',
          match: { method: 'POST', path: '/v2/journal_sets' },
          nth: 3,
        });
        await books.sync();
        await books.rig.companies.pause(books.company.id);
        await books.advance(window);
      },
      all,
      {},
    ],
    [
      'looks for nothing a second time',
      async (books: Books) => {
        await books.rig.control('POST', 'faults', {
          kind: 'drop_before',
          match: { method: 'POST', path: '/v2/journal_sets' },
          nth: 3,
        });
        await books.sync();
        await books.policy({ mode: 'approve' });
        for (const seconds of [40, window]) {
          await books.advance(seconds);
          await books.sync();
        }
        await books.advance(window);
      },
      all,
      {},
    ],
    [
      'finds nothing out about a set that verify asks for',
      async (books: Books) => {
        await books.sync();
      },
      all,
      { recheck: true, trigger: 'verify' as const },
    ],
    [
      'takes no one’s payroll',
      async (books: Books) => {
        await books.sync();
        const document = await books.period(2026, october);
        await books.rig.control('PUT', 'companies/oak/payroll/2026/6', {
          ...document,
          payslips: document.payslips.slice(1),
        });
      },
      all,
      {},
    ],
  ] as const)('a sync says whose books answered, and %s', async (_, before, mixed, request) => {
    const { books, gateway } = await behindGateway(open, { env: quick });
    await before(books);
    if (mixed === all) await postToOak(books);
    const [known, oaks] = [await recorded(books), await setsOfOak(books, gateway)];
    gateway.mixedUp = mixed;
    gateway.asked.length = 0;
    await expect(books.sync(request)).rejects.toThrow(told);
    expect(await recorded(books)).toBe(known);
    expect(await setsOfOak(books, gateway)).toBe(oaks);
    expect(gateway.asked.filter((line) => /journal_sets|trial_balance|users|categories/.test(line))).toEqual([]);
    expect((await books.rig.companies.find(books.company.id)).problem).toContain('Other books answered');
    gateway.mixedUp = undefined;
    await books.policy({ mode: 'auto' });
    await books.rig.companies.resume(books.company.id);
    await books.sync();
    expect(new Set((await books.runs()).map(({ state }) => state))).toEqual(new Set(['posted']));
    expect(await setsOfOak(books, gateway)).toBe(oaks);
  });

  it('verify and control accounts take nothing from them either, and say so', async () => {
    const { books, gateway } = await behindGateway(open);
    await books.sync();
    await postToOak(books);
    const known = await recorded(books);
    gateway.mixedUp = all;
    await expect(books.verify.run(books.company, { actor: 'test', trigger: 'command' })).rejects.toMatchObject({
      detail: expect.stringMatching(told),
    });
    const { problem, answer } = await books.controls('2025-11-10');
    expect([problem?.title, answer.accounts]).toEqual(['Other books answered', []]);
    await expect(books.reader.year(books.company, 2026)).rejects.toMatchObject({ detail: expect.stringMatching(told) });
    expect(await recorded(books)).toBe(known);
  });

  it('an amendment and a reversal that a person decided wait', async () => {
    const { books, gateway } = await behindGateway(open);
    await books.sync();
    const known = JSON.stringify(await books.sets());
    gateway.mixedUp = all;
    await books.acts.reverse(books.ref(october), act('was wrong')).catch(() => undefined);
    expect(JSON.stringify(await books.sets())).toBe(known);
    expect(await books.db.read((rows) => rows.findBy(Write, { kind: 'reverse' }))).toEqual([]);
  });

  it('is asked once by a sync that takes something from the books, and not by one that only lists payroll', async () => {
    const { books, gateway } = await behindGateway(open);
    await books.sync();
    expect(gateway.asksWhose()).toBe(1);
    await books.sync();
    expect(gateway.asksWhose()).toBe(1);
    // People and chart are read from the books again.
    await books.sync({ full: true });
    expect(gateway.asksWhose()).toBe(2);
    const document = await books.period(2026, october);
    await books.setPeriod(2026, october, { ...document, payslips: document.payslips.slice(1) });
    await books.sync();
    expect(gateway.asksWhose()).toBe(3);
  });

  it('a request that fails is not an answer: it is asked again', async () => {
    const { books, gateway } = await behindGateway(open);
    const { meddle } = gateway;
    gateway.meddle = async (request, send) =>
      request.url.endsWith('/v2/company') ? { status: 502, headers: {}, body: 'no' } : meddle(request, send);
    await expect(books.sync()).rejects.toThrow('could not be read');
    gateway.meddle = meddle;
    expect(await books.sync()).toMatchObject({ posted: 3 });
  });
});
