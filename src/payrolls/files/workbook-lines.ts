import { zipSync } from 'fflate';
import { WrongShape } from '../../books/wrong-shape.js';
import type { Lines } from './report-text.js';
import { unzipped } from './unzipped.js';

/** One sheet of a workbook that has something in it. */
export interface SheetRead {
  readonly name: string;
  readonly lines: Lines;
}

const unpackedMax = 100 * 1024 * 1024;
/** 20,000 people, and the rows above and below them. */
const rowsMax = 25_000;
const columnsMax = 256;
/** 20,000 people with 50 columns each. */
const cellsMax = 1_000_000;

/**
 * An Excel workbook (XLSX): each cell as the text that a person would read. It is unpacked here, within limits, because
 * a zip archive may be small and unpack to gigabytes; the reader of cells is given what is left of it.
 */
export async function sheetsOf(bytes: Uint8Array): Promise<readonly SheetRead[]> {
  const { default: readXlsx } = await import('read-excel-file/universal');
  const packed = new Uint8Array(zipSync(unpacked(bytes), { level: 0 }));
  const sheets = await readXlsx(packed.buffer, { parseNumber: numberShown, trim: true }).catch(() => {
    // The reader's own words may quote a cell.
    throw new WrongShape(['it is not an Excel workbook that can be read: save it again, or save its sheet as CSV']);
  });
  return sheets
    .map(({ sheet, data }) => ({ name: sheet, lines: data.map((row) => row.map(textOf)) }))
    .filter(({ lines }) => lines.some((cells) => cells.some((one) => one !== '')));
}

/** Themes, drawings and macros are left where they are. */
const needed =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/[^/]+\.xml|xl\/_rels\/[^/]+\.rels|xl\/worksheets\/[^/]+\.xml)$/;

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  const found = unzipped(bytes, { max: unpackedMax, isWanted: (name) => needed.test(name) });
  if (found === 'too large') throw new WrongShape([`it unpacks to more than ${unpackedMax / 1024 / 1024} MB`]);
  if (found === 'unreadable') throw new WrongShape(['it is not a whole Excel workbook: it may have been cut short']);
  return Object.fromEntries(found.map(({ name, bytes: part }) => [name, guarded(part)]));
}

const place = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const failedFormula = /(<(?:\w+:)?c\b[^<>]*\st\s*=\s*)(?:"e"|'e')/g;
const formulaWithoutValue = /(?:<(?:\w+:)?f\b[^<>]*\/>|<\/(?:\w+:)?f>)\s*<\/(?:\w+:)?c>/;

/**
 * What the reader would take for an empty cell is not nil: a formula that failed (it becomes its text), or has no
 * value.
 */
function guarded(part: Uint8Array): Uint8Array {
  const xml = new TextDecoder().decode(part);
  mustBeWithin(xml);
  if (formulaWithoutValue.test(xml))
    throw new WrongShape(['it has formulas that were not worked out: open it in a spreadsheet program, and save it']);
  return new TextEncoder().encode(xml.replaceAll(failedFormula, '$1"str"'));
}

/** The reader would fill in all empty cells before a single cell far out: a few bytes that take gigabytes. */
function mustBeWithin(xml: string): void {
  // Rows and cells need no place; what is left out of 8 KB of a packed sheet may be 800,000 rows.
  for (const [tag, max, words] of counted)
    if (isMoreThan(max, xml.matchAll(tag))) throw new WrongShape([`it has more than ${max} ${words}`]);
  for (const [, double, single] of xml.matchAll(place)) {
    const [, letters = '', row] = /^([A-Z]*)(\d{1,7})$/.exec(double ?? single ?? '') ?? [];
    if (row === undefined || Number(row) > rowsMax || columnOf(letters) > columnsMax)
      throw new WrongShape([`it has cells beyond row ${rowsMax}, or beyond column ${columnsMax}`]);
  }
}

const counted = [
  [/<(?:\w+:)?row\b/g, rowsMax, 'rows'],
  [/<(?:\w+:)?c\b/g, cellsMax, 'cells'],
] as const;

function isMoreThan(max: number, found: Iterable<unknown>): boolean {
  let count = 0;
  for (const _ of found) if (++count > max) return true;
  return false;
}

const columnOf = (letters: string): number =>
  [...letters].reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0);

const pennies = 2;
/** Smaller remainders come from binary arithmetic: 2061.6400000000003 is £2,061.64. */
const noise = 0.000_001;

/** A number as people read it: whole numbers without decimals, since they may be payroll ids. */
function numberShown(written: string): string {
  const number = Number(written);
  const rounded = number.toFixed(pennies);
  if (Math.abs(number - Number(rounded)) >= noise) return String(number);
  return rounded.endsWith('.00') ? rounded.slice(0, -3) : rounded;
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell).trim();
}
