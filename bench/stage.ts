import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { DatabaseKind } from './measurement.js';

const root = fileURLToPath(new URL('..', import.meta.url));
export const bin = process.env.TEST_BIN ?? join(root, 'dist', 'src', 'main.js');
const witness = join(root, 'bench', 'witness.mjs');
const loop = join(root, 'bench', 'loop.mjs');
const dayMs = 86_400_000;

/** The bench turns off the sandbox's rate limits and our own. */
const limits = { RATE_PER_MINUTE: '1000000', RATE_PER_HOUR: '1000000' };

export interface Usage {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMiB: number;
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | null;
}

export interface Witnessed<T> {
  readonly answer: T;
  readonly usage: Usage;
  readonly requests: readonly RecordedRequest[];
}

interface Credentials {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly companies: readonly { name: string; subdomain: string; accessToken: string; refreshToken: string }[];
}

export interface SyncAnswer {
  readonly companies: readonly {
    readonly company: string;
    readonly posted: number;
    readonly requests: number;
    readonly error?: { readonly title: string; readonly detail: string };
  }[];
}

/** Everything the bench starts and ends: databases, sandboxes, processes. */
export class Stage {
  readonly folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
  readonly #children = new Set<ChildProcess>();
  #postgres: Server | undefined;

  /** The URL of an empty database. */
  async database(kind: DatabaseKind): Promise<string> {
    if (kind === 'sqlite') return `sqlite:${join(this.folder, `${randomUUID()}.db`)}`;
    this.#postgres ??= await startPostgres();
    const server = this.#postgres.url;
    const name = `bench_${randomUUID().replaceAll('-', '')}`;
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    const url = new URL(server);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** The size of its tables and indexes. */
  async bytesOf(databaseUrl: string): Promise<number> {
    if (databaseUrl.startsWith('sqlite:')) return statSync(databaseUrl.slice('sqlite:'.length)).size;
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query(
      `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND n.nspname = 'public'`,
    );
    await client.end();
    return Number(rows[0].bytes);
  }

  async sandbox(scenario: string): Promise<Books> {
    const child = this.#start(['sandbox', '--port', '0', '--no-limits', '--scenario', scenario, '--json'], {});
    return new Books((await firstLine(child)) as Credentials, () => this.#end(child));
  }

  /** Starts the service and waits until it listens. */
  async serve(env: Env, role = 'all'): Promise<Service> {
    const child = this.#start(['serve', '--role', role, '--json'], env, ['--import', loop]);
    const { url } = (await firstLine(child)) as { url: string };
    const held = async () => {
      const answer = once(child, 'message');
      child.send('How long?');
      return ((await answer) as [Held])[0];
    };
    return { url, held, cpuMs: () => cpuMsOf(child), peakMiB: () => peakMiBOf(child), end: () => this.#end(child) };
  }

  async run<T = unknown>(args: readonly string[], env: Env, record = false): Promise<Witnessed<T>> {
    const id = randomUUID();
    const [usageFile, requestsFile] = [join(this.folder, `${id}.usage`), join(this.folder, `${id}.requests`)];
    const more = { WITNESS_USAGE: usageFile, ...(record && { WITNESS_REQUESTS: requestsFile }) };
    const child = this.#start([...args, '--json'], { ...env, ...more }, ['--import', witness]);
    const out: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    const printed = Buffer.concat(out).toString();
    // Exit code 3: done, and something waits for a person.
    if (code !== 0 && code !== 3)
      throw new Error(`counterfoil ${args.join(' ')} ended with ${code}: ${printed.slice(0, 2000)}`);
    const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
    return { answer: JSON.parse(printed), usage: read(usageFile), requests: record ? read(requestsFile) : [] };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#children].map((child) => this.#end(child)));
    await this.#postgres?.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  #start(args: readonly string[], env: Env, nodeArgs: readonly string[] = []): ChildProcess {
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [...nodeArgs, bin, ...args], {
      cwd: this.folder,
      env: { PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.#children.add(child);
    child.once('close', () => this.#children.delete(child));
    return child;
  }

  async #end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  }
}

/** As bench/loop.mjs says it. */
export interface Held {
  readonly heldMs: number;
  /** How much of that the thread was ready and waited for a processor. */
  readonly unservedMs: number;
}

export interface Service {
  readonly url: string;
  /** The longest that its event loop did not turn since this was last asked. */
  held(): Promise<Held>;
  /** Processor time so far, of all its threads. */
  cpuMs(): number;
  /** The most memory it has used so far. */
  peakMiB(): number;
  end(): Promise<void>;
}

/** The kernel's own record of the peak. */
function peakMiBOf({ pid }: ChildProcess): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

/** The kernel counts it in hundredths of a second, by the program and by the system for it. */
function cpuMsOf({ pid }: ChildProcess): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const counted = after.split(' ');
  return (Number(counted[11]) + Number(counted[12])) * 10;
}

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** The harness is plain JavaScript because Jest's global setup needs that. */
async function startPostgres(): Promise<Server> {
  const harness = (await import(new URL('../test/harness/postgres.mjs', import.meta.url).href)) as {
    startPostgres(options: { autovacuum: 'on' }): Promise<Server>;
  };
  return harness.startPostgres({ autovacuum: 'on' });
}

export type Env = Readonly<Record<string, string>>;

/** A sandbox in its own process. */
export class Books {
  constructor(
    readonly credentials: Credentials,
    readonly end: () => Promise<void>,
  ) {}

  env(databaseUrl: string): Env {
    const { baseUrl, clientId, clientSecret } = this.credentials;
    return {
      ...limits,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: Buffer.alloc(32, 'bench').toString('base64'),
      PORT: '0',
      LOG_LEVEL: 'error',
      ACCOUNTING_BASE_URL: baseUrl,
      ACCOUNTING_CLIENT_ID: clientId,
      ACCOUNTING_CLIENT_SECRET: clientSecret,
    };
  }

  get tokens(): readonly string[] {
    const [first] = this.credentials.companies;
    if (!first) throw new Error('The sandbox has no company.');
    return ['--access-token', first.accessToken, '--refresh-token', first.refreshToken];
  }

  async control<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.credentials.baseUrl}/_sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    const text = await answer.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** Delays every answer by this much, as a network would. */
  async slowDown(delayMs: number): Promise<void> {
    const match = { path: '/v2/*' };
    if (delayMs > 0) await this.control('POST', 'faults', { kind: 'delay_before', match, count: 'always', delayMs });
  }
}

/** A practice with its clients connected, and a cut-over before all its payroll. */
export async function practice(
  stage: Stage,
  kind: DatabaseKind,
  scenario: string,
  months = 12,
): Promise<{ books: Books; env: Env }> {
  const books = await stage.sandbox(scenario);
  const env = books.env(await stage.database(kind));
  await stage.run(['connect', '--practice', '--name', 'Practice', ...books.tokens], env);
  const postFrom = new Date(Date.now() - (months + 1) * 31 * dayMs).toISOString().slice(0, 10);
  await stage.run(['clients', 'import', '--mode', 'auto', '--post-from', postFrom], env);
  return { books, env };
}

/** How many pay runs a sync posted; trouble with any company ends the measurement. */
export function postedBy({ companies }: SyncAnswer): number {
  const troubled = companies.find(({ error }) => error);
  if (troubled) throw new Error(`${troubled.company}: ${troubled.error?.title} ${troubled.error?.detail}`);
  return companies.reduce((sum, { posted }) => sum + posted, 0);
}

async function firstLine(child: ChildProcess): Promise<unknown> {
  if (!child.stdout) throw new Error('The process has no output.');
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), once(child, 'close').then(() => [])])) as string[];
  if (line === undefined) throw new Error('The process ended before it printed anything.');
  return JSON.parse(line);
}
