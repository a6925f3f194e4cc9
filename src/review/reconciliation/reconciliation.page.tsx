import { reasonCharactersMax } from '../../acts/reason.js';
import { hasRole, type Principal } from '../../access/principal.js';
import { isClear } from '../../journal/controls/control.js';
import { dayInWords, shortDay } from '../../journal/dates.js';
import { Money } from '../../journal/money.js';
import type { ControlNoteRow, StoredBecause } from '../../record/control-account.entity.js';
import type { ControlRow, ReadingShown } from '../../views/controls/control-accounts.js';
import type { RollForward } from '../../views/controls/roll-forward.js';
import { DateBox } from '../frame/date-box.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Amount, Csrf } from '../frame/marks.js';
import { companyPath } from '../frame/paths.js';
import { amount, moment } from '../frame/words.js';
import { acceptedWords, controlWords, sinceWords } from '../../views/controls/control-words.js';
import { reconciliationPath, RollForwardTable } from './roll-forward-table.js';

interface ReconciliationProps {
  readonly company: { readonly id: string; readonly name: string };
  readonly reading?: ReadingShown;
  readonly rows: readonly ControlRow[];
  readonly history: readonly RollForward[];
  /** Empty when the viewer may not see pay. */
  readonly forward: readonly ControlNoteRow[];
  readonly principal: Principal;
  readonly now: Date;
}

/** What each payroll liability of a company holds and owes, and why. */
export function ReconciliationPage(props: ReconciliationProps) {
  const { company, reading, rows, history, now } = props;
  return (
    <>
      <header class="page-heading">
        <div>
          <p class="crumbs">
            <a href="/reconciliation">Reconciliation</a> › <a href={companyPath(company.id)}>{company.name}</a>
          </p>
          <h1>
            Payroll control accounts
            <small>{reading === undefined ? 'not read yet' : `as at ${dayInWords(reading.asOn)}`}</small>
          </h1>
        </div>
        <div class="files">
          <a href={`${reconciliationPath(company.id)}/year`} class="button secondary">
            Payslips and books
          </a>
          <ReadNow {...props} />
        </div>
      </header>
      {reading === undefined ? (
        <p>The trial balance has not been read yet.</p>
      ) : (
        <Standing reading={reading} now={now} />
      )}
      {rows.length === 0 ? null : <Controls {...props} />}
      {history.length === 0 ? null : <RollForwardTable history={history} companyId={company.id} />}
      <BroughtForward {...props} />
    </>
  );
}

function ReadNow({ company, principal }: ReconciliationProps) {
  if (!hasRole(principal, 'reviewer')) return null;
  return (
    <form method="post" action={`${reconciliationPath(company.id)}/read`}>
      <Csrf token={principal.csrf} />
      <button type="submit" class="secondary">
        Recheck
      </button>
    </form>
  );
}

export function Standing({ reading, now }: { readonly reading: ReadingShown; readonly now: Date }) {
  const { problem, since, exceptions, readAt } = reading;
  const read = `Read ${moment(readAt, now)}.`;
  if (problem !== undefined)
    return (
      <p class="is-held">
        Cannot tell: {problem} {read}
      </p>
    );
  const words = exceptions === 0 ? 'No exceptions.' : exceptions === 1 ? '1 exception.' : `${exceptions} exceptions.`;
  const later = since === undefined ? '' : ` Since then ${sinceWords[since] ?? 'something was changed'}: read again.`;
  return (
    <p>
      {words} {read}
      {later}
    </p>
  );
}

function Controls({ rows, principal, company }: ReconciliationProps) {
  return (
    <section aria-labelledby="controls-heading">
      <h2 id="controls-heading">Balances</h2>
      <FiguresTable
        kind="dense cards"
        name={{ labelledBy: 'controls-heading' }}
        headings={['Account', { n: 'Balance' }, { n: 'Owed' }, { n: 'Difference' }, 'State']}
      >
        {rows.map((row) => (
          <tr key={`${row.account} ${row.userPath ?? ''}`}>
            <th scope="row">
              {row.account} {row.name}
            </th>
            <Amount of={row.figures?.balance} label="Balance" />
            <Amount of={row.figures?.owed} label="Owed" />
            <Amount of={row.figures?.difference} label="Difference" />
            <td class="control-why note">
              <ControlStateMark row={row} />
              <Because row={row} />
              <EnterJournal row={row} principal={principal} companyId={company.id} />
              <Accept row={row} principal={principal} companyId={company.id} />
            </td>
          </tr>
        ))}
      </FiguresTable>
    </section>
  );
}

export function ControlStateMark({ row }: { readonly row: Pick<ControlRow, 'state'> }) {
  return <span class={`state is-${isClear(row) ? 'posted' : 'held'}`}>{controlWords[row.state]}</span>;
}

