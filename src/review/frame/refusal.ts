import { Problem } from '../../ground/problem.js';

/** What a person can put right stays on their page, beside what they typed; anything else is for the filter. */
export function refusal(error: unknown): Problem {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  return error;
}
