import { mistakesIn } from './checked.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../src/index.js';

/** A client over HTTP that shares no code with the sandbox. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the answers of an interface under test
  readonly json: any;
}

export interface Client {
  readonly base: string;
  readonly sandbox: Sandbox;
  readonly token: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string | undefined>): Promise<Reply>;
  get(path: string, headers?: Record<string, string | undefined>): Promise<Reply>;
  control(method: string, path: string, body?: unknown): Promise<Reply>;
}

const open: Sandbox[] = [];

/** Starts a sandbox on a free port; `stopAll` ends it. */
export async function start(options: SandboxOptions, headers: Record<string, string> = {}): Promise<Client> {
  const sandbox = createSandbox(options);
  open.push(sandbox);
  const { baseUrl } = await sandbox.listen(0);
  const { companies } = sandbox.credentials();
  const token = companies[0]!.accessToken;
  // From the first fault on, answers are not what the service would answer.
  let isFaulty = false;
  const call: Client['call'] = async (method, path, body, more) => {
    const reply = await send(`${baseUrl}${path}`, method, body, {
      authorization: `Bearer ${token}`,
      ...headers,
      ...more,
    });
    isFaulty ||= sandbox.faults.all().length > 0;
    const contentType = reply.headers.get('content-type') ?? '';
    const mistakes = isFaulty ? [] : mistakesIn({ method, path, status: reply.status, contentType, text: reply.text });
    if (mistakes.length > 0) throw new Error(`Not as the OpenAPI document has it:\n${mistakes.join('\n')}`);
    return reply;
  };
  return {
    base: baseUrl,
    sandbox,
    token,
    call,
    get: (path, more) => call('GET', path, undefined, more),
    control: (method, path, body) => {
      isFaulty ||= method === 'POST' && path === '/faults';
      return send(`${baseUrl}/_sandbox${path}`, method, body, {});
    },
  };
}

export async function stopAll(): Promise<void> {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
}

export async function send(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string | undefined>,
): Promise<Reply> {
  const sent = Object.entries({ 'content-type': 'application/json', ...headers }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const response = await fetch(url, {
    method,
    headers: sent,
    redirect: 'manual',
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}

/** A clock that stands still until a test moves it. */
export function standingClock(iso: string): { now: () => Date; advance: (seconds: number) => void } {
  let ms = Date.parse(iso);
  return { now: () => new Date(ms), advance: (seconds) => (ms += seconds * 1_000) };
}

/** A small company for what the demo does not have. */
export const ASH = {
  companies: [
    {
      name: 'Ash Ltd',
      subdomain: 'ash',
      users: [
        { id: 1, first_name: 'Dora', last_name: 'Ash', role: 'Director' as const, permission_level: 8 },
        { id: 2, first_name: 'Ed', last_name: 'Elm', role: 'Employee' as const, permission_level: 2 },
      ],
    },
  ],
};

/** The id of the demo's first user. */
export const DEMO_USER = 10_001;

export const category = (code: string) => `https://api.example.test/v2/categories/${code}`;

/** A payroll set for one person with 2,000 gross: the example in section 2.9 of the specification. */
export function payrollSet(
  changes: Record<string, unknown> = {},
  userId = 2,
): { journal_set: Record<string, unknown> } {
  return {
    journal_set: {
      dated_on: '2025-10-31',
      description: 'Payroll October',
      tag: 'test:2026-06',
      journal_entries: [
        { category: category('401'), debit_value: '2000.00', description: 'Gross pay' },
        { category: category('402'), debit_value: '194.71' },
        { category: category('814'), debit_value: '-637.67' },
        { category: category('902'), debit_value: '-1557.04', user: `https://api.example.test/v2/users/${userId}` },
      ],
      ...changes,
    },
  };
}
