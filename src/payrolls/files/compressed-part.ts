import { gunzipSync } from 'node:zlib';
import { WrongShape } from '../../books/wrong-shape.js';
import { unzipped } from './unzipped.js';
import { fileBytesMax, isZip, readXml, type XmlRead } from './xml.js';

/** What a small file may unpack to: no more than a file may have. */
const tooLarge = () => new WrongShape([`what CompressedPart holds is larger than ${fileBytesMax / 1024 / 1024} MB`]);
const unreadable = () =>
  new WrongShape(['what CompressedPart holds cannot be unpacked: it is neither gzip nor zip, or was altered']);

/** The employees of a return that sends them packed, in gzip or zip, as HMRC lets programs with many do. */
export function employeesIn(base64: string, namespace: string): readonly XmlRead[] {
  const xml = unpacked(Buffer.from(base64, 'base64')).replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '');
  const all = Buffer.from(`<CompressedPart xmlns="${namespace}">${xml}</CompressedPart>`);
  if (all.length > fileBytesMax) throw tooLarge();
  const { children, text } = readXml(all);
  const other = children.find((one) => one.name !== 'Employee' || one.namespace !== namespace);
  if (other !== undefined || text !== '')
    throw new WrongShape([`what CompressedPart holds is not only employees: ${other?.name ?? 'there is text'}`]);
  return children;
}

function unpacked(packed: Uint8Array): string {
  if (isZip(packed)) return unzippedPart(packed);
  try {
    return gunzipSync(packed, { maxOutputLength: fileBytesMax }).toString();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : unreadable();
  }
}

function unzippedPart(packed: Uint8Array): string {
  const found = unzipped(packed, { max: fileBytesMax });
  if (found === 'too large') throw tooLarge();
  const [part, another] = found === 'unreadable' ? [] : found;
  if (part === undefined || another !== undefined) throw unreadable();
  return part.bytes.toString();
}
