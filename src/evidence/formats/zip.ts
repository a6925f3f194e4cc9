import { crc32, inflateRawSync } from 'node:zlib';
import { Zip, ZipPassThrough, zipSync, type Zippable } from 'fflate';

/** ZIP has no time zone and no year before 1980: a time made from local parts gives the same bytes everywhere. */
const noTime = new Date(1980, 0, 1);
/** No time, then day 1 of month 1 of year 0. */
const noTimeWritten = ((1 << 5) | 1) << 16;

/** The same files give the same bytes. */
export function zipOf(files: Readonly<Record<string, Uint8Array>>): Buffer {
  const parts = Object.entries(files).map(([name, file]) => [name, [file, { level: levelOf(name) }]] as const);
  return Buffer.from(zipSync(Object.fromEntries(parts) as unknown as Zippable, { mtime: noTime }));
}

/** Sent while it grows: the files of a thousand clients do not fit in memory. They are stored as they are. */
export async function* growingZip(
  files: AsyncIterable<{ readonly name: string; readonly bytes: Uint8Array }>,
): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((_, part) => void made.push(part));
  const taken = () => made.splice(0);
  for await (const { name, bytes } of files) {
    const file = new ZipPassThrough(name);
    file.mtime = noTime;
    zip.add(file);
    file.push(bytes, true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/**
 * PDF and XLSX are compressed already: compressing them again took a fifth of a second and saved a hundredth of the
 * bytes.
 */
const levelOf = (name: string) => (/\.(pdf|xlsx)$/.test(name) ? 0 : 6);

const filesMax = 100;
const unzippedBytesMax = 256 * 1024 * 1024;
export const local = { mark: 0x04034b50, bytes: 30 };
export const central = { mark: 0x02014b50, bytes: 46 };
export const end = { mark: 0x06054b50, bytes: 22 };
const methods = { stored: 0, deflated: 8 } as const;

/**
 * The files of a ZIP that is built as ours are, or why it is not one: its parts follow one another without a gap, and
 * the header before each file is the same as its line in the list at the end; each is a plain file with its checksum and
 * no flags. Two programs may unpack any other ZIP differently, one a file and the other a link: then what is checked here
 * would not be what someone opens.
 */
export function filesIn(zip: Uint8Array): ReadonlyMap<string, Uint8Array> | NotOurs {
  try {
    return read(Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength));
  } catch (error) {
    // A ZIP that was cut short is read beyond its end.
    return error instanceof NotOurs ? error : new NotOurs('it is cut or damaged');
  }
}

export class NotOurs extends Error {
  /** `how`: its files may be the same, only written down in another way. */
  constructor(
    message: string,
    readonly of: 'content' | 'how' = 'content',
  ) {
    super(message);
  }
}

function read(zip: Buffer): ReadonlyMap<string, Uint8Array> {
  const tail = zip.length - end.bytes;
  if (zip.readUInt32LE(tail) !== end.mark) throw new NotOurs('it is cut, or something was added at its end');
  const count = zip.readUInt16LE(tail + 10);
  if (count > filesMax) throw new NotOurs(`it holds ${count} files, and a month file has four`);
  const files = new Map<string, Uint8Array>();
  let left = unzippedBytesMax;
  let at = 0;
  let listed = zip.readUInt32LE(tail + 16);
  const listedFrom = listed;
  const names = new Set<string>();
  for (let number = 0; number < count; number++) {
    const entry = entryAt(zip, listed, at);
    // If letters' case does not count, two names that differ in nothing else are one file.
    const asOnDisk = entry.name.normalize('NFC').toLowerCase();
    if (names.has(asOnDisk)) throw new NotOurs(`it holds "${entry.name}" twice`);
    names.add(asOnDisk);
    left -= entry.bytes;
    if (left < 0) throw new NotOurs('its files are larger than any month file');
    files.set(entry.name, unpacked(zip.subarray(entry.from, entry.to), entry));
    at = entry.to;
    listed = entry.listedTo;
  }
  if (at !== listedFrom || listed !== tail || !isPlainEnd(zip, tail, { count, bytes: tail - listedFrom }))
    throw new NotOurs('something stands between its files');
  return files;
}

/** One disk, no comment, and a list as long as it is. */
function isPlainEnd(zip: Buffer, tail: number, { count, bytes }: { count: number; bytes: number }): boolean {
  const isOneDisk = zip.readUInt32LE(tail + 4) === 0 && zip.readUInt16LE(tail + 8) === count;
  return isOneDisk && zip.readUInt32LE(tail + 12) === bytes && zip.readUInt16LE(tail + 20) === 0;
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  /** The unpacked size. */
  readonly bytes: number;
  readonly from: number;
  readonly to: number;
  /** Where its line in the list ends. */
  readonly listedTo: number;
}

/** A file as its line in the list describes it, which must be exactly what the header at `at` has. */
function entryAt(zip: Buffer, line: number, at: number): Entry {
  if (zip.readUInt32LE(line) !== central.mark || zip.readUInt32LE(at) !== local.mark)
    throw new NotOurs('its list of files does not fit its files');
  const nameLength = zip.readUInt16LE(line + 28);
  const name = zip.subarray(line + central.bytes, line + central.bytes + nameLength);
  const from = at + local.bytes + nameLength;
  // Flags, method, time, checksum, sizes, and the lengths of the name and the extra field are the same in both.
  const alike = zip.subarray(line + 6, line + 32).equals(zip.subarray(at + 4, at + 30));
  const sameName = name.equals(zip.subarray(at + local.bytes, from));
  const isBare = zip.readUInt16LE(line + 30) === 0 && zip.readUInt16LE(line + 32) === 0;
  const isHere = zip.readUInt32LE(line + 42) === at;
  if (!alike || !sameName || !isBare || !isHere) throw new NotOurs('its list of files does not fit its files', 'how');
  const text = nameIn(name);
  // It may say when a month file was made, which the record does not: ours have none.
  if (zip.readUInt32LE(line + 12) !== noTimeWritten)
    throw new NotOurs(`"${text}" has a date that we did not write`, 'how');
  if (!isPlainFile(zip, line, text)) throw new NotOurs(`"${text}" is no plain file`, 'how');
  return {
    name: text,
    method: zip.readUInt16LE(line + 10),
    crc: zip.readUInt32LE(line + 16),
    bytes: zip.readUInt32LE(line + 24),
    from,
    to: from + zip.readUInt32LE(line + 20),
    listedTo: line + central.bytes + nameLength,
  };
}

const flags = { none: 0, utf8: 0x0800 } as const;
const version = 20;

/**
 * Made by a program that knows no links and no file rights, unpacked without a key, and with its sizes where they
 * belong. The one flag says that the name is UTF-8, and is set where that matters.
 */
function isPlainFile(zip: Buffer, line: number, name: string): boolean {
  const flag = /^[\x20-\x7e]*$/.test(name) ? flags.none : flags.utf8;
  const versions = zip.readUInt16LE(line + 4) === version && zip.readUInt16LE(line + 6) === version;
  // The disk that it begins on, and what it is inside and outside of the ZIP: a Unix link is told there.
  const attributes = [zip.readUInt16LE(line + 34), zip.readUInt16LE(line + 36), zip.readUInt32LE(line + 38)];
  return versions && zip.readUInt16LE(line + 8) === flag && attributes.every((one) => one === 0);
}

/** A name in UTF-8 that is a path down from where it is unpacked, in any program. */
function nameIn(bytes: Buffer): string {
  const name = bytes.toString('utf8');
  const isPath = name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  const isPlain = isPath && !/[\\:\p{Cc}]/u.test(name) && Buffer.from(name).equals(bytes);
  if (!isPlain) throw new NotOurs('one of its files has a name that leads elsewhere');
  return name;
}

/** Never unpacks more than the size in the list, so a zip bomb cannot grow. */
function unpacked(packed: Buffer, { name, method, crc, bytes }: Entry): Uint8Array {
  const file = inflated(packed, { name, method, bytes });
  if (file.length !== bytes || crc32(file) !== crc) throw new NotOurs(`"${name}" is cut or damaged`);
  return file;
}

function inflated(packed: Buffer, { name, method, bytes }: Pick<Entry, 'name' | 'method' | 'bytes'>): Uint8Array {
  if (method === methods.stored) return packed;
  if (method !== methods.deflated) throw new NotOurs(`"${name}" is packed in another way`);
  // The types have no `info`: with it zlib shows how much of the input it took, which must be all of it.
  const options = { maxOutputLength: Math.max(1, bytes), info: true };
  const { buffer, engine } = inflateRawSync(packed, options) as unknown as Inflated;
  if (engine.bytesWritten !== packed.length) throw new NotOurs('something stands between its files');
  return buffer;
}

interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}
