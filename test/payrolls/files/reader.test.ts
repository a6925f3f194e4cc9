import { zipSync } from 'fflate';
import { isReadHere, readFile } from '../../../src/payrolls/files/reader.js';
import { type GivenFor, type Readable, textRead } from '../../../src/payrolls/files/reading.js';
import { workbook } from '../../../src/views/files/workbook.js';
import { fpsFile } from './fps-files.js';

/** All of them are larger than what is read beside everything else: see payrolls/files/reader.ts. */
const people = (tax: string) =>
  fpsFile(Array.from({ length: 400 }, (_, n) => ({ payId: `E${n}`, tax: n === 399 ? tax : '310.20' })));
const columns = { Basic: 'basic_pay', PAYE: 'tax_deducted', NI: 'employee_ni', 'ER NI': 'employer_ni' };
const report = (basic: string) => {
  const rows = Array.from({ length: 2000 }, (_, n) => [
    `E${n}`,
    n === 0 ? basic : `${2600 + n}`,
    '310.20',
    '1.00',
    '2.00',
  ]);
  return workbook([
    { name: 'Payslips', rows: [['Ref', ...Object.keys(columns)], ...rows].map((cells) => ({ cells })) },
  ]);
};
const asReport = (bytes: Uint8Array) => ({ bytes, map: { person: 'Ref', fields: columns }, paidOn: '2025-10-31' });

async function alike<Kind extends Readable>(kind: Kind, given: GivenFor<Kind>) {
  const read = await readFile(kind, given);
  expect(read).toEqual(JSON.parse(await textRead(kind, given)));
  return read;
}

test('a large file is read in a thread as it is read here', async () => {
  expect((await alike('return', { bytes: people('310.20') })).taken).toHaveLength(400);
  const bytes = await report('2600');
  expect((await alike('report', asReport(bytes))).payIds).toHaveLength(2000);
  expect((await alike('guess', { bytes })).columns).toHaveLength(5);
});

test('what is wrong with a large file is told in the same words', async () => {
  await expect(readFile('return', { bytes: people('much') })).rejects.toThrow(
    'element Employee 400 › Employment › FiguresToDate › TotalTax: an amount such as 310.20 is expected',
  );
  await expect(readFile('report', asReport(await report('much')))).rejects.toThrow('line 2, column "Basic": an amount');
});

test('files that come together are read one after the other, and a wrong one keeps none back', async () => {
  const [wrong, right] = await Promise.allSettled(
    ['much', '310.20'].map((tax) => readFile('return', { bytes: people(tax) })),
  );
  expect([wrong?.status, right?.status]).toEqual(['rejected', 'fulfilled']);
});

test('a file that takes too long is no longer read, and keeps none back', async () => {
  const wrong = readFile('return', { bytes: people('310.20') }, { readMaxMs: 1, turnMaxMs: 60_000 });
  await expect(wrong).rejects.toThrow('it takes longer to read than a payroll file does');
  expect((await readFile('return', { bytes: people('310.20') })).taken).toHaveLength(400);
});

test('a file that has no turn for too long is answered, is not read later, and keeps none back', async () => {
  const first = readFile('return', { bytes: people('310.20') });
  const second = readFile('return', { bytes: people('310.20') }, { readMaxMs: 60_000, turnMaxMs: 1 });
  await expect(second).rejects.toThrow('Large payroll files of others have been read for 0.001 seconds');
  expect((await first).taken).toHaveLength(400);
  expect((await readFile('return', { bytes: people('310.20') })).taken).toHaveLength(400);
});

/** A few bytes may unpack to a hundred megabytes, and what is read here holds everyone up. */
test.each([
  ['a return', 'return', () => people('310.20').subarray(0, 20_000), 'here'],
  ['a large return', 'return', () => people('310.20'), 'in a thread'],
  [
    'a return with a packed part',
    'return',
    () => Buffer.from('<IRenvelope><CompressedPart>H4s=</CompressedPart></IRenvelope>'),
    'in a thread',
  ],
  ['one of two bytes a character', 'return', () => Buffer.from('\ufeff<IRenvelope/>', 'utf16le'), 'in a thread'],
  ['one such without its mark', 'return', () => Buffer.from('<IRenvelope/>', 'utf16le'), 'in a thread'],
  ['a small report', 'guess', () => Buffer.from('Ref,Basic'), 'here'],
  ['a report of some hundred people', 'guess', () => Buffer.alloc(17_000, 'Ref,Basic\n'), 'in a thread'],
  ['a small workbook', 'guess', () => zipSync({ 'xl/workbook.xml': new Uint8Array(1) }), 'in a thread'],
] as const)('%s is read where it holds no one up', (_, kind, bytes, where) => {
  expect(isReadHere(kind, bytes()) ? 'here' : 'in a thread').toBe(where);
});
