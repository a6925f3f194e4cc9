import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { bits, context, integer, octets, oid, sequence, set, utcTime, utf8, yes } from './der.js';

const DAY_MS = 86_400_000;
/** Some clients refuse a certificate that lasts longer than 398 days. */
const LASTS_DAYS = 397;
const SERIAL_BYTES = 16;

const Oid = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKey: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
};

/** Both as PEM. */
export interface KeyAndCertificate {
  readonly key: string;
  readonly certificate: string;
}

/**
 * A key, and a certificate that signs itself, for localhost, this machine's name and the given host (RFC 5280), because
 * Node makes keys and signatures but no certificates. It is its own authority, so a client that trusts it needs nothing
 * else. Its dates come from the machine's clock, not the sandbox's: clients compare them with their own.
 */
export function localCertificate(host: string, now = new Date()): KeyAndCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = sequence(oid(Oid.ecdsaWithSha256));
  const name = sequence(set(sequence(oid(Oid.commonName), utf8('Sandbox on localhost'))));
  const version3 = context(0, integer(Buffer.of(2)), true);
  // A serial is positive: 0x40 keeps the first byte from beginning with a zero, or with a sign.
  const serial = integer(Buffer.concat([Buffer.of(0x40), randomBytes(SERIAL_BYTES - 1)]));
  const from = new Date(now.getTime() - DAY_MS);
  const dates = sequence(utcTime(from), utcTime(new Date(from.getTime() + LASTS_DAYS * DAY_MS)));
  const extensions = context(3, sequence(...extensionsOf(host, spki)), true);
  const body = sequence(version3, serial, algorithm, name, dates, name, spki, extensions);
  const whole = sequence(body, algorithm, bits(sign('sha256', body, privateKey)));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate: pem(whole) };
}

function extensionsOf(host: string, spki: Buffer): Buffer[] {
  const keyId = createHash('sha1').update(spki).digest();
  // The first bit is signing, the sixth signing certificates: it does both.
  const usage = bits(Buffer.of(0b10000100), 2);
  // Other machines know a sandbox that listens on every address by this machine's name.
  const names = new Set(['localhost', '127.0.0.1', '::1', hostname(), host]);
  return [
    extension(Oid.basicConstraints, sequence(yes()), yes()),
    extension(Oid.keyUsage, usage, yes()),
    extension(Oid.extendedKeyUsage, sequence(oid(Oid.serverAuthentication))),
    extension(Oid.subjectKey, octets(keyId)),
    extension(Oid.authorityKey, sequence(context(0, keyId))),
    extension(Oid.alternativeNames, sequence(...[...names].map(nameOf))),
  ];
}

function extension(id: string, value: Buffer, ...critical: readonly Buffer[]): Buffer {
  return sequence(oid(id), ...critical, octets(value));
}

/** An alternative name: [2] a DNS name, [7] the bytes of an address. */
function nameOf(host: string): Buffer {
  const kind = isIP(host);
  if (kind === 0) return context(2, Buffer.from(host));
  return context(7, kind === 4 ? Buffer.from(host.split('.').map(Number)) : bytesOfV6(host));
}

/** A URL writes an address in groups of hexadecimal digits alone; `::` stands for as many zeros as eight groups need. */
function bytesOfV6(address: string): Buffer {
  const [withoutZone = ''] = address.split('%');
  const [before = '', after] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [head, tail] = [groups(before), groups(after ?? '')];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return Buffer.from([...head, ...zeros, ...tail].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g)!;
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
