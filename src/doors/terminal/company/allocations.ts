import type { Command } from 'commander';
import { everything } from '../../../access/viewer.js';
import type { Changed } from '../../../acts/act.js';
import type { PolicyEffect } from '../../../acts/companies/policy-preview.js';
import type { Company } from '../../../companies/company.js';
import { dayInWords, monthInWords, taxYearInWords } from '../../../journal/nouns/dates.js';
import type { AllocatedPerson, AllocationsView } from '../../../views/company/allocations-view.js';
import { sendingInWords } from '../../../views/words/sending-in-words.js';
import { byCommand, withRooms } from '../boot.js';
import { json, note, print, table } from '../output.js';
import { ifVersionOption, mustChange, seenBy } from './company-options.js';

interface Options {
  readonly csv?: string;
  readonly export?: boolean;
  readonly ifVersion?: number;
  readonly reason: string;
  readonly json?: boolean;
}

interface Done {
  readonly company: Changed;
  readonly effect?: PolicyEffect;
}

export function register(program: Command): void {
  program
    .command('allocations')
    .description('who is split over which accounts, and what the tax year has cost on each')
    .argument('<company>', 'its name, id or subdomain')
    .option('--csv <file>', 'replace all allocations by this file, a row for each part ("-": standard input)')
    .option('--export', 'print them as such a file')
    .addOption(ifVersionOption())
    .option('--reason <text>', 'kept with the new version of the policy', 'Allocations changed at the command line')
    .option(
      '--json',
      'answer {"company", "policyVersion", "allocations", "people", "year", "cost", "preview"?, "sending"?}',
    )
    .addHelpText(
      'after',
      `
The file's columns are user, name, from, percent, salaries, employer_nics, staff_pensions, directors. The percentages of one
user and date sum to exactly 100; an account left out is the policy's; directors: yes, where a director's cost is meant.
What is posted keeps the accounts it was posted with.`,
    )
    .action(show);
}

async function show(named: string, options: Options): Promise<void> {
  mustChange(options.ifVersion, options.csv !== undefined, '--csv');
  await withRooms(async (rooms) => {
    const { ActTools } = await import('../../../acts/act-tools.js');
    const { Companies } = await import('../../../companies/companies.js');
    const { Database } = await import('../../../ground/database.js');
    const { allocationsView } = await import('../../../views/company/allocations-view.js');
    const database = rooms.get(Database);
    const before = await rooms.get(Companies).find(named);
    const done = options.csv === undefined ? undefined : await changed(options.csv);
    const company = done?.company ?? before;
    const view = await allocationsView(database, everything, company);
    if (done?.effect && done.effect.after.holds.length > 0) process.exitCode = 3;
    if (done && done.company.sending.length > 0) note(sendingInWords(done.company.sending));
    if (options.export) {
      print(await exported(company, view));
      return note(`${company.name}, policy version ${company.policyVersion}`);
    }
    if (options.json) return json(await answerOf(company, view, done));
    print(inWords(company, view));
    if (done) print(effectInWords(done.effect));

    async function changed(file: string): Promise<Done> {
      const { allocationsIn } = await import('./allocation-csv.js');
      const { changeAllocations, policyWith } = await import('../../../acts/companies/change-allocations.js');
      const { policyPreview } = await import('../../../acts/companies/policy-preview.js');
      const allocations = allocationsIn(await read(file));
      const effect = await policyPreview(rooms.get(ActTools), everything, before, policyWith(before, allocations), {
        begun: true,
      });
      const act = { who: await byCommand(rooms), allocations, reason: options.reason };
      return { company: await changeAllocations(rooms.get(ActTools), seenBy(before, options.ifVersion), act), effect };
    }
  });
}

async function read(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  const { text } = await import('node:stream/consumers');
  const { problem } = await import('../../../ground/problem.js');
  if (file === '-') return text(process.stdin);
  return readFile(file, 'utf8').catch((error: Error) => {
    throw problem('allocations-unreadable', {
      detail: `${file}: ${error.message}`,
      todo: 'Name a file that is there, or "-" for standard input.',
    });
  });
}

async function exported({ policy }: Company, { people }: AllocationsView): Promise<string> {
  const { allocationCsv } = await import('./allocation-csv.js');
  const { pathOf } = await import('../../../journal/nouns/pay-run.js');
  return allocationCsv(policy.allocations, new Map(people.map(({ user, name }) => [pathOf(user), name])));
}

async function answerOf(
  { name, policyVersion, policy: { allocations } }: Company,
  { people, year, cost }: AllocationsView,
  done: Done | undefined,
) {
  const { effectRow } = await import('../../../acts/companies/policy-preview.js');
  const { run, ...found } = done?.effect ? effectRow(done.effect) : {};
  return {
    ...{ company: name, policyVersion, allocations, people, year, cost },
    preview: run && { ...run, ...found },
    sending: done?.company.sending,
  };
}

function inWords({ name, policyVersion }: Company, { people, year, cost }: AllocationsView): string {
  const parts = people.flatMap((person) =>
    person.rules.flatMap((rule) => rule.parts.map((part) => ({ person, rule, part }))),
  );
  const list = table(parts, [
    { heading: 'Person', value: ({ person }) => `${person.name}${person.director ? ' (director)' : ''}` },
    { heading: 'From', value: ({ rule }) => rule.from },
    { heading: 'Per cent', value: ({ part }) => part.percent, right: true },
    { heading: 'Salaries', value: ({ part }) => part.accounts.salaries },
    { heading: 'Employer NI', value: ({ part }) => part.accounts.employerNics },
    { heading: 'Pensions', value: ({ part }) => part.accounts.staffPensions },
  ]);
  const costs = table(cost, [
    { heading: 'Account', value: ({ account }) => account },
    { heading: `Cost ${taxYearInWords(year)}`, value: ({ amount }) => amount.toString(), right: true },
  ]);
  return [
    `${name}, policy version ${policyVersion}`,
    parts.length > 0 ? list : 'No one is allocated: every cost goes to the accounts of the policy.',
    ...people
      .filter(isUnknown)
      .map(({ user }) => `${user} was not paid in the last pay runs: check that the user is right.`),
    ...(cost.length > 0 ? [costs] : []),
  ].join('\n\n');
}

/** A person without a recent payslip has no known name. */
function isUnknown({ user, name }: AllocatedPerson): boolean {
  return name === user;
}

function effectInWords(effect: PolicyEffect | undefined): string {
  if (effect === undefined) return '\nThere is no pay run to try them on.';
  const { run, difference, after } = effect;
  const changes = table(difference.byAccount, [
    { heading: 'Account', value: ({ code }) => code },
    { heading: 'Before', value: ({ before }) => before.toString(), right: true },
    { heading: 'After', value: ({ after: then }) => then.toString(), right: true },
  ]);
  return [
    `\nOn the last pay run (${monthInWords(run.year, run.period)}, paid ${dayInWords(run.datedOn)}) they would make:`,
    difference.byAccount.length > 0 ? changes : 'No difference.',
    ...after.holds.map((hold) => `Held (${hold.code}): ${hold.message}`),
  ].join('\n');
}
