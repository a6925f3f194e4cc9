import { hasRole } from '../../../access/principal.js';
import type { ReadingShown } from '../../../controls/show/readings.js';
import type { RollForward } from '../../../controls/show/roll-forward.js';
import { sinceInWords } from '../../../record/acts.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import { pathOf } from '../../../journal/nouns/pay-run.js';
import type { ControlNoteRow } from '../../../record/controls.entity.js';
import { ClientHead } from '../frame/client-head.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount } from '../frame/marks.js';
import { companyPath } from '../frame/paths.js';
import { count, moment } from '../frame/words.js';
import type { ClientPageProps } from '../frame/visit.js';
import { ActForm } from '../kit/act-form.js';
import { Section } from '../kit/section.js';
import { Accounts } from './balances.js';
import { Causes } from './causes.js';
import { OpenItems } from './open-items.js';
import { RollForwardTable } from './roll-forward-table.js';

interface ReconciliationProps extends ClientPageProps {
  readonly reading?: ReadingShown;
  readonly history: readonly RollForward[];
  accountName(code: string): string;
  /** Empty when the viewer may not see pay. */
  readonly forward: readonly ControlNoteRow[];
  /** Which part of long lists is shown, from 0. */
  readonly part: number;
  readonly now: Date;
}

/** What payroll owes on each account of a company, what was cleared, and what is open: causes first. */
export function ReconciliationPage(props: ReconciliationProps) {
  const { company, principal, reading, history, accountName, part } = props;
  const read = reading?.empty === undefined ? reading : undefined;
  return (
    <>
      <ClientHead
        {...{ company, principal }}
        tab="reconciliation"
        words={reading === undefined ? 'not read yet' : read && `control accounts as at ${dayInWords(read.asOn)}`}
      >
        <a href="/reconciliation" class="button secondary">
          All clients
        </a>
        <a href={`${companyPath(company.id, 'reconciliation')}/year`} class="button secondary">
          Payslips and books by year
        </a>
        <ReadNow {...props} />
      </ClientHead>
      <Standing {...props} />
      {read === undefined ? null : (
        <Causes causes={read.causes} companyId={company.id} mayName={hasRole(principal, 'reviewer')} />
      )}
      {read === undefined ? null : <OpenItems {...{ principal, part }} reading={read} />}
      {read === undefined || read.accounts.length === 0 ? null : (
        <Accounts accounts={read.accounts} {...{ part, accountName }} />
      )}
      {history.length === 0 ? null : (
        <RollForwardTable history={history} companyId={company.id} accountName={accountName} />
      )}
      <BroughtForward {...props} />
    </>
  );
}

function ReadNow({ company, principal }: ReconciliationProps) {
  if (!hasRole(principal, 'reviewer')) return null;
  return <ActForm to={`${companyPath(company.id, 'reconciliation')}/read`} act="Read now" button="secondary" />;
}

function Standing({ reading, now, principal }: ReconciliationProps) {
  if (reading === undefined) return <NotRead principal={principal} />;
  const { problem, empty, since, asOn, readAt } = reading;
  const later = since === undefined ? '' : ` Since then ${sinceInWords(since)}: read again.`;
  return (
    <>
      {problem === undefined ? null : <p class="is-held">The books could not be read: {problem}</p>}
      {empty === 'never_read' ? <NotRead principal={principal} /> : null}
      {empty === 'no_payroll' ? (
        <p>
          When this was last looked at, {moment(readAt, now)}, there was no pay run to compare the books with.{later}
        </p>
      ) : null}
      {empty === undefined ? (
        <p>
          <ReadingState reading={reading} />{' '}
          {problem === undefined ? 'Read' : `Below is what was read last, as at ${dayInWords(asOn)}: read`}{' '}
          {moment(readAt, now)}.{later}
        </p>
      ) : null}
    </>
  );
}

function NotRead({ principal }: Pick<ReconciliationProps, 'principal'>) {
  const how = hasRole(principal, 'reviewer') ? 'Read now reads its books.' : 'A reviewer can read its books.';
  return <p>Not read yet. {how}</p>;
}

const stateWords = { clear: 'Clear', cannot_tell: 'Cannot tell yet' } as const;

function ReadingState({ reading: { state, exceptions, unseen } }: { readonly reading: ReadingShown }) {
  const words = state === 'open' ? `${count(exceptions, 'thing')} to look at` : stateWords[state];
  const hidden = `${unseen === exceptions ? '' : `${unseen} of them `}on people’s pay, which you may not see`;
  return (
    <>
      <span class={`state is-${state === 'clear' ? 'posted' : 'held'}`}>{words}</span>
      {unseen === 0 ? '.' : `, ${hidden}.`}
    </>
  );
}

/** Debts from before the first pay run that we know, and a link to enter another. */
function BroughtForward({ company, reading, forward, principal }: ReconciliationProps) {
  const isReviewer = hasRole(principal, 'reviewer') && principal.pay;
  if (!isReviewer && forward.length === 0) return null;
  const nameOf = ({ account, userPath }: ControlNoteRow) =>
    (reading?.accounts ?? []).find((row) => row.account === account && pathOf(row.user ?? '') === userPath)?.name ?? '';
  return (
    <Section id="forward" heading="Brought forward">
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
              <Amount is="broughtForward" of={note.amount} label="Amount" />
              <td class="note">{note.reason}</td>
              <td data-label="Entered by">{note.actor}</td>
            </tr>
          ))}
        </FiguresTable>
      )}
      {isReviewer && reading && reading.accounts.length > 0 ? (
        <p class="noprint">
          <a href={`${companyPath(company.id, 'reconciliation')}/bring-forward`}>
            Enter a debt from before the first pay run ›
          </a>
        </p>
      ) : null}
    </Section>
  );
}
