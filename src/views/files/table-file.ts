import type { Response } from 'express';
import { Problem } from '../../ground/problem.js';
import { Money } from '../../journal/money.js';
import { type Cell, type FileColumn, writeCsv } from './csv.js';
import { range, type Sheet, type SheetCell, workbook, workbookType } from './workbook.js';

export const fileFormats = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** Rows under one heading, to download as CSV or as a spreadsheet. */
export interface TableFile<Row> {
  /** Without its ending. */
  readonly name: string;
  readonly sheet: string;
  readonly rows: AsyncIterable<Row>;
  readonly columns: readonly FileColumn<Row>[];
  /** CSV has the totals too, as a last row; a spreadsheet has them always, as formulas. */
  readonly totalled?: true;
}

/** A spreadsheet is made in one go, and nobody else is answered meanwhile: 50,000 rows took half a minute on a busy machine. CSV holds any number. */
const sheetRowsMax = 10_000;

export async function answerFile<Row>(response: Response, format: FileFormat, file: TableFile<Row>): Promise<void> {
  if (format === 'xlsx') {
    const written = await workbook([await tableSheet(file)]);
    response.type(workbookType).attachment(`${file.name}.xlsx`).send(written);
    return;
  }
  response.type('text/csv').attachment(`${file.name}.csv`);
  try {
    await (file.totalled ? writeTotalled(file, response) : writeCsv(file.rows, file.columns, response));
  } catch (error) {
    // Whoever reads may go away in the middle; that is no failure of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** The rows under their headings, and below them the totals that the columns ask for, as formulas. */
export async function tableSheet<Row>({ sheet, rows, columns }: Omit<TableFile<Row>, 'name'>): Promise<Sheet> {
  const lines: Cell[][] = [];
  for await (const row of rows) {
    if (lines.length === sheetRowsMax) throw tooMany();
    lines.push(columns.map(({ value }) => value(row)));
  }
  const summed = columns.some(({ summed: asked }) => asked) && lines.length > 0;
  return {
    name: sheet,
    sticky: 1,
    landscape: true,
    rows: [
      { cells: columns.map(({ heading }) => heading), as: 'heading' },
      ...lines.map((cells) => ({ cells })),
      ...(summed ? [{ cells: columns.map(totalOver(lines)), as: 'total' as const }] : []),
    ],
  };
}

function totalOver<Row>(lines: readonly Cell[][]) {
  return (asked: FileColumn<Row>, column: number): SheetCell => {
    const is = totalIn(lines, asked, column);
    return is instanceof Money ? { formula: `SUM(${range(column, 1, column, lines.length)})`, is } : is;
  };
}

async function writeTotalled<Row>({ rows, columns }: TableFile<Row>, response: Response): Promise<void> {
  const lines: Cell[][] = [];
  for await (const row of rows) lines.push(columns.map(({ value }) => value(row)));
  lines.push(columns.map((column, index) => totalIn(lines, column, index)));
  const written = columns.map(({ heading }, index) => ({ heading, value: (line: Cell[]) => line[index] }));
  await writeCsv(rowsOf(lines), written, response);
}

function totalIn<Row>(
  lines: readonly Cell[][],
  { summed }: FileColumn<Row>,
  column: number,
): Money | string | undefined {
  if (!summed) return column === 0 ? 'Total' : undefined;
  return Money.sum(lines.map((line) => line[column]).filter((cell) => cell instanceof Money));
}

export async function* rowsOf<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

function tooMany(): Problem {
  return new Problem({
    title: 'Too much for a spreadsheet',
    detail: `There are more than ${sheetRowsMax.toLocaleString('en-GB')} rows.`,
    todo: 'Choose fewer months or one company, or take the CSV file.',
    status: 422,
  });
}
