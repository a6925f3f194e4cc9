import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { XMLParser } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';

export interface OpenedSheet {
  readonly name: string;
  /** Every cell as text, without empty ones at a row's end: days as 2025-10-31, formulas as their results. */
  readonly rows: readonly (readonly string[])[];
}

const office = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'soffice'))
  .find((path) => existsSync(path));

/** The file as another program reads it: LibreOffice, if installed, recalculates every formula and saves it. */
export async function opened(xlsx: Uint8Array): Promise<readonly OpenedSheet[]> {
  return readXlsx(office === undefined ? xlsx : await savedAgain(office, xlsx, 'xlsx'));
}

/** A CSV file as a spreadsheet reads it. */
export async function openedCsv(csv: Uint8Array): Promise<readonly OpenedSheet[] | undefined> {
  return office === undefined ? undefined : readXlsx(await savedAgain(office, csv, 'csv'));
}

async function savedAgain(program: string, file: Uint8Array, kind: 'xlsx' | 'csv'): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'spreadsheet-'));
  try {
    const profile = join(folder, 'profile');
    await mkdir(join(profile, 'user'), { recursive: true });
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), alwaysReckon);
    const from = join(folder, `written.${kind}`);
    await writeFile(from, file);
    const asUtf8 = kind === 'csv' ? ['--infilter=Text - txt - csv (StarCalc):44,34,76,1,,2057'] : [];
    await promisify(execFile)(
      program,
      [
        `-env:UserInstallation=${pathToFileURL(profile).href}`,
        '--headless',
        '--norestore',
        ...asUtf8,
        '--convert-to',
        'xlsx:Calc MS Excel 2007 XML',
        '--outdir',
        join(folder, 'saved'),
        from,
      ],
      { timeout: 120_000 },
    );
    return await readFile(join(folder, 'saved', 'written.xlsx'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** By default LibreOffice trusts the results stored in the file. */
const alwaysReckon = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

const lists = new Set(['sheet', 'row', 'c', 'si', 'r', 'xf', 'numFmt', 'Relationship']);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => lists.has(name),
});

/** Parsed XML has the shape of its document, which no type here describes. */
// oxlint-disable-next-line typescript/no-explicit-any
type Xml = any;

/** The file as it was written. */
export function readXlsx(xlsx: Uint8Array): OpenedSheet[] {
  const files = unzipSync(xlsx);
  const parse = (path: string): Xml => parser.parse(strFromU8(files[path] ?? new Uint8Array()));
  const texts: string[] = (parse('xl/sharedStrings.xml')?.sst?.si ?? []).map(textOf);
  const formats = formatsOf(parse('xl/styles.xml').styleSheet);
  const targets = new Map<string, string>(
    parse('xl/_rels/workbook.xml.rels').Relationships.Relationship.map((one: Xml) => [one['@Id'], one['@Target']]),
  );
  return parse('xl/workbook.xml').workbook.sheets.sheet.map((sheet: Xml) => {
    const target = (targets.get(sheet['@r:id']) ?? '').replace(/^\/xl\//, '');
    const rows: Xml[] = parse(`xl/${target}`).worksheet.sheetData.row ?? [];
    return { name: sheet['@name'], rows: rows.map((row) => cellsOf(row, texts, formats)) };
  });
}

function cellsOf(row: Xml, texts: readonly string[], formats: readonly string[]): string[] {
  const cells: string[] = [];
  for (const cell of row.c ?? []) cells[columnOf(cell['@r'])] = valueOf(cell, texts, formats);
  while (cells.length > 0 && !cells.at(-1)) cells.pop();
  return Array.from(cells, (cell) => cell ?? '');
}

function valueOf(cell: Xml, texts: readonly string[], formats: readonly string[]): string {
  const value = String(cell.v?.['#text'] ?? cell.v ?? '');
  if (cell['@t'] === 's') return texts[Number(value)] ?? '';
  if (cell['@t'] === 'inlineStr') return textOf(cell.is);
  const format = formats[Number(cell['@s'] ?? 0)] ?? '';
  return value !== '' && /yy/i.test(format) ? timeOf(Number(value)) : value;
}

/** Days since 30 December 1899. */
function timeOf(serial: number): string {
  const seconds = Math.round((serial - 25_569) * 86_400);
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
}

/** The number format of each cell style. */
function formatsOf(styles: Xml): string[] {
  const codes = new Map((styles.numFmts?.numFmt ?? []).map((one: Xml) => [one['@numFmtId'], one['@formatCode']]));
  return styles.cellXfs.xf.map((xf: Xml) => codes.get(xf['@numFmtId']) ?? '');
}

function textOf(item: Xml): string {
  if (item.r) return item.r.map((run: Xml) => textOf(run)).join('');
  const text = typeof item.t === 'object' ? item.t['#text'] : item.t;
  return String(text ?? '').replaceAll('_x005F_', '_');
}

function columnOf(reference: string): number {
  return [...reference.replace(/\d/g, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
