import { central, end, local } from './zip.js';

/** Of a file whose sizes follow it, as other programs write while they do not know them: with its mark, and for 64 bits. */
const behindBytes = [0, 12, 16, 20, 24];
const sizesFollow = 0x0008;
const linkOfUnix = 0xa;

interface Line {
  readonly name: Buffer;
  readonly at: number;
  readonly flags: number;
  readonly packedBytes: number;
  /** Method, checksum and sizes. */
  readonly about: Buffer;
}

/**
 * Whether a ZIP is what another program makes of our files, with dates, rights and fields of its own: all that is in it
 * stands in its list, once, and it has no links. What hides a file is none.
 */
export function isZippedAgain(bytes: Uint8Array): boolean {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const lines = linesOf(zip);
    const names = new Set(lines.map(({ name }) => name.toString('utf8').normalize('NFC').toLowerCase()));
    return names.size === lines.length && followOneAnother(zip, lines);
  } catch (error) {
    // It is read beyond its end, or its list is none.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function linesOf(zip: Buffer): Line[] {
  const tail = zip.length - end.bytes;
  const count = zip.readUInt16LE(tail + 10);
  const lines: Line[] = [];
  let at = zip.readUInt32LE(tail + 16);
  for (let number = 0; number < count; number++) {
    const nameBytes = zip.readUInt16LE(at + 28);
    const isWhole = zip.readUInt32LE(at) === central.mark && zip.readUInt16LE(at + 34) === 0;
    if (!isWhole || zip.readUInt32LE(at + 38) >>> 28 === linkOfUnix) throw new RangeError('no line, or a link');
    lines.push({
      name: zip.subarray(at + central.bytes, at + central.bytes + nameBytes),
      at: zip.readUInt32LE(at + 42),
      flags: zip.readUInt16LE(at + 8),
      packedBytes: zip.readUInt32LE(at + 20),
      about: Buffer.concat([zip.subarray(at + 10, at + 12), zip.subarray(at + 16, at + 28)]),
    });
    at += central.bytes + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (at !== tail) throw new RangeError('something stands behind the list');
  return lines;
}

/** From its beginning to its list, without a gap. */
function followOneAnother(zip: Buffer, lines: readonly Line[]): boolean {
  const listedFrom = zip.readUInt32LE(zip.length - end.bytes + 16);
  let at = 0;
  for (const [number, line] of lines.entries()) {
    const nameFrom = at + local.bytes;
    const nameBytes = zip.readUInt16LE(at + 26);
    const about = Buffer.concat([zip.subarray(at + 8, at + 10), zip.subarray(at + 14, at + 26)]);
    const isItsHeader = zip.readUInt32LE(at) === local.mark && line.at === at;
    const sameName = zip.subarray(nameFrom, nameFrom + nameBytes).equals(line.name);
    const follows = (line.flags & sizesFollow) !== 0;
    if (!isItsHeader || !sameName || (!follows && !about.equals(line.about))) return false;
    const next = lines[number + 1]?.at ?? listedFrom;
    const ends = nameFrom + nameBytes + zip.readUInt16LE(at + 28) + line.packedBytes;
    if (!(follows ? behindBytes : [0]).includes(next - ends)) return false;
    at = next;
  }
  return at === listedFrom;
}
