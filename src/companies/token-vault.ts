import { randomUUID } from 'node:crypto';

import type { Rows } from '../ground/rows.js';
import type { TokenPair } from '../books/token-endpoint.js';
import type { HeldTokens, TokenStore } from '../books/tokens.js';
import type { Database } from '../ground/database.js';
import { Connection } from './connection.entity.js';
import type { GivenTokens } from './connect-details.js';
import type { Secrets } from './secrets.js';

type SealedTokens = Pick<Connection, 'accessToken' | 'refreshToken' | 'accessExpiresAt'>;

/** Keeps the tokens of one connection, sealed. */
export class TokenVault implements TokenStore {
  readonly #holder = randomUUID();

  constructor(
    private readonly connectionId: string,
    readonly who: string,
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  async read(): Promise<HeldTokens> {
    const row = await this.database.read((rows) => rows.findOneByOrFail(Connection, { id: this.connectionId }));
    const { state, problem } = row;
    return { ...openTokens(this.secrets, row), ...(state !== 'working' && { refused: problem ?? 'it was left' }) };
  }

  async claim(seconds: number): Promise<boolean> {
    return this.database.work(async (rows) => {
      const now = await this.database.now(rows);
      const until = new Date(now.getTime() + seconds * 1000);
      const claimed = await rows
        .createChangeBuilder()
        .update(Connection)
        .set({ refreshingBy: this.#holder, refreshingUntil: until })
        .where('id = :id', { id: this.connectionId })
        .andWhere('(refreshing_by IS NULL OR refreshing_until < :now)', { now: now.toISOString() })
        .execute();
      return claimed.affected === 1;
    });
  }

  async release(): Promise<void> {
    const mine = { id: this.connectionId, refreshingBy: this.#holder };
    await this.database.work((rows) => rows.update(Connection, mine, { refreshingBy: null, refreshingUntil: null }));
  }

  async commit(pair: TokenPair): Promise<void> {
    const tokens = { accessToken: pair.accessToken, refreshToken: pair.refreshToken, accessExpiresAt: pair.expiresAt };
    await this.database.work((rows) =>
      storeTokens(rows, this.secrets, this.connectionId, tokens, this.database.clock.now()),
    );
  }

  async refused(words: string): Promise<void> {
    await this.database.work((rows) =>
      rows.update(
        Connection,
        { id: this.connectionId },
        { state: 'reconnect', problem: words, updatedAt: this.database.clock.now() },
      ),
    );
  }
}

/** New tokens make a connection work again. */
export async function storeTokens(
  rows: Rows,
  secrets: Secrets,
  connectionId: string,
  tokens: GivenTokens,
  now: Date,
): Promise<void> {
  const sealed = sealTokens(secrets, connectionId, tokens);
  await rows.update(Connection, { id: connectionId }, { ...sealed, state: 'working', problem: null, updatedAt: now });
}

export function sealTokens(secrets: Secrets, connectionId: string, tokens: GivenTokens): SealedTokens {
  const seal = (token: string | undefined, column: string) =>
    token === undefined ? null : secrets.seal(token, place(connectionId, column));
  return {
    accessToken: seal(tokens.accessToken, 'access_token'),
    refreshToken: seal(tokens.refreshToken, 'refresh_token'),
    accessExpiresAt: tokens.accessExpiresAt ?? null,
  };
}

export function openTokens(secrets: Secrets, row: SealedTokens & { id: string }): HeldTokens {
  const open = (sealed: string | null, column: string) =>
    sealed === null ? undefined : secrets.open(sealed, place(row.id, column));
  return {
    accessToken: open(row.accessToken, 'access_token'),
    refreshToken: open(row.refreshToken, 'refresh_token'),
    expiresAt: row.accessExpiresAt ?? undefined,
  };
}

function place(connectionId: string, column: string): string {
  return `connections/${connectionId}/${column}`;
}
