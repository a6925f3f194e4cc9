import { gunzipSync } from 'node:zlib';
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import { WrongShape } from '../../books/wrong-shape.js';
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
  if (isZip(packed)) return Buffer.concat(unzipped(packed)).toString();
  try {
    return gunzipSync(packed, { maxOutputLength: fileBytesMax }).toString();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : unreadable();
  }
}

/** Of the one file in it; its size is counted as it unpacks, since what the archive says of it may be untrue. */
function unzipped(packed: Uint8Array): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let [files, done] = [0, 0];
  const archive = new Unzip((file) => {
    files += 1;
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      size += chunk.length;
      if (size > fileBytesMax) throw tooLarge();
      chunks.push(chunk);
      if (isLast) done += 1;
    };
    file.start();
  });
  archive.register(UnzipInflate);
  archive.register(UnzipPassThrough);
  const step = 16 * 1024;
  try {
    for (let at = 0; at < packed.length; at += step)
      archive.push(packed.subarray(at, at + step), at + step >= packed.length);
  } catch (error) {
    throw error instanceof WrongShape ? error : unreadable();
  }
  if (files !== 1 || done !== 1) throw unreadable();
  return chunks;
}
