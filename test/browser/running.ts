import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox';
import { createService } from '../../src/app/application.js';
import { configure } from '../../src/ground/config.module.js';
import { startCounterfoil } from '../harness/counterfoil.js';
import { runHere } from '../harness/here.js';

export interface Running {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly sandboxUrl: string;
  /** A sign-in link, which works once. */
  link(role: 'viewer' | 'reviewer' | 'admin', ...more: readonly string[]): Promise<string>;
  /** Calls a control of the sandbox. */
  control<T>(method: string, path: string, body?: unknown): Promise<T>;
  command(...args: readonly string[]): ReturnType<typeof runHere>;
  stop(): Promise<void>;
}

interface Serving {
  readonly url: string;
  stop(): Promise<unknown>;
}
type Serve = (env: Record<string, string>) => Promise<Serving>;

/** What `serve` serves, in this process: to start another takes two seconds of processor time. */
export const serveHere: Serve = async (env) => {
  const configured = await configure({ env, folder: null });
  const service = await createService(configured);
  await service.listen(configured.config.port, configured.config.host);
  return { url: new URL(await service.getUrl()).origin, stop: () => service.close() };
};

/** As a user starts it. */
export const serveApart: Serve = async (env) => {
  const service = startCounterfoil(['serve', '--json'], { env });
  const { url } = (await service.firstLine) as { url: string };
  return { url, stop: () => service.end('SIGTERM') };
};

/** Counterfoil with a sandbox that holds the demo's company or another. */
export async function startRunning(
  more: (url: string) => Promise<Record<string, string>> = async () => ({}),
  scenario: SandboxOptions['scenario'] = 'demo',
  serve: Serve = serveHere,
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-browser-'));
  const sandbox = createSandbox({ scenario, limits: false });
  const { baseUrl: sandboxUrl } = await sandbox.listen(0);
  const { clientId, clientSecret } = sandbox.credentials();
  const port = await freePort();
  const env = {
    DATABASE_URL: `sqlite:${join(folder, 'test.db')}`,
    PORT: String(port),
    LOG_LEVEL: 'error',
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    ACCOUNTING_BASE_URL: sandboxUrl,
    ACCOUNTING_CLIENT_ID: clientId,
    ACCOUNTING_CLIENT_SECRET: clientSecret,
    ...(await more(`http://127.0.0.1:${port}`)),
  };
  const { url, stop } = await serve(env);
  return {
    url,
    sandbox,
    sandboxUrl,
    async link(role, ...more) {
      const made = await runHere(['sign-in-link', '--role', role, '--name', role, '--json', ...more], { env });
      return made.json<{ url: string }>().url;
    },
    async control(method, path, body) {
      const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
      const answer = await fetch(`${sandboxUrl}/_sandbox/${path}`, init);
      return (await answer.json()) as never;
    },
    command: (...args) => runHere(args, { env }),
    async stop() {
      await stop();
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The port must be known before Counterfoil listens: the accounting service sends the browser back to it. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
