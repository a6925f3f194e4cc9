import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Only against waiting for ever: on a loaded machine everything takes its time. */
const firstLineMaxMs = 180_000;

interface Outcome {
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
  /** What starts the program in its place, such as a shell that sets a limit and then becomes it. */
  readonly via?: readonly string[];
  /** Another user's rights, where the tests run as one who may do anything. */
  readonly uid?: number;
  /** Another program than the one built here, such as that of an installed package. */
  readonly bin?: string;
  /** Given the process as soon as it runs, for those who end it early. */
  readonly started?: (child: ChildProcess) => void;
}

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Runs a command as a shell would, to its end. Nothing of the environment but what is given. */
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
  return { code, stdout, stderr: Buffer.concat(err).toString(), json: () => JSON.parse(stdout) };
}

interface Service {
  /** The first line on standard output, as JSON. */
  readonly said: Promise<unknown>;
  /** What it wrote to standard error until now. */
  log(): string;
  /** Sends the signal and waits for the end; answers the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts a command that goes on, such as `serve --json`. Killed after the test file if it still runs. */
export function startCounterfoil(args: readonly string[], options: RunOptions = {}): Service {
  const child = start(args, options);
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const said = new Promise<unknown>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`counterfoil ${args.join(' ')} said nothing (${why}): ${errors}`));
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
    said,
    log: () => errors,
    async end(signal) {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

/** What was built where `npm test` runs, else the sources as they are. */
function start(args: readonly string[], { env = {}, cwd = tmpdir(), via = [], uid, bin }: RunOptions): ChildProcess {
  const { PATH = '' } = process.env;
  const built = bin ?? process.env.TEST_BIN;
  const fromSource = ['--import', pathToFileURL(`${root}test/harness/from-source.mjs`).href, `${root}src/main.ts`];
  const [file = process.execPath, ...rest] = [...via, process.execPath, ...(built ? [built] : fromSource), ...args];
  const child = spawn(file, rest, {
    cwd,
    uid,
    env: { PATH, ...(built ? {} : { SWC_NODE_PROJECT: `${root}tsconfig.json` }), ...env },
    stdio: 'pipe',
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}
