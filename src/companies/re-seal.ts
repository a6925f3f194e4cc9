import type { Rows } from '../ground/rows.js';
import type { Database } from '../ground/database.js';
import { Connection } from './connection.entity.js';
import type { Secrets } from './secrets.js';
import { openTokens, sealTokens } from './token-vault.js';

interface Keys {
  readonly from: Secrets;
  readonly to: Secrets;
}

interface ReSealing extends Keys {
  /** Seals the secrets of other rooms again in the same unit of work. */
  readonly also?: (rows: Rows, keys: Keys) => Promise<void>;
  readonly beforeCommit: (connections: number) => void;
}

/** Seals everything again with the key of `to`: all of it or nothing. Returns the number of connections. */
export async function reSeal(database: Database, { from, to, also, beforeCommit }: ReSealing): Promise<number> {
  return database.work(async (rows) => {
    const connections = await rows.find(Connection);
    for (const connection of connections) {
      const { accessToken, refreshToken, expiresAt } = openTokens(from, connection);
      const sealed = sealTokens(to, connection.id, { accessToken, refreshToken, accessExpiresAt: expiresAt });
      await rows.update(Connection, { id: connection.id }, sealed);
    }
    await also?.(rows, { from, to });
    // They live for half an hour: someone who is authorising just now has to start again.
    await rows.query('DELETE FROM connection_requests');
    beforeCommit(connections.length);
    return connections.length;
  });
}
