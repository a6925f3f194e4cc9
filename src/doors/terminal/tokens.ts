import type { Command } from 'commander';
import type { INestApplicationContext } from '@nestjs/common';
import * as z from 'zod';
import { roles } from '../../access/principal.js';
import { named } from '../../answers/named.js';
import { moment } from '../../ground/written.js';
import { listOf } from '../../views/lists/lists.js';
import { byCommand, withRooms } from './boot.js';
import { listed, shapeInWords } from './declared-command.js';
import { json, print } from './output.js';
import { type RightsOptions, rightsFrom, rightsShown, withRightsOptions } from './rights.js';

interface CreateOptions extends RightsOptions {
  readonly name: string;
  readonly person?: string;
  readonly json?: boolean;
}

const tokenAnswer = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(roles),
  pay: z.boolean(),
  companies: z.array(z.string()).optional(),
  personId: z.string().optional(),
  createdAt: moment,
  lastUsedAt: moment.optional(),
  revokedAt: moment.optional(),
});
const list = listOf(tokenAnswer);

export function register(program: Command): void {
  const tokens = program.command('tokens').description('who may call the API: make, list and revoke tokens');

  withRightsOptions(tokens.command('create').description('make a token; it is shown once'), 'reviewer')
    .requiredOption('--name <name>', 'the program that uses it; the log names it')
    .option(
      '--person <person>',
      'whose token it is: the log names this person, and it never allows more than this person may do',
    )
    .option('--json', `answer ${shapeInWords(tokenAnswer.extend({ token: z.string() }))}`)
    .action(async ({ name, person, json: asJson, ...options }: CreateOptions) => {
      await withRooms(async (rooms) => {
        const { token, record } = await (await tokensOf(rooms)).create(
          await rightsFrom(rooms, name, options),
          await byCommand(rooms),
          person,
        );
        if (asJson) return json({ ...(named(tokenAnswer, record) as object), token });
        print(token);
        print(`\nThe token of "${name}" (${record.role}). It is not stored and not shown again.`);
        print(`Try it: curl -H "Authorization: Bearer TOKEN" ${await origin(rooms)}/api/companies`);
      });
    });

  tokens
    .command('list', { isDefault: true })
    .description('list the tokens, without the tokens themselves')
    .option('--json', `answer ${shapeInWords(list)}`)
    .action(async (options: { json?: boolean }) => {
      await withRooms(async (rooms) => {
        const all = named(list, { items: await (await tokensOf(rooms)).list() }) as z.output<typeof list>;
        if (options.json) return json(all);
        print(
          listed(list, 'There is no token yet: counterfoil tokens create --name NAME', {
            Name: 'name',
            ...rightsShown,
            Made: 'createdAt',
            'Last used': 'lastUsedAt',
            Revoked: 'revokedAt',
          })(all),
        );
      });
    });

  tokens
    .command('revoke')
    .description('end a token at once, and every session that was opened with it')
    .argument('<name>', 'its name or id')
    .option('--json', `answer ${shapeInWords(tokenAnswer)}`)
    .action(async (name: string, options: { json?: boolean }) => {
      await withRooms(async (rooms) => {
        const revoked = await (await tokensOf(rooms)).revoke(name, await byCommand(rooms));
        if (options.json) json(named(tokenAnswer, revoked));
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
