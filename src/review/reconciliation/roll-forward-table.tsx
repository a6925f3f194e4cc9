import { dayInWords } from '../../journal/dates.js';
import type { RollForward } from '../../views/controls/roll-forward.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Amount } from '../frame/marks.js';
import { withQuery } from '../frame/paths.js';

export const reconciliationPath = (companyId: string): string => `/reconciliation/${encodeURIComponent(companyId)}`;

export const movementHeadings = ['Opening', 'Charged', 'Recovered', 'Paid or cleared', 'Closing'].map((n) => ({ n }));

/** Reading by reading; each line links to the people and journal sets it comes from. */
export function RollForwardTable({
  history,
  companyId,
}: {
  readonly history: readonly RollForward[];
  readonly companyId: string;
}) {
  return (
    <section aria-labelledby="roll-heading">
      <h2 id="roll-heading">Roll-forward</h2>
      <FiguresTable
        kind="dense cards"
        name={{ labelledBy: 'roll-heading' }}
        headings={['Account', 'As at', ...movementHeadings]}
      >
        {history.map((row) => (
          <tr key={`${row.account} ${row.asOn}`}>
            <th scope="row">{row.account}</th>
            <td class="nowrap corner">
              <a href={movementPath(companyId, row)}>{dayInWords(row.asOn)}</a>
            </td>
            <MovementCells row={row} />
          </tr>
        ))}
      </FiguresTable>
    </section>
  );
}

/** The cells under `movementHeadings`. */
export function MovementCells({ row }: { readonly row: RollForward }) {
  return (
    <>
      <Amount of={row.opening} label="Opening" />
      <Amount of={row.charged} label="Charged" />
      <Amount of={row.recovered} label="Recovered" />
      <Amount of={row.cleared} label="Paid or cleared" />
      <Amount of={row.closing} label="Closing" />
    </>
  );
}

const movementPath = (companyId: string, { account, asOn }: RollForward) =>
  withQuery(`${reconciliationPath(companyId)}/movement`, { account, on: asOn });
