import type { Company } from '../../src/companies/company.js';
import { Waits } from '../../src/books/waits.js';
import { SyncRecord, type SyncRequest } from '../../src/record/runs/sync-record.entity.js';
import { PgBossQueue } from '../../src/runner/pg-boss-queue.js';
import { Places } from '../../src/runner/places.js';
import { insertCompany, insertConnection } from '../factories/companies.js';
import { freshUrl } from '../harness/databases.js';
import { type Books, booksOn, connectedOn, MovableClock, start } from '../sync/rig.js';
import { openDatabase } from '../../src/app/open-database.js';

interface Process {
  readonly books: Books;
  readonly queue: PgBossQueue;
}

const opened: Process[] = [];
afterEach(async () => {
  for (const { queue, books } of opened.splice(0)) {
    await queue.drain();
    await books.db.close();
  }
});

const byClock: SyncRequest = { trigger: 'schedule', actor: 'schedule' };
const byRuth: SyncRequest = { trigger: 'page', actor: 'Ruth' };

/** So many processes on a new database, each with its own connection and queue. */
async function processes(count: number, { atOnceMax = 4, leaseSeconds = 0.2 } = {}): Promise<readonly Process[]> {
  const databaseUrl = await freshUrl('postgres');
  const clock = new MovableClock(start);
  const open = async () => {
    const db = await openDatabase({ databaseUrl }, clock);
    await db.migrate();
    return db;
  };
  const first = await booksOn(open);
  const all = [first];
  while (all.length < count) all.push(await connectedOn(first.rig, await open(), clock));
  return all.map((books) => {
    const places = new Places(atOnceMax, new Waits());
    const options = { databaseUrl, places, leaseSeconds, warn: () => undefined };
    const process = { books, queue: new PgBossQueue(books.db, clock, books.syncs, options) };
    opened.push(process);
    return process;
  });
}

async function jobOf({ books }: Process, id: string): Promise<{ state: string; waits: boolean }> {
  const [job] = await books.db.read((rows) =>
    rows.query<[{ state: string; waits: boolean }]>(
      'SELECT state, start_after > now() AS waits FROM pgboss.job WHERE id = $1',
      [id],
    ),
  );
  return job;
}

async function settled(come: () => Promise<boolean>): Promise<void> {
  while (!(await come())) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('a process that only submits never works; twenty requests at once from two processes are one sync', async () => {
  const [web, other, worker] = await processes(3);
  const { company } = web!.books;
  const asked = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? web : other)!.queue.submit(company, byRuth)),
  );
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  expect(asked.filter(({ joined }) => !joined)).toHaveLength(1);

  const dry = await web!.queue.submit(company, { ...byRuth, dryRun: true });
  expect(dry.joined).toBe(false);
  expect(await jobOf(web!, asked[0]!.id)).toEqual({ state: 'created', waits: false });
  expect(await web!.books.sets()).toEqual([]);

  await worker!.queue.work();
  expect(await web!.queue.wait(asked[0]!.id)).toMatchObject({ state: 'done', result: { posted: 3 } });
  await web!.queue.wait(dry.id);
  expect(await web!.books.sets()).toHaveLength(3);

  // A sync that has ended is not joined.
  expect(await web!.queue.submit(company, byRuth)).toMatchObject({ joined: false });
});

test('processes that start at once on a new database do not lock each other out', async () => {
  for (let round = 0; round < 3; round++) {
    const all = await processes(4);
    await expect(Promise.all(all.map(({ queue }) => queue.work()))).resolves.toHaveLength(4);
  }
});

