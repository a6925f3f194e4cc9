import { reSeal } from '../../companies/re-seal.js';
import type { Secrets } from '../../companies/secrets.js';
import { reSealSigningKeys } from '../../evidence/signing-keys.js';
import { installation } from '../../record/log/log-entry.entity.js';
import { PostingLog } from '../../record/log/posting-log.js';
import type { Who } from '../act.js';
import type { ActTools } from '../act-tools.js';

interface Rotation {
  readonly who: Who;
  readonly from: Secrets;
  readonly to: Secrets;
  readonly beforeCommit: (connections: number) => void;
}

/** Seals every secret in the database with another key. Returns the number of connections. */
export function rotateKey(
  { database }: Pick<ActTools, 'database'>,
  { who: { actor, trigger }, from, to, beforeCommit }: Rotation,
): Promise<number> {
  return reSeal(database, {
    ...{ from, to, beforeCommit },
    also: async (rows, keys) => {
      await reSealSigningKeys(rows, keys);
      const entry = { companyId: installation, actor, trigger, act: 'secret_key', outcome: 'done', ref: to.keyId };
      await new PostingLog(database).append(rows, entry);
    },
  });
}
