import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { problem } from '../ground/problem.js';
import { canonicalJson } from './canonical-json.js';

/** The public half of an Ed25519 key as a JSON Web Key (RFC 8037). */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
}

const keyShape = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string().length(43) });
const keySetShape = z.object({ keys: z.array(keyShape).min(1) });

export function publicKeyOf(x: string): PublicKey {
  const key = { kty: 'OKP', crv: 'Ed25519', x } as const;
  return { ...key, kid: createHash('sha256').update(canonicalJson(key)).digest('base64url') };
}

export function keyObjectOf({ kty, crv, x }: PublicKey): KeyObject {
  return createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
}

/** Reads a file of public keys: a set as `key public` writes it, one of them, or PEM. */
export function readPublicKeys(text: string): readonly PublicKey[] {
  const json = jsonIn(text);
  const set = keySetShape.safeParse(json);
  if (set.success) return set.data.keys.map(({ x }) => publicKeyOf(x));
  const one = keyShape.safeParse(json);
  if (one.success) return [publicKeyOf(one.data.x)];
  const x = pemIn(text);
  if (x !== undefined) return [publicKeyOf(x)];
  throw problem('key-file-unreadable', {
    detail: 'It holds no Ed25519 public key, neither as JSON Web Key nor as PEM.',
    todo: 'Write one with `counterfoil key public > key.json` where the file was made, or fetch /.well-known/counterfoil-signing-key there.',
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pemIn(text: string): string | undefined {
  try {
    const key = createPublicKey(text);
    return key.asymmetricKeyType === 'ed25519' ? key.export({ format: 'jwk' }).x : undefined;
  } catch {
    return undefined;
  }
}
