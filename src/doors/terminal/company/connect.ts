import type { Command } from 'commander';
import { connectCompany } from '../../../answers/companies.js';
import type { ConnectDetails } from '../../../companies/connect-details.js';
import { withRooms } from '../boot.js';
import { answersIn, shapeInWords } from '../declared-command.js';
import { dateOption, modeOption } from './company-options.js';
import type { Config } from '../../../ground/config.js';
import { json, print } from '../output.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import { momentInWords } from '../../../ground/london.js';

interface Options {
  readonly name: string;
  readonly mode: ConnectDetails['mode'];
  readonly postFrom?: string;
  readonly subdomain?: string;
  readonly accessToken?: string;
  readonly refreshToken?: string;
  readonly practice?: boolean;
  readonly json?: boolean;
}

export function register(program: Command): void {
  program
    .command('connect')
    .description('add a company, or a practice, without a browser; without tokens print the address to authorise at')
    .requiredOption('--name <name>', 'what you call it; commands, logs and pages use this name')
    .addOption(modeOption())
    .addOption(dateOption())
    .option('--subdomain <subdomain>', 'one client of the practice whose tokens these are')
    .option('--access-token <token>', 'from the accounting service (or CONNECT_ACCESS_TOKEN)')
    .option('--refresh-token <token>', 'from the accounting service (or CONNECT_REFRESH_TOKEN)')
    .option('--practice', 'connect a practice; `clients import` adds its clients afterwards')
    .option('--json', `answer ${shapeInWords(connectCompany.gives)}`)
    .addHelpText(
      'after',
      `
The same books are connected once: connecting them again, with new tokens, renews their connection and changes nothing else; --mode and --post-from are refused then, with the command that changes them.
A token on the command line can be seen by others on this machine: CONNECT_ACCESS_TOKEN and CONNECT_REFRESH_TOKEN, in the environment or in .env, cannot.`,
    )
    .action(connect);
}

async function connect({ json: asJson, ...options }: Options, command: Command): Promise<void> {
  const isGiven = (name: string) => command.getOptionValueSource(name) === 'cli';
  await withRooms(async (rooms) => {
    const { configKey } = await import('../../../ground/config.module.js');
    const { connectTokens } = rooms.get<Config>(configKey);
    const { accessToken = connectTokens.access, refreshToken = connectTokens.refresh, ...given } = options;
    const { authorizeUrl, expiresAt, ...connected } = await (await answersIn(rooms))(connectCompany, {
      ...given,
      accessToken,
      refreshToken,
      mode: isGiven('mode') ? given.mode : undefined,
    });
    if (asJson) return json({ authorizeUrl, expiresAt, ...connected });
    if (authorizeUrl !== undefined)
      return print(
        `Open this address in a browser and allow access:\n\n${authorizeUrl}\n\nValid until ${momentInWords(new Date(expiresAt ?? 0))}, while \`counterfoil serve\` runs at PUBLIC_URL to receive the answer.`,
      );
    const { practice, company, created } = connected;
    if (practice !== undefined)
      return print(
        `${created ? 'Connected' : 'Renewed the connection of'} the practice ${practice.name}. Now: counterfoil clients import`,
      );
    const { name, mode, postFrom } = company ?? {};
    if (!created) return print(`These books are connected already, as ${name}: its connection was renewed.`);
    const from = postFrom === undefined ? '' : `, posting runs paid from ${dayInWords(postFrom)}`;
    print(`Connected ${name}: mode ${mode}${from}.\nNow: counterfoil sync --company "${name}" --dry-run`);
  });
}
