import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import type { PublicKey } from './public-keys.js';
import type { Signer } from './signing-keys.js';

export const evidenceFormat = 'counterfoil-evidence-1';

/** In the ZIP of a month file: the hash of every other file in it, signed like a record. */
export const filesName = 'files.json';
export const filesListed = 'the hashes of the other files';

/** What each page of the record holds, by name. */
export type Pages = Readonly<Record<string, unknown>>;

/** What is signed: what the record is about, and the hash of each of its pages. */
interface Statement {
  readonly format: typeof evidenceFormat;
  readonly about: unknown;
  readonly hashes: Readonly<Record<string, string>>;
}

export interface Signature {
  readonly algorithm: 'Ed25519';
  readonly key: PublicKey;
  /** The signature of the statement in canonical form, in base64url. */
  readonly value: string;
}

export interface SignedEvidence extends Statement {
  readonly pages: Pages;
  readonly signature: Signature;
}

/** The same record and the same key give the same signature: Ed25519 uses no random numbers. */
export function signedEvidence(about: unknown, pages: Pages, { key, sign }: Signer): SignedEvidence {
  const statement = statementOf(about, pages);
  return { ...statement, pages, signature: { algorithm: 'Ed25519', key, value: sign(statementText(statement)) } };
}

/** The signer is elsewhere: the key does not leave the thread that opened it. */
export interface SignerElsewhere {
  readonly key: PublicKey;
  readonly sign: (text: string) => Promise<string>;
}

export async function evidenceSignedElsewhere(
  about: unknown,
  pages: Pages,
  { key, sign }: SignerElsewhere,
): Promise<SignedEvidence> {
  const statement = statementOf(about, pages);
  const value = await sign(statementText(statement));
  return { ...statement, pages, signature: { algorithm: 'Ed25519', key, value } };
}

function statementOf(about: unknown, pages: Pages): Statement {
  const hashes = Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, pageHash(page)]));
  return { format: evidenceFormat, about, hashes };
}

export function statementText({ format, about, hashes }: Statement): string {
  return canonicalJson({ format, about, hashes });
}

export function pageHash(page: unknown): string {
  return sha256(canonicalJson(page));
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
