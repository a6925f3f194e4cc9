import { parse } from 'csv-parse/sync';
import { WrongShape } from '../../books/wrong-shape.js';
import { type Lines, reportText } from './report-text.js';
import { sheetsOf } from './workbook-lines.js';
import { fileBytesMax, isZip } from './xml.js';

/** How many of the wanted headings are in this row. */
export type HeadingsIn = (cells: readonly string[]) => number;

/** A report as CSV or as an Excel workbook. `headingsIn` finds the right sheet, and the separator. */
export async function linesOfReport(bytes: Uint8Array, headingsIn: HeadingsIn): Promise<Lines> {
  if (bytes.length > fileBytesMax) throw new WrongShape([`it is larger than ${fileBytesMax / 1024 / 1024} MB`]);
  return isZip(bytes) ? linesOfWorkbook(bytes, headingsIn) : linesOfCsv(reportText(bytes), headingsIn);
}

async function linesOfWorkbook(bytes: Uint8Array, headingsIn: HeadingsIn): Promise<Lines> {
  const sheets = await sheetsOf(bytes);
  const [only, another] = sheets;
  if (only === undefined) throw new WrongShape(['it is empty']);
  if (another === undefined) return only.lines;
  const found = sheets.map((sheet) => ({ sheet, headings: mostIn(sheet.lines, headingsIn) }));
  const most = Math.max(...found.map(({ headings }) => headings));
  const [best, second] = found.filter(({ headings }) => headings === most);
  if (best !== undefined && second === undefined && most > 0) return best.sheet.lines;
  const names = sheets.map(({ name }) => `“${name}”`).join(', ');
  throw new WrongShape([`it has several sheets (${names}), and more than one may be the report: leave one of them`]);
}

const mostIn = (lines: Lines, headingsIn: HeadingsIn): number =>
  lines.reduce((most, cells) => Math.max(most, headingsIn(cells)), 0);

export function linesOfCsv(text: string, headingsIn: HeadingsIn): Lines {
  const delimiter = delimiterIn(tableLinesIn(text), headingsIn);
  try {
    return parse(text, { delimiter, bom: true, trim: true, relax_column_count: true, skip_empty_lines: false });
  } catch (error) {
    const line = error instanceof Error && 'lines' in error ? ` at line ${String(error.lines)}` : '';
    throw new WrongShape([`it is not CSV${line}: quotation marks do not match`]);
  }
}

/** 20,000 people, and the lines above and below them. */
const linesMax = 25_000;
/** Commas in words count too, as it is not known yet which sign separates. */
const columnsMax = 1_000;
const separators = [',', ';', '\t'];

function tableLinesIn(text: string): readonly string[] {
  if (text.trim() === '') throw new WrongShape(['it is empty']);
  if (text.trimStart().startsWith('<')) throw new WrongShape(['it is a web page or XML, not a table']);
  const lines = text.split(/\r\n?|\n/);
  if (lines.length > linesMax) throw new WrongShape([`it has more than ${linesMax} lines`]);
  return lines;
}

/** A comma, or the separator that gives the most headings. Too many columns by any of them are too many. */
function delimiterIn(lines: readonly string[], headingsIn: HeadingsIn): string {
  const found = separators.map((delimiter) => ({ delimiter, headings: mostBy(delimiter, lines, headingsIn) }));
  return found.reduce((best, one) => (one.headings > best.headings ? one : best)).delimiter;
}

function mostBy(delimiter: string, lines: readonly string[], headingsIn: HeadingsIn): number {
  let most = 0;
  for (const line of lines) {
    const cells = line.split(delimiter, columnsMax + 2);
    if (cells.length > columnsMax + 1) throw new WrongShape([`it has more than ${columnsMax} columns`]);
    most = Math.max(most, headingsIn(cells.map(bare)));
  }
  return most;
}

const bare = (written: string): string =>
  written
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
