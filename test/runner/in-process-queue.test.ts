import { Waits } from '../../src/books/waits.js';
import { SyncRecord } from '../../src/record/runs/sync-record.entity.js';
import { Places } from '../../src/runner/places.js';
import { InProcessQueue } from '../../src/runner/queue.js';
import { openFresh } from '../harness/databases.js';
import { insertCompany } from '../factories/companies.js';
import { booksOn } from '../sync/rig.js';

const byClock = { trigger: 'schedule', actor: 'schedule' } as const;
const ordinary = { trigger: 'page', actor: 'Ruth' } as const;

test('an ordinary sync joins an ordinary one, but never one that only answers its own asker', async () => {
  const books = await booksOn((clock) => openFresh('sqlite', clock));
  const places = new Places(1, new Waits());
  const queue = new InProcessQueue(books.db, books.clock, books.syncs, places);
  const dry = await queue.submit(books.company, { ...ordinary, dryRun: true });
  const asked = await queue.submit(books.company, ordinary);
  expect(asked.joined).toBe(false);
  expect(await queue.submit(books.company, ordinary)).toEqual({ id: asked.id, joined: true });
  expect(await queue.wait(dry.id)).toMatchObject({ state: 'done' });
  expect(await queue.wait(asked.id)).toMatchObject({ state: 'done', result: { posted: 3 } });
  await queue.drain();
});

test('a person who joins a scheduled sync does not wait behind the rest of the schedule', async () => {
  const books = await booksOn((clock) => openFresh('sqlite', clock));
  const queue = new InProcessQueue(books.db, books.clock, books.syncs, new Places(1, new Waits()));
  const ids = new Map<string, string>();
  for (const name of ['Ash', 'Birch', 'Cedar', 'Elm']) {
    const company = await books.rig.companies.find((await insertCompany(books.db, { name })).id);
    const { id } = await queue.submit(company, byClock);
    ids.set(id, name);
    if (name !== 'Elm') continue;
    // Ash is under way.
    expect(await queue.submit(company, ordinary)).toEqual({ id, joined: true });
  }
  for (const id of ids.keys()) await queue.wait(id);
  const found = await books.db.read((rows) => rows.find(SyncRecord, { order: { startedAt: 'ASC', endedAt: 'ASC' } }));
  expect(found.map(({ id }) => ids.get(id))).toEqual(['Ash', 'Elm', 'Birch', 'Cedar']);
  await queue.drain();
});

test('a sync does not join one that does less, and both are done', async () => {
  const books = await booksOn((clock) => openFresh('sqlite', clock));
  const queue = new InProcessQueue(books.db, books.clock, books.syncs, new Places(1, new Waits()));
  const october = await queue.submit(books.company, { ...ordinary, year: 2026, period: 6 });
  const all = await queue.submit(books.company, byClock);
  const whole = await queue.submit(books.company, { ...ordinary, full: true });
  const again = await queue.submit(books.company, ordinary);
  expect([october, all, whole].map(({ joined }) => joined)).toEqual([false, false, false]);
  expect(again).toEqual({ id: whole.id, joined: true });
  expect(await queue.wait(october.id)).toMatchObject({ result: { posted: 1 } });
  expect(await queue.wait(whole.id)).toMatchObject({ result: { posted: 2 } });
  expect(await queue.wait(all.id)).toMatchObject({ state: 'done', result: { posted: 0, unchanged: 3 } });
  await queue.drain();
});

test('nothing joins a sync that has written its result, however long it takes to end: it reads nothing more', async () => {
  const books = await booksOn((clock) => openFresh('sqlite', clock));
  const run = books.syncs.run.bind(books.syncs);
  let letEnd = () => {};
  const mayEnd = new Promise<void>((resolve) => {
    letEnd = resolve;
  });
  books.syncs.run = async (...asked) => {
    const outcome = await run(...asked);
    await mayEnd;
    return outcome;
  };
  const queue = new InProcessQueue(books.db, books.clock, books.syncs, new Places(1, new Waits()));
  const first = await queue.submit(books.company, ordinary);
  expect(await queue.wait(first.id)).toMatchObject({ state: 'done', result: { posted: 3 } });
  const second = await queue.submit(books.company, ordinary);
  expect(second.joined).toBe(false);
  letEnd();
  expect(await queue.wait(second.id)).toMatchObject({ state: 'done', result: { posted: 0, unchanged: 3 } });
  await queue.drain();
});
