import { expect, it } from '@jest/globals';
import { leaveCompany } from '../../../src/acts/companies/leave-company.js';
import { eraseCompany } from '../../../src/acts/erasing/erase-company.js';
import { erasePerson } from '../../../src/acts/erasing/erase-person.js';
import { Retention } from '../../../src/runner/retention.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { expectMarkEverywhere, marked, placesOfMark, surname } from './marked.js';

const who = { actor: 'ann', trigger: 'page', companies: null } as const;
const dayMs = 86_400_000;

describeOnDatabases('whatever the register says is personal', (open) => {
  it('is gone from every column of every table once the person is erased', async () => {
    const books = await marked(open);
    await expectMarkEverywhere(books.db);
    books.clock.advance(400 * dayMs);
    const company = await books.rig.companies.find(books.company.id);
    const tools = { database: books.db, log: books.log };
    await erasePerson(tools, company, { who, person: `Ed ${surname}` });
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
    const books = await marked(open);
    books.clock.advance(9 * 366 * dayMs);
    await new Retention(books.db, 6).erase();
    expect(await placesOfMark(books.db)).toEqual([]);
    expect(await books.log.verifyChain()).toEqual([]);
  });
});
