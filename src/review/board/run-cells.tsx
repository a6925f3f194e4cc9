import { dayInWords } from '../../journal/dates.js';
import type { RunState } from '../../record/runs/pay-run.entity.js';
import type { RunRow } from '../../views/run/run-row.js';
import type { HmrcTie } from '../../views/run/tie.js';
import { Amount } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { tieTrouble } from '../frame/words.js';

export const runHeadings = ['Company', 'Paid', { n: 'Payslips' }, { n: 'Gross' }, { n: 'Net' }, { n: 'HMRC' }] as const;

/** The first cells of a pay run's row: company, date and figures. */
export function RunCells({ row, tie }: { readonly row: RunRow; readonly tie?: HmrcTie }) {
  return (
    <>
      <th scope="row">
        <a href={runPath(row)}>{row.company}</a>
      </th>
      <td class="nowrap corner" data-label="Paid">
        {dayInWords(row.datedOn)}
      </td>
      <td class="n" data-label="Payslips">
        {row.payslips}
      </td>
      <Amount of={row.totals?.gross} label="Gross" />
      <Amount of={row.totals?.net} label="Net" />
      <Amount of={row.totals?.taxAuthority} label="HMRC">
        <TieMark tie={tie} />
      </Amount>
    </>
  );
}

function TieMark({ tie }: { readonly tie?: HmrcTie }) {
  if (tie?.verdict === 'agrees') return <Mark words="agrees to PAYE due per payroll" sign="✓" state="posted" />;
  if (tie?.verdict === 'explained')
    return <Mark words="agrees to PAYE due after statutory pay recovery" sign="✓" state="posted" />;
  if (tie?.verdict === 'cannot_tell') return <Mark words={tieTrouble(tie)} sign="?" state="not_ready" />;
  if (tie?.verdict === 'unexplained') return <Mark words={tieTrouble(tie)} sign="≠" state="held" />;
  return null;
}

function Mark({ words, sign, state }: { readonly words: string; readonly sign: string; readonly state: RunState }) {
  return (
    <span class={`tie is-${state}`} role="img" aria-label={words} title={words}>
      {` ${sign}`}
    </span>
  );
}
