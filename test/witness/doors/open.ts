import { AppModule } from '../../../src/app/app.module.js';
import type { Clock } from '../../../src/ground/clock.js';
import type { Database } from '../../../src/ground/database.js';
import { asBytes } from '../../harness/as-bytes.js';
import { type Door, openDoor } from '../../doors/api/door.js';

/** Every door of the program, on a history's database, at the moment at which it came to rest. */
export interface Doors {
  readonly companyId: string;
  /** The history's, at the moment at which it came to rest, or by another clock. */
  readonly database: Database;
  databaseAt(clock: Clock): Database;
  /** A page of the review pages, or a file of theirs. */
  page(path: string): Promise<string>;
  file(path: string): Promise<Uint8Array>;
  /** A form that is sent as a page has it. */
  send(path: string, fields: Readonly<Record<string, string | readonly string[]>>): Promise<string>;
  /** What the API answers; CSV as text. */
  api<T>(path: string): Promise<T>;
  /** Undefined if it cannot be done now. */
  post<T>(path: string, body: object): Promise<T | undefined>;
  close(): Promise<void>;
}

interface Opened {
  readonly database: Database;
  readonly companyId: string;
  /** The moment stands still: all doors speak of one day. */
  readonly now: Date;
  /** The address of the accounting service: no door asks it. */
  readonly accountingUrl: string;
  readonly settleWindowSeconds: number;
}

export async function openDoors({ database, companyId, now, accountingUrl, ...limits }: Opened): Promise<Doors> {
  const atRest = withClock(database, still(now));
  const door = await openDoor(atRest, [AppModule], {
    ACCOUNTING_BASE_URL: accountingUrl,
    ACCOUNTING_CLIENT_ID: 'sandbox-client',
    ACCOUNTING_CLIENT_SECRET: 'sandbox-secret',
    SETTLE_WINDOW_SECONDS: String(limits.settleWindowSeconds),
  });
  const token = await door.token();
  const { cookie, csrf } = await door.browser();
  const read = async (path: string, headers: Readonly<Record<string, string>>, status = 200) => {
    const answer = await door.http.get(path).set(headers).redirects(2);
    if (answer.status !== status) throw new Error(`GET ${path} was answered ${answer.status}: ${answer.text}`);
    return answer;
  };
  const bearer = { authorization: `Bearer ${token}` };
  return {
    companyId,
    database: atRest,
    databaseAt: (clock) => withClock(database, clock),
    page: async (path) => (await read(path, { cookie })).text,
    async file(path) {
      const answer = await asBytes(door.http.get(path), { cookie });
      if (answer.status !== 200) throw new Error(`GET ${path} was answered ${answer.status}`);
      return answer.body as Uint8Array;
    },
    send: (path, fields) => sent(door, path, { cookie, csrf, fields }),
    async api<T>(path: string) {
      const answer = await read(path, bearer);
      return (answer.type === 'text/csv' ? answer.text : answer.body) as T;
    },
    async post<T>(path: string, body: object) {
      const answer = await door.http.post(path).set(bearer).send(body);
      if (answer.status === 409) return undefined;
      if (answer.status >= 300) throw new Error(`POST ${path} was answered ${answer.status}: ${answer.text}`);
      return answer.body as T;
    },
    close: () => door.close(),
  };
}

interface Form {
  readonly cookie: string;
  readonly csrf: string;
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
}

async function sent(door: Door, path: string, { cookie, csrf, fields }: Form): Promise<string> {
  const answer = await door.http
    .post(path)
    .set({ cookie })
    .type('form')
    .send({ csrf, ...fields });
  if (answer.status >= 400) throw new Error(`POST ${path} was answered ${answer.status}: ${answer.text}`);
  return answer.text;
}

export function still(now: Date): Clock {
  return {
    now: () => new Date(now),
    monotonicMs: () => performance.now(),
    sleep: async (_, signal) => {
      signal?.throwIfAborted();
      await new Promise(setImmediate);
    },
  };
}

/** The same database by another clock, which no history's time moves. */
function withClock(database: Database, clock: Clock): Database {
  return new Proxy(database, {
    get(real, name) {
      if (name === 'clock') return clock;
      const value: unknown = Reflect.get(real, name, real);
      return typeof value === 'function' ? value.bind(real) : value;
    },
  });
}
