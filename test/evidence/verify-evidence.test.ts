import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { canonicalJson } from '../../src/evidence/canonical-json.js';
import { type SignedEvidence, signedEvidence } from '../../src/evidence/evidence-file.js';
import { keyObjectOf, publicKeyOf, readPublicKeys } from '../../src/evidence/public-keys.js';
import type { Signer } from '../../src/evidence/signing-keys.js';
import { verifyEvidence } from '../../src/evidence/verify-evidence.js';

function signer(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKeyOf(publicKey.export({ format: 'jwk' }).x ?? '');
  return { key, sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url') };
}

const ours = signer();
const about = { company: 'Ash Ltd', taxYear: '2025/26', month: 7 };
const pages = { summary: { gross: '14220.00' }, payroll: [{ name: 'Employee One' }], record: { head: 'f'.repeat(64) } };
const made = signedEvidence(about, pages, ours);
const bytesOf = (value: unknown) => Buffer.from(canonicalJson(value));
const said = (bytes: Uint8Array, trusted = [ours.key]) =>
  verifyEvidence(bytes, trusted).broken.map(({ page, detail }) => `${page ?? ''}: ${detail}`);

test('what was signed is valid, with the right key and without one; the same record gives the same bytes', () => {
  expect(verifyEvidence(bytesOf(made), [ours.key])).toEqual({ broken: [], about, signedBy: ours.key });
  expect(verifyEvidence(bytesOf(made)).broken).toEqual([]);
  expect(canonicalJson(signedEvidence(about, pages, ours))).toBe(canonicalJson(made));
});

type Loose = Record<string, unknown> & { pages: Record<string, unknown>; about: object; signature: { key: object } };
const whole = bytesOf(made);
const changed = (change: (copy: Loose) => void) => {
  const copy = structuredClone(made) as unknown as Loose;
  change(copy);
  return bytesOf(copy);
};

const bad: readonly (readonly [what: string, bytes: Uint8Array, answer: RegExp])[] = [
  ['an empty file', Buffer.alloc(0), /^: The file is empty/],
  ['a file that was cut', whole.subarray(0, whole.length - 7), /^: The file is cut or damaged/],
  ['a file that is no text', Buffer.from([0x89, 0x50, 0xff, 0x00]), /^: The file is cut or damaged/],
  ['another program’s JSON', Buffer.from('{"invoices":[]}'), /^: The file is not an evidence file of Counterfoil/],
  ['JSON that is no object', Buffer.from('null'), /^: The file is not an evidence file/],
  ['a later format', changed((it) => Object.assign(it, { format: 'counterfoil-evidence-2' })), /does not know/],
  ['a part that is missing', changed((it) => void delete it.hashes), /^: The file is damaged: hashes/],
  [
    'a page changed',
    changed((it) => Object.assign(it.pages, { summary: { gross: '14320.00' } })),
    /^summary: differs from its hash/,
  ],
  ['a page taken out', changed((it) => void delete it.pages.payroll), /^payroll: is not there/],
  ['a page added', changed((it) => Object.assign(it.pages, { notes: 'fine' })), /^notes: has no hash/],
  ['what it is about changed', changed((it) => Object.assign(it.about, { company: 'Birch' })), /^: The signature does/],
  [
    'a page changed together with its hash',
    bytesOf({ ...signedEvidence(about, { ...pages, summary: 0 }, signer()), signature: made.signature }),
    /^: The signature does not fit/,
  ],
  ['signed with a key that is not the signer’s', bytesOf(signedEvidence(about, pages, signer())), /not among the keys/],
  ['a key that is no point', changed((it) => Object.assign(it.signature.key, { x: 'A'.repeat(43) })), /does not fit/],
  [
    'written anew by another program',
    Buffer.from(JSON.stringify(made, null, 2)),
    /^: The file holds what was signed, but/,
  ],
  [
    'a name twice',
    Buffer.from(canonicalJson(made).replace('"about":{', '"about":{"company":"Birch",')),
    /^: The file holds what was signed, but it was written anew/,
  ],
];

test.each(bad)('is not valid: %s', (_, bytes, answer) => {
  expect(said(bytes)).toContainEqual(expect.stringMatching(answer));
});

test('any one byte that changes is found', () => {
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const bytes = Buffer.from(whole);
      bytes[at] = ((bytes[at] ?? 0) + by) % 256;
      expect(said(bytes)).not.toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('whatever text is in it, it verifies', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const evidence: SignedEvidence = signedEvidence({ company: text }, { summary: [text, { [text]: 1 }] }, ours);
      expect(said(bytesOf(evidence))).toEqual([]);
    }),
  );
});

test('keys are read as a set, as one, and as PEM; a file without one is named', () => {
  const pem = keyObjectOf(ours.key).export({ format: 'pem', type: 'spki' }).toString();
  for (const text of [JSON.stringify({ keys: [ours.key] }), JSON.stringify(ours.key), pem])
    expect(readPublicKeys(text)).toEqual([ours.key]);
  expect(() => readPublicKeys('ssh-rsa AAAA')).toThrow('The key file cannot be read');
});
