import type { Answer } from '#sandbox';
import { describeOnDatabases } from '../harness/databases.js';
import { Box, expectOneSetEach, pause } from './books.js';

const html = '<html><body><h1>504 Gateway Time-out</h1></body></html>';
const page = (status: number): Answer => ({
  status,
  headers: { date: new Date().toUTCString(), 'content-type': 'text/html' },
  body: html,
});
/** Longer than the deadline of these tests. */
const tooLongMs = 1_600;
/** On a loaded machine a journal's second may pass before it is sent. Nothing reached the books, and a later sync sends it. */
const tooLate = 'A journal could not be sent';
/** Later than a second look, sooner than the end of the settle window. */
const lateMs = 2_000;

interface Trouble {
  readonly what: string;
  /** What happens to the first POST of a journal set; undefined is no answer. */
  readonly first: (act: () => Promise<Answer>, box: Box, client: string) => Promise<Answer | undefined>;
  /** How often a set may be sent in all: a second time only if the service surely did not act. */
  readonly sent: 1 | 2;
}

const spoilt = (change: (answer: Answer) => Partial<Answer>): Trouble['first'] => {
  return async (act) => {
    const answer = await act();
    return { ...answer, ...change(answer) };
  };
};

const troubles: readonly Trouble[] = [
  { what: 'the request is lost', first: async () => undefined, sent: 2 },
  { what: 'the answer is lost', first: async (act) => void (await act()), sent: 1 },
  {
    what: 'a 504, and the set two seconds later',
    first: async (act) => {
      void pause(lateMs).then(act);
      return page(504);
    },
    sent: 1,
  },
  { what: 'a 504, and no set', first: async () => page(504), sent: 2 },
  { what: 'a 502, and no set', first: async () => page(502), sent: 2 },
  { what: 'a 500 in HTML, and a set', first: async (act) => (await act(), page(500)), sent: 1 },
  { what: 'a redirect, and no set', first: async () => page(302), sent: 2 },
  { what: 'a 408, and a set', first: async (act) => (await act(), page(408)), sent: 1 },
  {
    what: 'no answer in time, and a set',
    first: async (act) => (await act(), await pause(tooLongMs), page(504)),
    sent: 1,
  },
  { what: 'no answer in time, and a set late', first: async (act) => (await pause(tooLongMs), act()), sent: 1 },
  { what: 'a truncated 201', first: spoilt(({ body }) => ({ body: body.slice(0, 40) })), sent: 1 },
  {
    what: 'an empty 201 without Location',
    first: spoilt(({ headers: { location: _, ...headers } }) => ({ headers, body: '' })),
    sent: 1,
  },
  { what: 'a garbled 201', first: spoilt(() => ({ body: '<<< no JSON {' })), sent: 1 },
  {
    what: 'a 429 with Retry-After',
    first: async () => ({
      status: 429,
      headers: { ...page(429).headers, 'retry-after': '1' },
      body: 'Rate limit exceeded',
    }),
    sent: 2,
  },
  { what: 'a 403', first: async () => ({ ...page(403), body: 'no' }), sent: 2 },
  {
    what: 'the answer is lost and the token expired',
    first: async (act, box) => {
      await act();
      await box.control('POST', '/tokens/expire', {});
      return undefined;
    },
    sent: 1,
  },
  {
    what: 'the answer is lost and the list lags',
    first: async (act, box, client) => {
      await act();
      const match = { method: 'GET', path: '/v2/journal_sets', subdomain: client, query: 'from_date' };
      await box.control('POST', '/faults', { kind: 'hide_new', seconds: 60, forSeconds: 3, match });
      return undefined;
    },
    sent: 1,
  },
];

describeOnDatabases('a write whose end is not known', (_open, kind) => {
  it('is looked for, and only sent again once it is certain that it did not arrive', async () => {
    const box = await Box.open(kind, { clients: troubles.length });
    await box.connect();
    const troubleOf = new Map(box.clients.map((client, index) => [client, troubles[index]]));
    const struck = new Set<string>();
    // The clients share one token, which expires in one client's turn: a request answered 401 was not acted upon.
    const unauthorised = new Map<string, number>();
    const tries = (client: string) =>
      (box.requests.get(client) ?? []).filter((request) => request === 'POST /v2/journal_sets').length;
    const posts = (client: string) => tries(client) - (unauthorised.get(client) ?? 0);
    box.meddle = async (request, act) => {
      const client = request.headers['x-subdomain'] ?? '';
      if (request.method !== 'POST' || request.path !== '/v2/journal_sets') return act();
      const counted = async () => {
        const answer = await act();
        if (answer.status === 401) unauthorised.set(client, (unauthorised.get(client) ?? 0) + 1);
        return answer;
      };
      const trouble = struck.has(client) ? undefined : troubleOf.get(client);
      struck.add(client);
      return trouble ? trouble.first(counted, box, client) : counted();
    };

    for (const _ of ['first', 'second']) {
      const synced = await box.sync();
      const { errors } = synced.counts;
      expect([synced.code, errors.filter((title) => title !== tooLate)]).toEqual([
        errors.includes(tooLate) ? 1 : 3,
        [],
      ]);
      const unsent = box.clients.filter((client) => tries(client) === 0);
      expect(unsent.length).toBeLessThanOrEqual(errors.length);
    }
    for (const [client, trouble] of troubleOf) {
      // A refused write is not in doubt: it is sent again by the next sync.
      const atMost = trouble?.what.startsWith('a 403') ? 2 : 1;
      expect([trouble?.what, posts(client) <= atMost]).toEqual([trouble?.what, true]);
    }
    await expectOneSetEach(box);
    for (const [client, trouble] of troubleOf)
      expect([trouble?.what, posts(client)]).toEqual([trouble?.what, trouble?.sent]);
  });
});
