import { ServicePayroll } from '../../src/payrolls/service/service-payroll.js';
import type { Attempt, SendBy, WriteOutcome } from '../../src/books/attempt.js';
import type { Books } from '../../src/books/books.js';
import { type HttpRequest, NeverStarted } from '../../src/books/http.js';
import { Quota } from '../../src/books/quota.entity.js';
import type { Database } from '../../src/ground/database.js';
import type { SetToSend } from '../../src/books/journal-set.js';
import { Money } from '../../src/journal/nouns/money.js';
import { connectFirst, type Rig, rigOn } from '../companies/rig.js';
import { openFresh } from '../harness/databases.js';
import { HastyClock } from './hasty-clock.js';

const pay: SetToSend = {
  datedOn: '2025-10-31',
  description: 'Payroll 2025/26 month 7, paid 31 October 2025',
  tag: 'counterfoil:2026-06:2025-10-31',
  entries: [
    { category: '401', debit: Money.parse('2000.00'), description: 'Gross pay' },
    { category: '814', debit: Money.parse('-2000.00'), description: 'PAYE and NI' },
  ],
};
const october = { from: '2025-10-06', to: '2025-11-05' };
const setsPath = /^\/v2\/journal_sets/;

/** Counts the attempts; by default each may be sent within a minute. */
function attempts(clock: HastyClock, sendBy: () => SendBy | null = () => soon(clock)): Attempt & { begun: number } {
  return {
    begun: 0,
    async begin() {
      this.begun++;
      return sendBy();
    },
  };
}

const soon = (clock: HastyClock, ms = 60_000): SendBy => ({
  wall: new Date(clock.now().getTime() + ms),
  monotonicMs: clock.monotonicMs() + ms,
});

async function connected(more: { around?: (request: HttpRequest) => void; deadlineSeconds?: string } = {}) {
  const clock = new HastyClock();
  const { around } = more;
  const database = await openFresh('sqlite', clock);
  const rig = await rigOn({
    database,
    env: { REQUEST_DEADLINE_SECONDS: more.deadlineSeconds },
    around: (send) => (request) => {
      around?.(request);
      return send(request);
    },
  });
  const books = await rig.companies.booksToWrite(await connectFirst(rig));
  // As before every write, since a look comes first.
  await books.ours();
  const fault = (kind: string, options: object = {}) =>
    rig.control('POST', 'faults', { kind, match: { path: '/v2/journal_sets*' }, ...options });
  return { rig, database, books, clock, fault, attempt: attempts(clock) };
}

const setsIn = async (books: Books) => (await books.journalSets(october)).value;
const sent = async (rig: Rig, method: string) => rig.asked(method, setsPath);

describe('done', () => {
  test('posted, amended, removed: returns what came back, with the service’s time', async () => {
    const { books, attempt } = await connected();
    const posted = await books.post(pay, attempt);
    if (posted.kind !== 'done' || !posted.set) throw new Error(`Not done: ${posted.kind}`);
    expect(posted.set).toMatchObject({ datedOn: pay.datedOn, tag: pay.tag, description: pay.description });
    expect(posted.set.entries.map(({ category, debit }) => [category, debit.toString()])).toEqual([
      ['401', '2000.00'],
      ['814', '-2000.00'],
    ]);
    expect(posted.at).toBeInstanceOf(Date);

    const [gross, tax] = posted.set.entries;
    const amended = await books.amend(
      posted.set.url,
      {
        datedOn: '2025-10-30',
        tag: 'counterfoil:2026-06:2025-10-30',
        entries: [
          { url: gross?.url, category: '401', debit: Money.parse('2100.00'), description: 'Gross pay' },
          { url: tax?.url ?? '', destroy: true },
          { category: '815', debit: Money.parse('-2100.00'), description: 'Other' },
        ],
      },
      attempt,
    );
    expect(amended).toMatchObject({
      kind: 'done',
      set: { datedOn: '2025-10-30', tag: 'counterfoil:2026-06:2025-10-30' },
    });
    const found = await books.journalSet(posted.set.url);
    expect(found.value?.entries.map(({ category, debit }) => [category, debit.toString()])).toEqual([
      ['401', '2100.00'],
      ['815', '-2100.00'],
    ]);

    expect(await books.remove(posted.set.url, attempt)).toMatchObject({ kind: 'done' });
    expect((await books.journalSet(posted.set.url)).value).toBeUndefined();
    // Removing a set that is already gone is done as well.
    expect(await books.remove(posted.set.url, attempt)).toEqual({ kind: 'done' });
    expect(attempt.begun).toBe(4);
  });

  test.each(['garbage', 'empty', 'truncate'])('a 201 whose body is %s is read back by its Location', async (kind) => {
    const { rig, books, fault, attempt } = await connected();
    const options = kind === 'truncate' ? { clean: true } : {};
    await fault(kind, { ...options, match: { method: 'POST', path: '/v2/journal_sets' } });
    expect(await books.post(pay, attempt)).toMatchObject({ kind: 'done', set: { tag: pay.tag } });
    expect(await sent(rig, 'POST')).toBe(1);
  });

  test('an update that answers with nothing is read back', async () => {
    const { books, fault, attempt } = await connected();
    const posted = await books.post(pay, attempt);
    const url = posted.kind === 'done' ? posted.set?.url : undefined;
    await fault('empty', { match: { method: 'PUT' } });
    const amended = await books.amend(url ?? '', { description: 'Payroll', entries: [] }, attempt);
    expect(amended).toMatchObject({ kind: 'done', set: { description: 'Payroll' } });
  });
});

