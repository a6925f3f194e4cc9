import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { holdToSchema } from './command-answers.js';
import { atEndOfFile } from './runner/end-of-file.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Only so that tests end: on a loaded machine everything takes a while. */
const firstLineMaxMs = 180_000;

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON document on standard output. */
  json<T>(): T;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly cwd?: string;
  /** A command that starts the program, such as a shell that sets a limit first. */
  readonly via?: readonly string[];
  /** Another user's id, for when the tests run as root. */
  readonly uid?: number;
  /** Another build of the program, such as that of an installed package. */
  readonly bin?: string;
  /** Called with the process as soon as it runs, so that a test can end it early. */
  readonly started?: (child: ChildProcess) => void;
}

const running = new Set<ChildProcess>();
atEndOfFile(() => Promise.all([...running].map(killed)));

/** Ends a process that a test started and left, and waits for its end. */
async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
}

/** Runs a command to its end, with only the given environment. */
export async function runCounterfoil(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { input, started } = options;
  const child = start(args, options);
  started?.(child);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin?.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  const stdout = Buffer.concat(out).toString();
  holdToSchema(args, { code, stdout });
  return { code, stdout, stderr: Buffer.concat(err).toString(), json: () => JSON.parse(stdout) };
}

interface Service {
  /** The first line on standard output, as JSON. */
  readonly firstLine: Promise<unknown>;
  /** What it wrote to standard error until now. */
  log(): string;
  /** Sends the signal, waits for the end and returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts a command that keeps running, such as `serve --json`. It is killed after the test file. */
export function startCounterfoil(args: readonly string[], options: RunOptions = {}): Service {
  const child = start(args, options);
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const firstLine = new Promise<unknown>((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`counterfoil ${args.join(' ')} printed nothing (${why}): ${errors}`));
    const tooLong = setTimeout(() => fail('too long'), firstLineMaxMs);
    const lines = createInterface({ input: child.stdout ?? process.stdin });
    lines.once('line', (line) => {
      const first = JSON.parse(line) as { error?: unknown };
      if (first.error === undefined) resolve(first);
      else fail(line);
    });
    lines.once('line', () => clearTimeout(tooLong));
    child.once('close', (code) => {
      clearTimeout(tooLong);
      fail(`exit ${code}`);
    });
  });
  return {
    firstLine,
    log: () => errors,
    async end(signal) {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

/** Starts the build when `npm test` runs, otherwise the sources. */
function start(args: readonly string[], { env = {}, cwd = tmpdir(), via = [], uid, bin }: RunOptions): ChildProcess {
  if (process.env.TEST_TIER === 'quick') throw new Error('Quick tests start no program: see test/harness/tiers.mjs.');
  const { PATH = '' } = process.env;
  const built = bin ?? process.env.TEST_BIN;
  const fromSource = ['--import', pathToFileURL(`${root}test/harness/from-source.mjs`).href, `${root}src/main.ts`];
  const [file = process.execPath, ...rest] = [...via, process.execPath, ...(built ? [built] : fromSource), ...args];
  const child = spawn(file, rest, {
    cwd,
    uid,
    env: { PATH, ...env },
    stdio: 'pipe',
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}
