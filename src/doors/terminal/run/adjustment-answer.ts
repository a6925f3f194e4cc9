import { whyInWords } from '../../../journal/mapping/why-in-words.js';
import { adjustmentName } from '../../../journal/nouns/adjustment.js';
import type { Adjustment } from '../../../record/runs/adjustment.js';
import type { NamedAdjustment } from '../../../views/run/adjustments.js';
import type { StoredLine } from '../../../record/runs/posting.entity.js';
import { type Column, table } from '../output.js';
import { inPounds } from '../pounds.js';
import { runAnswer } from './run-answer.js';

/** One journal set in addition to the pay runs', as `runs --kind adjustments --json` shows it. */
export function adjustmentAnswer({ company, adjustment }: NamedAdjustment) {
  const { number, note, dueOn, inPayment, enteredBy, mapped, taxAuthority } = adjustment;
  return {
    ...runAnswer(adjustment, company),
    number,
    name: adjustmentName(adjustment),
    taxAuthority,
    reason: note,
    ...(dueOn ? { dueOn } : {}),
    inPayment,
    actor: enteredBy,
    lines: mapped?.lines ?? [],
  };
}

/** The columns that every table of lines has. */
export const whatAndAmount: readonly Column<StoredLine>[] = [
  { heading: 'Description', value: ({ description }) => description },
  { heading: 'Debit', value: ({ debit }) => (debit.startsWith('-') ? '' : inPounds(debit)), right: true },
  { heading: 'Credit', value: ({ debit }) => (debit.startsWith('-') ? inPounds(debit.slice(1)) : ''), right: true },
];

/** Its lines, each with its reason. */
export function adjustmentBlock(adjustment: Adjustment): string {
  const { state, tag, note, journalSet, mapped } = adjustment;
  const lines = table(mapped?.lines ?? [], [
    { heading: 'Account', value: (line) => line.category },
    ...whatAndAmount,
    { heading: 'Why', value: (line) => whyInWords(line.why ?? []) },
  ]);
  const heading = `${adjustmentName(adjustment)}: ${state.replaceAll('_', ' ').toUpperCase()}, ${tag}\n${note}`;
  return `${heading}${journalSet ? `\n${journalSet}` : ''}\n\n${lines}\n`;
}