describe('refused', () => {
  test.each([400, 403, 404, 409, 422])('%d, in the service’s own words', async (status) => {
    const { books, fault, attempt } = await connected();
    await fault('status', { status, body: { errors: [{ message: 'dated_on is in a locked period' }] } });
    expect(await books.post(pay, attempt)).toEqual({
      kind: 'refused',
      status,
      words: 'dated_on is in a locked period',
    });
    expect(attempt.begun).toBe(1);
  });

  test('an unbalanced set, by the service itself', async () => {
    const { books, attempt } = await connected();
    const outcome = await books.post({ ...pay, entries: pay.entries.slice(0, 1) }, attempt);
    expect(outcome).toMatchObject({ kind: 'refused', status: 422 });
  });
});

describe('unauthorised', () => {
  test('a 401 is returned, since the service may have acted; the next request has another token', async () => {
    const { rig, books, attempt } = await connected();
    await rig.control('POST', 'tokens/expire', {});
    expect(await books.post(pay, attempt)).toEqual({ kind: 'unauthorised', answered: true });
    expect(await setsIn(books)).toHaveLength(0);
    expect(await books.post(pay, attempt)).toMatchObject({ kind: 'done' });
    expect([attempt.begun, await sent(rig, 'POST')]).toEqual([2, 2]);
    // The look between the two was not refused: it used the new token.
    expect(await sent(rig, 'GET')).toBe(1);
  });

  test('without a token nothing is begun', async () => {
    const { rig, books, fault, attempt } = await connected();
    await rig.control('POST', 'tokens/expire', {});
    const match = { method: 'POST', path: '/v2/token_endpoint' };
    await fault('status', { status: 400, body: { error: 'invalid_grant' }, match });
    await books.post(pay, attempt);
    expect(await books.post(pay, attempt)).toEqual({ kind: 'unauthorised', answered: false });
    expect(attempt.begun).toBe(1);
  });
});

describe('a 429', () => {
  const closedFor = async (database: Database) => {
    const [quota] = await database.read((rows) => rows.find(Quota));
    return ((quota?.closedUntil?.getTime() ?? 0) - (quota?.closedAt?.getTime() ?? 0)) / 1000;
  };

  test('is in doubt, and its Retry-After is obeyed to the second', async () => {
    const { rig, database, books, fault, attempt } = await connected();
    await fault('rate_limit', { retryAfter: 47, match: { method: 'POST' } });
    expect(await books.post(pay, attempt)).toMatchObject({ kind: 'inDoubt', why: expect.stringContaining('429') });
    expect([await sent(rig, 'POST'), await closedFor(database)]).toEqual([1, 47]);
  });

  test('without Retry-After: until the next minute', async () => {
    const { database, books, fault, attempt } = await connected();
    await fault('rate_limit', { retryAfter: null, match: { method: 'POST' } });
    await books.post(pay, attempt);
    expect(await closedFor(database)).toBeGreaterThan(0);
    expect(await closedFor(database)).toBeLessThanOrEqual(60);
  });

  test('while it lasts, the next attempt is not even begun', async () => {
    const { books, fault, attempt } = await connected();
    await fault('rate_limit', { retryAfter: 600, match: { method: 'POST' } });
    await books.post(pay, attempt);
    expect(await books.post(pay, attempt)).toEqual({ kind: 'limited', retryAfterSeconds: 600 });
    expect(attempt.begun).toBe(1);
  });
});

