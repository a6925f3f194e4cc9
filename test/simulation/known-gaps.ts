/**
 * What is known to go wrong, each with the issue that mends it. It is drawn all the same and told apart by name; nothing
 * else is excused by it. None is left when its issue is resolved.
 */
export const knownGaps = {
  'a file of an ignored run, or of one with a refusal, is taken back while its journal stands': {
    issue: 62,
    point: 10,
  },
} as const;

export type KnownGap = keyof typeof knownGaps;
