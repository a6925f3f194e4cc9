import type { Command } from 'commander';
import type { INestApplicationContext } from '@nestjs/common';
import type { ApiToken } from '../../access/api-token.entity.js';
import { momentInWords } from '../../ground/london.js';
import { byCommand, withRooms } from './boot.js';
import { json, print, table } from './output.js';
import { rightsColumns, type RightsOptions, rightsFrom, withRightsOptions } from './rights.js';

interface CreateOptions extends RightsOptions {
  readonly name: string;
  readonly person?: string;
  readonly json?: boolean;
}

export function register(program: Command): void {
  const tokens = program.command('tokens').description('who may call the API: make, list and revoke tokens');

  withRightsOptions(tokens.command('create').description('make a token; it is shown once'), 'reviewer')
    .requiredOption('--name <name>', 'the program that uses it; the log names it')
    .option(
      '--person <person>',
      'whose token it is: the log names this person, and it never allows more than this person may do',
    )
    .option('--json', 'answer {"id", "name", "role", "pay", "companies", "personId", "token"}')
    .action(async ({ name, person, json: asJson, ...options }: CreateOptions) => {
      await withRooms(async (rooms) => {
        const { token, record } = await (await tokensOf(rooms)).create(
          await rightsFrom(rooms, name, options),
          await byCommand(rooms),
          person,
        );
        if (asJson) return json({ ...answer(record), token });
        print(token);
        print(`\nThe token of "${name}" (${record.role}). It is not stored and not shown again.`);
        print(`Try it: curl -H "Authorization: Bearer TOKEN" ${await origin(rooms)}/api/companies`);
      });
    });

  tokens
    .command('list', { isDefault: true })
    .description('list the tokens, without the tokens themselves')
    .option(
      '--json',
      'answer [{"id", "name", "role", "pay", "companies", "personId", "createdAt", "lastUsedAt", "revokedAt"}]',
    )
    .action(async (options: { json?: boolean }) => {
      await withRooms(async (rooms) => {
        const all = await (await tokensOf(rooms)).list();
        if (options.json) return json(all.map(answer));
        if (all.length === 0) return print('There is no token yet: counterfoil tokens create --name NAME');
        print(
          table(all, [
            { heading: 'Name', value: (row) => row.name },
            ...rightsColumns,
            { heading: 'Made', value: (row) => momentInWords(row.createdAt) },
            { heading: 'Last used', value: (row) => (row.lastUsedAt ? momentInWords(row.lastUsedAt) : 'never') },
            { heading: 'Revoked', value: (row) => (row.revokedAt ? momentInWords(row.revokedAt) : '') },
          ]),
        );
      });
    });

  tokens
    .command('revoke')
    .description('end a token at once, and every session that was opened with it')
    .argument('<name>', 'its name or id')
    .option('--json', 'answer the token as `list` does')
    .action(async (name: string, options: { json?: boolean }) => {
      await withRooms(async (rooms) => {
        const revoked = await (await tokensOf(rooms)).revoke(name, await byCommand(rooms));
        if (options.json) json(answer(revoked));
        else print(`The token of "${revoked.name}" is revoked.`);
      });
    });
}

async function tokensOf(rooms: INestApplicationContext) {
  const { ApiTokens } = await import('../../access/api-tokens.js');
  const { Database } = await import('../../ground/database.js');
  return new ApiTokens(rooms.get(Database));
}

async function origin(rooms: INestApplicationContext): Promise<string> {
  const { configKey } = await import('../../ground/config.module.js');
  return rooms.get<{ publicUrl: string }>(configKey).publicUrl;
}

function answer({ hash: _, lastUsedAt, revokedAt, ...token }: ApiToken) {
  return { ...token, lastUsedAt: lastUsedAt ?? undefined, revokedAt: revokedAt ?? undefined };
}
