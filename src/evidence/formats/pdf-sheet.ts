import { dayInWords } from '../../journal/nouns/dates.js';
import type { CellKind } from '../chapter.js';
import { momentInWords } from '../../ground/london.js';
import { inThousands } from '../../journal/nouns/money.js';

/** What chapters are drawn on: the document, the tag to which the next content belongs, and the room there is. */
export interface Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly root: PDFKit.PDFStructureElement;
  readonly left: number;
  readonly width: number;
  readonly bottom: number;
}

export function keepTogether({ doc, bottom }: Sheet, height: number): void {
  if (doc.y + height > bottom) doc.addPage();
}

/** As people read it; evidence.json has it as it was recorded. */
export function inCell(value: string, kind: CellKind): string {
  if (value === '') return '';
  if (kind === 'money') return inThousands(value);
  if (kind === 'day') return dayInWords(value);
  return kind === 'moment' ? momentInWords(new Date(value)) : value;
}
