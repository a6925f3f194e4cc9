import { unzipSync, zipSync } from 'fflate';
import { Money } from '../../../src/journal/nouns/money.js';
import { headingsOf, payslipsInColumns } from '../../../src/payrolls/files/columns.js';
import { linesOfReport } from '../../../src/payrolls/files/report-lines.js';
import type { SheetCell } from '../../../src/views/files/sheet.js';
import { workbook } from '../../../src/views/files/workbook.js';

const map = {
  person: 'Ref',
  fields: { Basic: 'basic_pay', PAYE: 'tax_deducted', NI: 'employee_ni', ER: 'employer_ni' },
  net: 'Net',
  totals: 'Total',
};
const headings = ['Ref', 'Basic', 'PAYE', 'NI', 'ER', 'Net', 'Started'];
const ada = [1001, 2600, 310.2, 124.16, 327.45, 2165.6400000000003, { day: '2019-04-01' }];
const total = ['Total', Money.parse('2600.00'), 310.2, 124.16, 327.45, 2165.64, undefined];

type Rows = readonly (readonly SheetCell[])[];
const book = (sheets: Readonly<Record<string, Rows>>) =>
  workbook(Object.entries(sheets).map(([name, rows]) => ({ name, rows: rows.map((cells) => ({ cells })) })));
const report: Rows = [['Payslips of October'], [], headings, ada, total];
const read = (bytes: Uint8Array) => linesOfReport(bytes, headingsOf(map));

const people = new Map([['1001', { user: '/v2/users/1', role: 'Employee' }]]);
const context = {
  year: 2026,
  people,
  answers: { employerPension: { '*': '0.00' }, bothShares: false, paidBefore: {} },
};

test('reads numbers as they are shown, and days as days', async () => {
  const lines = await read(await book({ Payslips: report }));
  expect(lines[3]).toEqual(['1001', '2600', '310.20', '124.16', '327.45', '2165.64', '2019-04-01']);
  const [payslip] = payslipsInColumns(lines, map, '2025-10-31', context);
  expect([payslip?.read.user, payslip?.read.figures.get('basic_pay')?.toString()]).toEqual(['/v2/users/1', '2600.00']);
  expect(payslip?.read.asked).toEqual([]);
});

test('an amount of more than pennies is refused with its place', async () => {
  const lines = await read(await book({ Payslips: [headings, [1001, 2600.125, ...ada.slice(2)], total] }));
  expect(() => payslipsInColumns(lines, map, '2025-10-31', context)).toThrow('line 2, column "Basic": an amount');
});

test('the sheet that has the headings is the report; where several have them, they are named', async () => {
  const notes: Rows = [
    ['Ref', 'of what'],
    ['a', 'b'],
  ];
  expect(await read(await book({ Notes: notes, Payslips: report, Empty: [] }))).toHaveLength(5);
  await expect(read(await book({ May: report, June: report }))).rejects.toThrow('several sheets (“May”, “June”)');
  await expect(read(await book({ A: [['x']], B: [['y']] }))).rejects.toThrow('several sheets');
});

/** The workbook with one of its parts put otherwise. */
async function altered(name: string, part: (xml: string) => string | Uint8Array): Promise<Uint8Array> {
  const parts = unzipSync(await book({ Payslips: report }));
  const given = part(new TextDecoder().decode(parts[name]));
  return zipSync({ ...parts, [name]: typeof given === 'string' ? new TextEncoder().encode(given) : given });
}
const sheet = 'xl/worksheets/sheet1.xml';

test.each<[string, () => Promise<Uint8Array>, string]>([
  [
    'what unpacks to more than 100 MB',
    () => altered('xl/sharedStrings.xml', () => new Uint8Array(101 * 1024 * 1024)),
    'unpacks to more than 100 MB',
  ],
  [
    'a cell far below',
    () => altered(sheet, (xml) => xml.replace('</sheetData>', '<row r="1048576"><c r="A1048576"/></row></sheetData>')),
    'beyond row 25000',
  ],
  ['a cell far to the right', () => altered(sheet, (xml) => xml.replace('r="A4"', "r = 'XFD4'")), 'beyond column 256'],
  [
    'a place that is written to hide it',
    () => altered(sheet, (xml) => xml.replace('r="A4"', 'r="&#88;FD4"')),
    'beyond row 25000',
  ],
  [
    'rows without a place, which are a few bytes each once packed',
    () => altered(sheet, (xml) => xml.replace('</sheetData>', `${'<row/>'.repeat(25_001)}</sheetData>`)),
    'more than 25000 rows',
  ],
  [
    'more cells than people have columns',
    () => altered(sheet, (xml) => xml.replace('</sheetData>', `<row>${'<c/>'.repeat(1_000_001)}</row></sheetData>`)),
    'more than 1000000 cells',
  ],
  [
    'a formula that was not worked out',
    () => altered(sheet, (xml) => xml.replace(/<c r="B4"[^>]*>.*?<\/c>/, '<c r="B4"><f>SUM(B2:B3)</f></c>')),
    'formulas that were not worked out',
  ],
  ['one that is cut short', async () => (await book({ Payslips: report })).subarray(0, 900), 'cut short'],
  ['a zip archive that is no workbook', async () => zipSync({ 'a.txt': new Uint8Array(9) }), 'not an Excel workbook'],
  ['a workbook with nothing in it', async () => book({ Payslips: [] }), 'it is empty'],
])('refuses %s', async (_, make, words) => {
  await expect(read(await make())).rejects.toThrow(words);
});

test('a theme, which speaks of places too, is left alone', async () => {
  const theme = new TextEncoder().encode('<a:theme><a:fillToRect l="50000" r="50000"/></a:theme>');
  const parts = unzipSync(await book({ Payslips: report }));
  expect(await read(zipSync({ ...parts, 'xl/theme/theme1.xml': theme }))).toHaveLength(5);
});

test('a formula that failed is no amount', async () => {
  const bytes = await altered(sheet, (xml) =>
    xml.replace(/<c r="B4"[^>]*>.*?<\/c>/, '<c r="B4" t="e"><v>#REF!</v></c>'),
  );
  const lines = await read(bytes);
  expect(() => payslipsInColumns(lines, map, '2025-10-31', context)).toThrow('line 4, column "Basic": an amount');
});

test.each([
  ['lines', '\n'.repeat(25_001), 'more than 25000 lines'],
  ['columns', `Ref${','.repeat(1_001)}`, 'more than 1000 columns'],
  ['columns, by semicolons', `Ref${';'.repeat(1_001)}`, 'more than 1000 columns'],
])('refuses CSV of more %s than a report has', async (_, text, words) => {
  await expect(read(new TextEncoder().encode(`Ref,Basic\n1,2\n${text}`))).rejects.toThrow(words);
});
