import { type Problem, problem } from '../ground/problem.js';

/** In characters. Boxes on pages and bodies of the API allow as many. */
export const reasonCharactersMax = 1000;

/** Every act needs a reason. A reason that is too long is refused and not cut short: it is the person's own words. */
export function mustHaveReason(reason: string, about: string): void {
  const trouble = reasonTrouble(reason, about);
  if (trouble !== undefined) throw trouble;
}

export function reasonTrouble(reason: string, about: string): Problem | undefined {
  const { length } = reason.trim();
  if (length === 0)
    return problem('reason-missing', {
      detail: `${about}: the log keeps a reason for every act.`,
      todo: 'Give one, then do it again. At the terminal: --reason "…".',
    });
  if (length > reasonCharactersMax)
    return problem('reason-too-long', {
      detail: `${about}: it has ${length} characters, and the log keeps ${reasonCharactersMax} at most. Nothing was done.`,
      todo: 'Make it shorter, then send it again.',
    });
  return undefined;
}
