import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, createSandbox, type Sandbox, type SandboxRequest } from '#sandbox';
import { runCounterfoil } from '../harness/counterfoil.js';
import { runHere } from '../harness/here.js';
import { type DatabaseKind, migratedUrl } from '../harness/databases.js';
import { atEndOfFile } from '../harness/runner/end-of-file.mjs';
import { secretKey } from '../harness/secret-key.js';

/** Answers a request in place of the service; undefined breaks the connection. */
export type Meddle = (
  request: SandboxRequest,
  act: () => Promise<Answer>,
  number: number,
) => Promise<Answer | undefined>;

export interface Synced {
  readonly code: number | null;
  readonly counts: Record<string, number> & { readonly errors: readonly string[] };
}

export const settleWindowSeconds = 3;
const deadlineSeconds = 1;
const leaseSeconds = 1.5;
const settleTriesMax = 5;
const hasty = {
  REQUEST_DEADLINE_SECONDS: String(deadlineSeconds),
  LEASE_SECONDS: String(leaseSeconds),
  SETTLE_WINDOW_SECONDS: String(settleWindowSeconds),
};
const dayMs = 86_400_000;

const open: Server[] = [];
atEndOfFile(() => {
  for (const server of open) server.closeAllConnections();
  return Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

export const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** The tax year and period of a day: months begin on the 6th, years on 6 April. */
export function placeOf(date: string): { year: number; period: number } {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const index = year * 12 + month - 1 - (day < 6 ? 1 : 0) - 3;
  return { year: Math.floor(index / 12) + 1, period: index % 12 };
}

interface Given {
  readonly paidOn?: readonly string[];
  readonly clients?: number;
  /** The program's default deadlines and windows, for tests in which nothing is to be in doubt. */
  readonly patient?: boolean;
}

/** A practice's clients with a pay run on each given day: the service in this process, the program in its own. */
export class Box {
  /** What the program asked for, by client; `''` is the practice itself and its tokens. */
  readonly requests = new Map<string, string[]>();
  meddle: Meddle = (_request, act) => act();
  readonly env: Record<string, string>;
  readonly clients: readonly string[];

  private constructor(
    readonly sandbox: Sandbox,
    baseUrl: string,
    databaseUrl: string,
    private readonly paidOn: readonly string[],
    patient: boolean,
  ) {
    const { clientId, clientSecret, companies } = sandbox.credentials();
    this.clients = companies.map((company) => company.subdomain);
    this.env = {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      ACCOUNTING_BASE_URL: baseUrl,
      ACCOUNTING_CLIENT_ID: clientId,
      ACCOUNTING_CLIENT_SECRET: clientSecret,
      ...(patient ? {} : hasty),
    };
  }

  static async open(
    kind: DatabaseKind,
    { paidOn = [dayAgo(10)], clients = 1, patient = false }: Given = {},
  ): Promise<Box> {
    const sandbox = createSandbox({ scenario: practiceOf(clients, paidOn), limits: false });
    const server = createServer();
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const box = new Box(sandbox, baseUrl, await migratedUrl(kind), paidOn, patient);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const headers = request.headers as SandboxRequest['headers'];
        const body = Buffer.concat(chunks).toString();
        void box.#answer({ method: request.method ?? '', path: request.url ?? '', headers, body }).then((answer) => {
          if (!answer) return request.socket.destroy();
          response.sendDate = false;
          response.writeHead(answer.status, answer.headers).end(answer.body);
          return undefined;
        });
      });
    });
    return box;
  }

  async #answer(request: SandboxRequest): Promise<Answer | undefined> {
    const client = request.headers['x-subdomain'] ?? '';
    const asked = this.requests.get(client) ?? [];
    asked.push(`${request.method} ${request.path}`);
    this.requests.set(client, asked);
    return this.meddle(request, () => this.sandbox.handle(request), asked.length);
  }

  async connect(): Promise<void> {
    const from = [...this.paidOn].sort()[0] ?? '';
    await this.authorise();
    await this.#must('clients', 'import', '--mode', 'auto', '--post-from', from, '--json');
    this.requests.clear();
  }

  /** A person authorises the program, for the first time or again. */
  async authorise(): Promise<void> {
    const { accessToken, refreshToken } = await this.#tokens();
    const tokens = ['--access-token', accessToken, '--refresh-token', refreshToken];
    await this.#must('connect', '--name', 'Practice', '--practice', ...tokens, '--json');
  }

  async #must(...args: string[]): Promise<void> {
    const { code, stdout, stderr } = await this.here(...args);
    if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${stdout}${stderr}`);
  }

  /** A process of its own, which may be killed, or work beside others. */
  run(...args: string[]): ReturnType<typeof runCounterfoil> {
    return runCounterfoil(args, { env: this.env });
  }

  /** Without a process, where nothing is to go wrong any more, or yet. */
  here(...args: string[]): ReturnType<typeof runHere> {
    return runHere(args, { env: this.env });
  }

  /** Runs another build of the program on the same books and database. */
  runAs(bin: string, ...args: string[]): ReturnType<typeof runCounterfoil> {
    return runCounterfoil(args, { env: this.env, bin });
  }

  /** The exit code, and the counts over all clients. */
  async sync(...args: string[]): Promise<Synced> {
    return this.#synced(await this.run('sync', '--json', ...args));
  }

  async syncAs(bin: string): Promise<Synced> {
    return this.#synced(await this.runAs(bin, 'sync', '--json'));
  }

  #synced({ code, stdout, stderr }: Awaited<ReturnType<typeof runCounterfoil>>): Synced {
    return { code, counts: countsIn(stdout, `sync ended with ${code} and printed: ${stdout}${stderr}`) };
  }

  /** Syncs until nothing is in doubt, as the schedule would, waiting for the settle window in between. */
  async settle(): Promise<Synced> {
    for (let tries = 1; ; tries++) {
      const last = this.#synced(await this.here('sync', '--json'));
      if (last.code === 0 || tries === settleTriesMax) return last;
      await pause(settleWindowSeconds * 1000 * 0.6);
    }
  }

  /** The tags of all sets in a client's books, read without the program. */
  async tags(client = this.clients[0] ?? ''): Promise<readonly string[]> {
    const headers = {
      authorization: `Bearer ${(await this.#tokens()).accessToken}`,
      'user-agent': 'auditor',
      'x-subdomain': client,
    };
    const path = '/v2/journal_sets?per_page=100';
    const { body } = await this.sandbox.handle({ method: 'GET', path, headers, body: '' });
    return (JSON.parse(body) as { journal_sets: { tag?: string }[] }).journal_sets.map((set) => set.tag ?? '').sort();
  }

  /** The tag that each pay run's first set must have. */
  get due(): readonly string[] {
    return [...this.paidOn]
      .map((date) => {
        const { year, period } = placeOf(date);
        return `counterfoil:${year}-${String(period).padStart(2, '0')}:${date}`;
      })
      .sort();
  }

  control(method: string, path: string, body: unknown): Promise<Answer> {
    return this.sandbox.handle({ method, path: `/_sandbox${path}`, headers: {}, body: JSON.stringify(body) });
  }

  /** New tokens at every call, so as not to use up those that the program holds. */
  async #tokens(): Promise<{ accessToken: string; refreshToken: string }> {
    const { clientId, clientSecret } = this.sandbox.credentials();
    const back = 'http://auditor.example/back';
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'auditor' };
    const ask = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: back,
      decision: 'approve',
    });
    const post = (path: string, body: URLSearchParams) =>
      this.sandbox.handle({ method: 'POST', path, headers: form, body: body.toString() });
    const approved = await post('/v2/approve_app', ask);
    const code = new URL(approved.headers['location'] ?? '').searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: back };
    const granted = await post(
      '/v2/token_endpoint',
      new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret }),
    );
    const pair = JSON.parse(granted.body) as { access_token?: string; refresh_token?: string };
    const { access_token: accessToken, refresh_token: refreshToken } = pair;
    if (!accessToken || !refreshToken) throw new Error(`no tokens: ${granted.body}`);
    return { accessToken, refreshToken };
  }
}

