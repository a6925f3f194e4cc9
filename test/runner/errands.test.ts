import { Fact } from '../../src/ground/facts.js';
import { problem } from '../../src/ground/problem.js';
import { type ErrandName, Errands } from '../../src/runner/errands.js';
import { Retention } from '../../src/runner/retention.js';
import { describeOnDatabases } from '../harness/databases.js';

const recheck: ErrandName = { of: { name: 'Ruth', person: 'ruth' }, what: 'recheck', year: 2026, period: 6 };
const clients = [{ id: 'ash' }, { id: 'birch' }, { id: 'cedar' }];
const busy = () => problem('files-busy', { detail: 'Two are made already.', todo: 'Ask again.' });

/** A door that a test opens. */
function gate() {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { isOpen, open: () => open() };
}

describeOnDatabases('an errand for many clients', (open) => {
  test('is told by every replica while it goes on, and says at the end what was left out and why', async () => {
    const db = await open();
    const [one, other] = [new Errands(db), new Errands(db)];
    expect(await other.find(recheck)).toBeUndefined();
    const [asked, held] = [gate(), gate()];
    const { ended } = await one.start(recheck, clients, async ({ id }) => {
      if (id === 'ash') return 2;
      if (id === 'birch') throw busy();
      asked.open();
      await held.isOpen;
      return 1;
    });
    await asked.isOpen;
    const leftOut = [{ companyId: 'birch', why: busy().title }];
    expect(await other.find(recheck)).toMatchObject({ done: 2, of: 3, found: 2, leftOut });
    expect((await other.find(recheck))?.end).toBeUndefined();
    held.open();
    await ended;
    expect(await other.find(recheck)).toMatchObject({ done: 3, of: 3, found: 3, leftOut, end: 'done' });
    // Someone else's, and another month's, is not told.
    expect(await other.find({ ...recheck, of: { name: 'Ann', person: 'ann' } })).toBeUndefined();
    expect(await other.find({ ...recheck, period: 7 })).toBeUndefined();
  });

  test('takes no further client once its process ends, and a bug ends it', async () => {
    const db = await open();
    const errands = new Errands(db);
    const [asked, held] = [gate(), gate()];
    const { ended } = await errands.start(recheck, clients, async () => {
      asked.open();
      await held.isOpen;
      return 0;
    });
    await asked.isOpen;
    const drained = errands.drain();
    held.open();
    await drained;
    await ended;
    expect(await errands.find(recheck)).toMatchObject({ done: 1, end: 'stopped' });

    const broken = await new Errands(db).start(recheck, clients, () => Promise.reject(new Error('out of order')));
    await expect(broken.ended).rejects.toThrow('out of order');
    expect(await errands.find(recheck)).toMatchObject({ done: 0, leftOut: [], end: 'stopped' });
  });

  test('begun again, the later one is told; after a day none is kept', async () => {
    const db = await open();
    const errands = new Errands(db);
    const earlier = await errands.begin(recheck, 3);
    const later = await errands.begin(recheck, 2);
    await later.did();
    await earlier.did();
    await earlier.end();
    expect(await errands.find(recheck)).toMatchObject({ done: 1, of: 2 });

    const age = (hours: number) =>
      db.work(async (rows) => {
        const [fact] = await rows.find(Fact, { where: { name: 'errand:recheck:ruth:2026-6' } });
        const movedAt = new Date((await db.now(rows)).getTime() - hours * 3_600_000).toISOString();
        const value = JSON.stringify({ ...(JSON.parse(fact?.value ?? '') as object), movedAt });
        await rows.update(Fact, { name: 'errand:recheck:ruth:2026-6' }, { value });
      });
    await age(23);
    await new Retention(db, 7).erase();
    expect(await errands.find(recheck)).toBeDefined();
    await age(25);
    await new Retention(db, 7).erase();
    expect(await errands.find(recheck)).toBeUndefined();
  });
});
