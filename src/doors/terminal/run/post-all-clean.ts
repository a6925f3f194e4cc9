import type { INestApplicationContext } from '@nestjs/common';
import { withRooms } from '../boot.js';
import { note } from '../output.js';
import { allAtOnce, type AllOptions, type Chosen } from './all-at-once.js';
import { companyAndMonth, type MonthOptions, wrongUsage } from './run-options.js';

export interface PostAllOptions extends MonthOptions, AllOptions {
  readonly allPeriods?: boolean;
}

type Asked = ReturnType<typeof companyAndMonth>;

const words = { ask: 'Post', going: 'Posting', done: 'Posted', kind: 'clean ready' };

export async function postAllClean(named: readonly string[], options: PostAllOptions): Promise<void> {
  const asked = companyAndMonth(named, options);
  checkMonth(asked, options);
  await withRooms(async (rooms) => {
    const { clean, left } = await cleanOf(rooms, asked);
    if (left > 0) note(leftOut(left));
    const { postMany } = await import('../../../acts/runs/post-many.js');
    await allAtOnce(rooms, { chosen: clean, words, act: postMany }, options);
  });
}

/** Without a month, every clean run of all time would be posted, so that needs `--all-periods`. */
function checkMonth({ year, period }: Asked, { allPeriods }: PostAllOptions): void {
  if (allPeriods && period !== undefined)
    throw wrongUsage('One month and --all-periods are both given.', 'Give one of them.');
  if (!allPeriods && (year === undefined || period === undefined))
    throw wrongUsage('The month is missing.', 'Name it, such as oct-2025, or give --all-periods.');
}

async function cleanOf(
  rooms: INestApplicationContext,
  { company: named, year, period }: Asked,
): Promise<{ readonly clean: readonly Chosen[]; readonly left: number }> {
  const { Database } = await import('../../../ground/database.js');
  const { Companies } = await import('../../../companies/companies.js');
  const { cleanRuns } = await import('../../../views/checks/clean.js');
  const companies = rooms.get(Companies);
  const only = named === undefined ? undefined : await companies.find(named);
  const found = await rooms.get(Database).read((rows) => cleanRuns(rows, { companyId: only?.id, year, period }));
  const clean = found.clean.map(async (run) => ({ run, company: await companies.find(run.companyId) }));
  return { clean: await Promise.all(clean), left: found.left };
}

const leftOut = (runs: number): string =>
  `${runs === 1 ? 'One ready run needs' : `${runs} ready runs need`} a closer look first, and ${runs === 1 ? 'is' : 'are'} left out: \`counterfoil runs --state ready\` lists them, \`show\` says what to look at.`;
