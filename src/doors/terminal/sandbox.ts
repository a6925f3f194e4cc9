import type { SandboxCredentials } from '#sandbox';
import { type Command, InvalidArgumentError } from 'commander';
import { type Problem, problem } from '../../ground/problem.js';
import { failedStart, freePort } from './listening.js';
import { json, note, print } from './output.js';

const portDefault = 4010;
const portMax = 65_535;
const stopWithinSeconds = 2;

interface Options {
  port?: number;
  host: string;
  tls?: boolean;
  scenario: string;
  clock?: Date;
  limits: boolean;
  doubleQuotedLinks?: boolean;
  keepRefreshTokens?: boolean;
  tokensWithoutUserAgent?: boolean;
  file?: string;
  json?: boolean;
}

export function register(program: Command): void {
  program
    .command('sandbox')
    .description('run a local accounting service, with a company or a practice in it')
    .option(
      '--port <port>',
      `where it listens; 0 takes a free port (default: ${portDefault}, or a free one where that is taken)`,
      readPort,
    )
    .option('--host <address>', 'on which address; 0.0.0.0 lets other machines in', '127.0.0.1')
    .option('--tls', 'HTTPS, with a certificate that it makes for localhost')
    .option('--scenario <name or file>', 'demo, practice:N[:MONTHS[:PAYSLIPS]], or a JSON file', 'demo')
    .option('--clock <time>', 'the time at which its clock starts, ISO 8601', readTime)
    .option('--file <path>', 'a file that keeps its state over a restart')
    .option('--no-limits', 'no limit on requests')
    .option('--double-quoted-links', 'Link headers as in the service’s documentation: rel="next"')
    .option('--keep-refresh-tokens', 'a refresh token can be used again, and stays the same')
    .option('--tokens-without-user-agent', 'the token endpoint takes requests without User-Agent')
    .option('--json', 'once it listens, answer its address, client and tokens')
    .addHelpText(
      'after',
      `
Without --file everything is kept in memory and gone when it stops. Its page shows the books: open its address in a browser.
From any other language: base address and access token as printed; endpoints in OpenAPI at /_sandbox/openapi.json, as a page at /_sandbox/api.
What may be changed behind the books' back, and how to make it fail: docs/sandbox.md.`,
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  const { createSandbox, FileError, ScenarioError } = await import('#sandbox');
  const { stopOnSignal } = await import('../../ground/shutdown.js');

  try {
    const sandbox = createSandbox({
      scenario: options.scenario,
      limits: options.limits,
      clock: options.clock,
      file: options.file,
      doubleQuotedLinks: options.doubleQuotedLinks,
      keepRefreshTokens: options.keepRefreshTokens,
      tokensWithoutUserAgent: options.tokensWithoutUserAgent,
    });
    const { host, tls } = options;
    const port = options.port ?? (await usualPort());
    const place = { host, port, choose: '--host, or --port (0 takes a free one)' };
    await sandbox.listen(port, { host, tls }).catch(failedStart(place, () => sandbox.close()));
    stopOnSignal(() => sandbox.close(), stopWithinSeconds);
    if (options.json) json(sandbox.credentials());
    else print(introduction(sandbox.credentials(), options.file));
  } catch (error) {
    if (error instanceof ScenarioError) throw scenarioProblem(options.scenario, error);
    if (error instanceof FileError) throw fileProblem(error);
    throw error;
  }
}

/** 4010, unless something else listens there: only a port that was asked for is an error when it is taken. */
async function usualPort(): Promise<number> {
  const port = await freePort(portDefault);
  if (port !== portDefault) note(`Port ${portDefault} is taken: the sandbox listens on ${port}.`);
  return port;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > portMax) throw new InvalidArgumentError('A port is 0 to 65535.');
  return port;
}

function readTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('A time is written 2025-11-10T09:00:00Z.');
  return time;
}

const companiesShown = 10;

function introduction(credentials: SandboxCredentials, file: string | undefined): string {
  const { baseUrl, clientId, clientSecret, companies, certificate } = credentials;
  const more =
    companies.length > companiesShown ? [`  and ${companies.length - companiesShown} more (--json lists all)`] : [];
  return [
    `The sandbox listens on ${baseUrl} (its page shows the books)`,
    `  ACCOUNTING_BASE_URL=${baseUrl}`,
    `  ACCOUNTING_CLIENT_ID=${clientId}`,
    `  ACCOUNTING_CLIENT_SECRET=${clientSecret}`,
    '',
    ...companies
      .slice(0, companiesShown)
      .flatMap((company) => [
        `${company.name}, subdomain ${company.subdomain}`,
        `  access token   ${company.accessToken}`,
        `  refresh token  ${company.refreshToken}`,
      ]),
    ...more,
    ...(certificate === undefined
      ? []
      : ['', 'Clients have to trust this certificate (NODE_EXTRA_CA_CERTS):', certificate]),
    '',
    file === undefined ? 'Ctrl-C stops it; nothing is kept.' : `Ctrl-C stops it; ${file} keeps its state.`,
  ].join('\n');
}

function scenarioProblem(scenario: string, error: Error): Problem {
  return problem('wrong-scenario', {
    detail: `${scenario}: ${error.message}`,
    todo: 'Name demo, practice:N, or a JSON file as docs/sandbox.md describes it.',
    cause: error,
  });
}

function fileProblem(error: Error): Problem {
  return problem('wrong-sandbox-file', {
    detail: error.message,
    todo: 'Name one that a sandbox made, or a new one in a folder that is there and that this user may write to: --file.',
    cause: error,
  });
}