/** The sum of the companies' counts, and their errors. */
function countsIn(stdout: string, otherwise: string): Synced['counts'] {
  const { companies } = (stdout === '' ? {} : JSON.parse(stdout)) as { companies?: readonly CompanyCounts[] };
  if (!companies) throw new Error(otherwise);
  const counts: Record<string, number> = {};
  for (const company of companies) {
    for (const [name, count] of Object.entries(company))
      if (typeof count === 'number') counts[name] = (counts[name] ?? 0) + count;
  }
  return Object.assign(counts, { errors: companies.flatMap(({ error }) => (error ? [error.title] : [])) }) as never;
}

type CompanyCounts = Record<string, number> & { readonly error?: { readonly title: string } };

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What must hold whatever happened: one set for each pay run, all recorded, books and record in agreement. */
export async function expectOneSetEach(box: Box): Promise<void> {
  box.meddle = (_request, act) => act();
  expect(await box.settle()).toMatchObject({ code: 0, counts: { inDoubt: 0, held: 0, drift: 0 } });
  for (const client of box.clients) expect([client, await box.tags(client)]).toEqual([client, box.due]);
  const verified = await box.here('verify', '--json');
  expect([verified.code, verified.json()]).toEqual([0, []]);
}

/** Checks the lists and the log's chain. It takes a while, so not after every test. */
export async function expectShownAndLogged(box: Box): Promise<void> {
  const runs = (await box.here('runs', '--json')).json<{ tag: string; state: string; journalSet?: string }[]>();
  const due = box.clients.flatMap(() => box.due.map((tag) => `${tag} posted`));
  expect(runs.map(({ tag, state }) => `${tag} ${state}`).sort()).toEqual(due.sort());
  expect(runs.every((run) => run.journalSet !== undefined)).toBe(true);
  expect((await box.here('log', 'verify')).code).toBe(0);
}

function practiceOf(clients: number, paidOn: readonly string[]) {
  return {
    practice: {
      name: 'Practice',
      subdomain: 'practice',
      account_managers: [{ name: 'Mary Manager', email: 'mary@practice.example', senior: true }],
    },
    companies: Array.from({ length: clients }, (_, index) => companyPaid(`ash${index}`, paidOn)),
  };
}

function companyPaid(subdomain: string, paidOn: readonly string[]) {
  const payroll: Record<string, { periods: Record<string, unknown>[] }> = {};
  paidOn.forEach((date, index) => {
    const { year, period } = placeOf(date);
    const periods = (payroll[String(year)] ??= { periods: [] }).periods;
    let one = periods.find((known) => known['period'] === period);
    if (!one) periods.push((one = { period, dated_on: date, status: 'filed', payslips: [] }));
    (one['payslips'] as unknown[]).push({
      user: index + 2,
      dated_on: date,
      basic_pay: `${2000 + index * 111}.00`,
      tax_deducted: '275.20',
      employee_ni: '167.76',
      employer_ni: '194.71',
    });
  });
  return {
    name: `Ash ${subdomain}`,
    subdomain,
    users: [
      { id: 1, first_name: 'Olive', last_name: 'Owner', role: 'Director' as const, permission_level: 8 },
      ...paidOn.map((_, index) => ({ id: index + 2, first_name: `Employee${index}`, last_name: 'Ash' })),
    ],
    payroll: payroll as never,
  };
}
