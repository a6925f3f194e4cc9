import { parseArgs } from 'node:util';
import { History } from './history.js';
import { Report } from './report.js';

/** npm run simulate -- --seeds N [--seed S] [--verbose] */
const { values } = parseArgs({
  options: { seeds: { type: 'string' }, seed: { type: 'string' }, verbose: { type: 'boolean' } },
});
const seeds = Number(values.seeds ?? 1);
const first = Number(values.seed ?? (values.seeds === undefined ? 1 : Date.now() % 1_000_000_000));
const report = new Report();
const startedAt = performance.now();

for (let seed = first; seed < first + seeds; seed++) {
  const history = new History(seed, report, values.verbose === true);
  report.histories += 1;
  for (const what of await history.play()) {
    report.violations.push({ seed, what });
    console.log(`seed ${seed}: ${what}\n  npm run simulate -- --seed ${seed} --verbose`);
  }
}

const seconds = (performance.now() - startedAt) / 1000;
for (const [kind, count] of [...report.faults].sort(([, a], [, b]) => b - a))
  console.log(`${String(count).padStart(8)}  ${kind}`);
console.log(
  `${report.histories} histories, ${report.syncs} syncs, ${report.requests} requests, ${[...report.faults.values()].reduce((a, b) => a + b, 0)} faults, ${report.violations.length} violations, ${seconds.toFixed(1)} seconds`,
);
process.exitCode = report.violations.length > 0 ? 1 : 0;
