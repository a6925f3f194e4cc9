import type { Database } from '../database.js';
import { Connection } from './connection.entity.js';
import { ConnectionRequest } from './connection-request.entity.js';
import type { Secrets } from './secrets.js';
import { openTokens, sealTokens } from './token-vault.js';

/** Everything sealed, sealed anew with the key of `to`: all of it or nothing. Answers how many connections. */
export async function reSeal(database: Database, from: Secrets, to: Secrets): Promise<number> {
  return database.work(async (em) => {
    const connections = await em.find(Connection);
    for (const connection of connections) {
      const { accessToken, refreshToken, expiresAt } = openTokens(from, connection);
      const sealed = sealTokens(to, connection.id, { accessToken, refreshToken, accessExpiresAt: expiresAt });
      await em.update(Connection, { id: connection.id }, sealed);
    }
    // They live for half an hour: whoever is authorising just now begins again.
    await em.clear(ConnectionRequest);
    return connections.length;
  });
}
