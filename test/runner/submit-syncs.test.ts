import { Waits } from '../../src/books/waits.js';
import { SyncRecord } from '../../src/record/runs/sync-record.entity.js';
import { Places } from '../../src/runner/places.js';
import { InProcessQueue } from '../../src/runner/queue.js';
import { submitSyncs } from '../../src/runner/submit-syncs.js';
import { insertCompany } from '../factories/companies.js';
import { openFresh } from '../harness/databases.js';
import { booksOn } from '../sync/rig.js';

const who = { actor: 'Ruth', trigger: 'page', companies: null } as const;

test('syncs of all within reach are in the queue, between two moments of the database’s clock, each joined the second time', async () => {
  const books = await booksOn((clock) => openFresh('sqlite', clock));
  // None is at work: what is asked for waits.
  const queue = new InProcessQueue(books.db, books.clock, books.syncs, new Places(0, new Waits()));
  for (const name of ['Ash', 'Birch', 'Cedar']) await insertCompany(books.db, { name });
  const [ash, birch] = ['ash', 'birch'];
  const by = { queue, tools: { companies: books.rig.companies, database: books.db } };
  const reach = { ...who, companies: [ash, birch] };
  const first = await submitSyncs(by, { who: reach, dryRun: true });
  expect(first.submitted.map(({ company, joined }) => [company, joined])).toEqual([
    ['Ash', false],
    ['Birch', false],
  ]);
  const kept = await books.db.read((rows) => rows.find(SyncRecord, { order: { companyId: 'ASC' } }));
  expect(kept.map(({ id }) => id)).toEqual(first.submitted.map(({ id }) => id));
  for (const { actor, request, queuedAt } of kept) {
    expect([actor, request.dryRun]).toEqual(['Ruth', true]);
    expect(queuedAt >= first.since && queuedAt <= first.until).toBe(true);
  }
  const company = await books.rig.companies.find('cedar');
  const { submitted } = await submitSyncs(by, { who, company });
  expect(submitted).toEqual([{ id: expect.any(String), company: 'Cedar', joined: false }]);
  const again = await submitSyncs(by, { who, company });
  expect(again.submitted.map(({ id, joined }) => [id, joined])).toEqual([[submitted[0]?.id, true]]);
  await queue.drain();
});
