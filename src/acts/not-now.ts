import { type Problem, problem } from '../ground/problem.js';
import { paidInWords } from '../journal/nouns/pay-key.js';
import type { PayRunRecord } from '../record/runs/pay-run.entity.js';
import { inSentence, stateWords } from '../views/words/words.js';

/** The rule of an act does not allow it for this run as it is now. */
export function notNow(company: string, run: PayRunRecord, act: string, why: string): Problem {
  return problem('not-now', {
    detail: `${company}, paid ${paidInWords(run)}: ${inSentence(stateWords[run.state])}; cannot ${act} this pay run: ${why}.`,
    todo: 'Look at it with `counterfoil show`, or on its page.',
  });
}
