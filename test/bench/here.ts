import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '#sandbox';
import { type DatabaseKind } from '../../bench/measurement.js';
import {
  Books,
  type Env,
  type RecordedRequest,
  type Role,
  type Service,
  type Stage,
  type Witnessed,
} from '../../bench/stage.js';
import { createService } from '../../src/app/application.js';
import { systemClock } from '../../src/ground/clock.js';
import { configure } from '../../src/ground/config.module.js';
import { Schedule } from '../../src/runner/schedule.js';
import { migratedUrl } from '../harness/databases.js';
import { runHere } from '../harness/here.js';

/** Everything in this process: to start one takes as long as a whole part of the bench at a tiny size. */
export class Here implements Stage {
  readonly folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-here-'));
  readonly #ends = new Set<() => Promise<void>>();
  #minutes = 0;

  database(kind: DatabaseKind): Promise<string> {
    return migratedUrl(kind);
  }

  async sandbox(scenario: string): Promise<Books> {
    const sandbox = createSandbox({ scenario, limits: false });
    await sandbox.listen(0);
    return new Books(
      sandbox.credentials(),
      this.#ending(() => sandbox.close()),
    );
  }

  async serve(env: Env, role: Role = 'all'): Promise<Service> {
    // What is collected is collected at once, and only then.
    const configured = await configure({ env: { ...env, SYNC_CRON: '0 0 29 2 *' }, folder: null, role });
    // No company is collected twice in one minute.
    this.#minutes += 1;
    const ahead = this.#minutes * 60_000;
    const service = await createService(configured, { ...systemClock, now: () => new Date(Date.now() + ahead) });
    await service.listen(0, '127.0.0.1');
    return {
      url: new URL(await service.getUrl()).origin,
      held: () => Promise.resolve({ heldMs: 1, unservedMs: 0, cpuMs: cpuMsNow() }),
      peakMiB: peakMiBNow,
      end: this.#ending(() => service.close()),
      ...(role === 'worker' && { collect: () => service.get(Schedule, { strict: false }).collect() }),
    };
  }

  async run<T>(args: readonly string[], env: Env): Promise<Witnessed<T>> {
    const requests: RecordedRequest[] = [];
    const note = (message: unknown) => {
      const { method, path, headers, body } = (message as { request: RecordedRequest }).request;
      requests.push({ method, path, headers: [...headers], body: body === null ? null : String(body) });
    };
    subscribe('undici:request:create', note);
    const [from, cpuFrom] = [performance.now(), cpuMsNow()];
    const { code, stdout, stderr } = await runHere([...args, '--json'], { env, cwd: this.folder });
    unsubscribe('undici:request:create', note);
    if (code !== 0 && code !== 3)
      throw new Error(`counterfoil ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    const usage = { wallMs: performance.now() - from, cpuMs: cpuMsNow() - cpuFrom, peakMiB: peakMiBNow() };
    return { answer: JSON.parse(stdout) as T, usage, requests };
  }

  async close(): Promise<void> {
    for (const end of this.#ends) await end();
    await rm(this.folder, { recursive: true, force: true });
  }

  #ending(end: () => Promise<void>): () => Promise<void> {
    const once = async () => {
      if (this.#ends.delete(once)) await end();
    };
    this.#ends.add(once);
    return once;
  }
}

function cpuMsNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const peakMiBNow = () => process.resourceUsage().maxRSS / 1024;
