import * as z from 'zod';

/** Counted from 1 in addresses. */
export const partQuery = z.object({ part: z.coerce.number().int().min(1).max(1000).catch(1) });

/** People, or open items, on one page: a client of 200 people has as many of each. */
const perPart = 25;

export const partsOf = (all: readonly unknown[], size = perPart): number => Math.max(1, Math.ceil(all.length / size));

/** Counted from 0. */
export const inPart = <One>(all: readonly One[], part: number, size = perPart): readonly One[] =>
  all.slice(part * size, (part + 1) * size);
