import type { Command } from 'commander';
import type { INestApplicationContext } from '@nestjs/common';
import type { SigningKeys } from '../../evidence/signing-keys.js';
import { assembling } from './assembling.js';
import { mustBeSure } from './asking.js';
import { byCommand, byCommandOn, withRooms } from './boot.js';
import { json, note, print } from './output.js';

export function register(program: Command): void {
  const key = program
    .command('key')
    .description('make a secret key, which encrypts the tokens of the accounting service')
    .option('--json', 'answer {"key"}')
    .action(async (options: { json?: boolean }) => {
      const { newKey } = await import('../../companies/secrets.js');
      if (options.json) return json({ key: newKey() });
      print(newKey());
      note('Set it as SECRET_KEY, in the environment or in .env, and keep a copy in a safe place.');
    });
  key
    .command('rotate')
    .description('encrypt everything stored with another key')
    .option('--json', 'answer {"key"?, "keyId", "connections"}')
    .addHelpText(
      'after',
      `
Without stopping the service: set SECRET_KEY to a new key and SECRET_KEY_PREVIOUS to the old one, restart, run
\`counterfoil key rotate\`, and remove SECRET_KEY_PREVIOUS.
With SECRET_KEY alone: stop the service first. A new key is made, printed, and in force when the command ends with 0.`,
    )
    .action(async (_options: unknown, command: Command) => rotate(command.optsWithGlobals<{ json?: boolean }>()));
  key
    .command('signing')
    .description('the key pair that signs month files and log heads; made when there is none')
    .option('--rotate', 'sign with a new one from now on; the old public key still verifies what it signed')
    .option('--yes', 'do not ask before the private half of the old key is destroyed')
    .option('--json', 'answer {"kid", "made"}')
    .action(async (_options: unknown, command: Command) => signing(command.optsWithGlobals()));
  key
    .command('public')
    .description('print the public keys, for `evidence verify --key` on another machine')
    .addHelpText('after', '\nA JSON Web Key Set (RFC 8037), also at /.well-known/counterfoil-signing-key.')
    .action(() => withKeys(async (keys) => json({ keys: await keys.list() })));
}

async function signing(options: { rotate?: boolean; yes?: boolean; json?: boolean }): Promise<void> {
  const question = 'Destroy the private half of the signing key, and make a new one?';
  if (options.rotate) await mustBeSure(options, { question, otherwise: 'Not rotated' });
  await withKeys(async (keys, rooms) => {
    const by = await byCommand(rooms);
    const { key, made } = options.rotate ? { key: await keys.rotate(by), made: true } : await keys.make(by);
    if (options.json) return json({ kid: key.kid, made });
    print(key.kid);
    note(made ? 'Made just now. Hand out its public half: `counterfoil key public`.' : 'In force already.');
  });
}

async function withKeys(act: (keys: SigningKeys, rooms: INestApplicationContext) => Promise<void>): Promise<void> {
  const { SigningKeys } = await import('../../evidence/signing-keys.js');
  await withRooms((rooms) => act(rooms.get(SigningKeys, { strict: false }), rooms));
}

async function rotate(options: { json?: boolean }): Promise<void> {
  const { configure } = await import('../../ground/config.module.js');
  const { newKey, Secrets, secretsOf } = await import('../../companies/secrets.js');
  const { rotateKey } = await import('../../acts/companies/rotate-key.js');

  const { config } = await configure();
  const from = secretsOf(config);
  const made = config.secretKeyPrevious === undefined ? newKey() : undefined;
  const to = made === undefined ? from : new Secrets(made);
  const database = await assembling().openDatabase(config);
  try {
    await database.migrate();
    // Printed before the change is committed: if the new key were lost with the terminal, every token would be lost.
    const beforeCommit = (connections: number) => {
      if (options.json) return json({ key: made, keyId: to.keyId, connections });
      if (made !== undefined) print(made);
      const whose = connections === 1 ? '1 connection' : `${connections} connections`;
      note(`The tokens of ${whose} are encrypted with key ${to.keyId}.`);
      note(
        made === undefined
          ? 'Remove SECRET_KEY_PREVIOUS now.'
          : 'Set SECRET_KEY to the key above now; the old one no longer opens anything.',
      );
    };
    await rotateKey({ database }, { who: await byCommandOn(database), from, to, beforeCommit });
  } finally {
    await database.close();
  }
}
