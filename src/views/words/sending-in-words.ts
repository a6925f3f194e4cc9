import { dayInWords } from '../../journal/nouns/dates.js';
import type { Sending } from '../../record/decided.js';

const whatIs: Readonly<Record<Sending['act'], string>> = {
  post: 'the journal',
  amend: 'the amendment',
  reverse: 'the reversal',
  remove: 'the removal',
};

/**
 * "Already sent by then: the journal dated 31 Oct 2025 of Elm Ltd. It may still reach the books; the next sync shows
 * it." Empty if nothing was on its way.
 */
export function sendingInWords(sending: readonly Sending[] = []): string {
  if (sending.length === 0) return '';
  const each = sending.map(({ company, act, datedOn }) => `${whatIs[act]} dated ${dayInWords(datedOn)} of ${company}`);
  const [it, shows] = sending.length === 1 ? ['It', 'it'] : ['They', 'them'];
  return `Already sent by then: ${each.join(', ')}. ${it} may still reach the books; the next sync shows ${shows}.`;
}

/** What was done, and what was already on its way, in one line. */
export const withSending = (done: string, sending: readonly Sending[] | undefined): string =>
  [done, sendingInWords(sending)].filter((words) => words !== '').join(' ');
