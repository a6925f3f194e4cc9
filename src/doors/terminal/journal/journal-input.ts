import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { notRead } from './journal-inputs.js';

/** The documents that a command is given. */
interface Input {
  readonly input: Readable;
  percentRead(): number;
}

export async function openDocuments(file: string): Promise<Input> {
  if (file === '-') return { input: process.stdin, percentRead: () => 0 };
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw new Error(`${file} is a folder`);
    const input = createReadStream(file);
    await once(input, 'open');
    return { input, percentRead: () => Math.round((100 * input.bytesRead) / found.size) };
  } catch (error) {
    throw notRead(error, 'Give the path of a payroll document, or - to read standard input.');
  }
}

/** Waits for a slow reader, so that a long file does not pile up in memory. */
export async function printSlowly(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
