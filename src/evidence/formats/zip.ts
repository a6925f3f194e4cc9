import { type Unzipped, unzipSync, zipSync } from 'fflate';

/** ZIP knows no time zone and no year before 1980: made from local parts, these bytes are the same everywhere. */
const noTime = new Date(1980, 0, 1);

/** The same files give the same bytes. */
export function zipOf(files: Readonly<Record<string, Uint8Array>>): Buffer {
  return Buffer.from(zipSync(files, { mtime: noTime }));
}

const unzippedBytesMax = 256 * 1024 * 1024;

/** Undefined where it is no ZIP, or a damaged one. Its parts are no larger than what is read of any file. */
export function filesIn(zip: Uint8Array): Unzipped | undefined {
  try {
    let left = unzippedBytesMax;
    return unzipSync(zip, { filter: ({ originalSize }) => (left -= originalSize) >= 0 });
  } catch {
    return undefined;
  }
}
