import type { Command } from 'commander';
import { assembling } from './assembling.js';
import { json, print } from './output.js';

export function register(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to this version’s schema (serve and every other command also do this)')
    .option('--json', 'answer {"database", "applied"}')
    .action(async (options: { json?: boolean }) => {
      const { configure } = await import('../../ground/config.module.js');

      const database = await assembling().openDatabase((await configure()).config);
      try {
        const applied = await database.migrate();
        if (options.json) json({ database: database.kind, applied });
        else print(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}.`);
      } finally {
        await database.close();
      }
    });
}
