import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import type { DatabaseKind } from './measurement.js';
import { binOf, measured, root } from './release.js';
import {
  Books,
  type Credentials,
  type Env,
  type Held,
  type Role,
  type Service,
  type Stage,
  type Witnessed,
} from './stage.js';

const witness = join(root, 'bench', 'witness.mjs');
const loop = join(root, 'bench', 'loop.mjs');

/** Each in a process of its own, as people run them: sandboxes, commands, services. The sandbox is always of this release. */
export class Processes implements Stage {
  readonly folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
  readonly #children = new Set<ChildProcess>();
  #postgres: Server | undefined;

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

  async sandbox(scenario: string): Promise<Books> {
    const child = this.#start(
      binOf(root),
      ['sandbox', '--port', '0', '--no-limits', '--scenario', scenario, '--json'],
      {},
    );
    return new Books((await firstLine(child)) as Credentials, () => this.#end(child));
  }

  async serve(env: Env, role: Role = 'all'): Promise<Service> {
    const child = this.#start(binOf(measured), ['serve', '--role', role, '--json'], env, ['--import', loop]);
    const { url } = (await firstLine(child)) as { url: string };
    const held = async () => {
      const answer = once(child, 'message');
      child.send('How long?');
      return ((await answer) as [Held])[0];
    };
    return { url, held, peakMiB: () => peakMiBOf(child), end: () => this.#end(child) };
  }

  async run<T = unknown>(args: readonly string[], env: Env, record = false): Promise<Witnessed<T>> {
    const id = randomUUID();
    const [usageFile, requestsFile] = [join(this.folder, `${id}.usage`), join(this.folder, `${id}.requests`)];
    const more = { WITNESS_USAGE: usageFile, ...(record && { WITNESS_REQUESTS: requestsFile }) };
    const child = this.#start(binOf(measured), [...args, '--json'], { ...env, ...more }, ['--import', witness]);
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

  #start(bin: string, args: readonly string[], env: Env, nodeArgs: readonly string[] = []): ChildProcess {
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

/** The kernel's own record of the peak. */
function peakMiBOf({ pid }: ChildProcess): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
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

async function firstLine(child: ChildProcess): Promise<unknown> {
  if (!child.stdout) throw new Error('The process has no output.');
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), once(child, 'close').then(() => [])])) as string[];
  if (line === undefined) throw new Error('The process ended before it printed anything.');
  return JSON.parse(line);
}
