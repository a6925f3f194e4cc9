import { dayInLondon } from './london.js';

/** Time as the program sees it. Tests and the simulation use their own in place of `systemClock`. */
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
  // Written by hand: every request has a deadline, and Node's own sleep makes an error with its stack for each one that
  // ends in time.
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    });
  },
};

/** Today in London. */
export function today(clock: Clock): string {
  return dayInLondon(clock.now());
}
