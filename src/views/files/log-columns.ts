import type { LogRow } from '../log-view.js';
import type { FileColumn } from './csv.js';

/** The log as a spreadsheet: who, when, what, why it ran, the pay run, its figures, its set, who reviewed it. */
export const logColumns: readonly FileColumn<LogRow>[] = [
  { heading: 'Entry', value: (row) => row.id },
  { heading: 'At', value: (row) => row.at },
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
];
