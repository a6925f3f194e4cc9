import { migratedUrl } from '../harness/databases.js';
import { startCounterfoil } from '../harness/counterfoil.js';
import { runHere } from '../harness/here.js';
import { secretKey } from '../harness/secret-key.js';

const lookEveryMs = 200;
const quietWithinMs = 15 * 60_000;

interface Credentials {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly companies: readonly {
    readonly name: string;
    readonly subdomain: string;
    readonly accessToken: string;
    readonly refreshToken: string;
  }[];
}

export interface RunAnswer {
  readonly company: string;
  readonly state: string;
  readonly tag: string;
  readonly journalSet?: string;
}

/** A practice's books in a sandbox process, and several Counterfoil processes on one PostgreSQL. Commands run in this one. */
export class Replicas {
  private constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly books: Credentials,
    private readonly token: string,
  ) {}

  static async around(scenario: string): Promise<Replicas> {
    const sandbox = startCounterfoil(['sandbox', '--port', '0', '--scenario', scenario, '--no-limits', '--json']);
    const books = (await sandbox.firstLine) as Credentials;
    const env = {
      DATABASE_URL: await migratedUrl('postgres'),
      SECRET_KEY: secretKey,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ACCOUNTING_BASE_URL: books.baseUrl,
      ACCOUNTING_CLIENT_ID: books.clientId,
      ACCOUNTING_CLIENT_SECRET: books.clientSecret,
      // Short, so that a killed worker's syncs are taken over and settled during the test.
      REQUEST_DEADLINE_SECONDS: '3',
      LEASE_SECONDS: '4',
      SETTLE_WINDOW_SECONDS: '4',
      RATE_PER_MINUTE: '1000000',
      RATE_PER_HOUR: '1000000',
    };
    const [practice] = books.companies;
    if (!practice) throw new Error('The sandbox has no practice.');
    const tokens = ['--access-token', practice.accessToken, '--refresh-token', practice.refreshToken];
    await succeed(['connect', '--practice', '--name', 'Practice', ...tokens], env);
    await succeed(['clients', 'import', '--mode', 'auto', '--post-from', '2021-04-06'], env);
    const { token } = await succeed<{ token: string }>(['tokens', 'create', '--name', 'Ruth'], env);
    return new Replicas(env, books, token);
  }

  async start(role: 'web' | 'worker') {
    const service = startCounterfoil(['serve', '--role', role, '--json'], { env: this.env });
    const printed = (await service.firstLine) as { url?: string };
    if (printed.url === undefined) throw new Error(`serve --role ${role}: ${JSON.stringify(printed)}`);
    const { url } = printed;
    return { url, end: service.end };
  }

  /** Delays every answer of the service, as a network would. */
  async slowDown(delayMs: number): Promise<void> {
    const fault = { kind: 'delay_before', match: { path: '/v2/*' }, count: 'always', delayMs };
    await this.#json(`${this.books.baseUrl}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) });
  }

  /** Asks the web process for a sync of one company, or of every one. */
  async syncAll(web: string, company?: string): Promise<readonly { id: string; company: string; joined: boolean }[]> {
    const { syncs } = await this.#json<{ syncs: { id: string; company: string; joined: boolean }[] }>(
      `${web}/api/syncs`,
      { method: 'POST', body: JSON.stringify({ company }) },
    );
    return syncs;
  }

  /** The urls of the sets in all books by company and tag, read from the service itself. */
  async sets(): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, string[]>();
    const { companies } = await this.#json<{ companies: { name: string; subdomain: string }[] }>(
      `${this.books.baseUrl}/_sandbox/companies`,
    );
    for (const { name, subdomain } of companies) {
      for (const set of await this.#setsOf(subdomain)) {
        const key = `${name} ${set.tag}`;
        found.set(key, [...(found.get(key) ?? []), set.url]);
      }
    }
    return found;
  }

  async #setsOf(subdomain: string): Promise<readonly { url: string; tag?: string }[]> {
    const found: { url: string; tag?: string }[] = [];
    for (let page = 1; ; page++) {
      const { journal_sets: sets } = await this.#json<{ journal_sets: { url: string; tag?: string }[] }>(
        `${this.books.baseUrl}/v2/journal_sets?per_page=100&page=${page}`,
        {
          headers: {
            authorization: `Bearer ${this.books.companies[0]?.accessToken}`,
            'user-agent': 'test',
            'x-subdomain': subdomain,
          },
        },
      );
      found.push(...sets.filter((set) => set.tag !== undefined));
      if (sets.length < 100) return found;
    }
  }

  /** Waits until so many pay runs are posted. */
  posted(web: string, atLeast: number): Promise<void> {
    return until(async () => {
      const { items } = await this.#json<{ items: unknown[] }>(`${web}/api/pay-runs?state=posted&limit=100`);
      return items.length >= atLeast;
    });
  }

  /**
   * Waits until no sync is waiting or running, nothing is in doubt, and each company's last sync succeeded. One that
   * failed says so, and is asked for again, as the schedule would: on a machine under load a request can take longer
   * than these short deadlines. What a sync that succeeded left undone is not asked for again.
   */
  quiet(web: string): Promise<void> {
    return until(async () => {
      const last = new Map<string, string>();
      for (let cursor = ''; ; ) {
        const page = await this.#json<{ items: { company: string; state: string }[]; next?: string }>(
          `${web}/api/syncs?limit=100${cursor}`,
        );
        if (page.items.some(({ state }) => state === 'queued' || state === 'running')) return false;
        for (const { company, state } of page.items) if (!last.has(company)) last.set(company, state);
        if (page.next === undefined) break;
        cursor = `&cursor=${page.next}`;
      }
      const failed = [...last].filter(([, state]) => state === 'failed');
      for (const [company] of failed) await this.syncAll(web, company);
      if (failed.length > 0) return false;
      const { items } = await this.#json<{ items: unknown[] }>(`${web}/api/pay-runs?state=in_doubt&limit=1`);
      return items.length === 0;
    });
  }

  runs(): Promise<readonly RunAnswer[]> {
    return succeed(['runs'], this.env);
  }

  /** What `verify` and `log verify` find. */
  async findings(): Promise<readonly unknown[]> {
    const [books, chain] = [
      await succeed<unknown[]>(['verify'], this.env),
      await succeed<{ items: unknown[] }>(['log', 'verify'], this.env),
    ] as const;
    return [...books, ...chain.items];
  }

  async #json<T>(url: string, init: RequestInit = {}): Promise<T> {
    const ours = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const answer = await fetch(url, { ...init, headers: { ...ours, ...init.headers } });
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}

async function until(come: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + quietWithinMs;
  while (!(await come())) {
    if (Date.now() > giveUpAt) throw new Error(`Not within ${quietWithinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

async function succeed<T = unknown>(args: readonly string[], env: Readonly<Record<string, string>>): Promise<T> {
  const outcome = await runHere([...args, '--json'], { env });
  if (outcome.code !== 0)
    throw new Error(`${args.join(' ')}: exit ${outcome.code}: ${outcome.stdout}${outcome.stderr}`);
  return outcome.json<T>();
}
