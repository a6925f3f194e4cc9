import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Database } from '../ground/database.js';
import type { Rows } from '../ground/rows.js';
import { logAccess } from './access-log.js';
import { FailedAttempt } from './failed-attempt.entity.js';

export const failuresMax = 10;
export const failureWindowSeconds = 600;

/**
 * Slows down guessing. Only failures are counted and only failures are refused: no one guesses a secret of 256 bits,
 * and a valid token must not suffer for a wrong one behind the same proxy.
 */
@Injectable()
export class FailedAttempts {
  constructor(private readonly database: Database) {}

  /** Counts one more failure; returns the seconds to wait once there are too many. */
  async count(address: string): Promise<number | undefined> {
    const scope = scopeOf(address);
    const now = this.database.clock.now();
    const windowStart = new Date(now.getTime() - failureWindowSeconds * 1000);
    return this.database.work(async (rows) => {
      await rows.delete(FailedAttempt, { since: LessThan(windowStart) });
      const known = await rows.findOneBy(FailedAttempt, { scope });
      if (known && known.counted >= failuresMax) return secondsLeft(known, now);
      // The database counts: on PostgreSQL two requests of one address may get here together, and both would read the
      // same number.
      await rows.insertIfAbsent(FailedAttempt, { scope, counted: 0, since: now });
      await rows.update(FailedAttempt, { scope }, { counted: () => 'counted + 1' });
      // Failures over the limits are not logged, so that continued guessing does not fill the log: it is kept for ever.
      if (!(await isWithin(rows, { ...refusalsLogged, now }))) return undefined;
      const entry = { actor: 'no one', trigger: 'request', act: 'refuse', outcome: 'refused', answer: scope } as const;
      await logAccess(this.database, rows, entry);
      return undefined;
    });
  }
}

/** Of all addresses together: a thousand of them write no more lines than this in a window. */
export const refusalsLogged = { scope: 'refusals in the log', most: 100 } as const;

/** Counts one more, if the limit has not been reached since the window began. */
export async function isWithin(
  rows: Rows,
  { scope, most, now }: { scope: string; most: number; now: Date },
): Promise<boolean> {
  const windowStart = new Date(now.getTime() - failureWindowSeconds * 1000);
  await rows.delete(FailedAttempt, { since: LessThan(windowStart) });
  await rows.insertIfAbsent(FailedAttempt, { scope, counted: 0, since: now });
  const room = { scope, counted: LessThan(most) };
  return (await rows.update(FailedAttempt, room, { counted: () => 'counted + 1' })) === 1;
}

function secondsLeft({ since }: FailedAttempt, now: Date): number {
  const endsAt = since.getTime() + failureWindowSeconds * 1000;
  return Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
}

/** A household or a server is given a whole /64 of IPv6 addresses, so they are counted together. */
export function scopeOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '');
  const [head = ''] = address.split('::');
  return `${head.split(':').slice(0, 4).join(':')}::/64`;
}
