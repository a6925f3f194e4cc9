import { whyInWords } from '../../../journal/mapping/why-in-words.js';
import { adjustmentName } from '../../../journal/nouns/adjustment.js';
import type { Adjustment } from '../../../record/runs/adjustment.js';
import type { NamedAdjustment } from '../../../views/adjustments.js';
import { table } from '../output.js';
import { runAnswer } from './run-answer.js';

/** One journal set in addition to the pay runs', as `runs --kind adjustments --json` shows it. */
export function adjustmentAnswer({ company, adjustment }: NamedAdjustment) {
  const { number, note, dueOn, inPayment, enteredBy, mapped, taxAuthority } = adjustment;
  return {
    ...runAnswer(adjustment, company),
    number,
    name: adjustmentName(adjustment),
    taxAuthority: taxAuthority.toString(),
    reason: note,
    ...(dueOn ? { dueOn } : {}),
    inPayment,
    actor: enteredBy,
    lines: mapped?.lines ?? [],
  };
}

/** Its lines, each with its reason. */
export function adjustmentBlock(adjustment: Adjustment): string {
  const { state, tag, note, journalSet, mapped } = adjustment;
  const lines = table(mapped?.lines ?? [], [
    { heading: 'Account', value: (line) => line.category },
    { heading: 'Description', value: (line) => line.description },
    { heading: 'Debit', value: (line) => (line.debit.startsWith('-') ? '' : line.debit), right: true },
    { heading: 'Credit', value: (line) => (line.debit.startsWith('-') ? line.debit.slice(1) : ''), right: true },
    { heading: 'Why', value: (line) => whyInWords(line.why ?? []) },
  ]);
  const heading = `${adjustmentName(adjustment)}: ${state.replaceAll('_', ' ').toUpperCase()}, ${tag}\n${note}`;
  return `${heading}${journalSet ? `\n${journalSet}` : ''}\n\n${lines}\n`;
}
