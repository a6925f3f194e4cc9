import { decisionInWords } from '../../journal/decision-in-words.js';
import type { Decided } from '../../views/log-reasons.js';
import { holdWords, inSentence } from '../../views/words.js';
import { fullDay, scopeWords } from '../frame/words.js';

/** Of a person's act the log tells that it was asked for; what came of it is the next line. */
export const triggerWords: Readonly<Record<string, string>> = {
  schedule: 'schedule',
  month_close: 'month close',
  api: 'API',
  page: 'page',
  command: 'command',
  settle: 'settling',
  act: 'a decision',
  verify: 'recheck',
};

/** What was decided, of what and for whom. */
export function decidedInWords(decided: Decided | undefined): readonly string[] {
  if (decided === undefined) return [];
  const { kind, scope, hold, field, as, on } = decided;
  return [
    ...(hold === undefined ? [] : [`approved: ${inSentence(holdWords[hold] ?? hold)}`]),
    ...(field === undefined || as === undefined ? [] : [decisionInWords(field, as)]),
    ...(kind === 'treatment' ? [scopeWords[scope]] : []),
    ...(on === undefined ? [] : [`dated ${fullDay(on)}`]),
  ];
}
