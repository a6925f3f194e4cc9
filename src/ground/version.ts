import { readFileSync } from 'node:fs';

/** The package's version. Its file is two folders up in the source, and three up in dist. */
export function packageVersion(): string {
  const file = ['../../package.json', '../../../package.json'].map((path) => new URL(path, import.meta.url));
  for (const url of file) {
    try {
      return (JSON.parse(readFileSync(url, 'utf8')) as { version: string }).version;
    } catch {}
  }
  return 'unknown';
}
