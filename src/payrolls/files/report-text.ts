import { WrongShape } from '../../books/wrong-shape.js';
import { fileBytesMax, isZip } from './xml.js';

/** A report as text. Excel on Windows saves CSV in the code page of its country, where £ is no UTF-8. */
export function reportText(bytes: Uint8Array): string {
  if (bytes.length > fileBytesMax) throw new WrongShape([`it is larger than ${fileBytesMax / 1024 / 1024} MB`]);
  if (isZip(bytes)) throw new WrongShape(['it is an Excel workbook: save its sheet as CSV, and give that']);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
