import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const secretBytes = 32;

/** 256 random bits, fit for a URL. */
export function randomSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** What is stored of a secret. It has 256 random bits, so a plain hash cannot be turned back. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash(a)), Buffer.from(secretHash(b)));
}
