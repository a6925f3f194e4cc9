import { withoutSuffix } from '../../src/journal/nouns/chart.js';
import { fingerprint } from '../../src/journal/nouns/identity.js';
import { Money } from '../../src/journal/nouns/money.js';
import { Posting } from '../../src/record/runs/posting.entity.js';
import { describeOnDatabases } from '../harness/databases.js';
import { type Books, booksOn } from './rig.js';

const october = 6;

/** Books and record as left by a release whose mapper put gross pay on another account. */
async function postedByAnotherMapping(books: Books): Promise<void> {
  await books.sync();
  const { tag } = await books.run(october);
  const posting = await books.db.read((rows) =>
    rows.findOneByOrFail(Posting, { companyId: books.company.id, runTag: tag }),
  );
  const lines = posting.lines.map((line) =>
    withoutSuffix(line.category) === '401' ? { ...line, category: line.category.replace('401', '403') } : line,
  );
  const parsed = lines.map(({ category, user, debit }) => ({ category, user, debit: Money.parse(debit) }));
  await books.db.work((rows) =>
    rows.update(Posting, { id: posting.id }, { lines, fingerprint: fingerprint(posting.datedOn, parsed) }),
  );
  const set = (await books.sets()).find(({ url }) => url === posting.journalSet);
  const entries = set?.journal_entries.map(({ url, category }) => ({
    url,
    category: category.replace('/401', '/403'),
  }));
  await books.rig.control('PUT', `companies/elm/journal_sets/${posting.journalSet.split('/').at(-1)}`, {
    journal_set: { journal_entries: entries },
  });
}

const writes = (books: Books) =>
  books.rig
    .asked('POST', /journal_sets/)
    .then(async (posted) => [
      posted,
      await books.rig.asked('PUT', /journal_sets/),
      await books.rig.asked('DELETE', /journal_sets/),
    ]);

describeOnDatabases('a pay run that this release would post otherwise', (open) => {
  it('stays as it was posted, with a warning, for as long as payroll does not change', async () => {
    const books = await booksOn(open);
    await postedByAnotherMapping(books);
    const [sets, sent] = [await books.sets(), await writes(books)];
    await books.sync({ full: true });
    const run = await books.run(october);
    expect(run).toMatchObject({ state: 'posted', warningCodes: ['mapped_otherwise'] });
    expect(run.mapped?.warnings).toContainEqual({
      code: 'mapped_otherwise',
      message: expect.stringContaining('What was posted stands'),
    });
    expect((await books.run(5)).warningCodes).toEqual([]);
    expect([await books.sets(), await writes(books)]).toEqual([sets, sent]);
    expect(await books.verify.run(books.company, { actor: 'Ruth', trigger: 'command' })).toEqual([]);

    const document = await books.period(2026, october);
    const [slip, ...rest] = document.payslips;
    await books.setPeriod(2026, october, {
      ...document,
      payslips: [{ ...slip, basic_pay: '2100.00', net_pay: '1800.00' } as never, ...rest],
    });
    await books.sync({ full: true });
    expect((await books.run(october)).state).not.toBe('posted');
    expect((await books.run(october)).warningCodes).not.toContain('mapped_otherwise');
    expect(await writes(books)).toEqual(sent);
  });
});
