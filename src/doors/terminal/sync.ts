import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import type { SyncResult } from '../../record/runs/sync-record.entity.js';
import type { MonthTyped } from '../../journal/nouns/month-typed.js';
import type { PlannedRun } from '../../sync/keep/summary.js';
import { randomUUID } from 'node:crypto';
import { adjustmentName } from '../../journal/nouns/adjustment.js';
import { adjustmentInWords } from '../../views/words/words.js';
import { dayInWords, monthInWords } from '../../journal/nouns/dates.js';
import { byCommand, withRooms } from './boot.js';
import { json, note, progress, print, table } from './output.js';
import { byMonthOrYear, type MonthOptions, monthOrYear } from './run/run-options.js';

interface SyncOptions extends MonthOptions {
  company?: string;
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
  const command = program
    .command('sync')
    .description('fetch payroll, map it, post what is due; all companies when none is named')
    .option('--company <company>', 'its name, id or subdomain');
  byMonthOrYear(command)
    .option('--full', 'read every period again, even those that seem unchanged')
    .option('--dry-run', 'show what would be posted, held and amended, and why; nothing is sent to the books')
    .option('--json', 'answer {"sync", "companies": [{"company", "posted", "held", …}]}')
    .addHelpText(
      'after',
      `
Safe to run at any time and as often as you like: a pay run is posted once.
Exits 3 when something needs a person or is in doubt: held, changed, drift, refused, in doubt.
A write in doubt is settled by the next sync after SETTLE_WINDOW_SECONDS, or by the service by itself.

Examples:
  counterfoil sync --dry-run
  counterfoil sync --company "Ash Ltd" --month oct-2025`,
    )
    .action(async (options: SyncOptions) => {
      const time = monthOrYear(options);
      await withRooms(async (rooms) => answer(await syncAll(rooms, options, time), options, await noneInWords(rooms)));
    });
}

/** Nothing is synced either if every company is paused or was left. */
async function noneInWords(rooms: INestApplicationContext): Promise<string> {
  const { Companies } = await import('../../companies/companies.js');
  for await (const _ of rooms.get(Companies).all())
    return 'No company is working: `counterfoil companies` lists them, and `counterfoil resume` resumes one.';
  return 'No company is connected yet: counterfoil connect --name NAME';
}

async function syncAll(
  rooms: INestApplicationContext,
  options: SyncOptions,
  { year, period }: MonthTyped,
): Promise<readonly Outcome[]> {
  const { Companies } = await import('../../companies/companies.js');
  const { Syncs } = await import('../../sync/syncs.js');
  const { Places } = await import('../../runner/places.js');
  const { syncedLives, syncsToStart } = await import('../../acts/start-sync.js');
  const companies = rooms.get(Companies);
  const syncs = rooms.get(Syncs);
  const places = rooms.get(Places);
  const { full, dryRun } = options;
  const source = syncsToStart(
    { companies },
    {
      who: await byCommand(rooms),
      company: options.company === undefined ? undefined : await companies.find(options.company),
      year,
      period,
      full,
      dryRun,
    },
  );

  const bar = progress('Syncing');
  const outcomes: Outcome[] = [];
  const total = options.company === undefined ? await companies.count(syncedLives) : 1;
  // Several workers take from one generator, which answers one call after another.
  const work = async (): Promise<void> => {
    for await (const { company, request } of source) {
      // A single company shows its own steps.
      const onProgress = (at: { done: number; total: number; step: string }) =>
        bar.report(
          ...(total > 1 ? ([outcomes.length, total] as const) : ([at.done, at.total] as const)),
          `${company.name}: ${at.step}`,
        );
      const sync = () => syncs.run(company, request, { onProgress });
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
  const plans = outcomes.flatMap(({ result: { company }, planned = [] }) =>
    planned.map((one) => ({ company, ...one })),
  );
  if (plans.length > 0) print(`${plannedTable(plans)}\n`);
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
    print('\nSome runs need a person: `counterfoil runs` lists them, `counterfoil show COMPANY MONTH` shows why.');
}

function plannedTable(planned: readonly (PlannedRun & { readonly company: string })[]): string {
  const what = ({ adjustment }: PlannedRun) => (adjustment ? adjustmentInWords(adjustmentName(adjustment)) : 'Payroll');
  return table(planned, [
    { heading: 'Company', value: (row) => row.company },
    { heading: 'Month', value: (row) => monthInWords(row.year, row.period) },
    { heading: 'Paid', value: (row) => dayInWords(row.datedOn) },
    { heading: 'What', value: what },
    { heading: 'Would', value: (row) => row.would.replaceAll('_', ' ') },
    { heading: 'Why', value: (row) => row.why },
  ]);
}
