import { CsvError, parse } from 'csv-parse/sync';
import type { Problem } from '../../ground/problem.js';

/** Skips empty rows, because a spreadsheet may leave some after the last one. */
export function csvLines(csv: string, wrong: (detail: string) => Problem): string[][] {
  try {
    return parse(csv, {
      bom: true,
      recordDelimiter: ['\r\n', '\n'],
      relaxColumnCount: true,
      skipRecordsWithEmptyValues: true,
    });
  } catch (error) {
    throw wrong(error instanceof CsvError ? `${error.message}.` : String(error));
  }
}
