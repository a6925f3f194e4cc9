import type { Test } from 'supertest';

/** Sends a request as someone, and takes the answer as bytes, whatever its type. */
export function asBytes(request: Test, headers: Readonly<Record<string, string>>): Test {
  return request
    .set(headers)
    .buffer(true)
    .parse((answer, done) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(Buffer.from(part)));
      answer.on('end', () => done(null, Buffer.concat(parts)));
    });
}