test('a sync and its job are stored together or not at all', async () => {
  const [web] = await processes(1);
  await expect(
    web!.books.db.work(async () => {
      await web!.queue.submit(web!.books.company, byRuth);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  const left = await web!.books.db.read((rows) =>
    rows.query('SELECT id FROM pgboss.job UNION ALL SELECT id::uuid FROM syncs'),
  );
  expect(left).toEqual([]);
});

const clientsOfOnePractice = Array.from({ length: 12 }, (_, n) => ({ name: `Client ${n}`, connectionId: 'large' }));

/** Submits a sync of each company, lets a worker do them one after another, and returns the names in that order. */
async function inOrderOfWork(
  given: readonly { readonly name: string; readonly connectionId?: string }[],
  submitted: (queue: PgBossQueue, company: Company, name: string) => Promise<{ id: string }>,
): Promise<readonly (string | undefined)[]> {
  const [web, worker] = await processes(2, { atOnceMax: 1 });
  const { db, rig } = web!.books;
  await insertConnection(db, { id: 'large', kind: 'practice' });
  const ids = new Map<string, string>();
  for (const one of given) {
    const company = await rig.companies.find((await insertCompany(db, one)).id);
    ids.set((await submitted(web!.queue, company, one.name)).id, one.name);
  }
  await worker!.queue.work();
  for (const id of ids.keys()) await web!.queue.wait(id);
  const found = await db.read((rows) => rows.find(SyncRecord, { order: { startedAt: 'ASC' } }));
  return found.map(({ id }) => ids.get(id));
}

test('what a person asked for goes first, then the practices in turn, however many clients one has', async () => {
  const order = await inOrderOfWork(
    [...clientsOfOnePractice, { name: 'Small Ltd' }, { name: 'Sole Ltd' }, { name: 'Urgent Ltd' }],
    (queue, company, name) => queue.submit(company, name === 'Urgent Ltd' ? byRuth : byClock),
  );
  expect(order[0]).toBe('Urgent Ltd');
  expect(order.slice(0, 7)).toEqual(expect.arrayContaining(['Small Ltd', 'Sole Ltd']));
});

test('a person of a small firm does not wait behind all the clients of a large practice', async () => {
  const order = await inOrderOfWork([...clientsOfOnePractice, { name: 'Small Ltd' }], (queue, company) =>
    queue.submit(company, byRuth),
  );
  expect(order.slice(0, 7)).toContain('Small Ltd');
});

test('a sync does not join one that does less', async () => {
  const [web] = await processes(1);
  const company = web!.books.company;
  const submit = (request: SyncRequest) => web!.queue.submit(company, request);
  const october: SyncRequest = { ...byRuth, year: 2026, period: 6 };
  await submit({ ...byClock, trigger: 'settle' });
  expect(await submit(october)).toMatchObject({ joined: false });
  const all = await submit(byClock);
  expect(all.joined).toBe(false);
  expect(await submit({ ...byRuth, full: true })).toMatchObject({ joined: false });
  expect(await submit(byRuth)).toEqual({ id: all.id, joined: true });
  expect(await submit(october)).toMatchObject({ joined: true });
});

test('a person who joins a scheduled sync does not wait behind the rest of the schedule', async () => {
  const order = await inOrderOfWork(clientsOfOnePractice, async (queue, company, name) => {
    const queued = await queue.submit(company, byClock);
    if (name === 'Client 11') expect(await queue.submit(company, byRuth)).toEqual({ id: queued.id, joined: true });
    return queued;
  });
  expect(order[0]).toBe('Client 11');
});

test('trouble with the service is tried again after a while; what needs a person is not', async () => {
  const [process] = await processes(1);
  const { books, queue } = process!;
  const orphaned = await books.rig.companies.find((await insertCompany(books.db, { name: 'No Keys Ltd' })).id);
  await books.rig.control('POST', 'faults', {
    kind: 'status',
    status: 403,
    match: { path: '/v2/payroll/*' },
    count: 'always',
  });
  await queue.work();
  const [troubled, keyless] = [await queue.submit(books.company, byClock), await queue.submit(orphaned, byClock)];
  expect(await queue.wait(troubled.id)).toMatchObject({ state: 'failed' });
  expect(await queue.wait(keyless.id)).toMatchObject({ state: 'failed' });
  await settled(async () => (await jobOf(process!, troubled.id)).state !== 'active');
  await settled(async () => (await jobOf(process!, keyless.id)).state !== 'active');
  expect(await jobOf(process!, troubled.id)).toEqual({ state: 'retry', waits: true });
  expect(await jobOf(process!, keyless.id)).toEqual({ state: 'completed', waits: false });
  // A request in the meantime does not wait for that.
  expect(await queue.submit(books.company, byRuth)).toMatchObject({ joined: false });
});

/** What `kill -9` leaves: the job taken, the record running, the lease about to end. */
async function dieOver({ books }: Process, id: string): Promise<void> {
  await books.db.work(async (rows) => {
    await rows.query(`UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 minute' WHERE id = $1`, [
      id,
    ]);
    await rows.query(`UPDATE syncs SET state = 'running', started_at = now() WHERE id = $1`, [id]);
  });
}

test('a dead worker’s company is taken over after its lease', async () => {
  const [web, worker] = await processes(2);
  const { id } = await web!.queue.submit(web!.books.company, byClock);
  await dieOver(web!, id);
  await worker!.queue.work();
  expect(await web!.queue.wait(id)).toMatchObject({ state: 'done', result: { posted: 3 } });
});

test('it is not taken over for ever', async () => {
  const [web, worker] = await processes(2);
  const { id } = await web!.queue.submit(web!.books.company, byClock);
  await web!.books.db.work((rows) =>
    rows.query(`UPDATE pgboss.job SET data = data || '{"handedOn": 3}' WHERE id = $1`, [id]),
  );
  await dieOver(web!, id);
  await worker!.queue.work();
  expect(await web!.queue.wait(id)).toMatchObject({
    state: 'failed',
    problem: { title: 'The sync ended its worker again and again' },
  });
});

test('a worker that is asked to stop ends between two steps, and another continues', async () => {
  const [web, first, second] = await processes(3);
  const { books } = web!;
  await books.rig.control('POST', 'faults', {
    kind: 'delay_before',
    delayMs: 60,
    match: { path: '/v2/*' },
    count: 'always',
  });
  await first!.queue.work();
  const { id } = await web!.queue.submit(books.company, byClock);
  await settled(async () => (await books.sets()).length > 0);
  await first!.queue.drain();
  expect(await books.db.read((rows) => rows.findOneByOrFail(SyncRecord, { id }))).toMatchObject({ state: 'queued' });
  const before = (await books.sets()).length;
  expect(before).toBeLessThan(3);

  await second!.queue.work();
  expect(await web!.queue.wait(id)).toMatchObject({ state: 'done', result: { posted: 3 - before } });
  expect((await books.sets()).map(({ tag }) => tag).sort()).toEqual((await books.runs()).map(({ tag }) => tag).sort());
});
