import { dayInWords } from '../../../journal/nouns/dates.js';
import type { RollForward } from '../../../controls/show/roll-forward.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount } from '../frame/marks.js';
import { companyPath, withQuery } from '../frame/paths.js';
import { Section } from '../kit/section.js';

export const movementHeadings = ['Opening', 'Charged', 'Paid or cleared', 'Closing'].map((n) => ({ n }));

interface RollForwardProps {
  readonly history: readonly RollForward[];
  readonly companyId: string;
  accountName(code: string): string;
}

/** Month by month; each line links to the people and journal sets it comes from. */
export function RollForwardTable({ history, companyId, accountName }: RollForwardProps) {
  const accounts = [...new Set(history.map(({ account }) => account))];
  return (
    <Section id="roll" heading="Month by month">
      {accounts.map((account) => (
        <details key={account} class="prints" open={accounts.length === 1}>
          <summary>
            {account} {accountName(account)}
          </summary>
          <FiguresTable
            kind="dense cards even pairs"
            is="moved"
            name={{ label: `Movement of ${account} by tax month` }}
            headings={['Tax month', ...movementHeadings]}
          >
            {history
              .filter((row) => row.account === account)
              .map((row) => (
                <tr key={row.from} data-of={`${row.account} ${row.from}`}>
                  <th scope="row" class="nowrap">
                    <a href={movementPath(companyId, row)}>
                      {dayInWords(row.from)} to {dayInWords(row.to)}
                    </a>
                  </th>
                  <MovementCells row={row} />
                </tr>
              ))}
          </FiguresTable>
        </details>
      ))}
    </Section>
  );
}

/** The cells under `movementHeadings`. */
export function MovementCells({ row }: { readonly row: RollForward }) {
  return (
    <>
      <Amount of={row.opening} label="Opening" />
      <Amount of={row.charged} label="Charged" />
      <Amount of={row.cleared} label="Paid or cleared" />
      <Amount of={row.closing} label="Closing" />
    </>
  );
}

export const movementPath = (companyId: string, { account, from }: RollForward) =>
  withQuery(`${companyPath(companyId, 'reconciliation')}/movement`, { account, from });
