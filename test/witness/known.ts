import type { Differs } from './compare.js';

/**
 * What doors are known to say differently, each with the issue that mends it. A difference that is listed here does not
 * fail a history; a row that nothing differs by any more fails, and none is left when its issue is resolved.
 */
export interface Known {
  readonly issue: string;
  readonly what: string;
  readonly fits: (differs: Differs) => boolean;
}

export const known: readonly Known[] = [];
