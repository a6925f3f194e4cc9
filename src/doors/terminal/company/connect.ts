import type { Command } from 'commander';
import type { ConnectDetails } from '../../../companies/connect-details.js';
import { byCommand, withRooms } from '../boot.js';
import { companyAnswer } from './company-answer.js';
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
    .option('--json', 'answer {"company", …}, {"practice", …} or {"authorizeUrl", "expiresAt"}')
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
  const chosen = [
    ...(isGiven('mode') ? ['--mode' as const] : []),
    ...(isGiven('postFrom') ? ['--post-from' as const] : []),
  ];
  await withRooms(async (rooms) => {
    const { configKey } = await import('../../../ground/config.module.js');
    const { connectTokens } = rooms.get<Config>(configKey);
    const { accessToken = connectTokens.access, refreshToken = connectTokens.refresh, ...rest } = options;
    const details = { ...rest, chosen };
    const { ActTools } = await import('../../../acts/act-tools.js');
    const { beginConnecting, connectCompany } = await import('../../../acts/companies/connect-company.js');
    const tools = rooms.get(ActTools);
    const who = await byCommand(rooms);
    if (accessToken === undefined && refreshToken === undefined) {
      const { authorizeUrl, expiresAt } = await beginConnecting(tools, details, who);
      if (asJson) return json({ authorizeUrl, expiresAt });
      return print(
        `Open this address in a browser and allow access:\n\n${authorizeUrl}\n\nValid until ${momentInWords(expiresAt)}, while \`counterfoil serve\` runs at PUBLIC_URL to receive the answer.`,
      );
    }
    const connected = await connectCompany(tools, details, { who, tokens: { accessToken, refreshToken } });
    if (connected.kind === 'practice') {
      const { practice, created } = connected;
      if (asJson) return json({ practice: practice.name, subdomain: practice.subdomain, created });
      return print(
        `${created ? 'Connected' : 'Renewed the connection of'} the practice ${practice.name}. Now: counterfoil clients import`,
      );
    }
    const { company, created } = connected;
    if (asJson) return json({ ...companyAnswer(company), created });
    if (!created) return print(`These books are connected already, as ${company.name}: its connection was renewed.`);
    const { mode, postFrom } = company.policy;
    const from = postFrom === null ? '' : `, posting runs paid from ${dayInWords(postFrom)}`;
    print(
      `Connected ${company.name}: mode ${mode}${from}.\nNow: counterfoil sync --company "${company.name}" --dry-run`,
    );
  });
}
