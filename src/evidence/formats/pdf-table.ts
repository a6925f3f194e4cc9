import { printable } from '../../ground/printable.js';
import type { Column, Row, Table } from '../chapter.js';
import { inCell, keepTogether, type Sheet } from './pdf-sheet.js';

const padding = 2.5;
const fontSize = 7.5;
/** A cell stays on one page; evidence.json has all of it. */
const cellCharactersMax = 1500;

interface Placed extends Column {
  readonly x: number;
  readonly room: number;
}

/** Headings on every page, figures to the right, a line above the total. */
export function drawTable(sheet: Sheet, { title, columns, rows, totals, empty }: Table): void {
  const { doc, root } = sheet;
  const placed = place(sheet, columns);
  keepTogether(sheet, 60);
  root.add(doc.struct('H2', {}, () => heading(sheet, title)));
  if (rows.length === 0) {
    root.add(
      doc.struct('P', {}, () => {
        doc.font('text').fontSize(fontSize).text(empty, sheet.left, doc.y, { width: sheet.width });
      }),
    );
    return;
  }
  const table = doc.struct('Table');
  root.add(table);
  const head = () => drawRow(sheet, placed, headings(columns), { table, tag: 'TH', font: 'bold' });
  head();
  rule(sheet);
  for (const row of rows) {
    const height = heightOf(sheet, placed, row, 'text');
    if (doc.y + height > sheet.bottom) {
      doc.addPage();
      drawRow(sheet, placed, headings(columns), { font: 'bold' });
      rule(sheet);
    }
    drawRow(sheet, placed, row, { table, tag: 'TD', font: 'text' });
  }
  if (totals !== undefined) {
    keepTogether(sheet, 14);
    rule(sheet);
    const [first] = columns;
    const label = first && totals[first.id] === undefined ? { [first.id]: 'Total' } : {};
    drawRow(sheet, placed, { ...totals, ...label }, { table, tag: 'TD', font: 'bold', isTotal: true });
  }
  table.end();
}

function heading({ doc, left, width }: Sheet, title: string): void {
  doc.font('bold').fontSize(10.5).text(printable(title), left, doc.y, { width });
  doc.y += 3;
}

const headings = (columns: readonly Column[]): Row => Object.fromEntries(columns.map(({ id, title }) => [id, title]));

function place({ left, width }: Sheet, columns: readonly Column[]): readonly Placed[] {
  const whole = columns.reduce((sum, column) => sum + column.width, 0);
  let x = left;
  return columns.map((column) => {
    const room = (width * column.width) / whole;
    const placed = { ...column, x, room };
    x += room;
    return placed;
  });
}

interface RowStyle {
  /** Absent for decoration: a heading that is repeated. */
  readonly table?: PDFKit.PDFStructureElement;
  readonly tag?: 'TH' | 'TD';
  readonly font: 'text' | 'bold';
  readonly isTotal?: boolean;
}

function drawRow(sheet: Sheet, columns: readonly Placed[], row: Row, style: RowStyle): void {
  const { doc } = sheet;
  const { table, tag = 'TD', font, isTotal = false } = style;
  const y = doc.y + padding;
  const height = heightOf(sheet, columns, row, font, tag === 'TH' || table === undefined);
  const line = table && doc.struct('TR');
  if (line) table.add(line);
  for (const column of columns) {
    const words = wordsIn(row, column, tag === 'TH' || table === undefined || (isTotal && row[column.id] === 'Total'));
    const draw = () => {
      const align = isFigure(column) ? 'right' : 'left';
      const { x, room } = column;
      doc
        .font(fontOf(column, font))
        .fontSize(sizeOf(column))
        .text(words, x + padding, y, { width: room - 2 * padding, align });
    };
    if (line) line.add(doc.struct(tag, tag === 'TH' ? columnHeading : {}, draw));
    else if (words !== '') {
      doc.markContent('Artifact');
      draw();
      doc.endMarkedContent();
    }
  }
  line?.end();
  doc.y = y - padding + height;
}

/** pdfkit's types do not have the scope of a heading yet. */
const columnHeading = { scope: 'Column' } as object;

const isFigure = ({ kind }: Column) => kind === 'money' || kind === 'count';
const fontOf = ({ kind }: Column, font: 'text' | 'bold') => (kind === 'hash' && font === 'text' ? 'hash' : font);
const sizeOf = ({ kind }: Column) => (kind === 'hash' ? 6.5 : fontSize);

function wordsIn(row: Row, { id, kind }: Column, asIs: boolean): string {
  const value = row[id] ?? '';
  const words = printable(asIs ? value : inCell(value, kind)).replace(/\s+/g, ' ');
  return words.length > cellCharactersMax ? `${words.slice(0, cellCharactersMax)} …` : words;
}

function heightOf({ doc }: Sheet, columns: readonly Placed[], row: Row, font: 'text' | 'bold', asIs = false): number {
  const heights = columns.map((column) =>
    doc
      .font(fontOf(column, font))
      .fontSize(sizeOf(column))
      .heightOfString(wordsIn(row, column, asIs || row[column.id] === 'Total'), { width: column.room - 2 * padding }),
  );
  return Math.max(...heights) + 2 * padding;
}

function rule({ doc, left, width }: Sheet): void {
  doc.markContent('Artifact');
  doc
    .lineWidth(0.5)
    .moveTo(left, doc.y)
    .lineTo(left + width, doc.y)
    .stroke();
  doc.endMarkedContent();
}
