import type { Zip, ZipDeflate } from 'fflate';
import { turns } from '../../ground/turns.js';
import type { Sheet, SheetRow } from './sheet.js';
import {
  contentTypes,
  letters,
  packageRelations,
  rowXml,
  sheetFoot,
  sheetHead,
  styles,
  workbookRelations,
  workbookXml,
} from './sheet-xml.js';

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const nameLengthMax = 31;
const rowsMeasured = 500;
const charactersPerPart = 65_536;
/** A ZIP's entries have a time: always the same, so that the bytes are. Local, because the format has no zone. */
const noTime = new Date(1980, 0, 1);

/**
 * An XLSX file with real numbers, dates and formulas. The same sheets give the same bytes. A ZIP that is written as it
 * grows has each file's size behind the file; this one has them in front too, where programs that check a month file
 * expect them.
 */
export async function workbook(sheets: Iterable<Sheet>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of workbookParts(sheets)) parts.push(part);
  const { unzipSync, zipSync } = await import('fflate');
  return Buffer.from(zipSync(unzipSync(Buffer.concat(parts)), { mtime: noTime }));
}

/** The same file written row by row, so that a long one needs little memory. */
export async function* workbookParts(sheets: Iterable<Sheet> | AsyncIterable<Sheet>): AsyncGenerator<Uint8Array> {
  const archive = await newArchive();
  const names: string[] = [];
  yield* archive.file('[Content_Types].xml', [contentTypes]);
  yield* archive.file('_rels/.rels', [packageRelations]);
  yield* archive.file('xl/styles.xml', [styles]);
  for await (const sheet of sheets) {
    names.push(sheetName(sheet.name));
    yield* archive.file(`xl/worksheets/sheet${names.length}.xml`, sheetXml(sheet));
  }
  yield* archive.file('xl/workbook.xml', [workbookXml(names)]);
  yield* archive.file('xl/_rels/workbook.xml.rels', [workbookRelations(names.length)]);
  yield* archive.end();
}

/** `range(2, 1, 2, 12)`, counted from 0, is "C2:C13". */
export function range(fromColumn: number, fromRow: number, toColumn: number, toRow: number): string {
  return `${address(fromColumn, fromRow)}:${address(toColumn, toRow)}`;
}

/** `address(2, 1)`, counted from 0, is "C2". */
export function address(column: number, row: number): string {
  return `${letters(column)}${row + 1}`;
}

/** Excel refuses these characters in a sheet's name. */
export function sheetName(name: string): string {
  return name.replace(/[[\]/\\:*?]/g, ' ').slice(0, nameLengthMax);
}

async function* sheetXml(sheet: Sheet): AsyncGenerator<string> {
  let at = 0;
  let measured: SheetRow[] | undefined = [];
  const begin = function* (rows: readonly SheetRow[]) {
    measured = undefined;
    yield sheetHead(sheet, rows);
    for (const row of rows) yield rowXml(row, ++at);
  };
  for await (const row of sheet.rows) {
    if (measured === undefined) yield rowXml(row, ++at);
    else if (measured.push(row) === rowsMeasured) yield* begin(measured);
  }
  if (measured !== undefined) yield* begin(measured);
  yield sheetFoot(sheet);
}

async function newArchive() {
  // Imported with the first spreadsheet, to keep starting fast.
  const fflate = await import('fflate');
  let made: Uint8Array[] = [];
  const zip: Zip = new fflate.Zip((error, part) => {
    if (error) throw error;
    made.push(part);
  });
  const taken = () => {
    const parts = made;
    made = [];
    return parts;
  };
  const push = (file: ZipDeflate, text: string, last: boolean) => {
    file.push(Buffer.from(text), last);
    return taken();
  };
  return {
    async *file(name: string, texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
      const file = new fflate.ZipDeflate(name);
      file.mtime = noTime;
      zip.add(file);
      let waiting = '';
      const othersTurn = turns();
      for await (const text of texts) {
        waiting += text;
        if (waiting.length < charactersPerPart) continue;
        yield* push(file, waiting, false);
        waiting = '';
        await othersTurn();
      }
      yield* push(file, waiting, true);
    },
    end(): readonly Uint8Array[] {
      zip.end();
      return taken();
    },
  };
}
