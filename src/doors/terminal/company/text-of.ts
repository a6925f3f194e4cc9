import { InvalidArgumentError } from 'commander';

/** The text of a file that was named, or of standard input. */
export async function textOf(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  const { text } = await import('node:stream/consumers');
  if (file === '-') return text(process.stdin);
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new InvalidArgumentError(`${file} cannot be read: ${error.message}`);
  });
}
