import type { ControlRow, HmrcDue, ReadingShown } from '../../views/control-accounts.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Amount } from '../frame/marks.js';
import { monthAndYear, moment, weekday } from '../frame/words.js';
import { Because, ControlStateMark } from './reconciliation.page.js';
import { reconciliationPath } from './roll-forward-table.js';

interface ExceptionsProps {
  readonly readings: readonly ReadingShown[];
  readonly rows: readonly ControlRow[];
  readonly now: Date;
}

/** All clients: what somebody needs to look at, and when each was read. */
export function ExceptionsPage({ readings, rows, now }: ExceptionsProps) {
  const clear = readings.filter(({ exceptions, problem }) => exceptions === 0 && problem === undefined).length;
  return (
    <>
      <header class="page-heading">
        <h1>
          Reconciliation
          <small>
            {clear} of {readings.length} without exceptions
          </small>
        </h1>
        <a href="/hmrc-due" class="button secondary">
          HMRC due
        </a>
      </header>
      <section aria-labelledby="exceptions-heading">
        <h2 id="exceptions-heading">Exceptions</h2>
        {rows.length === 0 ? <p>Nothing to look at.</p> : <Exceptions rows={rows} />}
      </section>
      <section aria-labelledby="readings-heading">
        <h2 id="readings-heading">Clients</h2>
        {readings.length === 0 ? <p>No company’s control accounts have been read yet.</p> : null}
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

function wordsOf({ problem, exceptions }: ReadingShown): string {
  if (problem !== undefined) return `cannot tell: ${problem}`;
  if (exceptions === 0) return 'no exceptions';
  return exceptions === 1 ? '1 exception' : `${exceptions} exceptions`;
}

function Exceptions({ rows }: { readonly rows: readonly ControlRow[] }) {
  return (
    <FiguresTable
      kind="dense cards"
      name={{ labelledBy: 'exceptions-heading' }}
      headings={['Client', 'Account', { n: 'Difference' }, 'State']}
    >
      {rows.map((row) => (
        <tr key={`${row.companyId} ${row.account} ${row.userPath ?? ''}`}>
          <th scope="row">
            <a href={reconciliationPath(row.companyId)}>{row.company}</a>
          </th>
          <td data-label="Account">
            {row.account} {row.name}
          </td>
          <Amount of={row.figures?.difference} label="Difference" />
          <td class="control-why note">
            <ControlStateMark row={row} />
            <Because row={row} />
          </td>
        </tr>
      ))}
    </FiguresTable>
  );
}

/** What every client is to pay HMRC, and by when. */
export function HmrcDuePage({ dues }: { readonly dues: readonly HmrcDue[] }) {
  return (
    <>
      <header class="page-heading">
        <h1>
          HMRC due
          <small>a month back and a month ahead</small>
        </h1>
        <nav class="files" aria-label="Files">
          <a href="/hmrc-due.xlsx" class="button secondary">
            Excel
          </a>
          <a href="/hmrc-due.csv" class="button secondary">
            CSV
          </a>
        </nav>
      </header>
      <section aria-label="Payments due">
        {dues.length === 0 ? <p>Payroll names no payment due in these weeks.</p> : null}
        <FiguresTable
          kind="dense cards"
          sorts
          name={{ label: 'Payments due' }}
          headings={['Client', 'Tax month', { n: 'Amount' }, 'Due', 'Pay by', 'Accounts Office reference']}
        >
          {dues.map((due) => (
            <tr key={`${due.companyId} ${due.dueOn} ${due.month.period}`}>
              <th scope="row">
                <a href={reconciliationPath(due.companyId)}>{due.company}</a>
              </th>
              <td class="nowrap corner">{monthAndYear(due.month.year, due.month.period)}</td>
              <Amount of={due.amount} label="Amount" />
              <td class="nowrap" data-label="Due" data-sort={due.dueOn}>
                {weekday(due.dueOn)}
              </td>
              <td class="nowrap" data-label="Pay by" data-sort={due.payBy}>
                {weekday(due.payBy)}
              </td>
              <td class="note" data-label="Accounts Office reference">
                {due.reference ?? 'not entered'}
              </td>
            </tr>
          ))}
        </FiguresTable>
      </section>
    </>
  );
}
