import { Waits } from '../../src/books/waits.js';
import { SyncRecord } from '../../src/record/runs/sync-record.entity.js';
import { Places } from '../../src/runner/places.js';
import { InProcessQueue } from '../../src/runner/queue.js';
import { openFresh } from '../harness/databases.js';
import { booksOn } from '../sync/rig.js';

test('a service that starts gives up syncs that an earlier service left, but not a command’s in another process', async () => {
  const books = await booksOn((clock) => openFresh('sqlite', clock));
  const left = await books.syncs.enlist(books.company, { trigger: 'schedule', actor: 'schedule' });
  const command = await books.syncs.enlist(books.company, { trigger: 'command', actor: 'Ruth' });
  const queue = new InProcessQueue(books.db, books.clock, books.syncs, new Places(1, new Waits()));
  await queue.work();
  const stateOf = async (id: string) => (await books.db.read((rows) => rows.findOneByOrFail(SyncRecord, { id }))).state;
  expect([await stateOf(left), await stateOf(command)]).toEqual(['failed', 'queued']);
  const { id } = await queue.submit(books.company, { trigger: 'page', actor: 'Ruth' });
  expect(await queue.wait(id)).toMatchObject({ state: 'done', result: { posted: 3 } });
  await queue.drain();
});
