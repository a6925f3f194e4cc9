import { readFileSync, writeFileSync } from 'node:fs';
import type { Block, Chapter, Table } from '../../src/evidence/chapter.js';
import { pdfOf } from '../../src/evidence/formats/pdf.js';
import { xlsxOf } from '../../src/evidence/formats/xlsx.js';
import { openedPdf } from '../harness/pdf.js';
import { readXlsx } from '../harness/spreadsheet.js';

const about = {
  ...{ company: 'Ash & Söhne Ltd', month: 'October 2025', taxYear: '2025/26', year: '2026', period: '6' },
  ...{ asAt: '2025-11-05T09:00:00.000Z', shows: 'pay of each person' as const },
};
const hash = '0123456789abcdef'.repeat(4);
const columns = [
  { id: 'name', title: 'Name', kind: 'text', width: 24 },
  { id: 'on', title: 'Paid', kind: 'day', width: 14 },
  { id: 'at', title: 'Recorded', kind: 'moment', width: 20 },
  { id: 'count', title: 'Payslips', kind: 'count', width: 10 },
  { id: 'gross', title: 'Gross', kind: 'money', width: 12, total: true },
  { id: 'hash', title: 'Hash', kind: 'hash', width: 20 },
] as const;
const row = (name: string, more: object = {}) => ({
  ...{ name, on: '2025-10-31', at: '2025-11-05T09:00:00.000Z', count: '2', gross: '1234.50', hash: 'abcdef01' },
  ...more,
});
const table = (title: string, more: Partial<Table> = {}): Block => ({
  kind: 'table',
  table: { title, columns, rows: [row('Ann Elm')], empty: 'No one was paid.', ...more },
});
/** As long as most of a page: what comes next is at its end, and is kept together on the next. */
const filler = (lines: number): Block => ({ kind: 'text', words: 'long '.repeat(lines * 27).trim() });
const atTheEnd = (block: Block, lines = 65): Chapter => ({
  title: 'At the end of a page',
  blocks: [filler(lines), block],
});

const chapters: readonly Chapter[] = [
  {
    title: 'Every block',
    blocks: [
      {
        kind: 'facts',
        title: 'Facts',
        facts: [
          { label: 'Company', value: 'Ash' },
          { label: 'Paid', value: '2025-10-31', as: 'day' },
          { label: 'Recorded', value: '2025-11-05T09:00:00.000Z', as: 'moment' },
          { label: 'Gross', value: '12345.60', as: 'money' },
          { label: 'A label that takes more room than there is for a label', value: '3', as: 'count' },
          { label: 'Hash', value: hash, as: 'hash' },
          { label: 'Nothing', value: '', as: 'money' },
          { label: 'Long', value: 'word '.repeat(60).trim() },
        ],
      },
      {
        kind: 'checks',
        checks: [
          { is: 'good', words: 'Balanced' },
          { is: 'bad', words: 'Altered in the books' },
          { is: 'open', words: 'PAYE due' },
        ],
      },
      { kind: 'text', words: 'Words without a title.' },
      { kind: 'text', title: 'A title', words: 'Words with one.' },
      {
        kind: 'boxes',
        title: 'Reviewed',
        words: 'Tick each.',
        boxes: ['Starters', 'Leavers, and those who left before them'],
      },
    ],
  },
  {
    title: 'Every table',
    blocks: [
      table('Without a total'),
      table('With one', { rows: [row('Ann'), row('Total')], totals: { gross: '2469.00' } }),
      table('With one below its first column too', { totals: { name: '2', gross: '1234.50' } }),
      table('Summed below no column', { columns: columns.slice(0, 2), totals: {} }),
      table('Empty', { rows: [] }),
      table('Of long cells', { rows: [row('long '.repeat(400)), row('two\nlines'), row('', { on: '', gross: '' })] }),
    ],
  },
  {
    title: 'Over pages',
    blocks: [
      table('Of sixty people', {
        columns: [columns[0], columns[4]],
        rows: Array.from({ length: 60 }, (_, at) => row(`Person ${at}`)),
        totals: { gross: '74070.00' },
      }),
      { kind: 'text', words: 'After it.' },
    ],
  },
  atTheEnd({ kind: 'text', title: 'A heading', words: 'is not left alone.' }),
  atTheEnd(table('A table')),
  atTheEnd(
    { kind: 'facts', facts: [1, 2, 3].map((one) => ({ label: `Fact ${one}`, value: 'word '.repeat(30).trim() })) },
    62,
  ),
  atTheEnd({ kind: 'boxes', title: 'Boxes', words: 'Tick each.', boxes: ['One', 'Two', 'Three'] }, 60),
  {
    title: 'A total alone',
    blocks: [
      table('Of as many rows as a page has', {
        columns: [columns[4]],
        rows: Array.from({ length: 48 }, () => row('')),
        totals: { gross: '58021.50' },
      }),
    ],
  },
];

const golden = (name: string) => new URL(`../golden/month-file/${name}`, import.meta.url);

/** `UPDATE_DOCS=1` writes it: look at the PDF before. */
function expectAsBefore(name: string, lines: readonly string[]): void {
  const text = `${lines.join('\n')}\n`;
  if (process.env.UPDATE_DOCS !== undefined) writeFileSync(golden(name), text);
  expect(text).toBe(readFileSync(golden(name), 'utf8'));
}

test('a month file is drawn as it was: each word in its place and font, on its page, under its tag', async () => {
  const { title, outline, tags, pages } = openedPdf(await pdfOf(about, chapters));
  expect(title).toBe('Ash & Söhne Ltd: month file, October 2025');
  expect(outline).toEqual(chapters.map((chapter) => chapter.title));
  const drawn = pages.flatMap((page, at) => [`Page ${at + 1}`, ...page]);
  expectAsBefore('drawn.txt', [...tags.split(/ (?=H1|H2|Table)/), ...drawn]);
});

test('the same chapters are a workbook: a sheet each, real numbers and days, and sums below', async () => {
  const sheets = readXlsx(
    await xlsxOf(chapters.map(({ title, blocks }, at) => ({ title: `${title} ${at}`, blocks: at < 2 ? blocks : [] }))),
  );
  expect(sheets.map(({ name }) => name)).toEqual(chapters.map(({ title }, at) => `${title} ${at}`));
  expectAsBefore(
    'sheets.txt',
    sheets.flatMap(({ name, rows }) => [
      `Sheet ${name}`,
      ...rows.map((cells) => cells.join(' | ').replaceAll('\n', ' / ').trim()),
    ]),
  );
});
