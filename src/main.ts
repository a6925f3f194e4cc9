#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { assembleBy } from './doors/terminal/assembling.js';
import { endWith } from './doors/terminal/output.js';
import { asProblem, type Problem, problem } from './ground/problem.js';
import { packageVersion } from './ground/version.js';

interface CommandFile {
  register(program: Command): void;
}

/** One that needs only a reason. */
const plain = async (name: 'amend' | 'ignore' | 'rerun'): Promise<CommandFile> =>
  (await import('./doors/terminal/run/plain-act.js')).plainAct(name);

/**
 * Every command, in the order and under the headings of `counterfoil --help`. Naming one imports only its file; `--help`
 * itself imports none, if built.
 */
const commands: Record<string, Record<string, () => Promise<CommandFile>>> = {
  'Every day:': {
    sync: () => import('./doors/terminal/sync.js'),
    runs: () => import('./doors/terminal/run/runs.js'),
    show: () => import('./doors/terminal/run/show.js'),
    post: () => import('./doors/terminal/run/post.js'),
    approve: () => import('./doors/terminal/run/approve.js'),
    decide: () => import('./doors/terminal/run/decide.js'),
    'take-back': () => import('./doors/terminal/run/take-back.js'),
    'sign-off': () => import('./doors/terminal/run/sign-off.js'),
    amend: () => plain('amend'),
    reverse: () => import('./doors/terminal/run/reverse.js'),
    ignore: () => plain('ignore'),
    rerun: () => plain('rerun'),
    recover: () => import('./doors/terminal/run/recover.js'),
  },
  'Now and then:': {
    controls: () => import('./doors/terminal/controls.js'),
    'month-file': () => import('./doors/terminal/evidence/month-file.js'),
    'client-link': () => import('./doors/terminal/evidence/client-link.js'),
    payroll: () => import('./doors/terminal/company/payroll.js'),
    adjust: () => import('./doors/terminal/run/adjust.js'),
    assign: () => import('./doors/terminal/run/assign.js'),
    note: () => import('./doors/terminal/run/note.js'),
    log: () => import('./doors/terminal/log.js'),
    verify: () => import('./doors/terminal/verify.js'),
    evidence: () => import('./doors/terminal/evidence/evidence.js'),
    digest: () => import('./doors/terminal/digest.js'),
    journal: () => import('./doors/terminal/journal/journal.js'),
    audit: () => import('./doors/terminal/audit/audit.js'),
  },
  'Set up:': {
    connect: () => import('./doors/terminal/company/connect.js'),
    clients: () => import('./doors/terminal/company/clients.js'),
    companies: () => import('./doors/terminal/company/companies.js'),
    policy: () => import('./doors/terminal/company/policy.js'),
    allocations: () => import('./doors/terminal/company/allocations.js'),
    people: () => import('./doors/terminal/people.js'),
    tokens: () => import('./doors/terminal/tokens.js'),
    'sign-in-link': () => import('./doors/terminal/sign-in-link.js'),
    sessions: () => import('./doors/terminal/sessions.js'),
  },
  'Operate:': {
    demo: () => import('./doors/terminal/demo/demo.js'),
    serve: () => import('./doors/terminal/serve.js'),
    doctor: () => import('./doors/terminal/doctor.js'),
    sandbox: () => import('./doors/terminal/sandbox.js'),
    migrate: () => import('./doors/terminal/migrate.js'),
    key: () => import('./doors/terminal/key.js'),
    pause: () => import('./doors/terminal/company/pause.js'),
    resume: () => import('./doors/terminal/company/resume.js'),
    leave: () => import('./doors/terminal/company/leave.js'),
    erase: () => import('./doors/terminal/company/erase.js'),
  },
};

// Each part is loaded by the command that needs it.
assembleBy({
  withRooms: async (...given) => (await import('./app/application.js')).withRooms(...given),
  createService: async (...given) => (await import('./app/application.js')).createService(...given),
  listenForMetrics: async (...given) => (await import('./app/web.js')).listenForMetrics(...given),
  openDatabase: async (config) => (await import('./app/open-database.js')).openDatabase(config),
});

const examples = `
Examples:
  counterfoil demo                                     everything at once, with an accounting service of its own
  counterfoil connect --name "Ash Ltd"                 add a company
  counterfoil sync                                     fetch payroll, post what is due, in every company
  counterfoil runs --state held                        what waits for a person
  counterfoil show "Ash Ltd" oct-2025                  one pay run, line by line, each with its why
  counterfoil journal payroll.json                     map a payroll document, with no database and no network
  counterfoil audit year.json                          what is wrong with journals that others posted

Every command has --help, and --json for machines.
Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 done but something needs a person.
`;

const names = Object.values(commands).flatMap(Object.keys);

/**
 * How `--help` shows each command. The build takes it from the commands' own files: to open them all takes three times as
 * long as Node does. Run from source, there is no such file.
 */
function shown(): Readonly<Record<string, readonly [usage: string, description: string]>> {
  const file = new URL('commands.json', import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

async function program(args: readonly string[]): Promise<Command> {
  const version = packageVersion();
  const asked = args.find((arg) => !arg.startsWith('-')) ?? '';
  const known = names.includes(asked) ? {} : shown();
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
    for (const [name, load] of Object.entries(files)) {
      const [usage, description] = known[name] ?? [];
      if (usage && description) root.command(usage).description(description);
      else if (name === asked || !names.includes(asked)) (await load()).register(root);
    }
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