describe('in doubt', () => {
  const acted = [
    ['the answer was lost', 'drop_after', {}],
    ['a 500 after it acted', 'status', { status: 500, acts: true }],
    ['a 502 with a page of HTML, after it acted', 'status', { status: 502, acts: true }],
  ] as const;
  const notActed = [
    ['the connection broke', 'drop_before', {}],
    ['a 504, and a commit a minute later', 'late_commit', {}],
    ['a 503', 'status', { status: 503 }],
    ['a 408', 'status', { status: 408 }],
    ['a redirect', 'status', { status: 302 }],
    ['a 200 with HTML', 'status', { status: 200 }],
    ...[400, 401, 403, 404, 409, 422].map(
      (status) =>
        [`a ${status} with a page of HTML`, 'status', { status, body: '<html>no service here</html>' }] as const,
    ),
    ['a 404 in JSON without errors', 'status', { status: 404, body: { message: 'no route' } }],
  ] as const;

  test.each(acted)('%s', async (_, kind, options) => {
    const { rig, books, fault, attempt } = await connected();
    await fault(kind, { ...options, match: { method: 'POST' } });
    expect(await books.post(pay, attempt)).toMatchObject({ kind: 'inDoubt' });
    expect(await sent(rig, 'POST')).toBe(1);
    expect(await setsIn(books)).toHaveLength(1);
  });

  test.each(notActed)('%s', async (_, kind, options) => {
    const { rig, books, fault, attempt } = await connected();
    await fault(kind, { ...options, match: { method: 'POST' } });
    expect(await books.post(pay, attempt)).toMatchObject({ kind: 'inDoubt' });
    expect(await sent(rig, 'POST')).toBe(1);
  });

  test.each([
    ['the deadline passed while the service acted', 'delay_after', { delayMs: 1_000 }],
    ['an answer that comes byte by byte', 'slow_body', { byteMs: 50 }],
  ])('%s', async (_, kind, options) => {
    const { rig, books, fault, attempt } = await connected({ deadlineSeconds: '0.3' });
    await fault(kind, { ...options, match: { method: 'POST' } });
    expect(await books.post(pay, attempt)).toMatchObject({
      kind: 'inDoubt',
      why: expect.stringContaining('0.3 seconds'),
    });
    expect(await sent(rig, 'POST')).toBe(1);
  });

  test('an unreadable 201, and the set cannot be read back either', async () => {
    const { books, fault, attempt } = await connected();
    await fault('garbage', { match: { method: 'POST' } });
    await fault('status', { status: 503, count: 10, match: { method: 'GET' } });
    expect(await books.post(pay, attempt)).toMatchObject({ kind: 'inDoubt' });
  });

  test('amendments and removals as well', async () => {
    const { books, fault, attempt } = await connected();
    const posted = await books.post(pay, attempt);
    const url = (posted.kind === 'done' && posted.set?.url) || '';
    await fault('drop_after', { match: { method: 'PUT' } });
    expect(await books.amend(url, { description: 'Other', entries: [] }, attempt)).toMatchObject({ kind: 'inDoubt' });
    await fault('drop_after', { match: { method: 'DELETE' } });
    expect(await books.remove(url, attempt)).toMatchObject({ kind: 'inDoubt' });
  });

  test.each([
    ['not carried out: the set is still there', { acts: false }, 'inDoubt'],
    ['carried out: its address shows that', { acts: true }, 'done'],
  ])('a removal that something else answers with 200, %s', async (_, acts, kind) => {
    const { books, fault, attempt } = await connected();
    const posted = await books.post(pay, attempt);
    const url = (posted.kind === 'done' && posted.set?.url) || '';
    await fault('status', { status: 200, ...acts, match: { method: 'DELETE' } });
    expect(await books.remove(url, attempt)).toMatchObject({ kind });
  });
});

