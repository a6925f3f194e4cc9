import { createHash } from 'node:crypto';
import { type Transport, undiciTransport } from '../../src/books/http.js';
import { accountingService, type Service } from '../../src/books/service.js';
import type { Clock } from '../../src/ground/clock.js';
import { Companies } from '../../src/companies/companies.js';
import { Connecting } from '../../src/companies/connecting.js';
import { Connections } from '../../src/companies/connections.js';
import { PracticeImport } from '../../src/companies/practice-import.js';
import { newKey, Secrets } from '../../src/companies/secrets.js';
import { type Config, readConfig } from '../../src/ground/config.js';
import type { Database } from '../../src/ground/database.js';
import { afterEachTest } from '../harness/runner/end-of-file.mjs';
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox';

/** A listening sandbox, and the services of one process that use it. */
export interface Rig {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly service: Service;
  readonly connections: Connections;
  readonly companies: Companies;
  readonly connecting: Connecting;
  readonly practiceImport: PracticeImport;
  /** Calls a control of the sandbox. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /** How often the sandbox was asked for matching paths. */
  asked(method: string, path: RegExp): Promise<number>;
}

export interface RigOptions extends Partial<Omit<SandboxOptions, 'clock'>> {
  readonly database: Database;
  readonly clock?: Clock;
  readonly env?: NodeJS.ProcessEnv;
  /** Wraps the transport, to meddle with requests and answers. */
  readonly around?: (transport: Transport) => Transport;
}

const closing: (() => Promise<void>)[] = [];
afterEachTest(() => Promise.all(closing.splice(0).map((close) => close())));

export const oneCompany: SandboxOptions['scenario'] = {
  companies: [
    {
      name: 'Ash Ltd',
      subdomain: 'ash',
      fields: { id: 71, type: 'UkLimitedCompany', freeagent_start_date: '2024-04-06' },
      users: [
        { first_name: 'Olive', last_name: 'Owner', role: 'Director', permission_level: 8 },
        { first_name: 'Ed', last_name: 'Employee' },
      ],
    },
  ],
};

export async function rigOn(options: RigOptions): Promise<Rig> {
  const { database, clock = database.clock } = options;
  const sandbox = createSandbox({ scenario: oneCompany, clock: () => clock.now(), ...sandboxOptions(options) });
  const { baseUrl } = await sandbox.listen(0);
  closing.push(() => sandbox.close());
  return {
    sandbox,
    ...processOn(baseUrl, options),
    control: <T>(method: string, path: string, body?: unknown) => control(baseUrl, method, path, body) as Promise<T>,
    async asked(method, path) {
      const { requests } = (await control(baseUrl, 'GET', 'requests')) as { requests: RequestCount[] };
      const fitting = requests.filter((one) => one.method === method && path.test(one.path));
      return fitting.reduce((sum, { count }) => sum + count, 0);
    },
  };
}

interface RequestCount {
  readonly method: string;
  readonly path: string;
  readonly count: number;
}

function sandboxOptions({ scenario, limits, doubleQuotedLinks }: RigOptions): Partial<SandboxOptions> {
  return { ...(scenario !== undefined && { scenario }), limits, doubleQuotedLinks };
}

/** The services of one process; a second call makes a second process on the same database. */
export function processOn(baseUrl: string, { database, clock = database.clock, env = {}, around }: RigOptions) {
  const config = readConfig({
    SECRET_KEY: testKey,
    ACCOUNTING_BASE_URL: baseUrl,
    ACCOUNTING_CLIENT_ID: 'sandbox-client',
    ACCOUNTING_CLIENT_SECRET: 'sandbox-secret',
    ...env,
  });
  const transport = undiciTransport();
  closing.push(() => transport.close());
  const send = around?.(transport.send) ?? transport.send;
  const service = accountingService({ config, database, clock, random: () => 0.5, transport: send });
  const secrets = new Secrets(testKey);
  const connections = new Connections(database, secrets, service);
  const companies = new Companies(database, connections);
  const connecting = new Connecting(database, connections, companies);
  const practiceImport = new PracticeImport(database, connections, connecting);
  return { baseUrl, config, secrets, service, connections, companies, connecting, practiceImport };
}

const testKey = newKey();

export async function connectFirst(rig: Rig) {
  const [first] = rig.sandbox.credentials().companies;
  if (!first) throw new Error('The scenario has no company.');
  const { accessToken, refreshToken } = first;
  const connected = await rig.connecting.byTokens(
    { name: first.name, mode: 'auto' },
    { accessToken, refreshToken },
    'test',
  );
  if (connected.kind !== 'company') throw new Error('A company was expected.');
  return connected.company;
}

async function control(baseUrl: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${baseUrl}/_sandbox/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

/** The tokens that a person gets by authorising again. */
export async function newTokens({ baseUrl, service }: Rig) {
  const redirectUri = 'http://127.0.0.1:1/connect/callback';
  const verifier = 'a-verifier-that-only-this-exchange-knows-0123456789';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = new URL(service.endpoint.authorizeUrl({ redirectUri, state: 'state', challenge }));
  const approval = await fetch(`${baseUrl}${asked.pathname}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `${asked.searchParams}&decision=approve`,
  });
  const code = new URL(approval.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const answer = await service.endpoint.exchange(code, redirectUri, verifier);
  if (answer.kind !== 'granted') throw new Error(`No tokens: ${answer.kind}.`);
  return { accessToken: answer.pair.accessToken, refreshToken: answer.pair.refreshToken };
}
