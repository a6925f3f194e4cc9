import type { Response } from 'express';
import { type CsvColumn, writeCsv } from './csv.js';

/** As a file to download, written while it is read: memory does not grow with it. */
export async function answerCsv<Row>(
  response: Response,
  name: string,
  rows: AsyncIterable<Row>,
  columns: readonly CsvColumn<Row>[],
): Promise<void> {
  response.type('text/csv').attachment(name);
  try {
    await writeCsv(rows, columns, response);
  } catch (error) {
    // Whoever reads may go away in the middle; that is no failure of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
