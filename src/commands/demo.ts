import type { Command } from 'commander';
import { say } from './output.js';

export function register(program: Command): void {
  program
    .command('demo')
    .description('everything at once: a local accounting service, Counterfoil, and its first sync')
    .action(async () => {
      const { mkdtemp, rm } = await import('node:fs/promises');
      const { randomBytes } = await import('node:crypto');
      const { tmpdir } = await import('node:os');
      const { join } = await import('node:path');
      const { readConfig } = await import('../config.js');
      const { createService } = await import('../application.js');
      const { stopOnSignal } = await import('../shutdown.js');

      // Its own database in a folder of its own: running it again starts afresh.
      const folder = await mkdtemp(join(tmpdir(), 'counterfoil-demo-'));
      const config = readConfig({
        DATABASE_URL: `sqlite:${join(folder, 'demo.db')}`,
        PORT: '0',
        LOG_LEVEL: 'warn',
        SECRET_KEY: randomBytes(32).toString('base64'),
      });
      const service = await createService(config);
      await service.listen(config.port, config.host);
      stopOnSignal(async () => {
        await service.close();
        await rm(folder, { recursive: true, force: true });
      }, config.requestDeadlineSeconds);

      say(`${new URL(await service.getUrl()).origin}/health/ready\nCtrl-C ends it.`);
    });
}
