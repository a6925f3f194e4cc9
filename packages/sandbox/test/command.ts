import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SandboxCredentials } from '../src/index.js';

const loader = new URL('../../../test/harness/from-source.mjs', import.meta.url).href;
const source = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The command in a process of its own: from these sources, or the bin of an installed package. */
export function command(args: readonly string[], bin?: string): ChildProcess {
  const program = bin === undefined ? ['--import', loader, source] : [bin];
  return spawn(process.execPath, [...program, ...args], { env: { ...process.env, NODE_OPTIONS: '' } });
}

/** Runs until it ends by itself. */
export async function outcome(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = command(args);
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]!.setEncoding('utf8').on('data', (chunk: string) => {
      said[stream] += chunk;
    });
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...said };
}

/** Runs while `look` reads its first line, as JSON; then SIGTERM must end it well. */
export async function whileRunning<T>(
  args: readonly string[],
  look: (printed: SandboxCredentials) => Promise<T>,
  bin?: string,
): Promise<T> {
  const child = command(args, bin);
  const ended = once(child, 'close') as Promise<[number | null]>;
  try {
    let out = '';
    for await (const chunk of child.stdout!) {
      out += String(chunk);
      if (out.includes('\n')) break;
    }
    return await look(JSON.parse(out));
  } finally {
    child.kill('SIGTERM');
    const [code] = await ended;
    // oxlint-disable-next-line no-unsafe-finally -- a command that ends badly is the test's failure too
    if (code !== 0) throw new Error(`The command ended with ${code}.`);
  }
}
