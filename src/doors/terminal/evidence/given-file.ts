import { readFile, stat } from 'node:fs/promises';
import { problem } from '../../../ground/problem.js';

/** The file of a month with a thousand people has some two megabytes. */
const bytesMax = 256 * 1024 * 1024;

/** A file that someone names may come from anywhere, so its size is limited. */
export async function readGiven(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > bytesMax) throw new Error(`it has ${size} bytes, and at most ${bytesMax} are read`);
    return await readFile(file);
  } catch (error) {
    throw problem('file-unreadable', {
      detail: `${file}: ${error instanceof Error ? error.message : String(error)}`,
      todo: 'Name a file that is there and that this user may read.',
      cause: error,
    });
  }
}
