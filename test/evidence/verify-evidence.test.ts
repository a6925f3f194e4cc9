import { generateKeyPairSync, sign } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { canonicalJson } from '../../src/evidence/canonical-json.js';
import {
  filesListed,
  filesName,
  type SignedEvidence,
  sha256,
  signedEvidence,
} from '../../src/evidence/evidence-file.js';
import { filesIn, growingZip, zipOf } from '../../src/evidence/formats/zip.js';
import { keyObjectOf, publicKeyOf, readPublicKeys } from '../../src/evidence/public-keys.js';
import type { Signer } from '../../src/evidence/signing-keys.js';
import { verifyEvidence } from '../../src/evidence/verify-evidence.js';
import { cases } from '../harness/cases.js';

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
const problems = (bytes: Uint8Array, trusted = [ours.key]) =>
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
    'half a character in a page',
    Buffer.from(canonicalJson(made).replace('Employee One', '\\ud800')),
    /^: The file is damaged: it holds what no evidence file can hold/,
  ],
  [
    'a number beyond all numbers',
    Buffer.from(canonicalJson(made).replace('"month":7', '"month":1e999')),
    /^: The signature does not fit/,
  ],
  [
    'a hundred thousand parts in one another',
    Buffer.from(canonicalJson(made).replace('"Employee One"', '['.repeat(100_000) + ']'.repeat(100_000))),
    /^: The file is damaged: its parts lie deeper/,
  ],
  [
    'a name twice',
    Buffer.from(canonicalJson(made).replace('"about":{', '"about":{"company":"Birch",')),
    /^: The file holds what was signed, but it was saved again/,
  ],
];

test.each(bad)('is not valid: %s', (_, bytes, answer) => {
  expect(problems(bytes)).toContainEqual(expect.stringMatching(answer));
});

const inZip = { 'evidence.json': whole, 'month-file.pdf': Buffer.from('%PDF-1.7 as it was made') };
const listed = (files: Readonly<Record<string, Uint8Array>>) =>
  signedEvidence(
    { ...about, holds: filesListed },
    Object.fromEntries(Object.entries(files).map(([name, file]) => [name, sha256(file)])),
    ours,
  );
const zipFiles = { ...inZip, [filesName]: bytesOf(listed(inZip)) };
const zip = zipOf(zipFiles);
/** Packs a ZIP as another program might: any names, and a directory that lists any of the files. */
interface Part {
  readonly name: string;
  readonly file: Buffer;
  readonly bytes?: number;
  readonly crc?: number;
  readonly flags?: number;
  readonly madeBy?: number;
  readonly needs?: number;
  readonly inside?: number;
  readonly outside?: number;
  readonly date?: number;
  /** Behind the packed file, and counted as part of it. */
  readonly behind?: string;
}
function packed(parts: readonly Part[], shown = parts): Buffer {
  const numbers = (...pairs: readonly (readonly [size: 2 | 4, value: number])[]) =>
    Buffer.concat(
      pairs.map(([size, value]) => {
        const bytes = Buffer.alloc(size);
        bytes.writeUIntLE(value, 0, size);
        return bytes;
      }),
    );
  const deflate = ({ file, behind = '' }: Part) => Buffer.concat([deflateRawSync(file), Buffer.from(behind)]);
  const about = (
    { name, file, bytes = file.length, crc = crc32(file), flags = 0, needs = 20, date = 33 }: Part,
    deflated: Buffer,
  ) =>
    numbers(
      [2, needs],
      [2, flags],
      [2, 8],
      [2, 0],
      [2, date],
      [4, crc],
      [4, deflated.length],
      [4, bytes],
      [2, Buffer.byteLength(name)],
      [2, 0],
    );
  const places = new Map<object, number>();
  let body = Buffer.alloc(0);
  for (const part of parts) {
    const deflated = deflate(part);
    places.set(part, body.length);
    body = Buffer.concat([body, numbers([4, 0x04034b50]), about(part, deflated), Buffer.from(part.name), deflated]);
  }
  const list = Buffer.concat(
    shown.map((part) => {
      const { inside = 0, outside = 0, madeBy = 20 } = part;
      const rest = numbers([2, 0], [2, 0], [2, inside], [4, outside], [4, places.get(part) ?? 0]);
      const before = numbers([4, 0x02014b50], [2, madeBy]);
      return Buffer.concat([before, about(part, deflate(part)), rest, Buffer.from(part.name)]);
    }),
  );
  const { length } = shown;
  const tail = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, length],
    [2, length],
    [4, list.length],
    [4, body.length],
    [2, 0],
  );
  return Buffer.concat([body, list, tail]);
}

