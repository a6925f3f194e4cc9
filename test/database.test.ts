import { describeOnBothDatabases } from './harness/databases.js';

describeOnBothDatabases('Database', (open) => {
  test('opens', async () => {
    const database = await open();
    expect(await database.pendingMigrations()).toEqual([]);
  });
});
