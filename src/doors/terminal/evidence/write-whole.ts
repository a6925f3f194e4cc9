import { open, rename, rm } from 'node:fs/promises';
import { problem } from '../../../ground/problem.js';

/** Writes to a temporary file and renames it, so that the path has either the whole file or what was there before. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw problem('file-unwritable', {
      detail: `${path}: ${error instanceof Error ? error.message : String(error)}. Nothing was left half-written.`,
      todo: 'Name a folder that is there, that this user may write to, and that has room.',
      cause: error,
    });
  }
}
