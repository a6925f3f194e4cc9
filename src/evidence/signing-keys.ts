import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { IsNull } from 'typeorm';
import type { ReadRows, Rows } from '../ground/rows.js';
import type { Secrets } from '../companies/secrets.js';
import type { Database } from '../ground/database.js';
import { installation } from '../record/log/log-entry.entity.js';
import { PostingLog } from '../record/log/posting-log.js';
import { type PublicKey, publicKeyOf } from './public-keys.js';
import { SigningKey } from './signing-key.entity.js';

/** What signs: the public half, and a function that gives the signature of a text in base64url. */
export interface Signer {
  readonly key: PublicKey;
  sign(text: string): string;
}

export interface ListedKey extends PublicKey {
  readonly createdAt: string;
  readonly retiredAt?: string;
}

interface By {
  readonly actor: string;
  readonly trigger: string;
}
const byItself: By = { actor: 'service', trigger: 'service' };

/** The key pair that this installation signs with, and the public halves of those it used before. */
export class SigningKeys {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /** Makes a key pair if there is none yet, so a signature never waits for a person. */
  async signer(): Promise<Signer> {
    const found = await this.database.read(current);
    const { id, publicKey, privateKey } = found ?? (await this.#made(byItself));
    const opened = createPrivateKey(this.secrets.open(privateKey ?? '', placeOf(id)));
    return {
      key: publicKeyOf(publicKey),
      sign: (text) => sign(null, Buffer.from(text), opened).toString('base64url'),
    };
  }

  /** The key in force first; retired keys still verify what they signed. */
  async list(): Promise<readonly ListedKey[]> {
    const found = await this.database.read((rows) =>
      rows.find(SigningKey, { order: { createdAt: 'DESC', id: 'ASC' } }),
    );
    const inForceFirst = [...found].sort((a, b) => Number(a.retiredAt !== null) - Number(b.retiredAt !== null));
    return inForceFirst.map(({ publicKey, createdAt, retiredAt }) => ({
      ...publicKeyOf(publicKey),
      createdAt: createdAt.toISOString(),
      ...(retiredAt && { retiredAt: retiredAt.toISOString() }),
    }));
  }

  /** The key in force, and whether it was made just now. */
  async make(by: By): Promise<{ readonly key: PublicKey; readonly made: boolean }> {
    const found = await this.database.read(current);
    if (found) return { key: publicKeyOf(found.publicKey), made: false };
    return { key: publicKeyOf((await this.#made(by)).publicKey), made: true };
  }

  /** A new key signs from now on. The private half of the old one is destroyed. */
  async rotate(by: By): Promise<PublicKey> {
    return this.database.work(async (rows) => {
      await alone(this.database, rows);
      const before = await current(rows);
      if (before) {
        const retiredAt = await this.database.now(rows);
        await rows.update(SigningKey, { id: before.id }, { privateKey: null, retiredAt });
        await this.#logged(rows, by, { id: before.id, outcome: 'retired' });
      }
      return publicKeyOf((await this.#insert(rows, by)).publicKey);
    });
  }

  async #made(by: By): Promise<SigningKey> {
    return this.database.work(async (rows) => {
      await alone(this.database, rows);
      return (await current(rows)) ?? this.#insert(rows, by);
    });
  }

  async #insert(rows: Rows, by: By): Promise<SigningKey> {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const { kid: id, x } = publicKeyOf(publicKey.export({ format: 'jwk' }).x ?? '');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const row = {
      id,
      publicKey: x,
      privateKey: this.secrets.seal(pem, placeOf(id)),
      createdAt: await this.database.now(rows),
      retiredAt: null,
    };
    await rows.insert(SigningKey, row);
    await this.#logged(rows, by, { id, outcome: 'made' });
    return row;
  }

  async #logged(rows: Rows, by: By, { id, outcome }: { id: string; outcome: string }): Promise<void> {
    await new PostingLog(this.database).append(rows, {
      ...by,
      companyId: installation,
      act: 'signing_key',
      outcome,
      ref: id,
    });
  }
}

/** Seals them again, in the unit of work that seals everything else again. */
export async function reSealSigningKeys(rows: Rows, { from, to }: { from: Secrets; to: Secrets }): Promise<void> {
  for (const { id, privateKey } of await rows.find(SigningKey))
    if (privateKey !== null)
      await rows.update(SigningKey, { id }, { privateKey: to.seal(from.open(privateKey, placeOf(id)), placeOf(id)) });
}

const current = (rows: ReadRows) => rows.findOneBy(SigningKey, { retiredAt: IsNull() });
const placeOf = (id: string) => `signing_keys/${id}/private_key`;

/** Two processes may need the first key at the same moment. SQLite lets only one work at a time anyway. */
async function alone({ kind }: Database, rows: Rows): Promise<void> {
  if (kind === 'postgres') await rows.query(`SELECT pg_advisory_xact_lock(hashtext('signing key'))`);
}
