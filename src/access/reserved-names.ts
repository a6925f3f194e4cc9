import { oneLine } from '../ground/printable.js';

/** What the log itself is written by. */
const reserved: ReadonlySet<string> = new Set([
  ...['schedule', 'nobody', 'command', 'service', 'sign-in service', 'erased'],
  // A client's answer begins so.
  'client',
]);

/** Whoever bore such a name would act as the service does, or as a client. */
export function isReservedName(name: string): boolean {
  const [before = ''] = name.toLowerCase().split(':');
  return reserved.has(before.trim());
}

/** A name from elsewhere, as one line without anything that a terminal obeys. */
export function plainName(name: string): string {
  return oneLine(name)
    .replace(/\p{Cc}|\p{Cf}/gu, '')
    .trim();
}
