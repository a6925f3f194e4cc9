import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { Money } from '../../journal/nouns/money.js';
import { type Cell, cellsOf, type FileColumn, writeCsv } from './csv.js';
import type { Sheet, SheetCell, SheetRow } from './sheet.js';
import { range, sheetName, workbookParts, workbookType } from './workbook.js';

export const fileFormats = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** Rows under one heading, to download as CSV or as a spreadsheet. */
export interface TableFile<Row> {
  /** Without the file extension. */
  readonly name: string;
  readonly sheet: string;
  readonly rows: AsyncIterable<Row>;
  readonly columns: readonly FileColumn<Row>[];
  /** Adds a last row of totals to CSV; a spreadsheet always has them, as formulas. */
  readonly totalled?: true;
}

/** The limit of Excel and LibreOffice for one sheet. */
const sheetRowsMax = 1_048_576;

export async function answerFile<Row>(response: Response, format: FileFormat, file: TableFile<Row>): Promise<void> {
  response.type(format === 'xlsx' ? workbookType : 'text/csv').attachment(`${file.name}.${format}`);
  await unlessTheyLeave(format === 'xlsx' ? writeSpreadsheet(file, response) : writeTable(file, response));
}

/** A reader who leaves halfway is not an error of ours. */
export async function unlessTheyLeave(sending: Promise<void>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** Written as the rows come, so that a long table needs little memory. */
export async function writeSpreadsheet<Row>(
  table: Omit<TableFile<Row>, 'name'>,
  to: NodeJS.WritableStream,
): Promise<void> {
  await pipeline(Readable.from(workbookParts(tableSheets(table))), to);
}

/** The rows under their headings, then the totals as formulas. What does not fit in one sheet goes on in another. */
export async function* tableSheets<Row>(
  { sheet, rows, columns }: Omit<TableFile<Row>, 'name'>,
  rowsMax = sheetRowsMax,
): AsyncGenerator<Sheet> {
  const heading: SheetRow = { cells: columns.map((column) => column.heading), as: 'heading' };
  const lines = cellsOf(rows, columns);
  const totals = totalsOf(columns);
  const filled: { readonly name: string; readonly rows: number }[] = [];
  let next = await lines.next();
  async function* part(name: string): AsyncGenerator<SheetRow> {
    yield heading;
    let count = 0;
    // Leaves room for the heading and the totals.
    for (; !next.done && count < rowsMax - 2; count++, next = await lines.next()) {
      totals.add(next.value);
      yield { cells: next.value };
    }
    filled.push({ name, rows: count });
    if (next.done && count > 0 && columns.some(({ summed }) => summed)) yield totalRow();
  }
  const totalRow = (): SheetRow => ({
    as: 'total',
    cells: totals.cells().map((is, column): SheetCell => {
      if (!(is instanceof Money)) return is;
      const ranges = filled.map(({ name, rows: count }) => {
        const place = range(column, 1, column, count);
        return filled.length === 1 ? place : `'${name.replaceAll("'", "''")}'!${place}`;
      });
      return { formula: `SUM(${ranges.join(',')})`, is };
    }),
  });
  do {
    const number = filled.length + 1;
    const name = number === 1 ? sheetName(sheet) : `${sheetName(sheet).slice(0, 25)} ${number}`;
    yield { name, sticky: 1, landscape: true, rows: part(name) };
  } while (!next.done);
}

async function writeTable<Row>({ rows, columns, totalled }: TableFile<Row>, to: NodeJS.WritableStream): Promise<void> {
  if (!totalled) return writeCsv(rows, columns, to);
  const totals = totalsOf(columns);
  async function* lines(): AsyncGenerator<Cell[]> {
    for await (const cells of cellsOf(rows, columns)) {
      totals.add(cells);
      yield cells;
    }
    yield totals.cells();
  }
  const written = columns.map(({ heading }, index) => ({ heading, value: (line: Cell[]) => line[index] }));
  await writeCsv(lines(), written, to);
}

/** Adds up the summed columns while their rows are written. */
function totalsOf(columns: readonly FileColumn<never>[]) {
  const sums = columns.map(() => Money.zero);
  return {
    add(cells: readonly Cell[]): void {
      for (const [column, cell] of cells.entries())
        if (cell instanceof Money) sums[column] = (sums[column] ?? Money.zero).plus(cell);
    },
    cells(): (Money | string | undefined)[] {
      return columns.map(({ summed }, column) => (summed ? sums[column] : column === 0 ? 'Total' : undefined));
    },
  };
}

export async function* rowsOf<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}
