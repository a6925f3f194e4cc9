import { expect, test } from '@jest/globals';
import { isStorable, oneLine } from '../../src/ground/printable.js';
import { receiveFile } from '../../src/acts/payrolls/receive-file.js';
import { PayrollFile } from '../../src/record/runs/payroll-file.entity.js';
import { booksOfFiles, who } from '../acts/payrolls/files-rig.js';
import { fpsFile } from '../payrolls/files/fps-files.js';
import { openFresh } from '../harness/databases.js';
import { companyNow } from '../acts/payrolls/files-rig.js';

test.each([
  ['Pay\u202elmx.exe', 'Pay\uFFFDlmx.exe'],
  ['a\u2066b\u200e', 'a\uFFFDb\uFFFD'],
  ['a\0b\u001b[2J\u0085c', 'a\uFFFDb\uFFFD[2J c'],
  ['October\r\n\tpay.xml', 'October pay.xml'],
  ['Löhne, O’Neill', 'Löhne, O’Neill'],
])('a name shows what would turn or end it: %j', (name, shown) => {
  expect(oneLine(name)).toBe(shown);
  expect(isStorable(oneLine(name))).toBe(true);
});

test('the name of a file, and of a person in it, is kept so that no page is turned by it', async () => {
  const books = await booksOfFiles((clock) => openFresh('sqlite', clock));
  const bytes = fpsFile([{ fore: 'A\u202eda', sur: 'As\u2066h' }]);
  const tools = { database: books.db, log: books.log };
  await receiveFile(tools, async () => [await companyNow(books)], { who, name: 'oct\0\u202elmx.exe', bytes });
  const [file] = await books.db.read((rows) => rows.find(PayrollFile));
  expect(file?.name).toBe('oct\uFFFD\uFFFDlmx.exe');
  expect(file?.taken[0]).toMatchObject({ firstName: 'A\uFFFDda', lastName: 'As\uFFFDh' });
});
