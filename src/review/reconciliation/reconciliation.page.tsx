import { reasonCharactersMax } from '../../acts/reason.js';
import { hasRole, type Principal } from '../../access/principal.js';
import { needsSomebody } from '../../controls/answer.js';
import type { AccountShown, CauseShown, ReadingShown } from '../../controls/show/readings.js';
import type { RollForward } from '../../controls/show/roll-forward.js';
import { namedWords, openWords, sinceWords } from '../../controls/show/words.js';
import { dayInWords, shortDay } from '../../journal/dates.js';
import { Money } from '../../journal/money.js';
import { pathOf } from '../../journal/pay-run.js';
import type { ControlNoteRow } from '../../record/controls.entity.js';
import { DateBox } from '../frame/date-box.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Amount, Csrf } from '../frame/marks.js';
import { companyPath, runPath } from '../frame/paths.js';
import { amount, count, moment } from '../frame/words.js';
import { reconciliationPath, RollForwardTable } from './roll-forward-table.js';

interface ReconciliationProps {
  readonly company: { readonly id: string; readonly name: string };
  readonly reading?: ReadingShown;
  readonly history: readonly RollForward[];
  /** Empty when the viewer may not see pay. */
  readonly forward: readonly ControlNoteRow[];
  readonly principal: Principal;
  readonly now: Date;
}

/** What payroll owes on each account of a company, what was cleared, and what is open: causes first. */
export function ReconciliationPage(props: ReconciliationProps) {
  const { company, reading, history, now } = props;
  return (
    <>
      <header class="page-heading">
        <div>
          <p class="crumbs">
            <a href="/reconciliation">Reconciliation</a> › <a href={companyPath(company.id)}>{company.name}</a>
          </p>
          <h1>
            Control accounts
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
      {reading === undefined ? <p>Not read yet.</p> : <Standing reading={reading} now={now} />}
      {reading === undefined ? null : <Causes causes={reading.causes} companyId={company.id} />}
      {reading === undefined ? null : <OpenItems {...props} reading={reading} />}
      {reading === undefined || reading.accounts.length === 0 ? null : <Accounts accounts={reading.accounts} />}
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
        Read now
      </button>
    </form>
  );
}

function Standing({ reading, now }: { readonly reading: ReadingShown; readonly now: Date }) {
  const { problem, since, exceptions, state, readAt } = reading;
  const words =
    state === 'clear' ? 'Clear' : state === 'open' ? `${count(exceptions, 'thing')} to look at` : 'Cannot tell yet';
  const later = since === undefined ? '' : ` Since then ${sinceWords[since] ?? 'something was changed'}: read again.`;
  return (
    <>
      {problem === undefined ? null : <p class="is-held">The books could not be read: {problem}</p>}
      {reading.accounts.length === 0 ? null : (
        <p>
          <span class={`state is-${state === 'clear' ? 'posted' : 'held'}`}>{words}</span> Read {moment(readAt, now)}.
          {later}
        </p>
      )}
    </>
  );
}

