import { NamesOnOneLine1763901001000 } from '../../migrations/1763901001000-names-on-one-line.js';
import { CompanyRow } from '../../src/companies/company.entity.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnDatabases } from '../harness/databases.js';

describeOnDatabases('names that were stored with line ends', (open) => {
  test('are on one line each after the upgrade, and still different', async () => {
    const db = await open();
    const names = { a: 'Ash\nLtd', b: 'Ash\r\n Ltd', c: 'Ash Ltd', d: 'Birch Ltd' };
    for (const [id, name] of Object.entries(names)) await insertCompany(db, { id, name });
    await db.work((rows) => new NamesOnOneLine1763901001000().up(rows.runner as never));
    const found = await db.read((rows) => rows.find(CompanyRow, { order: { id: 'ASC' } }));
    expect(found.map(({ name }) => name)).toEqual(['Ash Ltd (a)', 'Ash  Ltd', 'Ash Ltd', 'Birch Ltd']);
  });
});
