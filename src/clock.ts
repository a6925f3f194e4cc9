import { setTimeout as wait } from 'node:timers/promises';

/** Time as the program sees it. Tests and the simulation put their own in place of `systemClock`. */
export interface Clock {
  now(): Date;
  /** Never goes back, whatever happens to the wall clock. */
  monotonicMs(): number;
  /** Rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Nest injection token. */
export const CLOCK = Symbol('Clock');

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  async sleep(ms, signal) {
    await wait(ms, undefined, { signal }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error;
    });
  },
};
