import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This release, whose bench it is. */
export const root = fileURLToPath(new URL('..', import.meta.url));
/** The release that is measured: this one, or that of `against`. */
export const measured = process.env.BENCH_RELEASE ?? root;

export const binOf = (release: string): string => join(release, 'dist', 'src', 'main.js');
