import { oneLine } from '../ground/printable.js';
import { looksLike } from './lookalikes.js';

/** The names that the service itself uses in the log. */
const reserved = [
  ...['schedule', 'no one', 'command', 'service', 'sign-in service', 'erased'],
  // A client's answer is logged as `client: …`.
  'client',
];

/** A person of such a name would look like the service, or like a client, in the log. */
export function isReservedName(name: string): boolean {
  const [before = ''] = name.normalize('NFKC').split(/[:꞉ː∶]/);
  return reserved.some((word) => looksLike(before.trim(), word));
}

/** A name from outside, on one line and without control characters that a terminal would act on. */
export function plainName(name: string): string {
  return oneLine(name)
    .replace(/\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu, '')
    .trim();
}
