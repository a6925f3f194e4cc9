import { withZone } from '../../ground/london.js';
import type { LogRow } from '../log/log-view.js';
import { actInWords, detailsInWords } from '../log/log-words.js';
import type { FileColumn } from './csv.js';

/**
 * The log as a spreadsheet: who did what and when, why it ran, its pay run with figures and set, and who reviewed it.
 */
export const logColumns: readonly FileColumn<LogRow>[] = [
  { heading: 'Entry', value: (row) => row.id },
  { heading: 'At', value: (row) => withZone(row.at) },
  { heading: 'Company', value: (row) => row.company },
  { heading: 'Act', value: (row) => row.act },
  { heading: 'Outcome', value: (row) => row.outcome },
  { heading: 'By', value: (row) => row.actor },
  { heading: 'Trigger', value: (row) => row.trigger },
  { heading: 'Tag', value: (row) => row.tag },
  { heading: 'Date paid', value: ({ run }) => run && { day: run.datedOn } },
  { heading: 'Gross', value: (row) => row.totals?.gross },
  { heading: 'Net', value: (row) => row.totals?.net },
  { heading: 'HMRC', value: (row) => row.totals?.taxAuthority },
  { heading: 'Journal set', value: (row) => row.journalSet },
  { heading: 'Holds', value: (row) => row.holdCodes.join(' ') },
  { heading: 'Answer', value: (row) => row.answer },
  { heading: 'Reviewed by', value: (row) => row.reviewer },
  { heading: 'Reason', value: (row) => row.reason },
  { heading: 'Decided', value: (row) => decidedText(row.decided) },
  { heading: 'In words', value: (row) => [actInWords(row), ...detailsInWords(row)].join(' · ') },
  { heading: 'Policy version', value: (row) => row.policyVersion },
];

function decidedText(decided: LogRow['decided']): string | undefined {
  if (decided === undefined) return undefined;
  const { kind, scope, hold, field, as } = decided;
  const treatment = typeof as === 'object' ? JSON.stringify(as) : as;
  return [kind, hold, field, treatment, kind === 'treatment' ? scope : undefined].filter(Boolean).join(' ');
}
