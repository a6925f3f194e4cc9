import { Problem } from '../ground/problem.js';

/** In characters. Boxes on pages and bodies of the API allow as many. */
export const reasonCharactersMax = 1000;

/** Refused and not cut short: a reason is the person's own words. */
export function mustFit(reason: string, about: string): void {
  const { length } = reason.trim();
  if (length <= reasonCharactersMax) return;
  throw new Problem({
    title: 'The reason is too long',
    detail: `${about}: it has ${length} characters, and the log keeps ${reasonCharactersMax} at most. Nothing was done.`,
    todo: 'Make it shorter, then send it again.',
    status: 400,
    exitCode: 2,
  });
}
