import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const copied = ['src', 'migrations', 'packages', 'test', 'package.json', 'tsconfig.json', 'jest.config.mjs'];
const jest = join('node_modules', 'jest', 'bin', 'jest.js');
/** A change may make a test that never ends, and that nothing but the end of its process stops. */
const longestRunMs = 600_000;

export interface Ran {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Of files that could not be loaded, or that left something behind. */
  readonly broken: readonly string[];
  readonly isOver: boolean;
}

interface JestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** A copy of the sources, in which lines are taken out and tests run, on SQLite. */
export class Copy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'counterfoil-rules-'));
  #running: ChildProcess | undefined;

  constructor() {
    process.once('exit', () => {
      this.#stop();
      rmSync(this.#folder, { recursive: true, force: true });
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
    for (const name of copied) cpSync(join(root, name), join(this.#folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(this.#folder, 'node_modules'));
  }

  /** `config` is the source of Jest's, which has the usual one as `base`. */
  configure(config: string): void {
    writeFileSync(join(this.#folder, 'jest.rules.mjs'), `import base from './jest.config.mjs';\n${config}\n`);
  }

  /** Does `act` while these files are changed. */
  async changed<T>(
    changes: readonly { readonly file: string; readonly change: (source: string) => string }[],
    act: () => Promise<T>,
  ): Promise<T> {
    const before = [...new Set(changes.map(({ file }) => join(this.#folder, file)))].map(
      (path) => [path, readFileSync(path, 'utf8')] as const,
    );
    for (const { file, change } of changes) {
      const path = join(this.#folder, file);
      writeFileSync(path, change(readFileSync(path, 'utf8')));
    }
    try {
      return await act();
    } finally {
      for (const [path, source] of before) writeFileSync(path, source);
    }
  }

  /** Runs these files of tests, named from the root. */
  async run(files: readonly string[], options: readonly string[]): Promise<Ran> {
    const folder = mkdtempSync(join(this.#folder, 'run-'));
    const report = join(folder, 'report.json');
    const args = [jest, '--config=jest.rules.mjs', '--json', `--outputFile=${report}`, ...options];
    const isOver = await this.#start([...args, '--runTestsByPath', ...files], folder);
    const { testResults } = read(report);
    rmSync(folder, { recursive: true });
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    const named = (status: string) => results.flatMap((one) => (one.status === status ? [one.fullName] : []));
    const broken = testResults.flatMap(({ name, status, assertionResults }) =>
      status === 'failed' && assertionResults.every((one) => one.status !== 'failed') ? [name] : [],
    );
    return { passed: named('passed'), failed: named('failed'), broken, isOver };
  }

  /** Whether it ended by itself. Its processes are a group of their own, which ends together. */
  async #start(args: readonly string[], folder: string): Promise<boolean> {
    const child = spawn(process.execPath, args, {
      cwd: this.#folder,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, TEST_RUN_FOLDER: folder, TEST_DATABASES: 'sqlite', TEST_TIER: 'default' },
    });
    this.#running = child;
    let isOver = true;
    const limit = setTimeout(() => {
      isOver = false;
      this.#stop();
    }, longestRunMs);
    await new Promise((resolve) => child.once('close', resolve));
    clearTimeout(limit);
    this.#running = undefined;
    return isOver;
  }

  #stop(): void {
    if (this.#running?.pid !== undefined) process.kill(-this.#running.pid, 'SIGKILL');
  }
}

function read(report: string): JestReport {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as JestReport;
  } catch {
    // Jest ended before it could report.
    return { testResults: [] };
  }
}
