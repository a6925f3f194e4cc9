import { describeOnDatabases } from '../harness/databases.js';
import { booksOn } from './rig.js';

const by = { actor: 'Ruth', trigger: 'command' as const };

/** Harm that someone with write access to the database could do. */
const harm = {
  'is not in the database': `DELETE FROM policies`,
  'cannot be read': `UPDATE policies SET policy = '{'`,
};

describeOnDatabases('a company whose policy', (open) => {
  it.each(Object.entries(harm))('%s is not synced, and the error names it', async (what, statement) => {
    const books = await booksOn(open);
    await books.db.work((rows) => rows.query(statement));
    const { result } = await books.syncs.run(books.company, by);
    expect(result.error).toMatchObject({
      title: 'The policy is gone',
      detail: expect.stringContaining(`${books.company.name}: policy version 1 ${what}`),
    });
    expect(await books.sets()).toEqual([]);
  });

  it('is gone is listed with the others, and can be paused', async () => {
    const books = await booksOn(open);
    await books.db.work((rows) => rows.query(harm['cannot be read']));
    const listed = [];
    for await (const { name } of books.rig.companies.all()) listed.push(name);
    expect(listed).toEqual([books.company.name]);
    expect(await books.rig.companies.pause(books.company.id)).toMatchObject({ life: 'paused' });
  });
});
