import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import type { SyncResult } from '../../record/runs/sync-record.entity.js';
import type { PlannedRun } from '../../sync/keep/summary.js';
import { randomUUID } from 'node:crypto';
import { byCommand, withRooms } from './boot.js';
import { json, note, progress, print, table } from './output.js';
import { chosenPeriod, monthOption, period, year, yearWords } from './run/run-options.js';

interface SyncOptions {
  company?: string;
  year?: number;
  period?: number;
  month?: number;
  full?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

interface Outcome {
  readonly paused: boolean;
  readonly result: SyncResult;
  readonly planned?: readonly PlannedRun[];
}

export function register(program: Command): void {
  program
    .command('sync')
    .description('fetch payroll, map it, post what is due; all companies when none is named')
    .option('--company <company>', 'its name, id or subdomain')
    .option('--year <year>', yearWords, year)
    .option('--period <period>', 'a month 0 to 11 of that year (0 = April)', period)
    .addOption(monthOption())
    .option('--full', 'read every period again, even those that seem unchanged')
    .option('--dry-run', 'show what would be posted, held and amended, and why; nothing is sent to the books')
    .option('--json', 'answer {"sync", "companies": [{"company", "posted", "held", …}]}')
    .addHelpText(
      'after',
      `
Safe to run at any time and as often as you like: a pay run is posted once.
Exits 3 when something needs a person or is in doubt: held, changed, drift, refused, in doubt.
A write in doubt is settled by the next sync after SETTLE_WINDOW_SECONDS, or by the service by itself.`,
    )
    .action(async (options: SyncOptions) => {
      await withRooms(async (rooms) => answer(await syncAll(rooms, options), options, await noneInWords(rooms)));
    });
}

/** Nothing is synced also where every company is paused or was left. */
async function noneInWords(rooms: INestApplicationContext): Promise<string> {
  const { Companies } = await import('../../companies/companies.js');
  for await (const _ of rooms.get(Companies).all())
    return 'No company is working: `counterfoil companies` lists them, and `counterfoil resume` resumes one.';
  return 'No company is connected yet: counterfoil connect --name NAME';
}

async function syncAll(rooms: INestApplicationContext, options: SyncOptions): Promise<readonly Outcome[]> {
  const { Companies } = await import('../../companies/companies.js');
  const { Syncs } = await import('../../sync/syncs.js');
  const { Places } = await import('../../runner/places.js');
  const { syncsToStart } = await import('../../acts/start-sync.js');
  const companies = rooms.get(Companies);
  const syncs = rooms.get(Syncs);
  const places = rooms.get(Places);
  const { year: inYear, full, dryRun } = options;
  const source = syncsToStart(
    { companies },
    {
      who: await byCommand(rooms),
      company: options.company === undefined ? undefined : await companies.find(options.company),
      year: inYear,
      period: chosenPeriod(options.period, options),
      full,
      dryRun,
    },
  );

  const bar = progress('Syncing');
  const outcomes: Outcome[] = [];
  let started = 0;
  // Several workers take from one generator, which answers one call after another.
  const work = async (): Promise<void> => {
    for await (const { company, request } of source) {
      const onProgress = (step: { done: number; total: number; step: string }) =>
        bar.report(outcomes.length, started, `${company.name}: ${step.step}`);
      const sync = () => {
        started += 1;
        return syncs.run(company, request, { onProgress });
      };
      outcomes.push({ ...(await places.run(sync)), paused: company.life === 'paused' });
    }
  };
  await Promise.all(Array.from({ length: options.company ? 1 : places.most }, work));
  bar.end();
  return outcomes.sort((a, b) => (a.result.company < b.result.company ? -1 : 1));
}

function answer(outcomes: readonly Outcome[], options: SyncOptions, none: string): void {
  const results = outcomes.map((one) => one.result);
  const failed = results.some((result) => result.error);
  const waiting = results.some(
    ({ held, changed, drift, refused, inDoubt }) => held + changed + drift + refused + inDoubt > 0,
  );
  process.exitCode = failed ? 1 : waiting ? 3 : 0;
  if (options.json) return json({ sync: randomUUID(), companies: results });
  if (results.length === 0) return print(none);
  for (const { planned } of outcomes) if (planned && planned.length > 0) print(`${plannedTable(planned)}\n`);
  print(
    table(results, [
      { heading: 'Company', value: (row) => row.company },
      { heading: options.dryRun ? 'To post' : 'Posted', value: (row) => row.posted, right: true },
      { heading: 'Found', value: (row) => row.adopted, right: true },
      { heading: 'Amended', value: (row) => row.amended, right: true },
      { heading: 'Ready', value: (row) => row.ready, right: true },
      { heading: 'Held', value: (row) => row.held, right: true },
      { heading: 'In doubt', value: (row) => row.inDoubt, right: true },
      { heading: 'Changed', value: (row) => row.changed, right: true },
      { heading: 'Altered', value: (row) => row.drift, right: true },
      { heading: 'Refused', value: (row) => row.refused, right: true },
      { heading: 'Not due', value: (row) => row.notReady, right: true },
      { heading: 'Nothing', value: (row) => row.nothing, right: true },
      { heading: 'Unchanged', value: (row) => row.unchanged, right: true },
    ]),
  );
  for (const { result, paused } of outcomes)
    if (paused)
      note(`\n${result.company} is paused: nothing is fetched or posted until counterfoil resume "${result.company}".`);
  for (const { company, error } of results)
    if (error) note(`\n${company}: ${error.title}\n  ${error.detail}\n${error.todo}`);
  if (waiting)
    print(
      '\nSome runs need a person: `counterfoil runs` lists them, `counterfoil show COMPANY YEAR PERIOD` shows why.',
    );
}

function plannedTable(planned: readonly PlannedRun[]): string {
  return table(planned, [
    { heading: 'Pay run', value: (row) => row.tag },
    { heading: 'Would', value: (row) => row.would.replaceAll('_', ' ') },
    { heading: 'Why', value: (row) => row.why },
  ]);
}
