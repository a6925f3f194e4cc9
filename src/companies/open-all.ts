import type { Database } from '../ground/database.js';
import { Connection } from './connection.entity.js';
import type { Secrets } from './secrets.js';
import { openTokens } from './token-vault.js';

/** Opens every stored token to check that the key is the right one. Returns the number of connections. */
export async function openAll(database: Database, secrets: Secrets): Promise<number> {
  const connections = await database.read((rows) => rows.find(Connection));
  for (const connection of connections) openTokens(secrets, connection);
  return connections.length;
}
