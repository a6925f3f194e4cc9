import { eraseCompany } from '../../../src/acts/erasing/erase-company.js';
import { leaveCompany } from '../../../src/acts/companies/leave-company.js';
import { note } from '../../../src/acts/runs/note.js';
import { Connection } from '../../../src/companies/connection.entity.js';
import { surroundingsFact } from '../../../src/companies/surroundings.js';
import { readFact } from '../../../src/ground/facts.js';
import { CompanyRow } from '../../../src/companies/company.entity.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { act, booksOn } from '../../sync/rig.js';
import { companyOn } from '../rules/on-rows.js';

const who = { actor: 'ann', trigger: 'page', companies: null } as const;

describeOnDatabases('erasing what is kept of a client who left', (open) => {
  test('leaves the log whole, and the journals known by their reference when the client comes back', async () => {
    const books = await booksOn(open);
    await books.sync();
    await books.acts.signOff(books.ref(6), act('agreed with Ed'));
    const { db: database, log } = books;
    const tools = { database, companies: books.rig.companies, log };
    const company = await books.rig.companies.find(books.company.id);
    await note(tools, { ...books.ref(6), company }, { who, words: 'Ed rang' });

    const early = eraseCompany(tools, company, who);
    await expect(early).rejects.toMatchObject({ title: 'The company has not been left', status: 409 });
    const [keys] = await database.read((rows) => rows.find(Connection));
    const left = await leaveCompany(tools, company, { who });
    await database.work((rows) => rows.update(CompanyRow, { id: company.id }, { problem: 'It is down' }));
    expect(await eraseCompany(tools, left, who)).toEqual({ company: 'Elm Ltd', payRuns: 3 });

    const kept = [];
    for (const table of ['pay_periods', 'pay_runs', 'postings', 'writes', 'decisions', 'notes', 'log_figures', 'facts'])
      kept.push(...(await database.read((rows) => rows.query<object[]>(`SELECT * FROM ${table}`))));
    expect(JSON.stringify(kept)).not.toMatch(/Ed |Ann Elm|2000|agreed/);
    // Nor is there a word of what went wrong last, or of the books' chart.
    const row = await database.read((rows) => rows.findOneBy(CompanyRow, { id: company.id }));
    expect([row?.problem, await database.read((rows) => readFact(rows, surroundingsFact(company.id)))]).toEqual([
      null,
      undefined,
    ]);
    expect(await log.verifyChain()).toEqual([]);
    const [line] = await log.page({ companyIds: [company.id] }, 1);
    expect(line).toMatchObject({ act: 'erase', actor: 'ann', answer: expect.stringContaining('3 pay runs') });
    await expect(eraseCompany(tools, left, who)).rejects.toThrow('There is nothing left to erase');

    // Connected again: the books show that it is the same company.
    const before = await books.sets();
    await database.work(async (rows) => {
      await rows.upsert(Connection, { ...keys } as Connection, ['id']);
      await rows.update(CompanyRow, { id: company.id }, { life: 'working', leftAt: null });
    });
    await books.sync({ full: true });
    expect(await books.sets()).toEqual(before);
    expect((await books.runs()).map(({ state, origin }) => [state, origin])).toEqual(
      [1, 2, 3].map(() => ['posted', 'adopted']),
    );
  });

  test('asks whether it was left of the row as it is then, not of the company as it was read', async () => {
    const { database, log, company } = await companyOn(open);
    const left = { ...company, life: 'left' } as const;
    await expect(eraseCompany({ database, log }, left, who)).rejects.toThrow('The company has not been left');
    await database.work((rows) => rows.update(CompanyRow, { id: company.id }, { life: 'left' }));
    await expect(eraseCompany({ database, log }, company, who)).rejects.toThrow('There is nothing left to erase');
  });

  test('is refused by the database while the company works', async () => {
    const books = await booksOn(open);
    await books.sync();
    const { db: database, log } = books;
    const company = await books.rig.companies.find(books.company.id);
    const tools = { database, companies: books.rig.companies, log };
    await note(tools, { ...books.ref(6), company }, { who, words: 'as agreed' });
    for (const statement of [
      'DELETE FROM notes',
      `UPDATE notes SET words = 'other'`,
      `UPDATE notes SET actor = 'ben'`,
      `UPDATE notes SET tag = 'x'`,
    ])
      await expect(database.work((rows) => rows.query(statement))).rejects.toThrow('a note is never changed');
    expect(await log.verifyChain()).toEqual([]);
  });
});
