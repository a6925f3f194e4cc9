import { parseArgs } from 'node:util';
import { History } from './history.js';
import { knownGaps } from './known-gaps.js';
import type { Databases } from './new-database.js';
import { onPostgres } from './postgres.js';
import { Report } from './report.js';
import { branches, neverReached } from './sometimes.js';
import { known } from '../witness/known.js';
import { playWithout } from './without.js';

/** npm run simulate -- --seeds N [--seed S] [--files SHARE] [--verbose] [--until-found] [--unread] [--postgres] | --without MEND|all [--seeds N] [--seed S] [--unread] */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    verbose: { type: 'boolean' },
    files: { type: 'string' },
    'until-found': { type: 'boolean' },
    // The doors are not asked at the end, which takes as long as the rest.
    unread: { type: 'boolean' },
    without: { type: 'string' },
    postgres: { type: 'boolean' },
  },
});
const { seed: given, without } = values;

if (without !== undefined) {
  const from = { first: Number(given ?? 1), seeds: Number(values.seeds ?? 1000), unread: values.unread === true };
  process.exitCode = playWithout(without, from) ? 0 : 1;
} else {
  const seeds = Number(values.seeds ?? 1);
  const drawn = values.seeds === undefined ? 1 : Date.now() % 1_000_000_000;
  const first = given === undefined ? drawn : Number(given);
  if (values.postgres) await onPostgres((databases) => play(first, seeds, databases));
  else await play(first, seeds);
}

async function play(first: number, seeds: number, databases?: Databases): Promise<void> {
  const report = new Report();
  const share = values.files === undefined ? undefined : Number(values.files);
  const startedAt = performance.now();
  for (let seed = first; seed < first + seeds; seed++) {
    // The doors at the end are asked on a copy of a SQLite database.
    const reads = databases === undefined && values.unread !== true;
    const history = new History(seed, report, values.verbose === true, share, databases, reads);
    report.histories += 1;
    for (const what of await history.play()) {
      report.violations.push({ seed, what });
      const again = databases
        ? 'on PostgreSQL, where it does not replay'
        : `npm run simulate -- --seed ${seed} --verbose`;
      console.log(`seed ${seed}: ${what}\n  ${again}`);
    }
    if (values['until-found'] === true && report.violations.length > 0) break;
  }
  print(report, (performance.now() - startedAt) / 1000);
  const missed = neverReached(report.histories, report.reached);
  if (missed.length > 0) console.log(`never reached, so nothing is proven of it: ${missed.join('; ')}`);
  process.exitCode = report.violations.length + missed.length > 0 ? 1 : 0;
}

function print(report: Report, seconds: number): void {
  for (const [kind, count] of [...report.faults].sort(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(8)}  ${kind}`);
  console.log('\nhow often rare branches were reached:');
  for (const branch of branches) console.log(`${String(report.reached.get(branch) ?? 0).padStart(8)}  ${branch}`);
  console.log('\nhow often doors differed as is known:');
  for (const { what } of known) console.log(`${String(report.known.get(what) ?? 0).padStart(8)}  ${what}`);
  console.log('\nfigures, and how many doors said them:');
  for (const [figure, doors] of [...report.doors].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`${String(doors.size).padStart(8)}  ${figure} (${[...doors.keys()].join(', ')})`);
  for (const [gap, count] of report.gaps)
    console.log(
      `${String(count).padStart(8)}  known (issue ${knownGaps[gap]?.issue}, point ${knownGaps[gap]?.point}): ${gap}`,
    );
  const faults = [...report.faults.values()].reduce((a, b) => a + b, 0);
  const perSecond = (report.histories / seconds).toFixed(1);
  console.log(
    `${report.histories} histories, ${report.syncs} syncs, ${report.requests} requests, ${faults} faults, ${report.violations.length} violations, ${seconds.toFixed(1)} seconds (${perSecond} histories a second)`,
  );
}
