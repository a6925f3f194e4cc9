/**
 * What is known to go wrong, each with the issue that mends it. It is drawn all the same and told apart by name; nothing
 * else is excused by it. None is left when its issue is resolved.
 */
export const knownGaps: Readonly<Record<string, { readonly issue: number; readonly point: number }>> = {};

export type KnownGap = keyof typeof knownGaps;
