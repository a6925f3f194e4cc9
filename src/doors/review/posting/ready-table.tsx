import type { ComponentChildren } from 'preact';
import { monthName, shortDay } from '../../../journal/nouns/dates.js';
import type { Money } from '../../../journal/nouns/money.js';
import { wordsOf } from '../../../journal/policy/treatments.js';
import type { Ready, TaxMonth } from '../../../views/month/board-lists.js';
import { FiguresTable } from '../kit/figures.js';
import { warningWords } from '../../../views/words/words.js';
import type { Part } from '../../../views/words/figures.js';
import { Parted } from '../frame/marks.js';
import { joined, uncleanInParts } from '../frame/words.js';
import { inSentence } from '../../../views/words/words.js';
import { RunCells, runHeadings } from '../frame/run-cells.js';

export type Ticked = 'clean' | 'none';

interface ReadyTableProps {
  readonly month: TaxMonth;
  readonly labelledBy: string;
  readonly rows: readonly Ready[];
  /** Undefined when there is nothing to tick. */
  readonly ticked?: Ticked;
  /** An extra row at the end. */
  readonly children?: ComponentChildren;
}

/** What would be posted: the figures, those of the month before, and what to look at. */
export function ReadyTable({ month, labelledBy, rows, ticked, children }: ReadyTableProps) {
  return (
    <FiguresTable
      kind="cards"
      is="run"
      sorts
      name={{ labelledBy }}
      headings={[
        ticked === undefined ? undefined : { hidden: 'Post' },
        ...runHeadings,
        { n: `Gross vs ${monthName((month.period + 11) % 12).slice(0, 3)}` },
        'To note',
      ]}
    >
      <ReadyRows rows={rows} ticked={ticked} />
      {children}
    </FiguresTable>
  );
}

export function ReadyRows({ rows, ticked }: Pick<ReadyTableProps, 'rows' | 'ticked'>) {
  return (
    <>
      {rows.map((row) => (
        <ReadyRow key={`${row.companyId} ${row.tag}`} row={row} ticked={ticked} />
      ))}
    </>
  );
}

/** The value of a tick: company, tag and fingerprint. */
export const seenOf = ({ companyId, tag, fingerprint }: Pick<Ready, 'companyId' | 'tag' | 'fingerprint'>) =>
  JSON.stringify([companyId, tag, fingerprint]);

function ReadyRow({ row, ticked }: { readonly row: Ready; readonly ticked?: Ticked }) {
  const { totals } = row;
  return (
    <tr data-of={row.tag}>
      {ticked === undefined ? null : (
        <td class="tick-cell">
          <input
            type="checkbox"
            name="runs"
            value={seenOf(row)}
            checked={row.clean && ticked === 'clean'}
            disabled={row.fingerprint === undefined}
            data-net={totals?.net.toPence().toString()}
            aria-label={`Post ${row.company}, paid ${shortDay(row.datedOn)}`}
          />
        </td>
      )}
      <RunCells row={row} checks={row.checks} />
      <td class="n note" data-label="vs month before">
        {totals && row.grossBefore ? percent(totals.gross, row.grossBefore) : ''}
      </td>
      <td class="note">
        <Parted of={joined(notesOf(row), ' · ')} />
      </td>
    </tr>
  );
}

function notesOf(row: Ready): readonly (readonly Part[])[] {
  const against = row.unclean.filter(({ is }) => is !== 'warning').map((one) => ['⚠ ', ...uncleanInParts(one)]);
  const warned = row.warningCodes.map((code) => [`⚠ ${warningWords[code] ?? code.replaceAll('_', ' ')}`]);
  return [...row.newPay.map((field) => [`new: ${inSentence(wordsOf(field))}`]), ...against, ...warned];
}

/** "+1.2%": gross pay only gives an impression here, so one decimal is enough. */
function percent(now: Money, before: Money): string {
  if (before.isZero()) return '';
  const tenths = Number(((now.toPence() - before.toPence()) * 1000n) / before.toPence());
  if (tenths === 0) return '=';
  return `${tenths > 0 ? '+' : '−'}${(Math.abs(tenths) / 10).toFixed(1)}%`;
}
