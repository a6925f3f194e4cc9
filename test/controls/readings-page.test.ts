import { readingsCounted, readingsPage, unreadPage } from '../../src/controls/show/readings.js';
import { companiesListed } from '../../src/views/month/companies-listed.js';
import { account, insertReading, openAccount } from '../factories/balances.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnDatabases } from '../harness/databases.js';

const everything = { companies: null, pay: true };

describeOnDatabases('The readings of all clients, in pages', (open) => {
  test('are counted and listed by kind, each by its last reading, of those within reach', async () => {
    const database = await open();
    for (const name of ['Ash', 'Birch', 'Elm', 'Fir', 'Oak']) await insertCompany(database, { name });
    await insertCompany(database, { name: 'Yew' }, { mode: 'check' });
    await insertReading(database, 'ash', [openAccount('814', '1.00')], { asOn: '2025-10-05' });
    await insertReading(database, 'ash', [account('814')]);
    await insertReading(database, 'birch', [openAccount('814', '1.00')]);
    await insertReading(database, 'elm', [openAccount('814', '2.00')]);
    await insertReading(database, 'fir', []);
    const bank = { what: 'The bank ends', todo: 'Bring lines', isInDoubt: true, isOfBank: true, accounts: [] } as const;
    for (const name of ['Rowan', 'Sorb']) await insertCompany(database, { name });
    await insertReading(database, 'rowan', [account('814')], { causes: [bank] });
    await insertReading(database, 'sorb', [openAccount('814', '1.00')], { causes: [bank] });

    await database.read(async (rows) => {
      const named = async (kind: 'open' | 'bank' | 'nothing' | 'clear', after?: string) => {
        const page = await readingsPage(rows, everything, kind, { after, size: 1 });
        return { names: page.rows.map(({ company }) => company), next: page.next };
      };
      const first = await named('open');
      const second = await named('open', first.next);
      const third = await named('open', second.next);
      // Who has something else to look at too is among those.
      expect([first.names, second.names, third.names, third.next]).toEqual([['Birch'], ['Elm'], ['Sorb'], undefined]);
      expect((await named('bank')).names).toEqual(['Rowan']);
      expect([(await named('nothing')).names, (await named('clear')).names]).toEqual([['Fir'], ['Ash']]);
      const unread = await unreadPage(rows, everything, { size: 5 });
      expect(unread.rows.map(({ name }) => name)).toEqual(['Oak', 'Yew']);
      const counts = { all: 8, clear: 1, bank: 1, nothing: 1, unread: 2, never: 2 };
      expect(await readingsCounted(rows, everything)).toEqual(counts);
      const ofNone = { all: 0, clear: 0, bank: 0, nothing: 0, unread: 0, never: 0 };
      expect(await readingsCounted(rows, { companies: [], pay: true })).toEqual(ofNone);
      const checked = await companiesListed(rows, everything, { mode: 'check' }, { size: 5 });
      expect(checked.rows.map(({ name }) => name)).toEqual(['Yew']);
    });
  });
});
