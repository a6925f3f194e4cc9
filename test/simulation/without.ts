import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mend, mends, takenOut } from './mends.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copied = ['src', 'migrations', 'test/simulation', 'test/harness', 'package.json', 'tsconfig.json'];
const loaders = ['@swc-node/register/esm-register', 'reflect-metadata'].flatMap((name) => ['--import', name]);

/** Plays histories in a scratch checkout that lacks a mend, until one finds its hole. Answers whether one did. */
export function playWithout(name: string, first: number, seeds: number): boolean {
  const chosen = name === 'all' ? mends : mends.filter((mend) => mend.name === name);
  if (chosen.length === 0) throw new Error(`no such mend; there are ${mends.map((mend) => mend.name).join(', ')}`);
  return chosen.map((mend) => isFound(mend, first, seeds)).every(Boolean);
}

function isFound(mend: Mend, first: number, seeds: number): boolean {
  const scratch = mkdtempSync(join(tmpdir(), 'counterfoil-without-'));
  try {
    for (const name of copied) cpSync(join(root, name), join(scratch, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
    for (const edit of mend.edits) {
      const path = join(scratch, edit.file);
      writeFileSync(path, takenOut(readFileSync(path, 'utf8'), edit));
    }
    const args = ['--seed', String(first), '--seeds', String(seeds), '--until-found'];
    const played = spawnSync(process.execPath, [...loaders, 'test/simulation/main.ts', ...args], {
      cwd: scratch,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const found = /^seed (\d+): (.*)$/m.exec(played.stdout);
    const said = found
      ? `found in history ${Number(found[1]) - first + 1} (seed ${found[1]}): ${found[2]}`
      : `not found in ${seeds} histories`;
    console.log(`without ${mend.name} (${mend.hole}): ${said}`);
    if (!found && played.status !== 0) throw new Error(`the histories were not played: ${played.stdout}`);
    return found !== null;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
