import { NamesOnOneLine1763901001000 } from '../../migrations/1763901001000-names-on-one-line.js';
import { CompanyRow } from '../../src/companies/company.entity.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnBothDatabases } from '../harness/databases.js';

describeOnBothDatabases('names that were stored with line ends', (open) => {
  test('are on one line after the upgrade, and still different', async () => {
    const db = await open();
    const names = { a: 'Ash\nLtd', b: 'Ash\r\n Ltd', c: 'Ash Ltd', d: 'Birch Ltd' };
    for (const [id, name] of Object.entries(names)) await insertCompany(db, { id, name });
    await db.work((em) => new NamesOnOneLine1763901001000().up(em.runner as never));
    const rows = await db.read((em) => em.find(CompanyRow, { order: { id: 'ASC' } }));
    expect(rows.map(({ name }) => name)).toEqual(['Ash Ltd (a)', 'Ash  Ltd', 'Ash Ltd', 'Birch Ltd']);
  });
});
