import { reSeal } from '../../companies/re-seal.js';
import type { Secrets } from '../../companies/secrets.js';
import { reSealSigningKeys } from '../../evidence/signing-keys.js';
import { installation } from '../../record/log/log-entry.entity.js';
import type { Who } from '../act.js';
import { type Logging, logged } from '../acting.js';

interface Rotation {
  readonly who: Who;
  readonly from: Secrets;
  readonly to: Secrets;
  readonly beforeCommit: (connections: number) => void;
}

/** Seals every secret in the database with another key. Returns the number of connections. */
export function rotateKey({ database, log }: Logging, { who, from, to, beforeCommit }: Rotation): Promise<number> {
  return reSeal(database, {
    from,
    to,
    beforeCommit,
    also: async (rows, keys) => {
      await reSealSigningKeys(rows, keys);
      await logged({ database, log }, rows, who, { companyId: installation, act: 'secret_key', ref: to.keyId });
    },
  });
}
