import type { EntityManager } from 'typeorm';
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
  /** Whether `now` is known from the service, not merely our own. */
  readonly certain: boolean;
}

/** So many requests of the minute that began at `minuteFrom`; none: ask again at `again`. */
export interface Grant {
  readonly granted: number;
  readonly minuteFrom: Date;
  readonly again: Date;
}

export const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** No service blocks for longer: a row that says so was written under another clock. */
const blockMaxMs = 24 * hourMs;

/** What a power cut takes of it, the service itself remembers, and says 429. */
const forgotten = { durable: false };

/** What was used of the service's limits, shared by every process on the database. Times are the service's. */
export class Quotas {
  constructor(private readonly database: Database) {}

  /** What is reserved counts as used: a crash loses it, in the safe direction. */
  reserve(wanted: Wanted): Promise<Grant> {
    return this.database.work(async (em) => {
      const quota = await this.#row(em, wanted.scope, wanted.now);
      const grant = take(quota, wanted);
      const { scope, ...used } = quota;
      if (grant.granted > 0) await em.update(Quota, { scope }, used);
      return grant;
    }, forgotten);
  }

  /** The service said when it listens again. */
  block(scope: string, until: Date, now: Date): Promise<void> {
    return this.database.work(async (em) => {
      await this.#row(em, scope, now);
      await em.update(Quota, { scope }, { blockedUntil: until });
    });
  }

  async #row(em: EntityManager, scope: string, now: Date): Promise<Quota> {
    const lock = this.database.kind === 'postgres' ? ({ mode: 'pessimistic_write' } as const) : undefined;
    const find = () => em.findOne(Quota, { where: { scope }, lock });
    const found = await find();
    if (found) return found;
    const fresh = { scope, ...windows(now), minuteUsed: 0, hourUsed: 0, blockedUntil: null };
    await em.createQueryBuilder().insert().into(Quota).values(fresh).orIgnore().execute();
    return (await find()) ?? em.create(Quota, fresh);
  }
}

function take(quota: Quota, { rates, requests, now, certain }: Wanted): Grant {
  const foreign = !certain && Math.abs(now.getTime() - quota.minuteFrom.getTime()) > 2 * minuteMs;
  if (certain || now >= after(quota.minuteFrom, minuteMs)) roll(quota, now);
  const blocked = quota.blockedUntil && quota.blockedUntil > now && quota.blockedUntil < after(now, blockMaxMs);
  const hourLeft = rates.perHour - quota.hourUsed;
  const left = Math.min(rates.perMinute - quota.minuteUsed, hourLeft);
  // A row kept under a clock we have not learned yet: one request may go, and teaches it.
  const granted = blocked ? 0 : Math.max(foreign ? 1 : 0, Math.min(requests, left));
  quota.minuteUsed += granted;
  quota.hourUsed += granted;
  const { minuteFrom, hourFrom, blockedUntil } = quota;
  const again = blocked && blockedUntil ? blockedUntil : after(...endOf(hourLeft <= 0, hourFrom, minuteFrom));
  return { granted, minuteFrom, again };
}

function endOf(hour: boolean, hourFrom: Date, minuteFrom: Date): [Date, number] {
  return hour ? [hourFrom, hourMs] : [minuteFrom, minuteMs];
}

/** A window that is over starts anew. Another process may be a moment ahead; a clock far behind was set back. */
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
