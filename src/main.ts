#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { endWith } from './commands/output.js';
import { asProblem, type Problem, problem } from './ground/problem.js';
import { packageVersion } from './ground/version.js';

interface CommandFile {
  register(program: Command): void;
}

/** One that needs only a reason. */
const plain = async (name: 'amend' | 'ignore' | 'rerun' | 'sign-off'): Promise<CommandFile> =>
  (await import('./commands/run/plain-act.js')).plainAct(name);

/** Every command, in the order and under the headings of `counterfoil --help`. Naming one imports only its file. */
const commands: Record<string, Record<string, () => Promise<CommandFile>>> = {
  'Start here:': {
    demo: () => import('./commands/demo/demo.js'),
  },
  'Run it:': {
    serve: () => import('./commands/serve.js'),
    sandbox: () => import('./commands/sandbox.js'),
    migrate: () => import('./commands/migrate.js'),
    key: () => import('./commands/key.js'),
    doctor: () => import('./commands/doctor.js'),
  },
  'Companies:': {
    connect: () => import('./commands/company/connect.js'),
    clients: () => import('./commands/company/clients.js'),
    companies: () => import('./commands/company/companies.js'),
    policy: () => import('./commands/company/policy.js'),
    allocations: () => import('./commands/company/allocations.js'),
    pause: () => import('./commands/company/pause.js'),
    resume: () => import('./commands/company/resume.js'),
    leave: () => import('./commands/company/leave.js'),
    erase: () => import('./commands/company/erase.js'),
  },
  'Payroll into the books:': {
    sync: () => import('./commands/sync.js'),
    runs: () => import('./commands/run/runs.js'),
    show: () => import('./commands/run/show.js'),
    journal: () => import('./commands/journal/journal.js'),
  },
  'What a person decides:': {
    post: () => import('./commands/run/post.js'),
    approve: () => import('./commands/run/approve.js'),
    decide: () => import('./commands/run/decide.js'),
    'take-back': () => import('./commands/run/take-back.js'),
    recover: () => import('./commands/run/recover.js'),
    adjust: () => import('./commands/run/adjust.js'),
    amend: () => plain('amend'),
    reverse: () => import('./commands/run/reverse.js'),
    ignore: () => plain('ignore'),
    rerun: () => plain('rerun'),
    'sign-off': () => plain('sign-off'),
    assign: () => import('./commands/run/assign.js'),
    note: () => import('./commands/run/note.js'),
    'client-link': () => import('./commands/evidence/client-link.js'),
  },
  'Proof:': {
    verify: () => import('./commands/verify.js'),
    controls: () => import('./commands/controls.js'),
    log: () => import('./commands/log.js'),
    'month-file': () => import('./commands/evidence/month-file.js'),
    evidence: () => import('./commands/evidence/evidence.js'),
  },
  'Access:': {
    people: () => import('./commands/people.js'),
    digest: () => import('./commands/digest.js'),
    tokens: () => import('./commands/tokens.js'),
    'sign-in-link': () => import('./commands/sign-in-link.js'),
    sessions: () => import('./commands/sessions.js'),
  },
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

const names = Object.values(commands).flatMap(Object.keys);

async function program(args: readonly string[]): Promise<Command> {
  const version = packageVersion();
  const asked = args.find((arg) => !arg.startsWith('-')) ?? '';
  const root = new Command('counterfoil')
    .description('Posts UK payroll into a company’s books exactly once, and keeps the proof.')
    .version(version)
    .helpCommand(false)
    .addHelpText('after', examples)
    .exitOverride()
    // `main` prints errors once, as text or JSON, whichever was asked for.
    .configureOutput({ writeErr: () => {} })
    .showSuggestionAfterError();
  for (const [heading, files] of Object.entries(commands)) {
    root.commandsGroup(heading);
    for (const [name, load] of Object.entries(files))
      if (!names.includes(asked) || name === asked) (await load()).register(root);
  }
  return root;
}

async function main(args: readonly string[]): Promise<void> {
  // A reader that closes early (`| head`) is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const root = await program(args);
  if (args.length === 0) return root.outputHelp();
  try {
    await root.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    const problem = error instanceof CommanderError ? wrongUsage(error, args) : asProblem(error);
    endWith(problem, args.includes('--json'));
  }
}

function wrongUsage(error: CommanderError, args: readonly string[]): Problem {
  const named = args.find((arg) => names.includes(arg));
  return problem('wrong-usage', {
    detail: error.code === 'commander.help' ? 'The command is not complete.' : inWords(error),
    todo: `See \`${['counterfoil', named, '--help'].filter(Boolean).join(' ')}\`.`,
  });
}

/** For an argument the message is enough; for an option its name is added, because there may be several. */
function inWords({ message }: CommanderError): string {
  const plain = message.replace(/^error: /, '');
  const words = plain.split(/' is invalid(?: for argument '[a-z]{1,30}')?\. /).at(-1) ?? plain;
  const option = words === plain ? undefined : /^option '(--[a-z-]{1,30})/.exec(plain)?.[1];
  return option === undefined ? words : `${option}: ${words}`;
}

await main(process.argv.slice(2));