export function Because({ row: { figures } }: { readonly row: ControlRow }) {
  if (figures === undefined || figures.because.length === 0) return null;
  const { because, alternatives } = figures;
  if (alternatives === undefined) return <Parts parts={because} />;
  return (
    <ul class="parts">
      {alternatives.map((parts, index) => (
        <li key={String(index)}>
          {index === 0 ? 'Either' : 'or'} <Parts parts={parts} />
        </li>
      ))}
    </ul>
  );
}

function Parts({ parts }: { readonly parts: readonly StoredBecause[] }) {
  return (
    <ul class="parts">
      {parts.map(({ what, amount: text, ...days }) => (
        <li key={`${what} ${text}`}>
          {amount(Money.parse(text))} {what}
          {daysInWords(days)}
        </li>
      ))}
    </ul>
  );
}

/** ", due 22 Nov, in the bank on 20 Nov" */
export function daysInWords({ due, seen }: Pick<StoredBecause, 'due' | 'seen'>): string {
  const words = due === undefined ? '' : `, due ${shortDay(due)}`;
  return seen === undefined ? words : `${words}, in the bank on ${shortDay(seen)}`;
}

interface RowActProps {
  readonly row: ControlRow;
  readonly principal: Principal;
  readonly companyId: string;
}

/** Only when agreeing to the PAYE due needs a journal: what waits for a pay run to be posted has no due day. */
function EnterJournal({ row, principal, companyId }: RowActProps) {
  const asks = row.state === 'needs_a_journal' && row.figures?.because.some(({ due }) => due !== undefined);
  if (!asks || !hasRole(principal, 'reviewer')) return null;
  return (
    <a href={`${companyPath(companyId)}/adjustments`} class="noprint">
      Enter the journal
    </a>
  );
}

function Accept({ row, principal, companyId }: RowActProps) {
  const { figures, account, userPath = '' } = row;
  if (figures === undefined || isClear(row) || row.state.startsWith('cannot_tell') || !hasRole(principal, 'reviewer'))
    return null;
  return (
    <details class="noprint">
      <summary>Accept with a reason</summary>
      <form method="post" action={`${reconciliationPath(companyId)}/accept`} class="act-line">
        <Csrf token={principal.csrf} />
        <input type="hidden" name="account" value={account} />
        <input type="hidden" name="user" value={userPath} />
        <input type="hidden" name="amount" value={figures.difference.toString()} />
        <label>
          As
          <select name="as">
            {acceptedWords.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          Reason, for the log
          <input name="reason" required maxLength={reasonCharactersMax} autocomplete="off" />
        </label>
        <button type="submit" class="secondary">
          Accept until it changes
        </button>
      </form>
    </details>
  );
}

/** Debts from before the first pay run that we know, and a form for another. */
function BroughtForward({ company, rows, forward, principal }: ReconciliationProps) {
  const isReviewer = hasRole(principal, 'reviewer') && principal.pay;
  if (!isReviewer && forward.length === 0) return null;
  const nameOf = ({ account, userPath }: ControlNoteRow) =>
    rows.find((row) => row.account === account && (row.userPath ?? '') === userPath)?.name ?? '';
  return (
    <section aria-labelledby="forward-heading">
      <h2 id="forward-heading">Brought forward</h2>
      {forward.length === 0 ? <p class="muted">No debt from before the first pay run has been entered.</p> : null}
      {forward.length === 0 ? null : (
        <FiguresTable
          kind="dense cards"
          name={{ labelledBy: 'forward-heading' }}
          headings={['Account', 'Due', { n: 'Amount' }, 'Reason', 'Entered by']}
        >
          {forward.map((note) => (
            <tr key={note.id}>
              <th scope="row">
                {note.account} {nameOf(note)}
              </th>
              <td class="nowrap corner">{note.dueOn === null ? 'a journal clears it' : dayInWords(note.dueOn)}</td>
              <Amount of={note.amount} label="Amount" />
              <td class="note">{note.reason}</td>
              <td data-label="Entered by">{note.actor}</td>
            </tr>
          ))}
        </FiguresTable>
      )}
      {isReviewer && rows.length > 0 ? <ForwardForm {...{ company, rows, principal }} /> : null}
    </section>
  );
}

function ForwardForm({ company, rows, principal }: Pick<ReconciliationProps, 'company' | 'rows' | 'principal'>) {
  return (
    <details class="more-acts">
      <summary>Enter a debt from before the first pay run</summary>
      <form method="post" action={`${reconciliationPath(company.id)}/bring-forward`} class="act-line noprint">
        <Csrf token={principal.csrf} />
        <label>
          Account
          <select name="place">
            {rows.map(({ account, userPath = '', name }) => (
              <option key={`${account} ${userPath}`} value={`${account} ${userPath}`.trim()}>
                {account} {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Amount owed
          <input name="amount" required inputMode="decimal" maxLength={16} autocomplete="off" />
        </label>
        <label>
          Due, where it is to be paid
          <DateBox name="dueOn" />
        </label>
        <label>
          Reason, for the log
          <input name="reason" required maxLength={reasonCharactersMax} autocomplete="off" />
        </label>
        <button type="submit" class="secondary">
          Bring forward
        </button>
      </form>
    </details>
  );
}
