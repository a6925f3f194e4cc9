import { verify } from 'node:crypto';
import * as z from 'zod';
import { canonicalJson } from './canonical-json.js';
import { evidenceFormat, filesListed, filesName, pageHash, sha256, statementText } from './evidence-file.js';
import { filesIn, NotOurs } from './formats/zip.js';
import { isZippedAgain } from './formats/zipped-again.js';
import { keyObjectOf, type PublicKey, publicKeyOf } from './public-keys.js';

export interface EvidenceBreak {
  /** The page of the record that is not as it was signed; absent if it is the file as a whole. */
  readonly page?: string;
  readonly detail: string;
}

export interface EvidenceVerdict {
  readonly broken: readonly EvidenceBreak[];
  /** Undefined if the file could not be read that far. */
  readonly about?: Readonly<Record<string, unknown>>;
  readonly signedBy?: PublicKey;
}

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
const evidenceShape = z.strictObject({
  format: z.literal(evidenceFormat),
  about: z.record(z.string(), z.unknown()),
  hashes: z.record(z.string(), sha256Hex),
  pages: z.record(z.string(), z.unknown()),
  signature: z.strictObject({
    algorithm: z.literal('Ed25519'),
    key: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string().length(43), kid: z.string() }),
    value: z.string(),
  }),
});

/** Whether this is what was signed: evidence.json, or the ZIP around it. `trusted`: the keys it must be signed with. */
export function verifyEvidence(bytes: Uint8Array, trusted?: readonly PublicKey[]): EvidenceVerdict {
  const begins = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (begins === '%PDF') return { broken: [{ detail: noSignature }] };
  return begins.startsWith('PK') ? verifyZip(bytes, trusted) : verifyRecord(bytes, trusted);
}

function verifyZip(bytes: Uint8Array, trusted?: readonly PublicKey[]): EvidenceVerdict {
  const files = filesIn(bytes);
  if (files instanceof NotOurs) {
    const isAgain = files.of === 'how' && isZippedAgain(bytes);
    return { broken: [{ detail: isAgain ? zippedAgain : `${notOurs}: ${files.message}. ${theOriginal}` }] };
  }
  const evidence = files.get('evidence.json');
  if (evidence === undefined)
    return { broken: [{ detail: files.has('xl/workbook.xml') ? noSignature : 'The ZIP holds no evidence.json.' }] };
  const verdict = verifyRecord(evidence, trusted);
  const list = readEvidence(files.get(filesName) ?? new Uint8Array());
  if ('detail' in list) return { ...verdict, broken: [...verdict.broken, { page: filesName, detail: list.detail }] };
  const ofList = verifyRecord(files.get(filesName) ?? new Uint8Array(), trusted);
  const sameSigner = ofList.signedBy?.kid === verdict.signedBy?.kid && list.evidence.about.holds === filesListed;
  const broken = [
    ...verdict.broken,
    ...ofList.broken.map(({ detail }) => ({ page: filesName, detail })),
    ...(sameSigner ? [] : [{ page: filesName, detail: 'is not the list that was signed with this record' }]),
    ...fileBreaks(files, list.evidence.pages),
  ];
  return { ...verdict, broken };
}

function* fileBreaks(
  files: ReadonlyMap<string, Uint8Array>,
  hashes: Readonly<Record<string, unknown>>,
): Generator<EvidenceBreak> {
  for (const [page, hash] of Object.entries(hashes)) {
    const file = files.get(page);
    if (file === undefined) yield { page, detail: 'is not there any more' };
    else if (sha256(file) !== hash) yield { page, detail: 'differs from its hash: it was changed' };
  }
  for (const page of files.keys())
    if (page !== filesName && !Object.hasOwn(hashes, page)) yield { page, detail: 'has no hash: it was added' };
}

function verifyRecord(bytes: Uint8Array, trusted?: readonly PublicKey[]): EvidenceVerdict {
  const read = readEvidence(bytes);
  if ('detail' in read) return { broken: [read] };
  const { evidence } = read;
  const signedBy = publicKeyOf(evidence.signature.key.x);
  try {
    return { broken: [...recordBreaks(read, signedBy, trusted)], about: evidence.about, signedBy };
  } catch {
    // Half a character, or a number too large to be one: JSON can hold them, and no record of ours does.
    return { broken: [{ detail: 'The file is damaged: it holds what no evidence file can hold.' }], signedBy };
  }
}

