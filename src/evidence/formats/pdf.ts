import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { printable } from '../../ground/printable.js';
import type { Block, CellKind, Chapter, Check } from '../chapter.js';
import type { About } from '../month-file.js';
import { momentInWords } from '../../ground/london.js';
import { inCell, keepTogether, type Sheet } from './pdf-sheet.js';
import { drawTable } from './pdf-table.js';

const margin = 42;
const footerHeight = 26;
const bodySize = 8.5;
const labelWidth = 130;

const require = createRequire(import.meta.url);
const fonts = new Map<string, object>();

/** Parsed once per process, which is half the work of a file; each file embeds only the letters that it uses. */
async function font(name: string): Promise<Buffer> {
  const { create } = await import('fontkit');
  const found = fonts.get(name) ?? create(readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
  fonts.set(name, found);
  // The types of pdfkit do not have that it accepts a parsed font.
  return found as Buffer;
}

/** A4, tagged, with embedded fonts, in black. It depends on nothing but its content: no clock, no random number. */
export async function pdfOf(about: About, chapters: readonly Chapter[]): Promise<Buffer> {
  // Imported only here: it takes a third of a second of processor time, which no start and no other command should pay.
  const { default: PDFDocument } = await import('pdfkit');
  const madeAt = new Date(about.asAt);
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footerHeight },
    tagged: true,
    pdfVersion: '1.7',
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    info: {
      Title: printable(`${about.company}: month file, ${about.month}`),
      Creator: 'Counterfoil',
      Producer: 'Counterfoil',
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject));
  doc.registerFont('text', await font('DejaVuSansCondensed'));
  doc.registerFont('bold', await font('DejaVuSansCondensed-Bold'));
  doc.registerFont('hash', await font('DejaVuSansMono'));
  const root = doc.struct('Document');
  doc.addStructure(root);
  for (const chapter of chapters) drawChapter(doc, root, about, chapter);
  root.end();
  drawFooters(doc, about);
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

function drawChapter(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement, about: About, chapter: Chapter): void {
  doc.addPage();
  const { width, height } = doc.page;
  const sheet = { doc, root, left: margin, width: width - 2 * margin, bottom: height - margin - footerHeight };
  write(sheet, 'P', `${about.company} · ${about.month}`, { size: bodySize, gap: 2 });
  write(sheet, 'H1', chapter.title, { font: 'bold', size: 17, gap: 10 });
  doc.outline.addItem(chapter.title);
  for (const block of chapter.blocks) {
    drawBlock(sheet, block);
    doc.y += 10;
  }
}

interface Style {
  readonly font?: 'text' | 'bold' | 'hash';
  readonly size?: number;
  /** The room below it. */
  readonly gap?: number;
}

function write({ doc, root, left, width }: Sheet, tag: string, words: string, style: Style = {}): void {
  const { font: name = 'text', size = bodySize, gap = 3 } = style;
  root.add(
    doc.struct(tag, {}, () => {
      doc.font(name).fontSize(size).text(printable(words), left, doc.y, { width });
    }),
  );
  doc.y += gap;
}

function drawBlock(sheet: Sheet, block: Block): void {
  if (block.kind === 'table') return drawTable(sheet, block.table);
  keepTogether(sheet, 40);
  if (block.title !== undefined) write(sheet, 'H2', block.title, { font: 'bold', size: 10.5, gap: 4 });
  switch (block.kind) {
    case 'text':
      return write(sheet, 'P', block.words);
    case 'facts':
      for (const { label, value, as = 'text' } of block.facts) drawFact(sheet, label, inCell(value, as), as);
      return;
    case 'checks':
      for (const check of block.checks) drawFact(sheet, marks[check.is], check.words, 'text', 74);
      return;
    case 'boxes':
      write(sheet, 'P', block.words, { gap: 8 });
      for (const box of block.boxes) drawBox(sheet, box);
      return;
  }
}

/** In words, since a tick and a cross look alike on a bad copy. */
const marks: Readonly<Record<Check['is'], string>> = { good: 'Yes', bad: 'No', open: 'Not known yet' };

function drawFact(sheet: Sheet, label: string, value: string, as: CellKind, labelRoom = labelWidth): void {
  const { doc, root, left, width } = sheet;
  const room = width - labelRoom - 8;
  const name = as === 'hash' ? 'hash' : 'text';
  const size = as === 'hash' ? 7 : bodySize;
  const words = printable(value);
  const height = doc.font(name).fontSize(size).heightOfString(words, { width: room });
  keepTogether(sheet, height);
  const y = doc.y;
  const line = doc.struct('P');
  root.add(line);
  line.add(
    doc.struct('Span', {}, () => {
      doc.font('bold').fontSize(bodySize).text(printable(label), left, y, { width: labelRoom });
    }),
  );
  const labelEnd = doc.y;
  line.add(
    doc.struct('Span', {}, () => {
      doc
        .font(name)
        .fontSize(size)
        .text(words, left + labelRoom + 8, y, { width: room });
    }),
  );
  line.end();
  doc.y = Math.max(labelEnd, doc.y) + 2.5;
}

function drawBox(sheet: Sheet, words: string): void {
  const { doc, left, width } = sheet;
  keepTogether(sheet, 24);
  const y = doc.y;
  doc.markContent('Artifact');
  doc
    .lineWidth(0.7)
    .rect(left, y - 1, 11, 11)
    .stroke();
  doc
    .moveTo(left + width - 190, y + 11)
    .lineTo(left + width - 90, y + 11)
    .stroke();
  doc
    .moveTo(left + width - 70, y + 11)
    .lineTo(left + width, y + 11)
    .stroke();
  doc.endMarkedContent();
  write({ ...sheet, left: left + 18, width: width - 230 }, 'P', words, { gap: 0 });
  const end = doc.y;
  doc.y = y;
  write({ ...sheet, left: left + width - 206, width: 16 }, 'Span', 'by', { gap: 0 });
  doc.y = y;
  write({ ...sheet, left: left + width - 86, width: 16 }, 'Span', 'on', { gap: 0 });
  doc.y = Math.max(end, y + 12) + 10;
}

function drawFooters(doc: PDFKit.PDFDocument, { company, taxYear, period, asAt, shows }: About): void {
  const { start, count } = doc.bufferedPageRange();
  const words = printable(
    `${company} · tax month ${Number(period) + 1} of ${taxYear} · as recorded at ${momentInWords(new Date(asAt))} · ${shows}`,
  );
  for (let at = start; at < start + count; at++) {
    doc.switchToPage(at);
    const y = doc.page.height - margin - 8;
    // Below the margin, where a line of text would otherwise begin a new page.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    const style = { lineBreak: false } as const;
    doc
      .font('text')
      .fontSize(6.5)
      .text(words, margin, y, { ...style, width: 420, height: 9, ellipsis: true });
    doc.text(`Page ${at + 1} of ${count}`, doc.page.width - margin - 80, y, { ...style, width: 80, align: 'right' });
    doc.endMarkedContent();
  }
}
