import type { HttpAnswer, Transport } from '../../src/books/http.js';
import { connectFirst, processOn, type Rig, rigOn } from '../companies/rig.js';
import { openFresh } from '../harness/databases.js';
import { VirtualClock } from './virtual-clock.js';

const latencyMs = 35;

/** The sandbox without a socket, in virtual time, and how often it answered 429. */
async function loaded() {
  const clock = new VirtualClock(new Date('2025-11-06T07:00:41.800Z'));
  const database = await openFresh('sqlite', clock);
  let rig: Rig | undefined;
  const counts = { answers: 0, refused: 0 };
  const transport: Transport = async ({ method, url, headers, body = '' }): Promise<HttpAnswer> => {
    const { pathname, search } = new URL(url);
    await clock.sleep(latencyMs);
    const answer = await (rig as Rig).sandbox.handle({
      method,
      path: pathname + search,
      headers: { ...headers },
      body,
    });
    await clock.sleep(latencyMs);
    counts.answers++;
    if (answer.status === 429) counts.refused++;
    return { status: answer.status, headers: { ...answer.headers }, body: answer.body };
  };
  const around = () => transport;
  rig = await rigOn({ database, clock, around });
  const company = await clock.through(connectFirst(rig));
  return { clock, rig, company, counts, another: () => processOn((rig as Rig).baseUrl, { database, clock, around }) };
}

test('200 callers at once never make the service answer 429', async () => {
  const { clock, rig, company, counts } = await loaded();
  const books = await clock.through(rig.companies.books(company));
  await clock.through(Promise.all(Array.from({ length: 200 }, () => books.company())));
  expect(counts).toEqual({ answers: 201, refused: 0 });
});

test('nor do three processes that share a database', async () => {
  const { clock, company, counts, another } = await loaded();
  const books = await Promise.all(
    [another(), another(), another()].map(({ companies }) => clock.through(companies.books(company))),
  );
  const asked = books.flatMap((one) => Array.from({ length: 100 }, () => one.company()));
  await clock.through(Promise.all(asked));
  expect(counts).toEqual({ answers: 301, refused: 0 });
});
