import { Lease } from '../../src/record/lease.entity.js';
import type { Around } from './refusals.js';
import { describeOnBothDatabases } from '../harness/databases.js';
import { booksOn } from './rig.js';

/** A process sleeps while it reads, and another works on the books meanwhile. */
describeOnBothDatabases('a sync that was away for longer than its lease', (open) => {
  /** How often it reads what it slept over the first time: had it kept that, it would not read it again. */
  async function readsOf(what: RegExp): Promise<{ reads: number; ready: number }> {
    let reads = 0;
    let meanwhile = async (): Promise<void> => undefined;
    const around: Around = (transport) => async (request) => {
      const answer = await transport(request);
      if (what.test(request.url) && ++reads === 1) await meanwhile();
      return answer;
    };
    const books = await booksOn(open, { mode: 'approve', around });
    meanwhile = () =>
      books.db.work(async (rows) => {
        const { fence } = await rows.findOneByOrFail(Lease, {});
        const another = { holder: 'another', until: new Date(0), fence: String(Number(fence) + 1) };
        await rows.update(Lease, { companyId: books.company.id }, another);
      });
    const { result } = await books.syncs.run(books.company, { trigger: 'schedule', actor: 'test' });
    return { reads, ready: result.ready };
  }

  it.each([
    ['payroll', /payroll\/2026\/6$/],
    ['which sets of ours are in the books', /journal_sets\?/],
  ])('keeps nothing of %s, and reads it again', async (_, what) => {
    expect(await readsOf(what)).toEqual({ reads: 2, ready: 3 });
  });
});
