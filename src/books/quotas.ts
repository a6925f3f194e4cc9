import { In } from 'typeorm';
import { longestWaitSeconds } from './answer.js';
import type { Rows } from '../ground/rows.js';
import type { Database } from '../ground/database.js';
import { Quota } from './quota.entity.js';

export interface Rates {
  readonly perMinute: number;
  readonly perHour: number;
}

export interface Wanted {
  readonly scope: string;
  readonly rates: Rates;
  readonly requests: number;
  /** By the service's clock. */
  readonly now: Date;
  /** Whether `now` is known from the service and not just our own time. */
  readonly certain: boolean;
}

/** How many requests may be sent in the minute that began at `minuteFrom`; if none, ask again after `againInMs`. */
export interface Grant {
  readonly granted: number;
  readonly minuteFrom: Date;
  readonly againInMs: number;
}

export const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A scope that waits: when it was asked to, and until when it does. */
export interface Closed {
  readonly scope: string;
  readonly at: Date;
  readonly until: Date;
}

/** Not durable: after a power cut the service itself still counts, and answers 429. */
const forgotten = { durable: false };

/** How much of the service's limits is used, shared by every process on the database. Times are the service's. */
export class Quotas {
  constructor(private readonly database: Database) {}

  /** What is reserved counts as used: a crash loses it, which is the safe side. */
  reserve(wanted: Wanted): Promise<Grant> {
    return this.database.work(async (rows) => {
      const quota = await this.#row(rows, wanted.scope, wanted.now);
      const grant = take(quota, wanted, closedForMs(quota, await this.database.now(rows)));
      const { scope, ...used } = quota;
      if (grant.granted > 0) await rows.update(Quota, { scope }, used);
      return grant;
    }, forgotten);
  }

  /** The service asked for so many seconds: they are counted by our own clock, whatever time its answer has. */
  close(scope: string, forMs: number, serviceNow: Date): Promise<void> {
    return this.database.work(async (rows) => {
      await this.#row(rows, scope, serviceNow);
      const closedAt = await this.database.now(rows);
      await rows.update(Quota, { scope }, { closedAt, closedUntil: after(closedAt, forMs) });
    });
  }

  /** Forgets what the service asked these scopes to wait. */
  async open(scopes: readonly string[]): Promise<void> {
    await this.database.work((rows) =>
      rows.update(Quota, { scope: In([...scopes]) }, { closedAt: null, closedUntil: null }),
    );
  }

  /** Which of these wait because the service asked for it, and until when. */
  async closed(scopes: readonly string[]): Promise<readonly Closed[]> {
    return this.database.read(async (rows) => {
      const now = await this.database.now(rows);
      const found = await rows.findBy(Quota, { scope: In([...scopes]) });
      return found.flatMap((quota) => {
        const forMs = closedForMs(quota, now);
        return forMs > 0 && quota.closedAt
          ? [{ scope: quota.scope, at: quota.closedAt, until: after(now, forMs) }]
          : [];
      });
    });
  }

  async #row(rows: Rows, scope: string, now: Date): Promise<Quota> {
    const find = () => rows.findOne(Quota, { where: { scope }, forUpdate: true });
    const found = await find();
    if (found) return found;
    const fresh = { scope, ...windows(now), minuteUsed: 0, hourUsed: 0, closedAt: null, closedUntil: null };
    await rows.insertIfAbsent(Quota, fresh);
    return (await find()) ?? fresh;
  }
}

/**
 * How long nothing is sent because the service, or a page in front of it, asked us to wait. If our own clock was set
 * back, the row proves nothing: the service answers 429 if it must. No wait is believed for longer than an hour.
 */
function closedForMs({ closedAt, closedUntil }: Pick<Quota, 'closedAt' | 'closedUntil'>, now: Date): number {
  if (!closedAt || !closedUntil || now < after(closedAt, -minuteMs)) return 0;
  const until = Math.min(closedUntil.getTime(), after(closedAt, longestWaitSeconds * 1000).getTime());
  return Math.max(0, until - now.getTime());
}

function take(quota: Quota, { rates, requests, now, certain }: Wanted, closedMs: number): Grant {
  const foreign = !certain && Math.abs(now.getTime() - quota.minuteFrom.getTime()) > 2 * minuteMs;
  if (certain || now >= after(quota.minuteFrom, minuteMs)) roll(quota, now);
  const hourLeft = rates.perHour - quota.hourUsed;
  const left = Math.min(rates.perMinute - quota.minuteUsed, hourLeft);
  // The row was kept under a clock that we have not learned yet: one request may go, and its answer teaches us.
  const granted = closedMs > 0 ? 0 : Math.max(foreign ? 1 : 0, Math.min(requests, left));
  quota.minuteUsed += granted;
  quota.hourUsed += granted;
  const { minuteFrom, hourFrom } = quota;
  const windowMs = after(...endOf(hourLeft <= 0, hourFrom, minuteFrom)).getTime() - now.getTime();
  // The window of a row that was kept under a clock ahead of this one ends later.
  return { granted, minuteFrom, againInMs: Math.min(hourMs, closedMs > 0 ? closedMs : windowMs) };
}

function endOf(hour: boolean, hourFrom: Date, minuteFrom: Date): [Date, number] {
  return hour ? [hourFrom, hourMs] : [minuteFrom, minuteMs];
}

/** A window that is over starts again. Another process may be a moment ahead; a clock far behind was set back. */
function roll(quota: Quota, now: Date): void {
  const { minuteFrom, hourFrom } = windows(now);
  if (isAnother(minuteFrom, quota.minuteFrom, minuteMs)) Object.assign(quota, { minuteFrom, minuteUsed: 0 });
  if (isAnother(hourFrom, quota.hourFrom, hourMs)) Object.assign(quota, { hourFrom, hourUsed: 0 });
}

function isAnother(from: Date, kept: Date, windowMs: number): boolean {
  return from > kept || from.getTime() < kept.getTime() - windowMs;
}

function windows(now: Date): { minuteFrom: Date; hourFrom: Date } {
  return { minuteFrom: startOf(now, minuteMs), hourFrom: startOf(now, hourMs) };
}

function startOf(now: Date, ms: number): Date {
  return new Date(Math.floor(now.getTime() / ms) * ms);
}

function after(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms);
}