/** What is known, each once, with all that it moves. */
function Causes({ causes, companyId }: { readonly causes: readonly CauseShown[]; readonly companyId: string }) {
  if (causes.length === 0) return null;
  return (
    <section aria-labelledby="causes-heading">
      <h2 id="causes-heading">Causes</h2>
      <ul class="plain causes">
        {causes.map((cause) => (
          <li key={`${cause.what} ${cause.run?.datedOn ?? ''}`}>
            <strong>
              {cause.run === undefined ? cause.what : <a href={runPath({ companyId, ...cause.run })}>{cause.what}</a>}
            </strong>
            <p>{cause.todo}</p>
            <CauseAccounts cause={cause} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Longer than this it is folded: a pay run of forty people is forty accounts. */
const accountsMax = 6;

export function CauseAccounts({ cause: { accounts } }: { readonly cause: CauseShown }) {
  const found = accounts.filter(({ amount: sum }) => sum !== undefined);
  if (found.length === 0) return null;
  const list = (
    <ul class="parts">
      {found.map(({ account, user, name, amount: sum = '' }) => (
        <li key={`${account} ${user ?? ''}`}>
          {amount(sum)} {account} {name}
        </li>
      ))}
    </ul>
  );
  if (found.length <= accountsMax) return list;
  return (
    <details>
      <summary>{count(found.length, 'account')}</summary>
      {list}
    </details>
  );
}

function OpenItems({ company, reading, principal }: ReconciliationProps & { readonly reading: ReadingShown }) {
  const open = reading.accounts.flatMap((place) => place.open.map((part) => ({ place, part })));
  if (open.length === 0)
    return reading.accounts.length === 0 || reading.causes.length > 0 ? null : <p>No item is open.</p>;
  return (
    <section aria-labelledby="open-heading">
      <h2 id="open-heading">Open items</h2>
      <FiguresTable
        kind="dense cards"
        name={{ labelledBy: 'open-heading' }}
        headings={['Account', 'Item', 'Due', { n: 'Amount' }, 'State']}
      >
        {open.map(({ place, part }) => (
          <tr key={`${place.account} ${place.user ?? ''} ${part.id}`}>
            <th scope="row">
              {place.account} {place.name}
            </th>
            <td data-label="Item">{part.item}</td>
            <td class="nowrap" data-label="Due">
              {shortDay(part.due)}
            </td>
            <Amount of={part.amount} label="Amount" />
            <td class="control-why note">
              <OpenState part={part} />
              {part.reason === undefined ? null : <p>{part.reason}</p>}
              {part.hints.map((hint) => (
                <p key={hint} class="muted">
                  {hint}
                </p>
              ))}
              <Accept {...{ place, part, principal }} companyId={company.id} />
            </td>
          </tr>
        ))}
      </FiguresTable>
    </section>
  );
}

type OpenShown = AccountShown['open'][number];

export function OpenState({ part }: { readonly part: Pick<OpenShown, 'state'> }) {
  const mark = part.state === 'due' ? 'not_ready' : needsSomebody(part) ? 'held' : 'posted';
  return <span class={`state is-${mark}`}>{openWords[part.state]}</span>;
}

interface AcceptProps {
  readonly place: AccountShown;
  readonly part: OpenShown;
  readonly principal: Principal;
  readonly companyId: string;
}

function Accept({ place, part, principal, companyId }: AcceptProps) {
  if (part.amount === undefined || !needsSomebody(part) || !hasRole(principal, 'reviewer')) return null;
  const isOfPerson = place.user !== undefined;
  return (
    <details class="noprint">
      <summary>Name it, with a reason</summary>
      <form method="post" action={`${reconciliationPath(companyId)}/accept`} class="act-line">
        <Csrf token={principal.csrf} />
        <input type="hidden" name="account" value={place.account} />
        <input type="hidden" name="user" value={place.user ?? ''} />
        <input type="hidden" name="item" value={part.id} />
        <input type="hidden" name="amount" value={part.amount} />
        <label>
          As
          <select name="as">
            {namedWords
              .filter(([value]) => isOfPerson || value !== 'left_on_account')
              .map(([value, words]) => (
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

/** What adds up to each balance. */
function Accounts({ accounts }: { readonly accounts: readonly AccountShown[] }) {
  return (
    <section aria-labelledby="accounts-heading">
      <h2 id="accounts-heading">Balances</h2>
      <FiguresTable
        kind="dense cards"
        name={{ labelledBy: 'accounts-heading' }}
        headings={['Account', { n: 'Balance' }, { n: 'Not due' }, { n: 'By causes' }, { n: 'Open' }]}
      >
        {accounts.map((one) => (
          <tr key={`${one.account} ${one.user ?? ''}`}>
            <th scope="row">
              {one.account} {one.name}
            </th>
            <Amount of={one.balance} label="Balance" />
            <Amount of={one.notDue} label="Not due" />
            <Amount of={one.known} label="By causes" />
            <Amount of={one.balance === undefined ? undefined : openIn(one)} label="Open" />
          </tr>
        ))}
      </FiguresTable>
    </section>
  );
}

const openIn = ({ open }: AccountShown): Money => Money.sum(open.map((part) => Money.parse(part.amount ?? '0')));

/** Debts from before the first pay run that we know, and a form for another. */
function BroughtForward({ company, reading, forward, principal }: ReconciliationProps) {
  const isReviewer = hasRole(principal, 'reviewer') && principal.pay;
  if (!isReviewer && forward.length === 0) return null;
  const nameOf = ({ account, userPath }: ControlNoteRow) =>
    (reading?.accounts ?? []).find((row) => row.account === account && pathOf(row.user ?? '') === userPath)?.name ?? '';
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
      {isReviewer && reading && reading.accounts.length > 0 ? (
        <ForwardForm {...{ company, reading, principal }} />
      ) : null}
    </section>
  );
}

function ForwardForm({
  company,
  reading,
  principal,
}: Pick<ReconciliationProps, 'company' | 'principal'> & { readonly reading: ReadingShown }) {
  return (
    <details class="more-acts">
      <summary>Enter a debt from before the first pay run</summary>
      <form method="post" action={`${reconciliationPath(company.id)}/bring-forward`} class="act-line noprint">
        <Csrf token={principal.csrf} />
        <label>
          Account
          <select name="place">
            {reading.accounts.map(({ account, user = '', name }) => (
              <option key={`${account} ${pathOf(user)}`} value={`${account} ${pathOf(user)}`.trim()}>
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
