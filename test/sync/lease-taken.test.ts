import { Lease } from '../../src/record/lease.entity.js';
import type { Around } from './refusals.js';
import { describeOnBothDatabases } from '../harness/databases.js';
import { booksOn } from './rig.js';

/** A process sleeps while it reads payroll, and another works on the books meanwhile. */
describeOnBothDatabases('a sync that was away for longer than its lease', (open) => {
  it('keeps nothing of what it read, and reads everything again', async () => {
    let reads = 0;
    let meanwhile = async (): Promise<void> => undefined;
    const around: Around = (transport) => async (request) => {
      const answer = await transport(request);
      if (request.url.endsWith('payroll/2026/6') && ++reads === 1) await meanwhile();
      return answer;
    };
    const books = await booksOn(open, { mode: 'approve', around });
    meanwhile = () =>
      books.db.work(async (rows) => {
        const { fence } = await rows.findOneByOrFail(Lease, {});
        const another = { holder: 'another', until: new Date(0), fence: String(Number(fence) + 1) };
        await rows.update(Lease, { companyId: books.company.id }, another);
      });
    const outcome = await books.syncs.run(books.company, { trigger: 'schedule', actor: 'test' });
    // Had it kept what it read first, its second try would find the period unchanged and not read it.
    expect(outcome.result).toMatchObject({ ready: 3 });
    expect(reads).toBe(2);
  });
});
