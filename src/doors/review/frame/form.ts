import { Problem } from '../../../ground/problem.js';
import type { PageAnswer } from './page.js';

interface Form<Done> {
  /** Does what the form asks for. */
  readonly act: () => Promise<Done>;
  /** Where it leads, and what is said about it. */
  readonly done: (done: Done) => PageAnswer | Promise<PageAnswer>;
  /** The page again, with what was typed and why it was refused. */
  readonly again: (problem: Problem) => Promise<PageAnswer>;
}

/** What a form answers. Errors that the person cannot put right have a page of their own: the filter's. */
export async function form<Done>({ act, done, again }: Form<Done>): Promise<PageAnswer> {
  try {
    return await done(await act());
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return again(error);
  }
}
