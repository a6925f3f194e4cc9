import type { Command } from 'commander';
import type * as z from 'zod';
import { changeAllocations, previewAllocations, getAllocations } from '../../../answers/allocations.js';
import { getPolicy } from '../../../answers/companies.js';
import type { Allocations } from '../../../journal/nouns/allocation-of-cost.js';
import { dayInWords, monthInWords, taxYearInWords } from '../../../journal/nouns/dates.js';
import { holdWords } from '../../../views/words/words.js';
import { sendingInWords } from '../../../views/words/sending-in-words.js';
import { withRooms } from '../boot.js';
import { answersIn, shapeInWords } from '../declared-command.js';
import { json, note, print, table } from '../output.js';
import { ifVersionOption, mustChange } from './company-options.js';

interface Options {
  readonly csv?: string;
  readonly export?: boolean;
  readonly ifVersion?: number;
  readonly reason: string;
  readonly json?: boolean;
}

export function register(program: Command): void {
  program
    .command('allocations')
    .description(getAllocations.summary)
    .argument('<company>', 'its name, id or subdomain')
    .option('--csv <file>', 'replace all allocations by this file, a row for each part ("-": standard input)')
    .option('--export', 'print them as such a file')
    .addOption(ifVersionOption())
    .option('--reason <text>', 'kept with the new version of the policy', 'Allocations changed at the command line')
    .option('--json', `answer ${shapeInWords(changeAllocations.gives)}; of a change with “preview”`)
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
    const ask = await answersIn(rooms);
    const asked = { company: named };
    const change = async (file: string) => {
      const { allocationsIn } = await import('./allocation-csv.js');
      // Before the preview: what is changed is what was looked at.
      const { policyVersion } = await ask(getPolicy, asked);
      const allocations = allocationsIn(await read(file));
      const preview = await ask(previewAllocations, { ...asked, allocations });
      const given = { ...asked, allocations, reason: options.reason };
      return { ...(await ask(changeAllocations, given, options.ifVersion ?? policyVersion)), preview };
    };
    const changed = options.csv === undefined ? undefined : await change(options.csv);
    const view = changed ?? (await ask(getAllocations, asked));
    if (changed && changed.preview.holds.length > 0) process.exitCode = 3;
    if (changed && changed.sending.length > 0) note(sendingInWords(changed.sending));
    if (options.export) {
      print(await exported(await ask(getPolicy, asked), view));
      return note(`${view.company}, policy version ${view.policyVersion}`);
    }
    if (options.json) return json(view);
    print(inWords(view));
    if (changed) print(effectInWords(changed.preview));
  });
}

type View = z.output<typeof getAllocations.gives>;

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

async function exported({ policy }: z.output<typeof getPolicy.gives>, { people }: View): Promise<string> {
  const { allocationCsv } = await import('./allocation-csv.js');
  const { pathOf } = await import('../../../journal/nouns/pay-run.js');
  return allocationCsv(
    policy.allocations as Allocations,
    new Map(people.map(({ user, name }) => [pathOf(user), name])),
  );
}

function inWords({ company, policyVersion, people, year, cost }: View): string {
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
    { heading: `Cost ${taxYearInWords(year)}`, value: ({ amount }) => amount, right: true },
  ]);
  return [
    `${company}, policy version ${policyVersion}`,
    parts.length > 0 ? list : 'No one is allocated: every cost goes to the accounts of the policy.',
    ...people
      .filter(isUnknown)
      .map(({ user }) => `${user} was not paid in the last pay runs: check that the user is right.`),
    ...(cost.length > 0 ? [costs] : []),
  ].join('\n\n');
}

/** A person without a recent payslip has no known name. */
function isUnknown({ user, name }: View['people'][number]): boolean {
  return name === user;
}

function effectInWords({ run, accounts, holds }: z.output<typeof previewAllocations.gives>): string {
  if (run === undefined) return '\nThere is no pay run to try them on.';
  const changes = table(accounts, [
    { heading: 'Account', value: ({ account }) => account },
    { heading: 'Before', value: ({ before }) => before, right: true },
    { heading: 'After', value: ({ after }) => after, right: true },
  ]);
  return [
    `\nOn the last pay run (${monthInWords(run.year, run.period)}, paid ${dayInWords(run.datedOn)}) they would make:`,
    accounts.length > 0 ? changes : 'No difference.',
    ...holds.map(({ code, message }) => `${holdWords[code] ?? 'Held'}: ${message}`),
  ].join('\n');
}
