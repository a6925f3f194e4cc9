import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { withZone } from '../../ground/london.js';
import { turns } from '../../ground/turns.js';
import type { Money } from '../../journal/nouns/money.js';
import type { Day } from './sheet.js';

export type Cell = string | number | Money | Date | Day | undefined;

export interface FileColumn<Row> {
  readonly heading: string;
  readonly value: (row: Row) => Cell;
  /** Money, with a total below when the file can hold a formula. */
  readonly summed?: true;
}

/**
 * Spreadsheets take a cell that begins like this for a formula. Some skip spaces, line ends and invisible characters
 * first.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Keeps text that begins like a formula as text. Numbers and money are not text, and are left as they are. */
export function neutral(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Written row by row; the byte order mark at the beginning shows spreadsheets that it is UTF-8. */
export async function writeCsv<Row>(
  rows: AsyncIterable<Row>,
  columns: readonly FileColumn<Row>[],
  to: NodeJS.WritableStream,
  options: { readonly end?: boolean } = {},
): Promise<void> {
  const lines = Readable.from(cellsOf(rows, columns), { objectMode: true, highWaterMark: 100 });
  const csv = stringify({
    bom: true,
    header: true,
    columns: columns.map(({ heading }) => heading),
    record_delimiter: 'windows',
    cast: { string: neutral, object: textOf, date: withZone },
  });
  await pipeline(lines, csv, to, options);
}

export async function* cellsOf<Row>(
  rows: AsyncIterable<Row>,
  columns: readonly FileColumn<Row>[],
): AsyncGenerator<Cell[]> {
  // A database in this process and a reader that keeps up wait for nothing: 100,000 lines held everyone up for 4.2 s.
  const othersTurn = turns();
  for await (const row of rows) {
    yield columns.map(({ value }) => value(row));
    await othersTurn();
  }
}

const textOf = (cell: object): string => ('day' in cell ? String(cell.day) : String(cell));
