import { expect, it } from '@jest/globals';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { describeOnDatabases } from '../harness/databases.js';
import { type Books, booksOn } from './rig.js';

const october = 6;

/** The log does not cover these columns: each sync works them out again and so corrects them (SECURITY.md). */
const tamperings: readonly (readonly [what: string, change: string, mode: 'auto' | 'approve'])[] = [
  [
    'posted, shown as one that waits',
    `state = 'ready', journal_set = NULL, posted_on = NULL, posted_at = NULL`,
    'auto',
  ],
  ['posted, shown as held', `state = 'held'`, 'auto'],
  ['waiting, shown as posted', `state = 'posted', journal_set = 'https://books.example/9', reason = NULL`, 'approve'],
];

describeOnDatabases('a pay run’s row that was changed by hand', (open) => {
  const rowOf = async (books: Books) => {
    const { updatedAt: _, ...row } = await books.db.read((rows) =>
      rows.findOneByOrFail(PayRunRecord, { companyId: books.company.id, period: october }),
    );
    return row;
  };

  it.each(tamperings)('is put right by the next sync, and nothing is posted by it: %s', async (_, change, mode) => {
    const books = await booksOn(open, { postFrom: '2025-10-06', mode });
    await books.sync();
    const [before, sets] = [await rowOf(books), await books.sets()];
    await books.db.work((rows) => rows.query(`UPDATE pay_runs SET ${change} WHERE period = ${october}`));
    expect(await rowOf(books)).not.toEqual(before);
    await books.sync();
    expect(await rowOf(books)).toEqual(before);
    expect(await books.sets()).toEqual(sets);
    expect(await books.log.verifyChain()).toEqual([]);
  });
});
