import { execFileSync, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DatabaseKind, Measurement } from './measurement.js';
import { root } from './release.js';
import { table } from './report.js';

/** Each release twice, the second time the other way round: a machine that grows slower favours neither. */
const turns = ['before', 'now', 'now', 'before'] as const;
type Turn = (typeof turns)[number];

interface Asked {
  readonly name: string;
  readonly on: readonly DatabaseKind[];
}

/**
 * Measures the release of a commit and this one in turns, part by part. This bench drives both, and its sandbox answers
 * both; parts that look into a release (mapping, sandbox) are that release's own.
 */
export async function against(commit: string, asked: readonly Asked[]): Promise<void> {
  const clone = mkdtempSync(join(tmpdir(), 'counterfoil-against-'));
  const end = () => rmSync(clone, { recursive: true, force: true });
  process.once('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  make(commit, clone);
  const rows: string[][] = [];
  const left: string[] = [];
  for (const { name, on } of asked)
    for (const kind of on.length > 0 ? on : [undefined]) {
      const words = [name, kind].filter((word) => word !== undefined);
      const found: Record<Turn, (readonly Measurement[])[]> = { before: [], now: [] };
      try {
        for (const turn of turns) {
          console.error(`Measuring ${words.join(' on ')} of ${turn === 'now' ? 'this release' : commit} ...`);
          found[turn].push(await measurementsOf(turn === 'now' ? root : clone, words));
        }
        rows.push(...compared(found));
      } catch (error) {
        left.push(`${words.join(' on ')}: ${(error as Error).message}`);
      }
    }
  console.log(table(['Measured', 'On', commit, 'now', 'now / before'], rows));
  for (const line of left) console.log(`Not compared: ${line}`);
  if (left.length > 0) process.exitCode = 1;
}

/** A clone, installed and built by its own scripts; its packages are linked to ours where the lock file is the same. */
function make(commit: string, clone: string): void {
  const run = (command: string, args: readonly string[], cwd: string) =>
    execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  console.error(`Making ${commit} in ${clone} ...`);
  run('git', ['clone', '--quiet', '--no-checkout', root, clone], root);
  run('git', ['checkout', '--quiet', '--detach', commit], clone);
  for (const lock of ['package-lock.json', 'tools/test/package-lock.json'])
    if (isSame(join(root, lock), join(clone, lock))) {
      const packages = join(dirname(lock), 'node_modules');
      run('cp', ['-al', join(root, packages), join(clone, packages)], root);
    }
  // Installs and builds before it runs a file, in every release; this one does nothing.
  run(process.execPath, [join('scripts', 'run.mjs'), join('bench', 'measurement.ts')], clone);
}

function isSame(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && readFileSync(one).equals(readFileSync(other));
}

/**
 * In a process of its own, as each release has modules of the same names. That process is our own child: one that
 * scripts/run.mjs had started could not answer us, and the first bench of two releases compared nothing.
 */
export function measurementsOf(release: string, words: readonly string[]): Promise<readonly Measurement[]> {
  const child = fork(join(root, 'bench', 'main.ts'), words, {
    execArgv: ['--import', pathToFileURL(join(root, 'test', 'harness', 'from-source.mjs')).href],
    env: { ...process.env, BENCH_RELEASE: release },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let [errors, found] = ['', undefined as readonly Measurement[] | undefined];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.once('message', (message) => (found = message as readonly Measurement[]));
  return new Promise((resolve, reject) => {
    child.once('close', () => (found ? resolve(found) : reject(new Error(errors.trim().slice(-500)))));
  });
}

/** A figure that only one release gives is told too. */
function compared({ before, now }: Readonly<Record<Turn, readonly (readonly Measurement[])[]>>): string[][] {
  const keyOf = ({ name, database }: Measurement) => `${name} ${database}`;
  const all = new Map([...now, ...before].flat().map((one) => [keyOf(one), one]));
  return [...all.values()].map((one) => {
    const valuesOf = (turns: readonly (readonly Measurement[])[]) =>
      turns.flat().flatMap((other) => (keyOf(other) === keyOf(one) ? [other.value] : []));
    const [first, second] = [valuesOf(before), valuesOf(now)];
    const ratio = sum(second) / second.length / (sum(first) / first.length);
    const shown = (values: readonly number[]) => values.join(', ') + (values.length > 0 ? ` ${one.unit}` : '');
    return [one.name, one.database ?? '', shown(first), shown(second), Number.isFinite(ratio) ? ratio.toFixed(2) : ''];
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
