import { AppModule } from '../../../src/app/app.module.js';
import type { Company } from '../../../src/companies/company.js';
import { Connecting } from '../../../src/companies/connecting.js';
import type { Database } from '../../../src/ground/database.js';
import { createSandbox } from '#sandbox';
import { type Door, openDoor } from './door.js';

/** The app with a sandbox behind it and one company connected. */
export interface DoorWithBooks extends Door {
  readonly company: Company;
  /** The journal sets in the books, read from the service itself. */
  sets(): Promise<{ dated_on?: string; tag?: string }[]>;
  /** Calls a control of the sandbox. */
  control<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** The first names of the users in the books. */
  people(): Promise<string[]>;
}

export async function openDoorWithBooks(
  database: Database,
  mode: 'auto' | 'approve' = 'auto',
  environment: Record<string, string> = {},
): Promise<DoorWithBooks> {
  const sandbox = createSandbox({ scenario: 'demo', limits: false });
  const { baseUrl } = await sandbox.listen(0);
  const { clientId, clientSecret, companies } = sandbox.credentials();
  const [first] = companies;
  if (!first) throw new Error('The scenario has no company.');
  const accounting = {
    // So that tests need not wait for the next minute.
    RATE_PER_MINUTE: '100000',
    RATE_PER_HOUR: '1000000',
    ...environment,
    ACCOUNTING_BASE_URL: baseUrl,
    ACCOUNTING_CLIENT_ID: clientId,
    ACCOUNTING_CLIENT_SECRET: clientSecret,
  };
  const door = await openDoor(database, [AppModule], accounting, 'all');
  const { name, accessToken, refreshToken } = first;
  const details = { name, mode, postFrom: '2000-01-01' };
  const connected = await door.app.get(Connecting).byTokens(details, { accessToken, refreshToken }, 'tester');
  if (connected.kind !== 'company') throw new Error('A company was expected.');
  const send = (path: string, init: RequestInit = {}) => fetch(`${baseUrl}${path}`, init);
  return {
    ...door,
    company: connected.company,
    async sets() {
      const headers = { Authorization: `Bearer ${accessToken}`, 'User-Agent': 'test' };
      const answer = await send('/v2/journal_sets?per_page=100', { headers });
      return ((await answer.json()) as { journal_sets: { tag?: string }[] }).journal_sets;
    },
    async control(method, path, body) {
      const answer = await send(`/_sandbox/${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as never;
    },
    async people() {
      const headers = { Authorization: `Bearer ${accessToken}`, 'User-Agent': 'test' };
      const { users } = (await (await send('/v2/users?view=all', { headers })).json()) as {
        users: { first_name: string }[];
      };
      return users.map((user) => user.first_name);
    },
    async close() {
      await door.close();
      await sandbox.close();
    },
  };
}
