#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { faultsCommand } from './faults-command.js';
import { createSandbox, FileError, type Sandbox, type SandboxCredentials, ScenarioError } from './index.js';

/** The command `counterfoil-sandbox`: made of what the package exports, as any program could be. */
const help = `Usage: counterfoil-sandbox [options]
       counterfoil-sandbox faults run <suite> [options] -- <command>

A local double of the accounting service. Its page shows the books: open its address in a browser.

  --port <port>           where it listens; 0 takes a free port (4010)
  --host <address>        on which address; 0.0.0.0 lets other machines in (127.0.0.1)
  --tls                   HTTPS, with a certificate that it makes for localhost
  --scenario <name>       demo, practice:N[:MONTHS[:PAYSLIPS]], or a JSON file (demo)
  --file <path>           a file that keeps its state over a restart
  --clock <time>          the time at which its clock starts, ISO 8601
  --no-limits             no limit on requests
  --double-quoted-links   Link headers as in the service's documentation: rel="next"
  --keep-refresh-tokens   a refresh token can be used again, and stays the same
  --tokens-without-user-agent  the token endpoint takes requests without User-Agent
  --json                  once it listens, print its address, client and tokens as a line of JSON
  --version
  --help

faults runs a client's command under faults and reads the books: faults --help.
Faults, scenarios and every endpoint: README.md and docs/ of this package, or /_sandbox/api while it runs.`;

const options = {
  port: { type: 'string', default: '4010' },
  host: { type: 'string' },
  tls: { type: 'boolean', default: false },
  scenario: { type: 'string' },
  file: { type: 'string' },
  clock: { type: 'string' },
  'no-limits': { type: 'boolean', default: false },
  'double-quoted-links': { type: 'boolean', default: false },
  'keep-refresh-tokens': { type: 'boolean', default: false },
  'tokens-without-user-agent': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const PORT_MAX = 65_535;
const COMPANIES_SHOWN = 10;
/** The exit code for wrong usage, scenario or file; any other failure ends with 1. */
const WRONG_USE = 2;
const STOP_WITHIN_MS = 2_000;

class WrongUse extends Error {}

await run(process.argv.slice(2)).catch((error: unknown) => {
  const known = error instanceof WrongUse || error instanceof ScenarioError || error instanceof FileError;
  const { message, code } = error as Error & { code?: string };
  if (!known && code === undefined) throw error;
  process.stderr.write(`counterfoil-sandbox: ${message}\n`);
  process.exitCode = known ? WRONG_USE : 1;
});

async function run(args: string[]): Promise<void> {
  if (args[0] === 'faults')
    return faultsCommand(args.slice(1), { wrongUse: (message) => new WrongUse(message), timeOf, print });
  const asked = read(args);
  if (asked.help) return print(help);
  if (asked.version) return print(versionOf());
  const sandbox = createSandbox({
    scenario: asked.scenario,
    file: asked.file,
    ...(asked.clock !== undefined && { clock: timeOf(asked.clock) }),
    limits: !asked['no-limits'],
    doubleQuotedLinks: asked['double-quoted-links'],
    keepRefreshTokens: asked['keep-refresh-tokens'],
    tokensWithoutUserAgent: asked['tokens-without-user-agent'],
  });
  await sandbox.listen(portOf(asked.port), { host: asked.host, tls: asked.tls });
  stopOnSignal(sandbox);
  print(asked.json ? JSON.stringify(sandbox.credentials()) : introduction(sandbox.credentials(), asked.file));
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new WrongUse(`${(error as Error).message}\nSee counterfoil-sandbox --help.`);
  }
}

function versionOf(): string {
  const described = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(described) as { version: string }).version;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > PORT_MAX) throw new WrongUse('--port is 0 to 65535.');
  return port;
}

function timeOf(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new WrongUse('--clock is a time such as 2025-11-10T09:00:00Z.');
  return time;
}

/** The first signal closes it, a second ends it at once. */
function stopOnSignal(sandbox: Sandbox): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    void sandbox.close().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
}

function introduction(credentials: SandboxCredentials, file: string | undefined): string {
  const { baseUrl, clientId, clientSecret, companies, certificate } = credentials;
  const more = companies.length - COMPANIES_SHOWN;
  return [
    `The sandbox listens on ${baseUrl} (its page shows the books)`,
    `  client id      ${clientId}`,
    `  client secret  ${clientSecret}`,
    ...companies
      .slice(0, COMPANIES_SHOWN)
      .flatMap((company) => [
        `${company.name}, subdomain ${company.subdomain}`,
        `  access token   ${company.accessToken}`,
        `  refresh token  ${company.refreshToken}`,
      ]),
    ...(more > 0 ? [`and ${more} more (--json lists all)`] : []),
    ...(certificate === undefined ? [] : ['', 'Clients have to trust this certificate:', certificate]),
    file === undefined ? 'Ctrl-C stops it; nothing is kept.' : `Ctrl-C stops it; ${file} keeps its state.`,
  ].join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
