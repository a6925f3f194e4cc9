import type { Blob } from 'node:buffer';
import type { Stream } from 'node:stream';
import { unzipSync, zipSync } from 'fflate';
import type { CellObject, Feature, SheetData } from 'write-excel-file/node';
import { Money } from '../../journal/money.js';
import { inLondon } from '../../ground/london.js';

/** A day without a time: '2025-10-31'. */
export interface Day {
  readonly day: string;
}

/** A formula with what it comes to: shown where nothing reckons, as in a mail's preview or Excel's protected view. */
export interface Formula {
  readonly formula: string;
  readonly is: Money | number;
}

/** A moment is shown in London's time, whatever the reader's zone. */
export type SheetCell = string | number | boolean | Money | Date | Day | Formula | undefined;

export interface SheetRow {
  readonly cells: readonly SheetCell[];
  readonly as?: 'title' | 'heading' | 'total';
}

export interface Sheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  /** In characters; by what stands in them where it is not given. */
  readonly widths?: readonly number[];
  /** Rows at the top that stay when one scrolls. */
  readonly sticky?: number;
  readonly landscape?: boolean;
}

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const formats = { money: '#,##0.00;[Red]-#,##0.00', day: 'dd mmm yyyy', moment: 'dd mmm yyyy hh:mm:ss' };
const widthMin = 8;
const widthMax = 60;
const nameLengthMax = 31;

/** An XLSX file: real numbers, dates and formulas. The same sheets give the same bytes. */
export async function workbook(sheets: readonly Sheet[]): Promise<Buffer> {
  // Loaded for the first spreadsheet, not at every start.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const written = await writeExcelFile(
    sheets.map(({ name, rows, widths, sticky = 0, landscape }) => ({
      sheet: sheetName(name),
      data: rows.map(rowOf),
      columns: (widths ?? widthsOf(rows)).map((width) => ({ width })),
      stickyRowsCount: sticky,
      ...(landscape ? { orientation: 'landscape' as const } : {}),
    })),
    { fontFamily: 'Calibri', fontSize: 11, features: [withResults(sheets)] },
  ).toBuffer();
  return timeless(written);
}

/** "C2:C13" by counting from nought: `range(2, 1, 2, 12)`. */
export function range(fromColumn: number, fromRow: number, toColumn: number, toRow: number): string {
  return `${address(fromColumn, fromRow)}:${address(toColumn, toRow)}`;
}

/** "C2", counting from nought. */
export function address(column: number, row: number): string {
  return `${letters(column)}${row + 1}`;
}

function letters(column: number): string {
  const rest = column % 26;
  return (column >= 26 ? letters((column - rest) / 26 - 1) : '') + String.fromCharCode(65 + rest);
}

/** What Excel refuses in a sheet's name is left out. */
function sheetName(name: string): string {
  return name.replace(/[[\]/\\:*?]/g, ' ').slice(0, nameLengthMax);
}

function rowOf({ cells, as }: SheetRow): SheetData[number] {
  return cells.map((cell) => {
    const style = styles[as ?? 'plain'];
    return cell === undefined ? { value: undefined, ...style } : { ...cellOf(cell), ...style };
  });
}

const styles = {
  plain: {},
  title: { fontWeight: 'bold' as const, fontSize: 14 },
  heading: { fontWeight: 'bold' as const, bottomBorderStyle: 'thin' as const, wrap: true },
  total: { fontWeight: 'bold' as const, topBorderStyle: 'thin' as const },
};

function cellOf(cell: Exclude<SheetCell, undefined>): CellObject {
  if (typeof cell === 'string') return { type: String, value: cell };
  if (typeof cell === 'number') return { type: Number, value: cell };
  if (typeof cell === 'boolean') return { type: Boolean, value: cell };
  if (cell instanceof Money) return { type: Number, value: figure(cell), format: formats.money };
  if (cell instanceof Date) return { type: Date, value: new Date(`${inLondon(cell)}Z`), format: formats.moment };
  if ('day' in cell) return { type: Date, value: new Date(`${cell.day}T00:00:00Z`), format: formats.day };
  const format = cell.is instanceof Money ? { format: formats.money } : {};
  return { type: 'Formula', value: cell.formula, ...format };
}

/** A spreadsheet's numbers are floating: fifteen digits of pence are held exactly. */
function figure(value: Money | number): number {
  return value instanceof Money ? Number(value.toString()) : value;
}

/** The library writes formulas without what they come to. */
function withResults(sheets: readonly Sheet[]): Feature<Stream | Buffer | Blob> {
  const results = sheets.map(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap(resultOf)));
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform: (xml, _, { sheetIndex }) => {
            const ofSheet = (results[sheetIndex] ?? []).values();
            return xml.replace(/<\/f>/g, () => `</f><v>${ofSheet.next().value}</v>`);
          },
        },
      },
    },
  };
}

function resultOf(cell: SheetCell): number[] {
  return typeof cell === 'object' && 'formula' in cell ? [figure(cell.is)] : [];
}

/** The library stamps each file in the archive with the time of writing. Local, since archives know no zone. */
function timeless(archive: Buffer): Buffer {
  return Buffer.from(zipSync(unzipSync(archive), { mtime: new Date(1980, 0, 1) }));
}

function widthsOf(rows: readonly SheetRow[]): number[] {
  const widths: number[] = [];
  for (const { cells, as } of rows) {
    if (as === 'title') continue;
    for (const [column, cell] of cells.entries())
      widths[column] = Math.max(widths[column] ?? widthMin, Math.min(widthMax, lengthOf(cell)) + 2);
  }
  return widths;
}

function lengthOf(cell: SheetCell): number {
  if (cell instanceof Date) return formats.moment.length;
  if (cell instanceof Money) return cell.inPounds().length;
  if (typeof cell === 'object') return 'day' in cell ? formats.day.length : lengthOf(cell.is);
  return String(cell ?? '').length;
}
