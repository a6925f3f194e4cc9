/** When a look was taken: by our clock (the database's own on PostgreSQL), and by the service's where it named the time. */
export interface LookTime {
  readonly own: Date;
  readonly service?: Date;
}

/** How much of the settle window has passed, and the look up to which it was counted. */
export interface Waited {
  readonly ms: number;
  readonly last?: LookTime;
}

/**
 * The window is a sum: each look adds the smaller advance of both clocks since the look before, never below nil. So one
 * `Date` header that is eleven minutes fast does not end it, one of the year 2099 does not stretch it, and a service whose
 * clock is off by hours settles all the same.
 */
export function waitedUntil(before: Waited, look: LookTime): Waited {
  if (!before.last) return { ms: before.ms, last: look };
  const own = advance(before.last.own, look.own);
  const service = before.last.service && look.service ? advance(before.last.service, look.service) : own;
  return { ms: before.ms + Math.min(own, service), last: look };
}

const advance = (from: Date, to: Date): number => Math.max(0, to.getTime() - from.getTime());
