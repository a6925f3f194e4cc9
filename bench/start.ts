import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { example } from '../src/doors/terminal/journal/journal-example.js';
import { type Measurement, median, rounded } from './measurement.js';
import { binOf, measured } from './release.js';

export const startRounds = 15;
const target = 3;

/** How long a short command takes, against a Node that does nothing. */
export function measureStart(rounds = startRounds): readonly Measurement[] {
  const bin = binOf(measured);
  const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));
  try {
    const file = join(folder, 'document.json');
    writeFileSync(file, JSON.stringify(example));
    const commands = { node: ['-e', '0'], '--help': [bin, '--help'], journal: [bin, 'journal', file] };
    const times = Object.values(commands).map((): number[] => []);
    // In turn, so that a busy moment is shared by all.
    for (let round = 0; round < rounds; round++)
      for (const [index, args] of Object.values(commands).entries()) times[index]?.push(timeOf(args, folder));
    const [bare = Number.NaN, help = Number.NaN, journal = Number.NaN] = times.map(median);
    return [['--help', help] as const, ['journal of one document', journal] as const].map(([name, ms]) => ({
      name: `start: ${name}, against node -e 0`,
      value: rounded(ms / bare),
      unit: 'times',
      target,
      of: { bareMs: rounded(bare), ms: rounded(ms) },
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function timeOf(args: readonly string[], folder: string): number {
  const from = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - from;
}
