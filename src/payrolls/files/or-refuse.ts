import { basename } from 'node:path';
import { WrongShape } from '../../books/wrong-shape.js';
import { problem } from '../../ground/problem.js';
import { WrongPolicy } from '../../journal/policy/policy.js';

/** A problem with a file names the file, the line and the element. */
export function orRefuse<Out>(file: string, read: () => Out): Out {
  try {
    return read();
  } catch (error) {
    return refused(file, error);
  }
}

/** The same for reading in parts: `await reading.catch((error) => refused(file, error))`. */
export function refused(file: string, error: unknown): never {
  if (!(error instanceof WrongShape || error instanceof WrongPolicy)) throw error;
  throw problem('file-refused', {
    detail: `${basename(file)}: ${error.problems.join('; ')}.`,
    todo: 'Nothing was taken from it. Have payroll make the file again, or give the right one.',
  });
}
