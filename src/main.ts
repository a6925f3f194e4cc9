#!/usr/bin/env node
import 'reflect-metadata';
import { Command, CommanderError } from 'commander';
import { printProblem } from './commands/output.js';
import * as allocations from './commands/company/allocations.js';
import * as clients from './commands/company/clients.js';
import * as companies from './commands/company/companies.js';
import * as connect from './commands/company/connect.js';
import * as demo from './commands/demo/demo.js';
import * as evidence from './commands/evidence/evidence.js';
import * as digest from './commands/digest.js';
import * as erase from './commands/company/erase.js';
import * as doctor from './commands/doctor.js';
import * as journal from './commands/journal/journal.js';
import * as key from './commands/key.js';
import * as log from './commands/log.js';
import * as leave from './commands/company/leave.js';
import * as monthFile from './commands/evidence/month-file.js';
import * as migrate from './commands/migrate.js';
import * as people from './commands/people.js';
import * as pause from './commands/company/pause.js';
import * as policy from './commands/company/policy.js';
import * as resume from './commands/company/resume.js';
import * as sandbox from './commands/sandbox.js';
import * as sessions from './commands/sessions.js';
import * as serve from './commands/serve.js';
import * as signInLink from './commands/sign-in-link.js';
import * as tokens from './commands/tokens.js';
import * as sync from './commands/sync.js';
import * as runs from './commands/run/runs.js';
import * as controls from './commands/controls.js';
import * as verify from './commands/verify.js';
import * as show from './commands/run/show.js';
import * as post from './commands/run/post.js';
import * as assign from './commands/run/assign.js';
import * as note from './commands/run/note.js';
import * as approve from './commands/run/approve.js';
import * as decide from './commands/run/decide.js';
import * as adjust from './commands/run/adjust.js';
import * as recover from './commands/run/recover.js';
import * as amend from './commands/run/amend.js';
import * as reverse from './commands/run/reverse.js';
import * as ignore from './commands/run/ignore.js';
import * as rerun from './commands/run/rerun.js';
import { asProblem, Problem } from './ground/problem.js';
import { packageVersion } from './ground/version.js';

interface CommandFile {
  register(program: Command): void;
}

/** Every command, in the order and under the headings of `counterfoil --help`. */
const commands: Record<string, readonly CommandFile[]> = {
  'Start here:': [demo],
  'Run it:': [serve, sandbox, migrate, key, doctor],
  'Companies:': [connect, clients, companies, policy, allocations, pause, resume, leave, erase],
  'Payroll into the books:': [sync, runs, show, journal],
  'What a person decides:': [post, approve, decide, recover, adjust, amend, reverse, ignore, rerun, assign, note],
  'Proof:': [verify, controls, log, monthFile, evidence],
  'Access:': [people, digest, tokens, signInLink, sessions],
};

const examples = `
Examples:
  counterfoil demo                                     everything at once, with an accounting service of its own
  counterfoil connect --name "Ash Ltd" --mode approve  add a company
  counterfoil sync                                     fetch payroll, post what is due, in every company
  counterfoil runs --state held                        what waits for a person
  counterfoil show "Ash Ltd" 2025/26 --month 7         one pay run, line by line, each with its why
  counterfoil journal payroll.json                     map a payroll document, with no database and no network

Every command has --help, and --json for machines.
Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 done but something needs a person.
`;

function program(): Command {
  const version = packageVersion();
  const root = new Command('counterfoil')
    .description('Posts UK payroll into a company’s books exactly once, and keeps the proof.')
    .version(version)
    .helpCommand(false)
    .addHelpText('after', examples)
    .exitOverride()
    // What is wrong is printed once, by `main`, in the form that was asked for.
    .configureOutput({ writeErr: () => {} })
    .showSuggestionAfterError();
  for (const [heading, files] of Object.entries(commands)) {
    root.commandsGroup(heading);
    for (const file of files) file.register(root);
  }
  return root;
}

async function main(args: readonly string[]): Promise<void> {
  // A reader that has seen enough (`| head`) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const root = program();
  if (args.length === 0) return root.outputHelp();
  try {
    await root.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    const problem = error instanceof CommanderError ? wrongUsage(error, args) : asProblem(error);
    printProblem(problem, args.includes('--json'));
    process.exitCode = problem.exitCode;
  }
}

function wrongUsage(error: CommanderError, args: readonly string[]): Problem {
  const known = program().commands.map((command) => command.name());
  const named = args.filter((arg) => known.includes(arg))[0];
  return new Problem({
    title: 'Wrong usage',
    detail: error.code === 'commander.help' ? 'The command is not complete.' : inWords(error),
    todo: `See \`${['counterfoil', named, '--help'].filter(Boolean).join(' ')}\`.`,
    exitCode: 2,
  });
}

/** An argument's own words are enough; of an option its name is kept, for there may be several. */
function inWords({ message }: CommanderError): string {
  const plain = message.replace(/^error: /, '');
  const words = plain.split(/' is invalid(?: for argument '[a-z]{1,30}')?\. /).at(-1) ?? plain;
  const option = words === plain ? undefined : /^option '(--[a-z-]{1,30})/.exec(plain)?.[1];
  return option === undefined ? words : `${option}: ${words}`;
}

await main(process.argv.slice(2));
