import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const secretBytes = 32;

/** 256 random bits, safe in a URL. */
export function randomSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** The stored form of a secret. With 256 random bits a plain hash cannot be reversed. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash(a)), Buffer.from(secretHash(b)));
}
