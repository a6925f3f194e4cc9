import { Money } from '../../journal/money.js';
import type { ReadingShown } from '../../views/controls/control-accounts.js';
import type { ControlException } from '../../views/controls/control-exceptions.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Amount } from '../frame/marks.js';
import { amount, count, moment } from '../frame/words.js';
import { Because, ControlStateMark, daysInWords } from './reconciliation.page.js';
import { reconciliationPath } from './roll-forward-table.js';

interface ExceptionsProps {
  readonly readings: readonly ReadingShown[];
  /** Companies whose control accounts nobody has read yet. */
  readonly unread: number;
  readonly exceptions: readonly ControlException[];
  readonly now: Date;
}

/** All clients: what somebody needs to look at, and when each was read. */
export function ExceptionsPage({ readings, unread, exceptions, now }: ExceptionsProps) {
  const clear = readings.filter(({ exceptions, problem }) => exceptions === 0 && problem === undefined).length;
  return (
    <>
      <header class="page-heading">
        <h1>
          Reconciliation
          <small>
            {clear} of {count(readings.length + unread, 'company', 'companies')} without exceptions
            {unread === 0 ? '' : `, ${unread} not read yet`}
          </small>
        </h1>
        <a href="/hmrc-due" class="button secondary">
          HMRC due
        </a>
      </header>
      <section aria-labelledby="exceptions-heading">
        <h2 id="exceptions-heading">Exceptions</h2>
        {exceptions.length === 0 ? <p>{noneInWords(readings, unread)}</p> : <Exceptions exceptions={exceptions} />}
      </section>
      <section aria-labelledby="readings-heading">
        <h2 id="readings-heading">Clients</h2>
        {unread === 0 ? null : (
          <p>
            {unread === 1 ? 'One company has' : `${unread} companies have`} not been read yet: each month’s close reads
            them, and <code>counterfoil controls</code> does now.
          </p>
        )}
        <ul class="plain">
          {readings.map((reading) => (
            <li key={reading.companyId}>
              <a href={reconciliationPath(reading.companyId)}>{reading.company}</a> {wordsOf(reading)}, read{' '}
              {moment(reading.readAt, now)}
              {reading.since === undefined ? '' : ', changed since'}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Where nobody looked, nothing is known: that is not the same as nothing to look at. */
function noneInWords(readings: readonly ReadingShown[], unread: number): string {
  const told = readings.filter(({ problem }) => problem === undefined).length;
  if (told === 0) return readings.length === 0 ? 'Not read yet.' : 'Nothing could be read: see below.';
  if (told === readings.length + unread) return 'Nothing to look at.';
  return `Nothing to look at in the ${count(told, 'company', 'companies')} that could be read.`;
}

function wordsOf({ problem, exceptions }: ReadingShown): string {
  if (problem !== undefined) return `cannot tell: ${problem}`;
  if (exceptions === 0) return 'no exceptions';
  return exceptions === 1 ? '1 exception' : `${exceptions} exceptions`;
}

function Exceptions({ exceptions }: { readonly exceptions: readonly ControlException[] }) {
  return (
    <FiguresTable
      kind="dense cards"
      name={{ labelledBy: 'exceptions-heading' }}
      headings={['Client', 'Account', { n: 'Difference' }, 'State']}
    >
      {exceptions.map((one) => {
        const [row] = one.rows;
        return (
          <tr key={`${row.companyId} ${row.account} ${row.userPath ?? ''}`}>
            <th scope="row">
              <a href={reconciliationPath(row.companyId)}>{row.company}</a>
            </th>
            <td data-label="Account">
              <Places rows={one.rows} />
            </td>
            <Amount of={one.difference} label="Difference" />
            <td class="control-why note">
              <ControlStateMark row={row} />
              {row.figures?.alternatives === undefined ? <Together of={one} /> : <Because row={row} />}
            </td>
          </tr>
        );
      })}
    </FiguresTable>
  );
}

/** "814 PAYE/NI", and for several people how many there are. */
function Places({ rows }: Pick<ControlException, 'rows'>) {
  const accounts = [...new Set(rows.map(({ account }) => account))];
  return (
    <>
      {accounts.map((account) => {
        const own = rows.filter((row) => row.account === account);
        return (
          <div key={account}>
            {account}
            {own.length === 1 ? ` ${own[0]?.name}` : `, ${count(own.length, 'person', 'people')}`}
          </div>
        );
      })}
    </>
  );
}

/** Keeps the list of all clients short; the client's own page has every part. */
const partsMax = 3;

function Together({ of: { rows, parts } }: { readonly of: ControlException }) {
  if (parts.length === 0) return null;
  const shown = parts.length > partsMax + 1 ? parts.slice(0, partsMax) : parts;
  const rest = parts.slice(shown.length).flatMap(({ amounts }) => amounts.map((one) => one.amount));
  return (
    <ul class="parts">
      {shown.map(({ what, due, seen, amounts }) => (
        <li key={`${what} ${due}`}>
          {amounts.length === 1 ? `${amount(amounts[0]?.amount ?? '')} ` : ''}
          {what}
          {daysInWords({ due, seen })}
          {amounts.length === 1
            ? ''
            : `: ${amounts.map((one) => `${amount(one.amount)} on ${one.account}`).join(', ')}`}
        </li>
      ))}
      {rest.length === 0 ? null : (
        <li>
          {amount(Money.sum(rest))}{' '}
          <a href={reconciliationPath(rows[0].companyId)}>in {parts.length - shown.length} more parts</a>
        </li>
      )}
    </ul>
  );
}
