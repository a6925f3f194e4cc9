import { createServer, type Server } from 'node:http';
import { type Answer, createSandbox, type Sandbox, type SandboxOptions, type SandboxRequest } from '#sandbox';
import { secretKey } from '../harness/secret-key.js';

/**
 * A practice with a client in each state, and its accounting service: the same for the release that made the fixtures
 * and for the one that upgrades them. The address is fixed, because it is part of what is recorded.
 */

export const host = '127.0.0.83';
export const port = 20_613;
export const baseUrl = `http://${host}:${port}`;
export const paidOn = '2025-10-31';
/** The service's clock stands still, so that its documents are always exactly the same. */
const madeAt = '2026-01-15T09:00:00Z';
const changedAt = '2026-01-15T10:00:00Z';
/** The clients whose payroll changed after it was posted. */
export const changed = ['changed', 'amending', 'reversing'] as const;

/** The clients, named by their state. */
export const clients = [
  'posted',
  'found',
  'doubted',
  'killed-acted',
  'killed-idle',
  'ready',
  'held',
  'changed',
  'amending',
  'edited',
  'reversed',
  'refused',
  'ignored',
  'nothing',
  'not-filed',
  'reversing',
] as const;
export type Client = (typeof clients)[number];

export const scenario = (): SandboxOptions['scenario'] => ({
  practice: {
    name: 'Practice',
    subdomain: 'practice',
    account_managers: [{ name: 'Mary Manager', email: 'mary@practice.example', senior: true }],
  },
  companies: clients.map((client) => ({
    name: client,
    subdomain: client,
    users: [
      { id: 1, first_name: 'Olive', last_name: 'Owner', role: 'Director' as const, permission_level: 8 },
      { id: 2, first_name: 'Ed', last_name: 'Employee' },
    ],
    payroll: { '2026': { periods: [october(client)] } } as never,
  })),
});

function october(client: Client) {
  const payslip = {
    ...{ user: 2, dated_on: paidOn, basic_pay: '2000.00', tax_deducted: '275.20' },
    ...{ employee_ni: '167.76', employer_ni: '194.71' },
    ...(client === 'held' ? { other_deductions: '40.00' } : {}),
  };
  const status = client === 'not-filed' ? 'draft' : 'filed';
  return { period: 6, dated_on: paidOn, status, payslips: client === 'nothing' ? [] : [payslip] };
}

export type Meddle = (request: SandboxRequest, act: () => Promise<Answer>) => Promise<Answer | undefined>;

export interface Service {
  readonly sandbox: Sandbox;
  /** The requests by client, with method and path. */
  readonly requests: { client: string; line: string }[];
  meddle: Meddle;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Changes a client's pay after it was posted. */
  changePay(client: Client): Promise<void>;
  tokens(): Promise<{ accessToken: string; refreshToken: string }>;
  close(): Promise<void>;
}

export async function serve(): Promise<Service> {
  let now = madeAt;
  const sandbox = createSandbox({ scenario: scenario(), limits: false, clock: () => new Date(now) });
  const server: Server = createServer();
  const service: Service = {
    sandbox,
    requests: [],
    meddle: (_request, act) => act(),
    async control(method, path, body) {
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = { 'content-type': 'application/json' };
      const answer = await sandbox.handle({ method, path: `/_sandbox/${path}`, headers, body: text });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`);
      return answer.body === '' ? undefined : JSON.parse(answer.body);
    },
    async changePay(client) {
      const path = `companies/${client}/payroll/2026/6`;
      const { period } = (await service.control('GET', path)) as { period: { payslips: Record<string, unknown>[] } };
      const payslips = period.payslips.map((slip) => ({ ...slip, basic_pay: '2100.0' }));
      now = changedAt;
      await service.control('PUT', path, { ...period, payslips, updated_at: changedAt });
      now = madeAt;
    },
    tokens: () => tokensOf(sandbox),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.close();
    },
  };
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as SandboxRequest['headers'];
      const asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers,
        body: Buffer.concat(chunks).toString(),
      };
      service.requests.push({ client: headers['x-subdomain'] ?? '', line: `${asked.method} ${asked.path}` });
      void service
        .meddle(asked, () => sandbox.handle(asked))
        .then((answer) => {
          if (!answer) return request.socket.destroy();
          response.sendDate = false;
          response.writeHead(answer.status, answer.headers).end(answer.body);
          return undefined;
        });
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return service;
}

export function envFor(service: Service, databaseUrl: string): Record<string, string> {
  const { clientId, clientSecret } = service.sandbox.credentials();
  return {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey,
    ACCOUNTING_BASE_URL: baseUrl,
    ACCOUNTING_CLIENT_ID: clientId,
    ACCOUNTING_CLIENT_SECRET: clientSecret,
  };
}

async function tokensOf(sandbox: Sandbox): Promise<{ accessToken: string; refreshToken: string }> {
  const { clientId, clientSecret } = sandbox.credentials();
  const back = 'http://auditor.example/back';
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'auditor' };
  const post = (path: string, form: Record<string, string>) =>
    sandbox.handle({ method: 'POST', path, headers, body: new URLSearchParams(form).toString() });
  const ask = { client_id: clientId, response_type: 'code', redirect_uri: back, decision: 'approve' };
  const approved = await post('/v2/approve_app', ask);
  const code = new URL(approved.headers['location'] ?? '').searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, redirect_uri: back };
  const granted = await post('/v2/token_endpoint', { ...grant, client_id: clientId, client_secret: clientSecret });
  const pair = JSON.parse(granted.body) as { access_token?: string; refresh_token?: string };
  if (!pair.access_token || !pair.refresh_token) throw new Error(`no tokens: ${granted.body}`);
  return { accessToken: pair.access_token, refreshToken: pair.refresh_token };
}
