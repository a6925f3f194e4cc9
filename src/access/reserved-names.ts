import { oneLine } from '../ground/printable.js';

/** The names that the service itself uses in the log. */
const reserved: ReadonlySet<string> = new Set([
  ...['schedule', 'nobody', 'command', 'service', 'sign-in service', 'erased'],
  // A client's answer is logged as `client: …`.
  'client',
]);

/** A person of such a name would look like the service, or like a client, in the log. */
export function isReservedName(name: string): boolean {
  const [before = ''] = name.toLowerCase().split(':');
  return reserved.has(before.trim());
}

/** A name from outside, on one line and without control characters that a terminal would act on. */
export function plainName(name: string): string {
  return oneLine(name)
    .replace(/\p{Cc}|\p{Cf}/gu, '')
    .trim();
}
