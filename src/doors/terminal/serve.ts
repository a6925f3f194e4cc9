import type { AddressInfo } from 'node:net';
import { type Command, Option } from 'commander';
import { assembling } from './assembling.js';
import { failedStart } from './listening.js';
import { json, note, print } from './output.js';

/** Added to the request deadline: time to record the outcome of the last requests. */
const shutdownGraceSeconds = 5;

export function register(program: Command): void {
  program
    .command('serve')
    .description('run the service: schedule, admin API, review pages, health and metrics')
    .addOption(
      new Option('--role <role>', 'web: pages and API; worker: schedule and syncs; all: both')
        .choices(['web', 'worker', 'all'])
        .default('all'),
    )
    .option('--json', 'once it listens, answer {"url"}')
    .addHelpText(
      'after',
      `
Stops on Ctrl-C or SIGTERM: takes nothing new, finishes what is in flight, gives up after REQUEST_DEADLINE_SECONDS + ${shutdownGraceSeconds}.
Unfinished writes are in doubt, and settled at the next start.`,
    )
    .action(async (options: { role: 'web' | 'worker' | 'all'; json?: boolean }) => {
      const { openSecrets } = await import('../../ground/config.js');
      const { configure } = await import('../../ground/config.module.js');
      const { stopOnSignal } = await import('../../ground/shutdown.js');

      const { createService, listenForMetrics } = assembling();
      const configured = await configure({ role: options.role });
      const { host, port, publicUrl, requestDeadlineSeconds } = configured.config;
      const warning = openSecrets();
      if (warning !== undefined) note(warning);
      const service = await createService(configured);
      await service
        .listen(port, host)
        .catch(failedStart({ host, port, choose: 'PORT and HOST' }, () => service.close()));
      configured.listening.port = (service.getHttpServer().address() as AddressInfo).port;
      const apart = configured.config.metrics;
      const metrics = await listenForMetrics(service, configured.config).catch(
        failedStart({ ...(typeof apart === 'object' ? apart : { host, port }), choose: 'METRICS' }, () =>
          service.close(),
        ),
      );
      const close = () => {
        metrics?.close();
        return service.close();
      };
      stopOnSignal(close, requestDeadlineSeconds + shutdownGraceSeconds);

      const url = new URL(await service.getUrl()).origin;
      if (options.json) json({ url });
      else print(options.role === 'worker' ? workerStarted(url) : started(url, port === 0 ? url : publicUrl));
      if (options.role === 'worker') return;
      // Loads what makes files only after the service answers, so that neither the start nor a first month file is
      // slow.
      const { warmUp } = await import('../../evidence/formats/warm-up.js');
      await warmUp();
    });
}

const started = (url: string, openAt: string) => `Counterfoil listens on ${url}
Open ${openAt} and sign in:
  counterfoil sign-in-link --role admin    prints a link that works once
  counterfoil tokens create --help         makes a token, for programs and for the sign-in page
Ready when this answers "ok": ${url}/health/ready`;

const workerStarted = (url: string) => `Counterfoil works, and answers for its health on ${url}
Pages and API are served by \`counterfoil serve --role web\`.
Ready when this answers "ok": ${url}/health/ready`;
