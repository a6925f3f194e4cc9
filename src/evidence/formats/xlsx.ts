import writeXlsxFile, { type Cell, type Row as Cells, type SheetData } from 'write-excel-file/node';
import type { Block, CellKind, Chapter, Column, Row, Table } from '../chapter.js';
import { filesIn, zipOf } from './zip.js';

/** What Excel takes in one cell. */
const cellCharactersMax = 32_767;
const columnWidths = [30, 26, 22, 16, 16, 16, 16, 16, 16].map((width) => ({ width }));
const heading = { fontWeight: 'bold' } as const;

const formats: Readonly<Partial<Record<CellKind, string>>> = {
  money: '#,##0.00;-#,##0.00',
  day: 'dd mmm yyyy',
  moment: 'dd mmm yyyy hh:mm',
  count: '0',
};

/** One sheet a chapter: real numbers and days, totals as formulas, with what they come to beside them. */
export async function xlsxOf(chapters: readonly Chapter[]): Promise<Buffer> {
  const sheets = chapters.map(sheetOf);
  const made = await writeXlsxFile(
    sheets.map(({ data }, at) => ({ data, sheet: chapters[at]?.title ?? '', columns: columnWidths })),
  ).toBuffer();
  const files = filesIn(made);
  if (files === undefined) throw new Error('the spreadsheet that was written cannot be read');
  for (const [at, { totals }] of sheets.entries()) addTotals(files, `xl/worksheets/sheet${at + 1}.xml`, totals);
  return zipOf(files);
}

/** Beside each formula what it comes to, for programs that show a spreadsheet without working it out. */
function addTotals(files: Record<string, Uint8Array>, name: string, totals: readonly string[]): void {
  const sheet = files[name];
  if (sheet === undefined) throw new Error(`the spreadsheet has no ${name}`);
  const left = [...totals];
  const xml = Buffer.from(sheet)
    .toString()
    .replaceAll('</f>', () => `</f><v>${left.shift()}</v>`);
  files[name] = Buffer.from(xml);
}

interface Sheet {
  readonly data: SheetData;
  /** What the formulas come to, in the order they stand. */
  readonly totals: readonly string[];
}

function sheetOf({ title, blocks }: Chapter): Sheet {
  const data: Cells[] = [[{ value: title, fontWeight: 'bold', fontSize: 14 }], []];
  const totals: string[] = [];
  for (const block of blocks) {
    data.push(...(block.kind === 'table' ? tableRows(block.table, data.length, totals) : otherRows(block)), []);
  }
  return { data, totals };
}

function otherRows(block: Exclude<Block, { kind: 'table' }>): Cells[] {
  const title: Cells[] = block.title === undefined ? [] : [[{ value: block.title, ...heading }]];
  switch (block.kind) {
    case 'facts':
      return [...title, ...block.facts.map(({ label, value, as }) => [text(label), cell(value, as ?? 'text')])];
    case 'checks':
      return [...title, ...block.checks.map(({ is, words }) => [text(checkWords[is]), text(words)])];
    case 'text':
      return [...title, [text(block.words)]];
    case 'boxes':
      return [
        ...title,
        [text(block.words)],
        ['', 'By', 'On'].map((value) => ({ value, ...heading })),
        ...block.boxes.map((box) => [text(box)]),
      ];
  }
}

const checkWords = { good: 'Yes', bad: 'No', open: 'Not known yet' } as const;

function tableRows(table: Table, above: number, sums: string[]): Cells[] {
  const { title, columns, rows, totals, empty } = table;
  const first = [{ value: title, ...heading }];
  if (rows.length === 0) return [first, [text(empty)]];
  const body = rows.map((row) => columns.map((column) => valueOf(row, column)));
  const lines: Cells[] = [first, columns.map(headingOf), ...body];
  if (totals === undefined || !columns.some(({ total }) => total)) return lines;
  const [from, to] = [above + 3, above + 2 + rows.length];
  const last = columns.map(({ id, kind, total }, at): Cell => {
    if (!total) return at === 0 ? { value: 'Total', ...heading } : null;
    sums.push(totals[id] ?? '0');
    const letter = String.fromCharCode('A'.charCodeAt(0) + at);
    return {
      type: 'Formula',
      value: `SUM(${letter}${from}:${letter}${to})`,
      format: formats[kind],
      ...heading,
      ...line,
    };
  });
  return [...lines, last];
}

const line = { topBorderStyle: 'thin' } as const;
const headingOf = ({ title, kind }: Column): Cell => ({
  value: title,
  ...heading,
  align: kind === 'money' || kind === 'count' ? 'right' : 'left',
  bottomBorderStyle: 'thin',
});

function valueOf(row: Row, { id, kind }: Column): Cell {
  const value = row[id] ?? '';
  return value === '' ? null : cell(value, kind);
}

function cell(value: string, kind: CellKind): Cell {
  const format = formats[kind];
  switch (kind) {
    case 'money':
    case 'count':
      return { type: Number, value: Number(value), format };
    case 'day':
      return { type: Date, value: new Date(`${value}T00:00:00Z`), format };
    case 'moment':
      return { type: Date, value: asInLondon(value), format };
    default:
      return text(value);
  }
}

const text = (value: string): Cell => ({ type: String, value: value.slice(0, cellCharactersMax) });

const london = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'medium' });

/** A spreadsheet's times have no zone: that of the clock on the wall. */
function asInLondon(iso: string): Date {
  return new Date(`${london.format(new Date(iso)).replace(' ', 'T')}Z`);
}
