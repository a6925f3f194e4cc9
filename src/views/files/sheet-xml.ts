import { inLondon } from '../../ground/london.js';
import { Money } from '../../journal/nouns/money.js';
import type { Sheet, SheetCell, SheetRow } from './sheet.js';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const kindOf = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Excel's limit for one cell. */
const cellCharactersMax = 32_767;
const a4 = 9;
const widthMin = 8;
const widthMax = 60;

/**
 * A cell's style number follows from its row's place in `rowStyles` and its own in `formats`, as listed by `styles`.
 */
const rowStyles = ['plain', 'title', 'heading', 'total'] as const;
const formats = ['', '#,##0.00;[Red]-#,##0.00', 'dd mmm yyyy', 'dd mmm yyyy hh:mm:ss'] as const;
const shownAs = { text: 0, money: 1, day: 2, moment: 3 } as const;
const firstOwnFormat = 164;

/** One default serves all sheets, because their number is known only at the end. */
export const contentTypes = `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${kindOf}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kindOf}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${kindOf}.styles+xml"/></Types>`;

export const packageRelations = relations([{ type: 'officeDocument', target: 'xl/workbook.xml' }]);

export const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="${formats.length - 1}">${formats
  .slice(1)
  .map((code, index) => `<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${code}"/>`)
  .join('')}</numFmts><fonts count="3">${[font(11, ''), font(14, '<b/>'), font(11, '<b/>')].join(
  '',
)}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="3">${[
  border('', ''),
  border('', ' style="thin"'),
  border(' style="thin"', ''),
].join(
  '',
)}</borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${rowStyles.length * formats.length}">${rowStyles
  .flatMap((as) => formats.map((_, index) => cellStyle(as, index)))
  .join('')}</cellXfs></styleSheet>`;

function cellStyle(as: (typeof rowStyles)[number], format: number): string {
  const fontId = { plain: 0, title: 1, heading: 2, total: 2 }[as];
  const borderId = { plain: 0, title: 0, heading: 1, total: 2 }[as];
  const numFmtId = format === 0 ? 0 : firstOwnFormat + format - 1;
  const given = `numFmtId="${numFmtId}" fontId="${fontId}" fillId="0" borderId="${borderId}" xfId="0"`;
  const applied = 'applyNumberFormat="1" applyFont="1" applyBorder="1"';
  if (as !== 'heading') return `<xf ${given} ${applied}/>`;
  return `<xf ${given} ${applied} applyAlignment="1"><alignment wrapText="1"/></xf>`;
}

function font(size: number, bold: string): string {
  return `<font>${bold}<sz val="${size}"/><name val="Calibri"/><family val="2"/></font>`;
}

function border(top: string, bottom: string): string {
  return `<border><left/><right/><top${top}/><bottom${bottom}/><diagonal/></border>`;
}

export function workbookXml(names: readonly string[]): string {
  const sheets = names.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

export function workbookRelations(sheets: number): string {
  const ofSheets = Array.from({ length: sheets }, (_, at) => ({
    type: 'worksheet',
    target: `worksheets/sheet${at + 1}.xml`,
  }));
  return relations([...ofSheets, { type: 'styles', target: 'styles.xml' }]);
}

function relations(of: readonly { readonly type: string; readonly target: string }[]): string {
  const all = of.map(
    ({ type, target }, at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packaged}/relationships">${all.join('')}</Relationships>`;
}

/** Everything before a sheet's rows. Without given widths, the columns fit the first rows. */
export function sheetHead({ widths, sticky = 0, landscape }: Sheet, first: readonly SheetRow[]): string {
  const pane = `<pane ySplit="${sticky}" topLeftCell="A${sticky + 1}" activePane="bottomLeft" state="frozen"/>`;
  const cols = (widths ?? widthsOf(first)).map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  return [
    `${declaration}<worksheet xmlns="${main}">`,
    landscape ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : '',
    `<sheetViews><sheetView workbookViewId="0">${sticky > 0 ? pane : ''}</sheetView></sheetViews>`,
    cols.length > 0 ? `<cols>${cols.join('')}</cols>` : '',
    '<sheetData>',
  ].join('');
}

export function sheetFoot({ landscape }: Sheet): string {
  const setup = `<pageSetup paperSize="${a4}" orientation="landscape" fitToWidth="1" fitToHeight="0"/>`;
  return `</sheetData>${landscape ? setup : ''}</worksheet>`;
}

/** `at` is the row's number, from 1. */
export function rowXml({ cells, as }: SheetRow, at: number): string {
  const own = rowStyles.indexOf(as ?? 'plain') * formats.length;
  return `<row r="${at}">${cells.map((cell, column) => cellXml(cell, `${letters(column)}${at}`, own)).join('')}</row>`;
}

function cellXml(cell: SheetCell, place: string, row: number): string {
  const open = (format: keyof typeof shownAs) => `<c r="${place}" s="${row + shownAs[format]}"`;
  // An empty cell of a heading or a total still needs its border.
  if (cell === undefined) return row === 0 ? '' : `${open('text')}/>`;
  if (typeof cell === 'string')
    return `${open('text')} t="inlineStr"><is><t xml:space="preserve">${textXml(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `${open('text')}><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `${open('text')} t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell instanceof Money) return `${open('money')}><v>${figure(cell)}</v></c>`;
  if (cell instanceof Date) return `${open('moment')}><v>${daysUntil(`${inLondon(cell)}Z`)}</v></c>`;
  if ('day' in cell) return `${open('day')}><v>${daysUntil(cell.day)}</v></c>`;
  const format = cell.is instanceof Money ? 'money' : 'text';
  return `${open(format)}><f>${escaped(cell.formula)}</f><v>${figure(cell.is)}</v></c>`;
}

/** A spreadsheet's numbers are floating point; fifteen digits of pence are exact. */
function figure(value: Money | number): number {
  return value instanceof Money ? Number(value.toString()) : value;
}

/** A spreadsheet counts days from 30 December 1899, and times as fractions of a day. */
function daysUntil(moment: string): number {
  return Date.parse(moment) / 86_400_000 + 25_569;
}

/** The letters of a column counted from 0: 2 is "C". */
export function letters(column: number): string {
  const rest = column % 26;
  return (column >= 26 ? letters((column - rest) / 26 - 1) : '') + String.fromCharCode(65 + rest);
}

/** No program opens a file with a character that XML does not allow; "_x0041_" would be read as an "A". */
function textXml(text: string): string {
  return escaped(text.slice(0, cellCharactersMax).replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_'));
}

// oxlint-disable-next-line no-control-regex
const unknownToXml = /[\0-\x08\v\f\x0E-\x1F\uFFFE\uFFFF]|\p{Cs}/gu;
const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(unknownToXml, '').replace(/[&<>"]/g, (character) => named[character] ?? '');
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
  if (cell instanceof Date) return formats[shownAs.moment].length;
  if (cell instanceof Money) return cell.inPounds().length;
  if (typeof cell === 'object') return 'day' in cell ? formats[shownAs.day].length : lengthOf(cell.is);
  return String(cell ?? '').length;
}