const parts = Object.entries(zipFiles).map(([name, file]) => ({ name, file }));
const redated = parts.map((part) => ({ ...part, date: 0x5b7c }));
const noPlainFile = /"month-file.pdf" is no plain file/;
const zippedAgain = /zipped again by another program: check the evidence.json in it alone/;
const forged = { name: 'month-file.pdf', file: Buffer.from('%PDF-1.7 forged') };
const umlaut = { name: 'u\u0308.txt', file: forged.file, flags: 0x0800 };
const byAnother = packed(parts);
/** Where its list of files begins, as its end says. */
const listAt = byAnother.readUInt32LE(byAnother.length - 6);
const secondAt = 30 + byAnother.readUInt16LE(26) + byAnother.readUInt32LE(18);
const hostile: readonly (readonly [what: string, bytes: Uint8Array, answer: RegExp])[] = [
  ['one file twice, the first forged', packed([forged, ...parts]), /holds "month-file.pdf" twice/],
  ['a forged file that the list does not name', packed([forged, ...parts], parts), /does not fit its files/],
  ['a forged file behind the others', packed([...parts, forged], parts), /stands between its files/],
  [
    'another date, in both headers alike',
    packed(parts.map((part) => (part.name === 'month-file.pdf' ? { ...part, date: 0x5b7c } : part))),
    zippedAgain,
  ],
  [
    'a forged file between the others that no list names, zipped again',
    packed([redated[0]!, { ...forged, date: 0x5b7c }, ...redated.slice(1)], redated),
    /has a date that we did not write/,
  ],
  ['a file named __proto__', packed([...parts, { name: '__proto__', file: forged.file }]), /__proto__: has no hash/],
  ...['../../x', '/x', 'C:x', 'a\\x', 'a//x', './x', 'a/', 'x\n', ''].map(
    (name) =>
      [`the path "${name}"`, packed([...parts, { name, file: forged.file }]), /a name that leads elsewhere/] as const,
  ),
  [
    'a name in other letters',
    packed([...parts, { ...forged, name: 'Month-File.PDF' }]),
    /holds "Month-File.PDF" twice/,
  ],
  ['a wrong checksum', alone({ crc: 1 }), /"month-file.pdf" is cut or damaged/],
  ['something behind a packed file', alone({ behind: 'more' }), /stands between its files/],
  ['a comment', Buffer.concat([zip.subarray(0, -2), Buffer.from([1, 0, 33])]), /added at its end/],
  ['a comment that is announced and not there', otherEnd(-2, 1), /stands between its files/],
  ['a list of another length', otherEnd(-10, 1), /stands between its files/],
  ['fewer files on its disk than it has', otherEnd(-14, -1), /stands between its files/],
  ['a list on a second disk', otherEnd(-16, 1), /stands between its files/],
  ['a second disk', otherEnd(-18, 1), /stands between its files/],
  // Of its first file, which lies at 0: in the list at the end, in the header before it, or in both.
  ['a list that does not begin like one', edited([[listAt, 1]]), /does not fit its files/],
  ['a file that does not begin like one', edited([[secondAt, 1]]), /does not fit its files/],
  ['a checksum that only its list has', edited([[listAt + 16, 1]]), /does not fit its files/],
  ['a name that only its list has', edited([[listAt + 46, 1]]), /does not fit its files/],
  [
    'a field of its own in a header',
    edited([
      [listAt + 30, 1],
      [28, 1],
    ]),
    /does not fit its files/,
  ],
  ['a comment on a file', edited([[listAt + 32, 1]]), /does not fit its files/],
  ['a file elsewhere than its list says', edited([[listAt + 42, 1]]), /does not fit its files/],
  ['a file that begins on another disk', edited([[listAt + 34, 1]]), /"evidence.json" is no plain file/],
  [
    'a name that is no text',
    edited([
      [listAt + 46, 0x9a],
      [30, 0x9a],
    ]),
    /a name that leads elsewhere/,
  ],
  [
    'a file that is packed in another way',
    edited([
      [listAt + 10, 1],
      [8, 1],
    ]),
    /"evidence.json" is packed in another way/,
  ],
  [
    'a file that is listed with a larger size',
    alone({ bytes: inZip['month-file.pdf'].length + 1 }),
    /"month-file.pdf" is cut or damaged/,
  ],
  [
    'a name that another system spells alike',
    packed([...parts, { ...umlaut, name: 'ü.txt' }, umlaut]),
    /holds "u\u0308.txt" twice/,
  ],
  ['a maker that knows links', alone({ madeBy: 0x0314 }), zippedAgain],
  ...Array.from({ length: 16 }, (_, bit) => [`flag ${bit}`, alone({ flags: 1 << bit }), zippedAgain] as const),
  ['a link of Unix', alone({ madeBy: 0x0314, outside: 0xa1ff0000 }), noPlainFile],
  ['a link of another system', alone({ outside: 0xa1ff0000 }), noPlainFile],
  ['a folder of DOS', alone({ outside: 0x10 }), zippedAgain],
  ['attributes inside', alone({ inside: 1 }), zippedAgain],
  ['a version to come', alone({ needs: 45 }), zippedAgain],
  ['something before it', Buffer.concat([Buffer.from('PK!#'), zip]), /does not fit its files/],
  ['something after it', Buffer.concat([zip, Buffer.from('more')]), /added at its end/],
  ['a file that is listed with a smaller size', packed([...parts, { ...bomb(), bytes: 10 }]), /cut or damaged/],
  ['a file that is larger than any', packed([...parts, { ...bomb(), bytes: 2 ** 31 }]), /larger than any month file/],
  ['a thousand files', packed(Array.from({ length: 1000 }, (_, at) => ({ ...forged, name: `${at}` }))), /holds 1000/],
  ['only the letters PK', Buffer.from('PK'), /cut or damaged/],
];

