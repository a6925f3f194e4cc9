import { paidInWords } from '../../../journal/nouns/pay-key.js';
import type { RunRow } from '../../../views/lists/run-row.js';
import type { RunChecks } from '../../../views/checks/checks.js';
import { Amount } from './marks.js';
import { runPath } from './paths.js';
import { partsInWords, payeTroubleInParts } from './words.js';
import { Tick } from '../kit/tick.js';

export const runHeadings = ['Client', 'Paid', { n: 'Payslips' }, { n: 'Gross' }, { n: 'Net' }, { n: 'HMRC' }] as const;

/** The first cells of a pay run's row: company, date and figures. */
export function RunCells({ row, checks }: { readonly row: RunRow; readonly checks?: RunChecks }) {
  return (
    <>
      <th scope="row">
        <a href={runPath(row)}>{row.company}</a>
      </th>
      <td class="nowrap corner" data-label="Paid">
        {paidInWords(row)}
      </td>
      <td class="n" data-label="Payslips">
        {row.payslips}
      </td>
      <Amount of={row.totals?.gross} label="Gross" />
      <Amount of={row.totals?.net} label="Net" />
      <Amount of={row.totals?.taxAuthority} label="HMRC">
        {row.totals && checks ? <PayeMark paye={checks.paye} /> : null}
      </Amount>
    </>
  );
}

function PayeMark({ paye }: { readonly paye: RunChecks['paye'] }) {
  const { answer, of, tie } = paye;
  if (answer === 'not_known' && tie?.verdict !== 'cannot_tell') return null;
  const when = of === 'to_be_posted' ? 'will agree' : 'agrees';
  const after = tie?.verdict === 'explained' ? ' after statutory pay recovery' : '';
  const words = answer === 'yes' ? `${when} to PAYE due${after}` : partsInWords(payeTroubleInParts(paye));
  return (
    <>
      {' '}
      <Tick finding={answer} words={words} />
    </>
  );
}
