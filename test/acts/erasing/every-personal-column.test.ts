import { expect, it } from '@jest/globals';
import { leaveCompany } from '../../../src/acts/companies/leave-company.js';
import { eraseCompany } from '../../../src/acts/erasing/erase-company.js';
import { erasePerson } from '../../../src/acts/erasing/erase-person.js';
import { Retention } from '../../../src/runner/retention.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { expectMarkEverywhere, marked, namesOfHis, placesOfMark } from './marked.js';

const who = { actor: 'ann', trigger: 'page', companies: null } as const;
const [books, paid, paidLater] = namesOfHis;
const dayMs = 86_400_000;

describeOnDatabases('whatever the register says is personal', (open) => {
  // The name that words have, and the name by which the person is erased.
  it.each([
    [books, books],
    [books, paid],
    [paid, books],
    [paidLater, paid],
    [books, paidLater],
  ])('is gone from every column of every table, written as %s, once %s is erased', async (written, named) => {
    const books = await marked(open, written);
    await expectMarkEverywhere(books.db);
    books.clock.advance(400 * dayMs);
    const company = await books.rig.companies.find(books.company.id);
    const tools = { database: books.db, log: books.log };
    await erasePerson(tools, company, { who, person: named });
    expect(await placesOfMark(books.db)).toEqual([]);
    expect(await books.log.verifyChain()).toEqual([]);
    // The others are paid as before.
    expect((await books.runs()).map(({ mapped }) => mapped?.paid.length)).toEqual([3, 3, 3]);
  });

  it('is gone once all of a client who left is erased', async () => {
    const books = await marked(open);
    const { db: database, log, rig } = books;
    const company = await rig.companies.find(books.company.id);
    const left = await leaveCompany({ database, companies: rig.companies, log }, company, { who });
    books.clock.advance(dayMs);
    await eraseCompany({ database, log }, left, who);
    expect(await placesOfMark(database)).toEqual([]);
    expect(await log.verifyChain()).toEqual([]);
  });

  it('is gone once its years of retention are over', async () => {
    const books = await marked(open, paidLater);
    books.clock.advance(9 * 366 * dayMs);
    await new Retention(books.db, 6).erase();
    expect(await placesOfMark(books.db)).toEqual([]);
    expect(await books.log.verifyChain()).toEqual([]);
  });
});
