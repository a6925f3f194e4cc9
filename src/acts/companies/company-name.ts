import { oneLine } from '../../ground/printable.js';
import { type Problem, problem } from '../../ground/problem.js';

/** In characters. The box on the page allows as many. */
export const companyNameCharactersMax = 200;

/** As it is stored. A company without a name could not be named at the terminal or on a page. */
export function companyNameGiven(name: string, called = 'The name'): string {
  const tidy = oneLine(name).trim();
  if (tidy === '') throw wrong(`${called} is empty, and a company needs one.`);
  if (tidy.length > companyNameCharactersMax)
    throw wrong(`${called} has ${tidy.length} characters, and may have ${companyNameCharactersMax}.`);
  return tidy;
}

function wrong(detail: string): Problem {
  return problem('wrong-company-name', {
    detail,
    todo: 'Give it another name. Nothing was connected.',
  });
}