function* recordBreaks(
  { text, evidence }: { text: string; evidence: Evidence },
  signedBy: PublicKey,
  trusted: readonly PublicKey[] | undefined,
): Generator<EvidenceBreak> {
  const broken: EvidenceBreak[] = [...pageBreaks(evidence)];
  if (!isSigned(evidence, signedBy)) broken.push({ detail: wrongSignature });
  else if (trusted && !trusted.some(({ kid }) => kid === signedBy.kid)) broken.push({ detail: otherSigner(signedBy) });
  if (broken.length === 0 && canonicalJson(evidence) !== text) broken.push({ detail: rewritten });
  yield* broken;
}

type Evidence = z.infer<typeof evidenceShape>;

function readEvidence(bytes: Uint8Array): EvidenceBreak | { text: string; evidence: Evidence } {
  if (bytes.length === 0) return { detail: 'The file is empty.' };
  let json: unknown;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    json = JSON.parse(text);
  } catch {
    return {
      detail: `The file is cut or damaged, or is not an evidence file: ${bytes.length} bytes that are not JSON.`,
    };
  }
  if (isDeeper(json, depthMax))
    return { detail: 'The file is damaged: its parts lie deeper than those of any record.' };
  const format = (json as { format?: unknown } | null)?.format;
  if (typeof format !== 'string' || !format.startsWith('counterfoil-evidence-'))
    return { detail: 'The file is not an evidence file of Counterfoil: it names no format of ours.' };
  if (format !== evidenceFormat)
    return { detail: `The file is of format ${format}, which this version does not know. Verify it with a later one.` };
  const read = evidenceShape.safeParse(json);
  if (!read.success) return { detail: `The file is damaged: ${read.error.issues.map(placeOf).join(', ')}.` };
  return { text, evidence: read.data };
}

/** A record is about ten levels deep. */
const depthMax = 64;

function isDeeper(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isDeeper(inner, left - 1));
}

const placeOf = ({ path, message }: z.core.$ZodIssue) => `${path.join('.') || 'its beginning'} (${message})`;

function* pageBreaks({ pages, hashes }: Evidence): Generator<EvidenceBreak> {
  for (const [page, hash] of Object.entries(hashes)) {
    if (!Object.hasOwn(pages, page)) yield { page, detail: 'is not there any more' };
    else if (pageHash(pages[page]) !== hash) yield { page, detail: 'differs from its hash: it was changed' };
  }
  for (const page of Object.keys(pages))
    if (!Object.hasOwn(hashes, page)) yield { page, detail: 'has no hash: it was added' };
}

function isSigned(evidence: Evidence, key: PublicKey): boolean {
  const value = Buffer.from(evidence.signature.value, 'base64url');
  // A signature and a key have one spelling each; base64url by itself would let the last letter vary.
  if (value.toString('base64url') !== evidence.signature.value || evidence.signature.key.kid !== key.kid) return false;
  try {
    return verify(null, Buffer.from(statementText(evidence)), keyObjectOf(key), value);
  } catch {
    // Not every 32 bytes are a point on the curve.
    return false;
  }
}

const noSignature =
  'The file has no signature of its own. Verify the ZIP it came in, or its evidence.json: that is what is signed.';
const notOurs = 'The ZIP is not as Counterfoil makes one';
const zippedAgain =
  'The ZIP was zipped again by another program: check the evidence.json in it alone, or use the original, byte for byte.';
const theOriginal = 'Use the original, byte for byte, or verify the evidence.json that it holds.';
const wrongSignature =
  'The signature does not fit: what the file is about, its hashes, its key or the signature itself was changed.';
const rewritten =
  'The file holds what was signed, but it was saved again and is not as we made it. Use the original, byte for byte.';
const otherSigner = ({ kid }: PublicKey) => `The file is signed with key ${kid}, which is not among the keys given.`;
