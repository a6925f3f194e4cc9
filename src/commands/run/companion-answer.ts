import { whyInWords } from '../../journal/mapping/why-in-words.js';
import { companionName } from '../../journal/companion.js';
import type { Companion } from '../../record/runs/companion.entity.js';
import type { NamedCompanion } from '../../views/companions.js';
import { table } from '../output.js';
import { runAnswer } from './run-answer.js';
import { stateWords } from '../../views/words.js';

/** One journal set in addition to the pay runs', as `runs --companions --json` shows it. */
export function companionAnswer({ company, companion }: NamedCompanion) {
  const { kind, number, note, dueOn, inPayment, actor, mapped, taxAuthority } = companion;
  return {
    ...runAnswer(companion, company),
    kind,
    number,
    name: companionName(companion),
    taxAuthority: taxAuthority.toString(),
    reason: note,
    ...(dueOn ? { dueOn } : {}),
    inPayment,
    actor,
    lines: mapped?.lines ?? [],
  };
}

export function companionTable(companions: readonly NamedCompanion[]): string {
  return table(companions, [
    { heading: 'Company', value: ({ company }) => company },
    { heading: 'Year', value: ({ companion }) => companion.year },
    { heading: 'Period', value: ({ companion }) => companion.period, right: true },
    { heading: 'What', value: ({ companion }) => companionName(companion) },
    { heading: 'Dated', value: ({ companion }) => companion.datedOn },
    { heading: 'State', value: ({ companion }) => stateWords[companion.state] },
    { heading: 'HMRC', value: ({ companion }) => companion.taxAuthority.toString(), right: true },
    { heading: 'Due', value: ({ companion }) => companion.dueOn ?? '' },
    { heading: 'Reason', value: ({ companion }) => companion.note },
  ]);
}

/** Its lines, each with its reason. */
export function companionBlock(companion: Companion): string {
  const { state, tag, note, journalSet, mapped } = companion;
  const lines = table(mapped?.lines ?? [], [
    { heading: 'Account', value: (line) => line.category },
    { heading: 'Description', value: (line) => line.description },
    { heading: 'Debit', value: (line) => (line.debit.startsWith('-') ? '' : line.debit), right: true },
    { heading: 'Credit', value: (line) => (line.debit.startsWith('-') ? line.debit.slice(1) : ''), right: true },
    { heading: 'Why', value: (line) => whyInWords(line.why ?? []) },
  ]);
  const heading = `${companionName(companion)}: ${state.replaceAll('_', ' ').toUpperCase()}, ${tag}\n${note}`;
  return `${heading}${journalSet ? `\n${journalSet}` : ''}\n\n${lines}\n`;
}
