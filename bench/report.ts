import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measurement } from './measurement.js';

const folder = fileURLToPath(new URL('results/', import.meta.url));
const mib = 1024 * 1024;

/** Prints the measurements as a table, and writes them as JSON with the commit and the machine. */
export function report(measurements: readonly Measurement[]): void {
  const lines = measurements.map((one) => [
    one.name,
    one.database ?? '',
    `${one.value} ${one.unit}`,
    one.target === undefined ? 'told' : `at most ${one.target}`,
    one.target === undefined ? '' : one.value <= one.target ? 'met' : 'MISSED',
  ]);
  console.log(table(['Measured', 'On', 'Figure', 'Target', ''], lines));

  const at = new Date().toISOString();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${at.replaceAll(':', '-').slice(0, 19)}.json`);
  writeFileSync(file, `${JSON.stringify({ at, commit: commit(), machine: machine(), measurements }, undefined, 2)}\n`);
  console.log(`\nWritten to ${file}`);
}

export function table(headings: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, i) => Math.max(heading.length, ...lines.map((line) => line[i]?.length ?? 0)));
  const row = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return ['', row(headings), ...lines.map(row)].join('\n');
}

function machine() {
  const [load = 0] = loadavg();
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cpus: cpus().length,
    memoryMiB: Math.round(totalmem() / mib),
    node: process.version,
    /** Includes the load of other processes: ratios are still valid under it, times are not. */
    load,
  };
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
