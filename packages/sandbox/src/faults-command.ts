import { parseArgs } from 'node:util';
import { CommandError, PLACES, reportText, runFaults, SuiteError, SUITES } from './index.js';

/** `counterfoil-sandbox faults run SUITE -- COMMAND`. */
export const faultsHelp = `Usage: counterfoil-sandbox faults run <suite> [options] -- <command>

Runs a client's command under each fault of a suite, each time against a fresh sandbox; again while it ends
otherwise than without a fault, as a schedule would. Then it reads the books: once, doubled, lost or stuck.

  --env <NAME=VALUE>      a variable for the command; may be repeated
  --setup <command line>  run by the shell before each case, to connect or to make a database
  --only <case>           only this case; may be repeated
  --runs <number>         how often the command is run at most in a case (6)
  --pause <seconds>       between two runs (2)
  --timeout <seconds>     how long a run may take before it is killed (60)
  --scenario <name>       as for the sandbox: demo, practice:N[:MONTHS[:PAYSLIPS]], or a JSON file (demo)
  --clock <time>          the time at which each sandbox's clock starts, ISO 8601 (now)
  --no-limits, --keep-refresh-tokens, --tokens-without-user-agent, --double-quoted-links
                          as for the sandbox
  --json                  answer the report as JSON
  --help

Suites: ${Object.keys(SUITES).join(', ')}. In the command, --env and --setup, these stand for what the sandbox gives:
${PLACES.map((name) => `{${name}}`).join(' ')}. The command has them in its
environment too: SANDBOX_BASE_URL and so on. {home} is a folder that a case's runs share.
Exit codes: 0 each set once, 1 failed, 2 wrong usage, 3 something was doubled, lost or stuck. docs/faults.md says more.`;

const options = {
  env: { type: 'string', multiple: true, default: [] as string[] },
  setup: { type: 'string' },
  only: { type: 'string', multiple: true },
  runs: { type: 'string' },
  pause: { type: 'string' },
  timeout: { type: 'string' },
  scenario: { type: 'string' },
  clock: { type: 'string' },
  'no-limits': { type: 'boolean', default: false },
  'keep-refresh-tokens': { type: 'boolean', default: false },
  'tokens-without-user-agent': { type: 'boolean', default: false },
  'double-quoted-links': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const FAULTS_FOUND = 3;

/** Of the program that calls it: how it tells wrong usage, reads a time and prints. */
export interface Around {
  readonly wrongUse: (message: string) => Error;
  readonly timeOf: (text: string) => Date;
  readonly print: (text: string) => void;
}

export async function faultsCommand(args: readonly string[], { wrongUse, timeOf, print }: Around): Promise<void> {
  const at = args.indexOf('--');
  const { values, positionals } = read(at < 0 ? args : args.slice(0, at), wrongUse);
  if (values.help) return print(faultsHelp);
  const [verb, suite, ...more] = positionals;
  const command = at < 0 ? [] : args.slice(at + 1);
  if (verb !== 'run' || suite === undefined || more.length > 0 || command.length === 0)
    throw wrongUse('It is faults run SUITE -- COMMAND.\nSee counterfoil-sandbox faults --help.');
  const count = (name: 'runs' | 'pause' | 'timeout'): number | undefined => {
    const text = values[name];
    if (text === undefined) return undefined;
    if (!/^\d+(\.\d+)?$/.test(text)) throw wrongUse(`--${name} is a number.`);
    return Number(text);
  };
  stopOnSignal();
  const report = await runFaults({
    suite,
    command,
    ...(values.setup !== undefined && { setup: values.setup }),
    env: Object.fromEntries(values.env.map((text) => variable(text, wrongUse))),
    sandbox: {
      scenario: values.scenario,
      clock: values.clock === undefined ? new Date() : timeOf(values.clock),
      limits: !values['no-limits'],
      keepRefreshTokens: values['keep-refresh-tokens'],
      tokensWithoutUserAgent: values['tokens-without-user-agent'],
      doubleQuotedLinks: values['double-quoted-links'],
    },
    runs: count('runs'),
    pauseSeconds: count('pause'),
    timeoutSeconds: count('timeout'),
    only: values.only,
    onCase: ({ case: name, outcome }) => process.stderr.write(`${name}: ${outcome}\n`),
  }).catch((error: unknown) => {
    if (error instanceof SuiteError) throw wrongUse(error.message);
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`counterfoil-sandbox: ${error.message}\n`);
    process.exitCode = 1;
    return undefined;
  });
  if (!report) return;
  print(values.json ? JSON.stringify(report, undefined, 2) : reportText(report));
  if (!report.isClean) process.exitCode = FAULTS_FOUND;
}

function read(args: readonly string[], wrongUse: Around['wrongUse']) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw wrongUse(`${(error as Error).message}\nSee counterfoil-sandbox faults --help.`);
  }
}

function variable(text: string, wrongUse: Around['wrongUse']): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw wrongUse(`--env is NAME=VALUE, not ${text}.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** A command that runs is in a group of its own: it is ended as this process exits (kit/run.ts). */
function stopOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}
