import { Problem } from '../../../ground/problem.js';

/** Errors that the person can put right are shown on the page with what they typed; the filter handles the others. */
export function refusal(error: unknown): Problem {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  return error;
}
