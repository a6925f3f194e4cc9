import type { ControlRow, HmrcDue, ReadingShown } from '../../views/control-accounts.js';
import { Amount } from '../frame/marks.js';
import { monthAndYear, moment, weekday } from '../frame/words.js';
import { Because, ControlStateMark } from './reconciliation.page.js';

const pathOf = (companyId: string) => `/reconciliation/${encodeURIComponent(companyId)}`;

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
              <a href={pathOf(reading.companyId)}>{reading.company}</a> {wordsOf(reading)}, read{' '}
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
    <div class="scroll" tabIndex={0} role="group" aria-labelledby="exceptions-heading">
      <table class="figures dense">
        <thead>
          <tr>
            <th scope="col">Client</th>
            <th scope="col">Account</th>
            <th scope="col" class="n">
              Difference
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.companyId} ${row.account} ${row.userPath ?? ''}`}>
              <th scope="row">
                <a href={pathOf(row.companyId)}>{row.company}</a>
              </th>
              <td>
                {row.account} {row.name}
              </td>
              <Amount of={row.figures?.difference} />
              <td>
                <ControlStateMark row={row} />
                <Because row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
        <a href="/hmrc-due.csv" class="button secondary">
          Export CSV
        </a>
      </header>
      <section aria-label="Payments due">
        {dues.length === 0 ? <p>Payroll names no payment due in these weeks.</p> : null}
        <div class="scroll" tabIndex={0} role="group" aria-label="Payments due">
          <table class="figures dense">
            <thead>
              <tr>
                <th scope="col">Client</th>
                <th scope="col">Tax month</th>
                <th scope="col" class="n">
                  Amount
                </th>
                <th scope="col">Due</th>
                <th scope="col">Pay by</th>
                <th scope="col">Accounts Office reference</th>
              </tr>
            </thead>
            <tbody>
              {dues.map((due) => (
                <tr key={`${due.companyId} ${due.dueOn} ${due.month.period}`}>
                  <th scope="row">
                    <a href={pathOf(due.companyId)}>{due.company}</a>
                  </th>
                  <td>{monthAndYear(due.month.year, due.month.period)}</td>
                  <Amount of={due.amount} />
                  <td>{weekday(due.dueOn)}</td>
                  <td>{weekday(due.payBy)}</td>
                  <td>{due.reference ?? 'not entered'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}
