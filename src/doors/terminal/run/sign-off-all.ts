import type { INestApplicationContext } from '@nestjs/common';
import { everything } from '../../../access/viewer.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import type { ToSignOff } from '../../../views/month/sign-off.js';
import { withRooms } from '../boot.js';
import { note } from '../output.js';
import { allAtOnce, type AllOptions, type Chosen } from './all-at-once.js';
import { companyAndMonth, type MonthOptions, wrongUsage } from './run-options.js';

const words = { ask: 'Sign off', going: 'Signing off', done: 'Signed off', kind: 'posted' };
const toldMax = 20;

/** Everything of a month that the page *Sign off* would offer; runs that need a look first are listed. */
export async function signOffAll(named: readonly string[], options: MonthOptions & AllOptions): Promise<void> {
  const { company, year, period } = companyAndMonth(named, options);
  if (year === undefined || period === undefined)
    throw wrongUsage('The month is missing.', 'Name it, such as oct-2025.');
  await withRooms(async (rooms) => {
    const runs = await postedOf(rooms, { company, year, period });
    const { obstacleWords, signOffMany } = await import('../../../acts/approval/sign-off-many.js');
    const left = runs.filter(({ obstacles }) => obstacles.length > 0);
    for (const { company: whose, datedOn, obstacles } of left.slice(0, toldMax))
      note(`${whose}, paid ${dayInWords(datedOn)}: ${obstacles.map((one) => obstacleWords[one]).join(', ')}.`);
    if (left.length > 0) note(`Left out: ${left.length}. The page “Sign off” has each, and rechecks their books.`);
    await allAtOnce(rooms, { chosen: await chosenOf(rooms, runs), words, act: signOffMany }, options);
  });
}

async function postedOf(
  rooms: INestApplicationContext,
  { company, ...month }: { readonly company?: string; readonly year: number; readonly period: number },
): Promise<readonly ToSignOff[]> {
  const { Database } = await import('../../../ground/database.js');
  const { Companies } = await import('../../../companies/companies.js');
  const { toSignOff } = await import('../../../views/month/sign-off.js');
  const only = company === undefined ? null : [(await rooms.get(Companies).find(company)).id];
  const database = rooms.get(Database);
  const now = database.clock.now();
  return database.read((rows) => toSignOff(rows, { ...everything, companies: only }, { month, now }));
}

async function chosenOf(rooms: INestApplicationContext, runs: readonly ToSignOff[]): Promise<readonly Chosen[]> {
  const { Companies } = await import('../../../companies/companies.js');
  const companies = rooms.get(Companies);
  const whole = runs.flatMap(({ obstacles, totals, ...run }) =>
    obstacles.length === 0 && totals !== undefined ? [{ ...run, ...totals }] : [],
  );
  return Promise.all(whole.map(async (run) => ({ run, company: await companies.find(run.companyId) })));
}
