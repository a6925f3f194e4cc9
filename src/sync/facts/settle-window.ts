import { minuteMs, type Write } from '../../record/runs/write.entity.js';

/** When a look was taken: by our clock (on PostgreSQL the database's), and by the service's if it gave the time. */
export interface LookTime {
  readonly own: Date;
  readonly service?: Date;
}

/** How much of the settle window has passed, and the last look that counted. */
export interface Waited {
  readonly ms: number;
  readonly last?: LookTime;
}

/**
 * The window is a sum: each look adds the smaller advance of both clocks since the look before, never less than zero.
 * So a `Date` header eleven minutes fast does not end it, one of the year 2099 does not stretch it, and a service whose
 * clock is hours off still settles.
 */
export function waitedUntil(before: Waited, look: LookTime): Waited {
  if (!before.last) return { ms: before.ms, last: look };
  const own = advance(before.last.own, look.own);
  const service = before.last.service && look.service ? advance(before.last.service, look.service) : own;
  return { ms: before.ms + Math.min(own, service), last: look };
}

const advance = (from: Date, to: Date): number => Math.max(0, to.getTime() - from.getTime());

/** What a write keeps of it. */
export const waitedOf = ({ waitedMs, lookedAt, lookedAtService }: Looked): Waited => ({
  ms: waitedMs,
  last: lookedAt ? { own: lookedAt, service: lookedAtService ?? undefined } : undefined,
});

type Looked = Readonly<Pick<Write, 'waitedMs' | 'lookedAt' | 'lookedAtService'>>;

export const lookedOf = (last: LookTime | undefined): Pick<Looked, 'lookedAt' | 'lookedAtService'> => ({
  lookedAt: last?.own ?? null,
  lookedAtService: last?.service ?? null,
});

/** The minute after a refused post begins with the look that followed its answer. */
export const minuteFrom = (answered: LookTime): Looked => ({ waitedMs: 0, ...lookedOf(answered) });

/** When it is over, unless the service's clock says later. */
export const minuteEndsAt = ({ lookedAt, waitedMs }: Looked): Date =>
  new Date((lookedAt?.getTime() ?? 0) + minuteMs - waitedMs);

/**
 * When a write that was given up gets its second look: a list may lag, and one amendment took effect three seconds
 * after its 409.
 */
export const secondLookAt = (now: Date, windowSeconds: number): Date => new Date(now.getTime() + windowSeconds * 1000);
