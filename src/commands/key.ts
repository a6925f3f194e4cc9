import type { Command } from 'commander';
import { json, note, say } from './output.js';

export function register(program: Command): void {
  const key = program
    .command('key')
    .description('make a secret key, which encrypts the tokens of the accounting service')
    .option('--json', 'answer {"key"}')
    .action(async (options: { json?: boolean }) => {
      const { newKey } = await import('../companies/secrets.js');
      if (options.json) return json({ key: newKey() });
      say(newKey());
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
}

async function rotate(options: { json?: boolean }): Promise<void> {
  const { configure } = await import('../ground/config.module.js');
  const { openDatabase } = await import('../app/open-database.js');
  const { systemClock } = await import('../ground/clock.js');
  const { newKey, Secrets, secretsOf } = await import('../companies/secrets.js');
  const { reSeal } = await import('../companies/re-seal.js');

  const { config } = await configure();
  const from = secretsOf(config);
  const made = config.secretKeyPrevious === undefined ? newKey() : undefined;
  const to = made === undefined ? from : new Secrets(made);
  const database = await openDatabase(config, systemClock);
  try {
    await database.migrate();
    // Printed before it is in force: a key that was lost with the terminal would lose every token.
    const beforeCommit = (connections: number) => {
      if (options.json) return json({ key: made, keyId: to.keyId, connections });
      if (made !== undefined) say(made);
      note(`The tokens of ${connections} connections are encrypted with key ${to.keyId}.`);
      note(
        made === undefined
          ? 'Remove SECRET_KEY_PREVIOUS now.'
          : 'Set SECRET_KEY to the key above now; the old one opens nothing any more.',
      );
    };
    await reSeal(database, { from, to, beforeCommit });
  } finally {
    await database.close();
  }
}
