import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';

interface Unzipped {
  readonly name: string;
  readonly bytes: Buffer;
}

interface UnzipLimits {
  /** Bytes of all wanted files together. */
  readonly max: number;
  readonly isWanted?: (name: string) => boolean;
}

/** Given at once, a small archive would be unpacked as a whole before its size is known. */
const stepBytes = 16 * 1024;

/** The wanted files of a zip archive. Their size is counted as they unpack, since what an archive says may be untrue. */
export function unzipped(
  packed: Uint8Array,
  { max, isWanted = () => true }: UnzipLimits,
): readonly Unzipped[] | 'too large' | 'unreadable' {
  const files: { readonly name: string; readonly chunks: Uint8Array[] }[] = [];
  let [size, whole] = [0, 0];
  const archive = new Unzip((file) => {
    if (!isWanted(file.name)) return;
    const chunks: Uint8Array[] = [];
    files.push({ name: file.name, chunks });
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      size += chunk.length;
      if (size > max) throw new TooLarge();
      chunks.push(chunk);
      if (isLast) whole += 1;
    };
    file.start();
  });
  archive.register(UnzipInflate);
  archive.register(UnzipPassThrough);
  try {
    for (let at = 0; at < packed.length; at += stepBytes)
      archive.push(packed.subarray(at, at + stepBytes), at + stepBytes >= packed.length);
  } catch (error) {
    return error instanceof TooLarge ? 'too large' : 'unreadable';
  }
  if (whole < files.length) return 'unreadable';
  return files.map(({ name, chunks }) => ({ name, bytes: Buffer.concat(chunks) }));
}

class TooLarge extends Error {}
