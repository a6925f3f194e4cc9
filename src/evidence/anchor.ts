import { createHash, verify } from 'node:crypto';
import * as z from 'zod';
import { isStorable } from '../ground/printable.js';
import { canonicalJson } from './canonical-json.js';
import { keyObjectOf, type PublicKey, publicKeyOf } from './public-keys.js';
import type { Signer } from './signing-keys.js';

export const anchorFormat = 'counterfoil-anchor-1';
export const noRoot = '0'.repeat(64);

/** The end of one chain: its last entry. */
export interface AnchoredHead {
  readonly chain: string;
  readonly seq: number;
  readonly hash: string;
}

interface Statement {
  readonly format: typeof anchorFormat;
  readonly number: number;
  readonly at: string;
  /** The root of the anchor before it, so that the anchors of a folder form a chain. */
  readonly previous: string;
  readonly root: string;
}

/** As written to a folder; the webhook gets it without the heads. */
export interface Anchor extends Statement {
  readonly heads?: readonly AnchoredHead[];
  readonly signature: { readonly algorithm: 'Ed25519'; readonly key: PublicKey; readonly value: string };
}

const hex = z.string().regex(/^[0-9a-f]{64}$/);
export const anchorShape = z.object({
  format: z.literal(anchorFormat),
  number: z.number().int().positive(),
  at: z.iso.datetime(),
  previous: hex,
  root: hex,
  heads: z.array(z.object({ chain: z.string().refine(isStorable), seq: z.number().int(), hash: hex })).optional(),
  signature: z.object({
    algorithm: z.literal('Ed25519'),
    key: z.object({ x: z.string().length(43) }).transform(({ x }) => publicKeyOf(x)),
    value: z.string(),
  }),
});

export function signedAnchor(
  { number, at, previous, heads }: Pick<Anchor, 'number' | 'at' | 'previous'> & { heads: readonly AnchoredHead[] },
  { key, sign }: Signer,
): Anchor & { readonly heads: readonly AnchoredHead[] } {
  const statement = { format: anchorFormat, number, at, previous, root: treeRoot(heads) } as const;
  return { ...statement, heads, signature: { algorithm: 'Ed25519', key, value: sign(statementText(statement)) } };
}

export function isSigned(anchor: Anchor): boolean {
  try {
    const { key, value } = anchor.signature;
    return verify(null, Buffer.from(statementText(anchor)), keyObjectOf(key), Buffer.from(value, 'base64url'));
  } catch {
    return false;
  }
}

/** Sorted by name, so that one set of ends has one root. */
export function treeRoot(heads: readonly AnchoredHead[]): string {
  const sorted = [...heads].sort((a, b) => (a.chain < b.chain ? -1 : 1));
  const leaves = sorted.map(({ chain, seq, hash }) => digest(0, Buffer.from(canonicalJson([chain, seq, hash]))));
  return rootOf(leaves).toString('hex');
}

/**
 * As in RFC 6962: a leaf can never be taken for a branch, and the left side holds the largest power of two below the
 * number of leaves.
 */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return createHash('sha256').digest();
  if (leaves.length === 1) return only;
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return digest(1, Buffer.concat([rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half))]));
}

function digest(kind: 0 | 1, data: Buffer): Buffer {
  return createHash('sha256')
    .update(Buffer.from([kind]))
    .update(data)
    .digest();
}

const statementText = ({ format, number, at, previous, root }: Statement) =>
  canonicalJson({ format, number, at, previous, root });
