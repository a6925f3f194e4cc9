import { expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import type { Chapter } from '../../src/evidence/chapter.js';
import { pdfOf } from '../../src/evidence/formats/pdf.js';
import { xlsxOf } from '../../src/evidence/formats/xlsx.js';
import { openedPdf } from '../harness/pdf.js';
import { readXlsx } from '../harness/spreadsheet.js';

/** What someone may be called who wants more of a file than a line in it. */
const names = [
  ') Tj /Launch (calc.exe) endstream endobj',
  '<</S /JavaScript /JS (app.alert(1))>>',
  '=HYPERLINK("http://evil.test","Ann")',
  '@SUM(A1:A9)',
  '</t></is></c><c t="str"><f>1+1</f></c>',
  'Ann\u202efdp.exe',
  'Ann\u0000\u001b[2J',
];
const columns = [{ id: 'name', title: 'Name', kind: 'text', width: 90 }] as const;
const rows = names.map((name) => ({ name }));
const chapters: readonly Chapter[] = [
  { title: 'People', blocks: [{ kind: 'table', table: { title: 'Paid', columns, rows, empty: 'No one' } }] },
];
const about = {
  ...{ company: `Ash ${names[0]} \u202eLtd`, month: 'October 2025', taxYear: '2025/26', year: '2026', period: '6' },
  ...{ asAt: '2025-11-05T09:00:00.000Z', shows: 'pay of each person' as const },
};

test('in a PDF a hostile name is text, and nothing that a reader does', async () => {
  const file = await pdfOf(about, chapters);
  const { title, pages } = openedPdf(file);
  const drawn = pages.flat().join('\n');
  for (const shown of ['/Launch', '/JavaScript', '=HYPERLINK', 'Ann\uFFFDfdp.exe']) expect(drawn).toContain(shown);
  expect(title).toContain('Ash ) Tj /Launch (calc.exe) endstream endobj');
  for (const control of ['\0', '\u001b', '\u202e']) expect(title + drawn).not.toContain(control);
  // An action would be a dictionary of its own: the name stands in the title, and in pages that are packed.
  expect(Buffer.from(file).toString('latin1')).not.toMatch(/\/S\s*\/(JavaScript|Launch|URI)|\/OpenAction|\/AA\b/);
});

test('in a workbook a hostile name is text, and no formula', async () => {
  const file = await xlsxOf(chapters.map(({ title, blocks }) => ({ title, blocks })));
  const [sheet] = readXlsx(file);
  const cells = JSON.stringify(sheet);
  for (const name of names.slice(0, 5)) expect(cells).toContain(JSON.stringify(name).slice(1, -1));
  const sheets = Object.entries(unzipSync(file)).filter(([name]) => name.startsWith('xl/worksheets/'));
  expect(sheets.length).toBe(1);
  for (const [, xml] of sheets) expect(strFromU8(xml)).not.toMatch(/<f>|<hyperlink/);
  expect(cells).not.toMatch(/\\u0000|\\u001b/);
});
