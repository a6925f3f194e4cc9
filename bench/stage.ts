import type { DatabaseKind } from './measurement.js';

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

export interface Credentials {
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

/** Where a measurement takes place: what it starts there ends with it. Of processes, or in a test of one. */
export interface Stage {
  readonly folder: string;
  /** The URL of an empty database. */
  database(kind: DatabaseKind): Promise<string>;
  sandbox(scenario: string): Promise<Books>;
  /** Starts the service and waits until it listens. */
  serve(env: Env, role?: Role): Promise<Service>;
  /** Runs a command to its end; with `record`, it tells what it requested. */
  run<T = unknown>(args: readonly string[], env: Env, record?: boolean): Promise<Witnessed<T>>;
}

export type Role = 'all' | 'web' | 'worker';

/** As bench/loop.mjs says it. */
export interface Held {
  readonly heldMs: number;
  /** How much of that the thread was ready and waited for a processor. */
  readonly unservedMs: number;
  /** Processor time so far, of all its threads. */
  readonly cpuMs: number;
}

export interface Service {
  readonly url: string;
  /** The longest that its event loop did not turn since this was last asked, and the processor time so far. */
  held(): Promise<Held>;
  /** Begins the daily collection at once, where no one waits for its minute. */
  collect?(): Promise<void>;
  /** The most memory it has used so far. */
  peakMiB(): number;
  end(): Promise<void>;
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
