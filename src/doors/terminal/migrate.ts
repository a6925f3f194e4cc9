import type { Command } from 'commander';
import { json, print } from './output.js';

export function register(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to this version’s schema (serve and every other command also do this)')
    .option('--json', 'answer {"database", "applied"}')
    .action(async (options: { json?: boolean }) => {
      const { configure } = await import('../../ground/config.module.js');
      const { openDatabase } = await import('../../app/open-database.js');
      const { systemClock } = await import('../../ground/clock.js');

      const database = await openDatabase((await configure()).config, systemClock);
      try {
        const applied = await database.migrate();
        if (options.json) json({ database: database.kind, applied });
        else print(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}.`);
      } finally {
        await database.close();
      }
    });
}
