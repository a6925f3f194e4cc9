import type { INestApplicationContext } from '@nestjs/common';
import type { Company } from '../../../companies/company.js';
import { dayInWords, monthInWords } from '../../../journal/nouns/dates.js';
import { Money } from '../../../journal/nouns/money.js';
import type { PayRunRecord } from '../../../record/runs/pay-run.entity.js';
import { ask, canAsk, notDone } from '../asking.js';
import { byCommand, withRooms } from '../boot.js';
import { json, note, print, progress, table } from '../output.js';
import { runAnswer } from './run-answer.js';
import { companyAndMonth, type MonthOptions, wrongUsage } from './run-options.js';

export interface PostAllOptions extends MonthOptions {
  readonly allPeriods?: boolean;
  readonly yes?: boolean;
  readonly reason: string;
  readonly json?: boolean;
}

type Asked = ReturnType<typeof companyAndMonth>;

interface CleanRun {
  readonly company: Company;
  readonly run: PayRunRecord;
}

/** Posts each run by the fingerprint it was shown with, so that one that changes meanwhile is not posted. */
export async function postAllClean(words: readonly string[], options: PostAllOptions): Promise<void> {
  const asked = companyAndMonth(words, options);
  checkMonth(asked, options);
  await withRooms(async (rooms) => {
    const { clean, left } = await cleanOf(rooms, asked);
    if (left > 0) note(leftOut(left));
    if (!options.yes && canAsk(options) && clean.length > 0) await confirm(clean);
    const { ActTools } = await import('../../../acts/act-tools.js');
    const { postMany } = await import('../../../acts/runs/post-many.js');
    const runs = clean.map(({ company, run }) => ({ company, tag: run.tag, fingerprint: run.fingerprint ?? '' }));
    const bar = progress('Posting');
    const act = { who: await byCommand(rooms), reason: options.reason };
    const answers = await postMany(rooms.get(ActTools), runs, act, (done) => bar.report(done, runs.length));
    bar.end();
    let posted = 0;
    let failed = false;
    for (const answer of answers) {
      if ('run' in answer && answer.run.state === 'posted') posted += 1;
      if (!('problem' in answer)) continue;
      // A run that somebody else must post is left out; that is not a failure.
      if (answer.problem.exitCode !== 3) failed = true;
      note(`${answer.company}, ${answer.tag}: ${answer.problem.title}. ${answer.problem.todo}`);
    }
    process.exitCode = failed ? 1 : posted < answers.length ? 3 : 0;
    if (options.json)
      return json(answers.flatMap((answer) => ('run' in answer ? [runAnswer(answer.run, answer.company)] : [])));
    print(`Posted ${posted} of ${answers.length} clean ready ${answers.length === 1 ? 'run' : 'runs'}.`);
  });
}

/** Without a month, every clean run of all time would be posted, so that needs `--all-periods`. */
function checkMonth({ year, period }: Asked, { allPeriods }: PostAllOptions): void {
  if (allPeriods && period !== undefined)
    throw wrongUsage('One month and --all-periods are both given.', 'Give one of them.');
  if (!allPeriods && (year === undefined || period === undefined))
    throw wrongUsage('Which month is meant is missing.', 'Name it, such as oct-2025, or give --all-periods.');
}

async function cleanOf(
  rooms: INestApplicationContext,
  { company: named, year, period }: Asked,
): Promise<{ readonly clean: readonly CleanRun[]; readonly left: number }> {
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

async function confirm(clean: readonly CleanRun[]): Promise<void> {
  note(
    table(clean, [
      { heading: 'Company', value: ({ company }) => company.name },
      { heading: 'Month', value: ({ run }) => monthInWords(run.year, run.period) },
      { heading: 'Paid', value: ({ run }) => dayInWords(run.datedOn) },
      { heading: 'Payslips', value: ({ run }) => run.payslips, right: true },
      { heading: 'Gross', value: ({ run }) => run.gross.inPounds(), right: true },
      { heading: 'Net', value: ({ run }) => run.net.inPounds(), right: true },
      { heading: 'HMRC', value: ({ run }) => run.taxAuthority.inPounds(), right: true },
    ]),
  );
  const net = Money.sum(clean.map(({ run }) => run.net)).inPounds();
  const answer = await ask(
    `\nPost ${clean.length === 1 ? 'this run' : `these ${clean.length} runs`}, net ${net}? [y/N] `,
  );
  if (!/^y(es)?$/i.test(answer)) throw notDone('Not posted');
}