describe('not sent', () => {
  const sendBys: [string, (clock: HastyClock) => SendBy | null][] = [
    ['the lease is lost', () => null],
    ['send-by has passed, by the wall clock', (clock) => ({ ...soon(clock), wall: soon(clock, -1).wall })],
    [
      'send-by has passed, by the monotonic clock',
      (clock) => ({ ...soon(clock), monotonicMs: soon(clock, -1).monotonicMs }),
    ],
  ];
  test.each(sendBys)('%s', async (_, sendBy) => {
    const { rig, books, clock } = await connected();
    expect(
      await books.post(
        pay,
        attempts(clock, () => sendBy(clock)),
      ),
    ).toMatchObject({ kind: 'notSent' });
    expect(await sent(rig, 'POST')).toBe(0);
  });

  test('the send-by time passes between begin and the socket', async () => {
    const clock = new HastyClock();
    // The process sleeps before it reaches the socket.
    const oversleep = ({ method }: HttpRequest) => void (method === 'POST' && clock.sleep(120_000));
    const rig = await rigOn({
      database: await openFresh('sqlite', clock),
      around: (send) => (request) => {
        oversleep(request);
        return send(request);
      },
    });
    const books = await rig.companies.booksToWrite(await connectFirst(rig));
    expect(await books.post(pay, attempts(clock))).toMatchObject({ kind: 'notSent' });
    expect(await sent(rig, 'POST')).toBe(0);
  });

  test('no one listens: certain, so no doubt', async () => {
    const { rig, books, attempt } = await connected();
    await rig.sandbox.close();
    // This read finds that the kept connection has ended: what follows needs a new one, which is refused.
    await expect(payrollOf(books).people()).rejects.toThrow();
    const outcome: WriteOutcome = await books.post(pay, attempt);
    expect(outcome).toMatchObject({ kind: 'notSent' });
  });
});

test('a 429 whose Date is six hours ahead is obeyed by our own clock', async () => {
  const clock = new HastyClock();
  let struck = false;
  const rig = await rigOn({
    database: await openFresh('sqlite', clock),
    around: (send) => async (request) => {
      if (struck || !request.url.includes('/v2/journal_sets')) return send(request);
      struck = true;
      const date = new Date(clock.now().getTime() + 6 * 3_600_000).toUTCString();
      return { status: 429, headers: { date, 'retry-after': '23' }, body: 'Rate limit exceeded' };
    },
  });
  const books = await rig.companies.booksToWrite(await connectFirst(rig));
  const before = clock.monotonicMs();
  expect(await setsIn(books)).toEqual([]);
  expect(clock.monotonicMs() - before).toBeGreaterThanOrEqual(22_000);
  expect(clock.monotonicMs() - before).toBeLessThan(120_000);
});

test('a read that still waits for a socket when another is answered 429 is not sent before its time', async () => {
  const clock = new HastyClock();
  let [tries, heldBack] = [0, 0];
  let begin = () => {};
  const secondHasItsTurn = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const rig = await rigOn({
    database: await openFresh('sqlite', clock),
    around: (send) => async (request) => {
      if (!request.url.includes('/v2/journal_sets')) return send(request);
      if (++tries === 1) {
        await secondHasItsTurn;
        return { status: 429, headers: { 'retry-after': '23' }, body: 'Rate limit exceeded' };
      }
      begin();
      // Its socket is ready soon after the answer to the first was read. The clock skips the wait of 23 seconds.
      for (let tick = 0; tries === 2 && tick < 100; tick++) {
        await Promise.resolve();
        if (request.mayStart?.() !== false) continue;
        heldBack++;
        throw new NeverStarted('another was refused');
      }
      return send(request);
    },
  });
  const books = await rig.companies.booksToWrite(await connectFirst(rig));
  // The service's time is known from here on: only then do two requests go at once.
  await payrollOf(books).people();
  expect(await Promise.all([setsIn(books), setsIn(books)])).toEqual([[], []]);
  expect(heldBack).toBe(1);
});

const payrollOf = ({ reader }: Pick<Books, 'reader'>) => new ServicePayroll(reader);
