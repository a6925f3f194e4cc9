import { CompanyRow } from '../../src/companies/company.entity.js';
import { Lease } from '../../src/record/lease.entity.js';
import type { Around } from './refusals.js';
import { describeOnDatabases } from '../harness/databases.js';
import { booksOn } from './rig.js';

/** A process sleeps while it reads, and another works on the books meanwhile. */
describeOnDatabases('a sync that was away for longer than its lease', (open) => {
  /** A sync whose books another takes after each of the first `times` reads of `what`. */
  async function takenDuring(what: RegExp, times: number) {
    let reads = 0;
    let meanwhile = async (): Promise<void> => undefined;
    const around: Around = (transport) => async (request) => {
      const answer = await transport(request);
      if (what.test(request.url) && ++reads <= times) await meanwhile();
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
    return { reads, result, books };
  }

  it.each([
    ['payroll', /payroll\/2026\/6$/],
    ['which sets of ours are in the books', /journal_sets\?/],
  ])('keeps nothing of %s, and reads it again', async (_, what) => {
    const { reads, result } = await takenDuring(what, 1);
    // Had it kept what it slept over, it would not read it again.
    expect([reads, result.ready]).toEqual([2, 3]);
  });

  it('fails when that happens each time, and leaves it to the others to note how the company is', async () => {
    const { result, books } = await takenDuring(/payroll\/2026\/6$/, Number.POSITIVE_INFINITY);
    expect(result.error).toMatchObject({ title: 'Another process took over' });
    const company = await books.db.read((rows) => rows.findOneByOrFail(CompanyRow, { id: books.company.id }));
    expect([company.lastSyncedAt, company.problem]).toEqual([null, null]);
  });
});
