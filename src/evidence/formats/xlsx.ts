import { Money } from '../../journal/nouns/money.js';
import type { SheetCell, SheetRow } from '../../views/files/sheet.js';
import { range, workbook } from '../../views/files/workbook.js';
import type { Block, CellKind, Chapter, Row, Table } from '../chapter.js';

/** One sheet per chapter: real numbers and days, totals as formulas. */
export function xlsxOf(chapters: readonly Chapter[]): Promise<Buffer> {
  return workbook(chapters.map((chapter) => ({ name: chapter.title, rows: rowsOf(chapter) })));
}

const blank: SheetRow = { cells: [] };

function rowsOf({ title, blocks }: Chapter): readonly SheetRow[] {
  const rows: SheetRow[] = [{ cells: [title], as: 'title' }, blank];
  for (const block of blocks)
    rows.push(...(block.kind === 'table' ? tableRows(block.table, rows.length) : otherRows(block)), blank);
  return rows;
}

const line = (...cells: SheetCell[]): SheetRow => ({ cells });
const checkWords = { good: 'Yes', bad: 'No', open: 'Not known yet' } as const;

function otherRows(block: Exclude<Block, { kind: 'table' }>): readonly SheetRow[] {
  const title: SheetRow[] = block.title === undefined ? [] : [{ cells: [block.title], as: 'heading' }];
  switch (block.kind) {
    case 'facts':
      return [...title, ...block.facts.map(({ label, value, as }) => line(label, cell(value, as ?? 'text')))];
    case 'checks':
      return [...title, ...block.checks.map(({ is, words }) => line(checkWords[is], words))];
    case 'text':
      return [...title, line(block.words)];
    case 'boxes':
      return [...title, line(block.words), line('', 'By', 'On'), ...block.boxes.map((box) => line(box))];
  }
}

function tableRows({ title, columns, rows, totals, empty }: Table, above: number): readonly SheetRow[] {
  const heading: SheetRow = { cells: [title], as: 'heading' };
  if (rows.length === 0) return [heading, line(empty)];
  const body = rows.map((row) => line(...columns.map(({ id, kind }) => cell(row[id] ?? '', kind))));
  const names: SheetRow = { cells: columns.map((column) => column.title), as: 'heading' };
  const all = [heading, names, ...body];
  if (totals === undefined || !columns.some(({ total }) => total)) return all;
  const first = above + 2;
  const last = first + rows.length - 1;
  const sums = columns.map(({ id, kind, total }, at): SheetCell => {
    if (!total) return at === 0 ? 'Total' : undefined;
    return { formula: `SUM(${range(at, first, at, last)})`, is: sumOf(totals, id, kind) };
  });
  return [...all, { cells: sums, as: 'total' }];
}

function sumOf(totals: Row, id: string, kind: CellKind): Money | number {
  const text = totals[id] ?? '0';
  return kind === 'money' ? Money.parse(text) : Number(text);
}

function cell(value: string, kind: CellKind): SheetCell {
  if (value === '') return undefined;
  switch (kind) {
    case 'money':
      return Money.parse(value);
    case 'count':
      return Number(value);
    case 'day':
      return { day: value };
    case 'moment':
      return new Date(value);
    default:
      return value;
  }
}
