/** The few forms of ASN.1, in DER, that a certificate is made of. */
const Tag = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
};
const UTC_TIME = 0x17;
const CONTEXT = 0x80;
const CONSTRUCTED = 0x20;
const SHORT_LENGTH_MAX = 0x7f;

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(Tag.sequence, Buffer.concat(parts));
export const set = (...parts: readonly Buffer[]): Buffer => tagged(Tag.set, Buffer.concat(parts));
export const octets = (bytes: Buffer): Buffer => tagged(Tag.octets, bytes);
export const utf8 = (text: string): Buffer => tagged(Tag.utf8, Buffer.from(text));
export const yes = (): Buffer => tagged(Tag.boolean, Buffer.of(0xff));

/** A whole number from its bytes: a first byte with its high bit set would make it negative. */
export function integer(bytes: Buffer): Buffer {
  return tagged(Tag.integer, bytes[0]! > SHORT_LENGTH_MAX ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

/** `unused` counts the bits of the last byte that mean nothing. */
export function bits(bytes: Buffer, unused = 0): Buffer {
  return tagged(Tag.bits, Buffer.concat([Buffer.of(unused), bytes]));
}

/** `1.2.840.10045.2.1`: the first two numbers share a byte, the others take as many groups of seven bits as they need. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(Tag.oid, Buffer.from([first * 40 + second, ...rest.flatMap(groupsOfSeven)]));
}

/** Good until 2049: its year has two digits, and no certificate made here lasts that long. */
export function utcTime(at: Date): Buffer {
  const text = at.toISOString().replace(/\D/g, '').slice(2, 14);
  return tagged(UTC_TIME, Buffer.from(`${text}Z`));
}

/** `[number]` of a structure: around a whole value where `wraps`, else in place of its tag. */
export function context(number: number, content: Buffer, wraps = false): Buffer {
  return tagged(CONTEXT | (wraps ? CONSTRUCTED : 0) | number, content);
}

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

/** One byte up to 127. Above that, a byte with how many bytes follow, then those bytes. */
function lengthOf(length: number): Buffer {
  if (length <= SHORT_LENGTH_MAX) return Buffer.of(length);
  const bytes: number[] = [];
  for (let left = length; left > 0; left >>= 8) bytes.unshift(left & 0xff);
  return Buffer.of(CONTEXT | bytes.length, ...bytes);
}

function groupsOfSeven(number: number): number[] {
  const groups = [number & SHORT_LENGTH_MAX];
  for (let left = number >> 7; left > 0; left >>= 7) groups.unshift((left & SHORT_LENGTH_MAX) | CONTEXT);
  return groups;
}
