import { readFileSync } from 'node:fs';

/** Of the package. From source it lies one folder up, from dist/src two. */
export function packageVersion(): string {
  const file = ['../../package.json', '../../../package.json'].map((path) => new URL(path, import.meta.url));
  for (const url of file) {
    try {
      return (JSON.parse(readFileSync(url, 'utf8')) as { version: string }).version;
    } catch {}
  }
  return 'unknown';
}
