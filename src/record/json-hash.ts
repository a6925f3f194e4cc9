import { hash } from 'node:crypto';

/** The hash of a value as JSON. */
export function jsonHash(value: unknown): string {
  return hash('sha256', JSON.stringify(value));
}