/** The ZIP with its PDF packed in another way. */
function alone(how: Partial<Part>): Buffer {
  return packed(parts.map((part) => (part.name === forged.name ? { ...part, ...how } : part)));
}

function otherEnd(fromEnd: number, by: number): Buffer {
  const bytes = Buffer.from(zip);
  bytes.writeUInt8((bytes.at(fromEnd) ?? 0) + by, bytes.length + fromEnd);
  return bytes;
}

/** The ZIP with these bytes another number, each so much more. */
function edited(changes: readonly (readonly [at: number, by: number])[]): Buffer {
  const bytes = Buffer.from(byAnother);
  for (const [at, by] of changes) bytes[at] = ((bytes[at] ?? 0) + by) % 256;
  return bytes;
}

function bomb() {
  return { name: 'bomb', file: Buffer.alloc(50_000_000) };
}

test('a ZIP of ours is valid, and so is one that is built alike', () => {
  expect([problems(zip), problems(byAnother)]).toEqual([[], []]);
});

test('a ZIP that grows while it is sent holds its files as they are, with no time', async () => {
  const names = ['a.pdf', 'ä.txt'];
  const parts: Uint8Array[] = [];
  const each = (async function* () {
    for (const name of names) yield { name, bytes: Buffer.from(`of ${name}`) };
  })();
  for await (const part of growingZip(each)) parts.push(part);
  const bytes = Buffer.concat(parts);
  const files = unzipSync(bytes);
  expect(Object.entries(files).map(([name, file]) => [name, Buffer.from(file).toString()])).toEqual(
    names.map((name) => [name, `of ${name}`]),
  );
  // 1 January 1980, 0:00, in the header of the first.
  expect(bytes.readUInt32LE(10)).toBe(0x00210000);
  // The first file is handed on before the second is asked for.
  expect(Buffer.concat(parts.slice(0, 3)).includes('of a.pdf')).toBe(true);
});

test.each(hostile)('a ZIP is not valid with %s', (_, bytes, answer) => {
  expect(problems(bytes)).toContainEqual(expect.stringMatching(answer));
});

test('the list of a ZIP is one that was signed as such: no other record that we signed, whatever it says', () => {
  const hashes = listed(inZip).pages;
  const record = signedEvidence(about, hashes, ours);
  expect(problems(bytesOf(record))).toEqual([]);
  expect(problems(zipOf({ ...inZip, [filesName]: bytesOf(record) })).join()).toContain(
    'is not the list that was signed with this record',
  );
});

test('any changed byte of a ZIP is found, or changes nothing in the unpacked files', () => {
  fc.assert(
    fc.property(fc.nat(zip.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const bytes = Buffer.from(zip);
      bytes[at] = ((bytes[at] ?? 0) + by) % 256;
      const files = filesIn(bytes);
      const isSame =
        files instanceof Map && Object.entries(zipFiles).every(([name, file]) => file.equals(files.get(name) ?? none));
      expect(problems(bytes).length === 0).toBe(isSame);
    }),
    { numRuns: cases(60, 600) },
  );
});
const none = new Uint8Array();

test('any changed byte is found', () => {
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const bytes = Buffer.from(whole);
      bytes[at] = ((bytes[at] ?? 0) + by) % 256;
      expect(problems(bytes)).not.toEqual([]);
    }),
    { numRuns: cases(60, 600) },
  );
});

test('it verifies with any text in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const evidence: SignedEvidence = signedEvidence({ company: text }, { summary: [text, { [text]: 1 }] }, ours);
      expect(problems(bytesOf(evidence))).toEqual([]);
    }),
  );
});

test('keys are read as a set, one by one, and as PEM; a file without a key is named', () => {
  const pem = keyObjectOf(ours.key).export({ format: 'pem', type: 'spki' }).toString();
  for (const text of [JSON.stringify({ keys: [ours.key] }), JSON.stringify(ours.key), pem])
    expect(readPublicKeys(text)).toEqual([ours.key]);
  expect(() => readPublicKeys('ssh-rsa AAAA')).toThrow('The key file cannot be read');
});
