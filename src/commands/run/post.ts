import type { Command } from 'commander';
import { byCommand, withRooms } from '../boot.js';
import { type ActOptions, doAct } from './act.js';
import { json, note, say } from '../output.js';
import { runAnswer } from './run-answer.js';
import { date, period as periodNumber, year as taxYear } from './run-options.js';

interface PostOptions extends ActOptions {
  readonly allClean?: boolean;
  readonly company?: string;
  readonly period?: number;
}

export function register(program: Command): void {
  const command = program
    .command('post')
    .description('post a run that is ready, or all clean ones at once')
    .argument('[company]', 'its name, id or subdomain')
    .argument('[year]', 'the tax year by its end, such as 2026', taxYear)
    .argument('[period]', 'its period, 0 to 11', periodNumber)
    .option('--paid <date>', 'the pay date, where the period has several', date)
    .option(
      '--all-clean',
      'every ready run without a hold or a warning whose PAYE agrees or is not due yet, instead of one',
    )
    .option('--period <period>', 'with --all-clean: only this period', periodNumber)
    .requiredOption('--reason <text>', 'why; kept with the decision')
    .option('--json', 'answer the pay run, or the list of them, as it stands afterwards');
  command.action(
    async (company: string | undefined, year: number | undefined, period: number | undefined, options: PostOptions) => {
      if (options.allClean) return postAllClean(company, options);
      if (company === undefined || year === undefined || period === undefined)
        return command.error('error: say which: COMPANY YEAR PERIOD, or --all-clean', { exitCode: 2 });
      return doAct({ company, year, period }, options, async (tools, ref, how) => {
        const { post } = await import('../../acts/post.js');
        return post(tools, ref, how);
      });
    },
  );
}

/** Each by the fingerprint it has now: what changes meanwhile is not posted. */
async function postAllClean(named: string | undefined, { period, reason, json: asJson }: PostOptions): Promise<void> {
  await withRooms(async (rooms) => {
    const { Database } = await import('../../ground/database.js');
    const { Companies } = await import('../../companies/companies.js');
    const { ActTools } = await import('../../acts/act-tools.js');
    const { postMany } = await import('../../acts/post-many.js');
    const { cleanRuns } = await import('../../views/clean.js');
    const companies = rooms.get(Companies);
    const only = named === undefined ? undefined : await companies.find(named);
    const clean = await rooms.get(Database).read((em) => cleanRuns(em, { companyId: only?.id, period }));
    const runs = await Promise.all(
      clean.map(async (run) => ({
        company: await companies.find(run.companyId),
        tag: run.tag,
        fingerprint: run.fingerprint ?? '',
      })),
    );
    const answers = await postMany(rooms.get(ActTools), runs, { who: await byCommand(rooms), reason });
    let posted = 0;
    let failed = false;
    for (const answer of answers) {
      if ('run' in answer && answer.run.state === 'posted') posted += 1;
      if (!('problem' in answer)) continue;
      // Somebody else must post it: it is left out, and nothing failed.
      if (answer.problem.exitCode !== 3) failed = true;
      note(
        `${answer.company}, ${answer.tag}: ${answer.problem.title}. ${answer.problem.detail} ${answer.problem.todo}`,
      );
    }
    process.exitCode = failed ? 1 : posted < answers.length ? 3 : 0;
    if (asJson)
      return json(answers.flatMap((answer) => ('run' in answer ? [runAnswer(answer.run, answer.company)] : [])));
    say(`Posted ${posted} of ${answers.length} clean ready ${answers.length === 1 ? 'run' : 'runs'}.`);
  });
}
