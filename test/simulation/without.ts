import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mend, mends, takenOut } from './mends.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copied = [
  'src',
  'migrations',
  'test/simulation',
  'test/witness',
  'test/doors/api',
  'test/payrolls/files',
  'test/factories',
  'test/harness',
  'package.json',
  'tsconfig.json',
];
const loaders = ['--import', './test/harness/from-source.mjs'];

interface From {
  readonly first: number;
  readonly seeds: number;
  /** By the judge alone. */
  readonly unread: boolean;
}

/** Plays histories in a scratch checkout without a mend until one finds its hole. Returns whether one did. */
export function playWithout(name: string, from: From): boolean {
  const chosen = name === 'all' ? mends : mends.filter((mend) => mend.name === name);
  if (chosen.length === 0) throw new Error(`no such mend; there are ${mends.map((mend) => mend.name).join(', ')}`);
  return chosen.map((mend) => isFound(mend, from)).every(Boolean);
}

/** Looks for a history that finds the hole, and finds nothing with the mend in place. */
function isFound(mend: Mend, { first, seeds, unread }: From): boolean {
  const scratch = mkdtempSync(join(tmpdir(), 'counterfoil-without-'));
  const end = first + seeds;
  try {
    copyWithout(mend, scratch);
    for (let from = first; from < end; ) {
      const found = play(scratch, mend, { first: from, seeds: end - from, unread });
      if (!found) break;
      if (!play(root, mend, { first: found.seed, seeds: 1, unread })) {
        const history = found.seed - first + 1;
        console.log(`without ${mend.name}: found in history ${history} (seed ${found.seed}): ${found.what}`);
        return true;
      }
      from = found.seed + 1;
    }
    console.log(`without ${mend.name}: not found in ${seeds} histories (${mend.hole})`);
    return false;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function copyWithout(mend: Mend, scratch: string): void {
  for (const name of copied) cpSync(join(root, name), join(scratch, name), { recursive: true });
  for (const packages of ['node_modules', 'test/node_modules', 'packages'])
    symlinkSync(join(root, packages), join(scratch, packages));
  for (const edit of mend.edits) {
    const path = join(scratch, edit.file);
    writeFileSync(path, takenOut(readFileSync(path, 'utf8'), edit));
  }
}

/** Plays until the first violation. */
function play(
  cwd: string,
  { ofFiles }: Mend,
  { first, seeds, unread }: From,
): { readonly seed: number; readonly what: string } | undefined {
  const args = [
    '--seed',
    String(first),
    '--seeds',
    String(seeds),
    '--until-found',
    ...(unread ? ['--unread'] : []),
    ...(ofFiles ? ['--files', '1'] : []),
  ];
  const { stdout, status } = spawnSync(process.execPath, [...loaders, 'test/simulation/main.ts', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [, seed, what = ''] = /^seed (\d+): (.*)$/m.exec(stdout) ?? [];
  if (seed === undefined && status !== 0) throw new Error(`the histories were not played: ${stdout}`);
  return seed === undefined ? undefined : { seed: Number(seed), what };
}
