import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Problem, problem } from '../../../ground/problem.js';
import type { ColumnMap } from '../../../journal/policy/column-map.js';

/** What an option's file has. */
export async function readJson(file: string, option: string): Promise<unknown> {
  const todo = `Give ${option} the path of a file of JSON; counterfoil journal --help shows what it has.`;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw notRead(error, todo);
  });
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The JSON parser's message would quote the file.
    throw notRead(`${file} is not JSON.`, todo);
  }
}

export function notRead(error: unknown, todo: string): Problem {
  const detail = error instanceof Error ? error.message : String(error);
  return problem('file-unreadable', { detail, todo });
}

/** A return or a report, and no document of ours. */
export const isPayrollFile = (file: string): boolean => extname(file).toLowerCase() === '.xml' || isReport(file);

/** A payslip report, as CSV or as an Excel workbook. */
export const isReport = (file: string): boolean => ['.csv', '.xlsx'].includes(extname(file).toLowerCase());

/** The columns of a report, from a JSON file. */
export async function columnMapIn(file: string): Promise<ColumnMap> {
  const mapping = await readJson(file, '--columns');
  const { parseColumnMap } = await import('../../../payrolls/files/columns.js');
  const { orRefuse } = await import('../../../payrolls/files/or-refuse.js');
  return orRefuse(file, () => parseColumnMap(mapping));
}
