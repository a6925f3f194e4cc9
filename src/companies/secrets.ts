import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Config } from '../ground/config.js';
import { type Problem, problem } from '../ground/problem.js';

const algorithm = 'aes-256-gcm';
const version = 'v1';
const keyBytes = 32;
const nonceBytes = 12;
const keyIdCharacters = 8;

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * Stored tokens have the form `v1.<key id>.<nonce>.<tag>.<data>`. A sealed text opens only in the place it was sealed
 * for (table, row and column), so that no one can move one company's token to another's row.
 */
export class Secrets {
  readonly #key: Key;
  readonly #keys: ReadonlyMap<string, Key>;

  /** `previous` only opens, while secrets move from one key to the next. */
  constructor(key: string, previous?: string) {
    this.#key = keyFrom(key);
    const keys = previous === undefined ? [this.#key] : [keyFrom(previous), this.#key];
    this.#keys = new Map(keys.map((one) => [one.id, one]));
  }

  get keyId(): string {
    return this.#key.id;
  }

  seal(text: string, place: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key.bytes, nonce).setAAD(Buffer.from(place));
    const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [version, this.#key.id, ...[nonce, cipher.getAuthTag(), data].map(base64)].join('.');
  }

  open(sealed: string, place: string): string {
    const [, keyId = '', nonce = '', tag = '', data = ''] = sealed.split('.');
    const key = this.#keys.get(keyId);
    if (!key) throw wrongKey(keyId);
    try {
      const decipher = createDecipheriv(algorithm, key.bytes, Buffer.from(nonce, 'base64url'));
      decipher.setAAD(Buffer.from(place)).setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8');
    } catch {
      throw damaged(place);
    }
  }
}

/** Nothing starts without a key: tokens are never stored unsealed. */
export function secretsOf({ secretKey, secretKeyPrevious }: Pick<Config, 'secretKey' | 'secretKeyPrevious'>): Secrets {
  if (secretKey === undefined) throw noKey();
  return new Secrets(secretKey, secretKeyPrevious);
}

export function newKey(): string {
  return randomBytes(keyBytes).toString('base64');
}

function noKey(): Problem {
  return problem('no-secret-key', {
    detail: 'SECRET_KEY is not set, and tokens are stored only encrypted.',
    todo: 'Make one with `counterfoil key` and set it as SECRET_KEY, in the environment or in .env. Keep a copy: without it every company must be connected again.',
  });
}

function keyFrom(base64Key: string): Key {
  const bytes = Buffer.from(base64Key, 'base64');
  const id = createHash('sha256').update('counterfoil key id').update(bytes).digest('hex').slice(0, keyIdCharacters);
  return { id, bytes };
}

function wrongKey(keyId: string): Problem {
  return problem('other-secret-key', {
    detail: `The stored tokens were encrypted with the key whose id is ${keyId}, and SECRET_KEY is not that key.`,
    todo: 'Set SECRET_KEY to the key that was in use before. If it is lost, connect every company again.',
  });
}

function damaged(place: string): Problem {
  return problem('token-damaged', {
    detail: `The value stored at ${place} was changed after it was encrypted, or was moved there.`,
    todo: 'Restore the database from a backup, or connect that company again.',
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64url');
}
