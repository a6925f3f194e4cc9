import type { ComponentChildren } from 'preact';
import { reasonCharactersMax } from '../../../acts/reason.js';
import { hasRole, type Principal } from '../../../access/principal.js';
import type { Company } from '../../../companies/company.js';
import { needsSomebody } from '../../../controls/answer.js';
import type { AccountShown, CauseShown, ReadingShown } from '../../../controls/show/readings.js';
import type { RollForward } from '../../../controls/show/roll-forward.js';
import { namedWords, openWords, sinceWords } from '../../../controls/show/words.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import { Money } from '../../../journal/nouns/money.js';
import { pathOf } from '../../../journal/nouns/pay-run.js';
import type { ControlNoteRow } from '../../../record/controls.entity.js';
import { ClientHead } from '../frame/client-head.js';
import { DateBox } from '../frame/date-box.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Amount, Csrf } from '../frame/marks.js';
import { companyPath, runPath } from '../frame/paths.js';
import { amount, count, moment } from '../frame/words.js';
import { RollForwardTable } from './roll-forward-table.js';

interface ReconciliationProps {
  readonly company: Company;
  readonly reading?: ReadingShown;
  readonly history: readonly RollForward[];
  accountName(code: string): string;
  /** Empty when the viewer may not see pay. */
  readonly forward: readonly ControlNoteRow[];
  readonly principal: Principal;
  readonly now: Date;
}

/** What payroll owes on each account of a company, what was cleared, and what is open: causes first. */
export function ReconciliationPage(props: ReconciliationProps) {
  const { company, principal, reading, history, accountName } = props;
  const read = reading?.empty === undefined ? reading : undefined;
  return (
    <>
      <ClientHead
        {...{ company, principal }}
        tab="reconciliation"
        words={read === undefined ? 'not read yet' : `control accounts as at ${dayInWords(read.asOn)}`}
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
      {read === undefined ? null : <Causes causes={read.causes} companyId={company.id} />}
      {read === undefined ? null : <OpenItems {...props} reading={read} />}
      {read === undefined || read.accounts.length === 0 ? null : <Accounts accounts={read.accounts} {...props} />}
      {history.length === 0 ? null : (
        <RollForwardTable history={history} companyId={company.id} accountName={accountName} />
      )}
      <BroughtForward {...props} />
    </>
  );
}

function ReadNow({ company, principal }: ReconciliationProps) {
  if (!hasRole(principal, 'reviewer')) return null;
  return (
    <form method="post" action={`${companyPath(company.id, 'reconciliation')}/read`}>
      <Csrf token={principal.csrf} />
      <button type="submit" class="secondary">
        Read now
      </button>
    </form>
  );
}

function Standing({ reading, now, principal }: ReconciliationProps) {
  if (reading === undefined) return <NotRead principal={principal} />;
  const { problem, empty, since, asOn, readAt } = reading;
  const later = since === undefined ? '' : ` Since then ${sinceWords[since] ?? 'something was changed'}: read again.`;
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

/** What is known, each once, with all that it moves. */
function Causes({ causes, companyId }: { readonly causes: readonly CauseShown[]; readonly companyId: string }) {
  if (causes.length === 0) return null;
  const hasAmounts = causes.some(({ accounts }) => accounts.some(({ amount: sum }) => sum !== undefined));
  return (
    <section aria-labelledby="causes-heading">
      <h2 id="causes-heading">Causes</h2>
      {hasAmounts ? (
        <p class="muted">Each amount is what the books have beyond payroll; with a minus, what they lack.</p>
      ) : null}
      <ul class="causes">
        {causes.map((cause) => (
          <li key={`${cause.what} ${cause.run?.datedOn ?? ''}`}>
            <CauseWords cause={cause} companyId={companyId} />
            <CauseAccounts cause={cause} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function CauseWords({ cause, companyId }: { readonly cause: CauseShown; readonly companyId: string }) {
  const { what, todo, run } = cause;
  return (
    <>
      {run === undefined ? <strong>{what}</strong> : <a href={runPath({ companyId, ...run })}>{what}</a>} <p>{todo}</p>
    </>
  );
}

/** More people than these are folded: a pay run of forty people is forty accounts. */
const peopleMax = 3;

function CauseAccounts({ cause }: { readonly cause: CauseShown }) {
  const codes = codesOf(cause);
  if (codes.length === 0) return null;
  return (
    <ul class="amounts">
      {codes.flatMap(({ account, places, sum }) =>
        places.length <= peopleMax ? (
          places.map((place) => <PlaceAmount key={place.user} place={place} />)
        ) : (
          <li key={account}>
            <details class="prints">
              <summary>
                <span class="n">{amount(sum)}</span> {account}, {manyInWords(places)}
              </summary>
              <ul class="amounts">
                {places.map((place) => (
                  <PlaceAmount key={place.user} place={place} />
                ))}
              </ul>
            </details>
          </li>
        ),
      )}
    </ul>
  );
}

function PlaceAmount({ place: { account, name, amount: sum = '' } }: { readonly place: Places[number] }) {
  return (
    <li>
      <span class="n">{amount(sum)}</span> {account} {name}
    </li>
  );
}

/** In one line: the list of all clients stays short. */
export function CauseSums({ cause }: { readonly cause: CauseShown }) {
  const codes = codesOf(cause);
  return (
    <>
      {codes.map(({ account, places, sum }, index) => (
        <>
          <span class="nowrap">
            {amount(sum)} on {account} {places.length === 1 ? places[0]?.name : `(${manyInWords(places)})`}
            {index === codes.length - 1 ? '' : ','}
          </span>{' '}
        </>
      ))}
    </>
  );
}

type Places = CauseShown['accounts'];

/** Some of what is on an account may be in nobody's name. */
const manyInWords = (places: Places) =>
  count(places.length, 'part', places.every(({ user }) => user) ? 'people' : 'parts');

/** The accounts whose amounts the viewer may see, by code. */
function codesOf({ accounts }: CauseShown) {
  const seen = accounts.filter((place) => place.amount !== undefined);
  return [...new Set(seen.map(({ account }) => account))].sort().map((account) => {
    const places = seen.filter((place) => place.account === account);
    return { account, places, sum: Money.sum(places.map((place) => Money.parse(place.amount ?? '0'))) };
  });
}

interface OpenOf {
  readonly place: AccountShown;
  readonly part: OpenShown;
}

/** What needs somebody first, then what is due, then what a person named. */
export const openOf = ({ accounts }: Pick<ReadingShown, 'accounts'>): readonly OpenOf[] =>
  accounts
    .flatMap((place) => place.open.map((part) => ({ place, part })))
    .toSorted((a, b) => rankOf(a.part) - rankOf(b.part));

const rankOf = (part: OpenShown): number => (needsSomebody(part) ? 0 : part.state === 'due' ? 1 : 2);

/** The rest is folded. */
const openMax = 10;

function OpenItems(props: ReconciliationProps & { readonly reading: ReadingShown }) {
  const { reading } = props;
  const open = openOf(reading);
  // Somebody who may not see pay is not told that nobody's pay is open.
  if (open.length === 0) return reading.state === 'clear' ? <p>Nothing is open that needs somebody.</p> : null;
  const rest = open.slice(openMax);
  return (
    <section aria-labelledby="open-heading">
      <h2 id="open-heading">Open items</h2>
      <OpenTable {...props} open={open.slice(0, openMax)} name={{ labelledBy: 'open-heading' }} />
      {rest.length === 0 ? null : (
        <details class="prints">
          <summary>{count(rest.length, 'more', 'more')}</summary>
          <OpenTable {...props} open={rest} name={{ label: 'More open items' }} />
        </details>
      )}
    </section>
  );
}

interface OpenTableProps extends ReconciliationProps {
  readonly open: readonly OpenOf[];
  readonly name: { readonly label: string } | { readonly labelledBy: string };
}

function OpenTable({ company, open, name, principal }: OpenTableProps) {
  return (
    <FiguresTable kind="dense cards even" name={name} headings={openHeadings}>
      {open.map(({ place, part }) => (
        <OpenRow key={`${place.account} ${place.user ?? ''} ${part.id}`} place={place} part={part}>
          {part.reason === undefined ? null : <p>{part.reason}</p>}
          {part.hints.map((hint) => (
            <p key={hint} class="muted">
              {hint}
            </p>
          ))}
          <Accept {...{ place, part, principal }} companyId={company.id} />
        </OpenRow>
      ))}
    </FiguresTable>
  );
}

export const openHeadings = ['Account', 'Item', 'Due', { n: 'Amount' }, 'State'];

export function OpenRow({ place, part, children }: OpenOf & { readonly children?: ComponentChildren }) {
  return (
    <tr>
      <th scope="row">
        {place.account} {place.name}
      </th>
      <td class="wordy">{part.item}</td>
      <td class="nowrap" data-label="Due">
        {dayInWords(part.due)}
      </td>
      <Amount of={part.amount} label="Amount" />
      <td class="note">
        <OpenState part={part} />
        {children}
      </td>
    </tr>
  );
}

type OpenShown = AccountShown['open'][number];

function OpenState({ part }: { readonly part: OpenShown }) {
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
    <details class="more-acts">
      <summary>Name it, with a reason</summary>
      <form method="post" action={`${companyPath(companyId, 'reconciliation')}/accept`} class="act-line">
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

/** What adds up to each balance: by account, and those of people by person. */
function Accounts({ accounts, accountName }: AccountsProps) {
  const codes = [...new Set(accounts.map(({ account }) => account))];
  return (
    <section aria-labelledby="accounts-heading">
      <h2 id="accounts-heading">Balances</h2>
      <p class="muted">Each balance is what is not due, what the causes come to, and what is open.</p>
      <FiguresTable
        kind="dense cards even pairs"
        name={{ labelledBy: 'accounts-heading' }}
        headings={['Account', ...balanceHeadings]}
      >
        {codes.map((code) => {
          const places = accounts.filter(({ account }) => account === code);
          const name = places.find(({ user }) => user === undefined)?.name ?? accountName(code);
          return <BalanceRow key={code} name={`${code} ${name}`} places={places} />;
        })}
      </FiguresTable>
      {codes.map((code) => (
        <People key={code} code={code} places={accounts.filter(({ account, user }) => account === code && user)} />
      ))}
    </section>
  );
}

interface AccountsProps extends Pick<ReconciliationProps, 'accountName'> {
  readonly accounts: readonly AccountShown[];
}

const balanceHeadings = ['Balance', 'Not due', 'By causes', 'Open'].map((n) => ({ n }));

function People({ code, places }: { readonly code: string; readonly places: readonly AccountShown[] }) {
  if (places.length === 0) return null;
  return (
    <details>
      <summary>
        {code}, {count(places.length, 'person', 'people')}
      </summary>
      <FiguresTable
        kind="dense cards even pairs"
        name={{ label: `Balances of ${code} by person` }}
        headings={['Person', ...balanceHeadings]}
      >
        {places.map((place) => (
          <BalanceRow key={place.user} name={place.name} places={[place]} />
        ))}
      </FiguresTable>
    </details>
  );
}

function BalanceRow({ name, places }: { readonly name: string; readonly places: readonly AccountShown[] }) {
  const isSeen = places.every(({ balance }) => balance !== undefined);
  const sum = (of: (one: AccountShown) => string | undefined) =>
    isSeen ? Money.sum(places.map((one) => Money.parse(of(one) ?? '0'))) : undefined;
  return (
    <tr>
      <th scope="row">{name}</th>
      <Amount of={sum(({ balance }) => balance)} label="Balance" />
      <Amount of={sum(({ notDue }) => notDue)} label="Not due" />
      <Amount of={sum(({ known }) => known)} label="By causes" />
      <Amount of={isSeen ? Money.sum(places.map(openIn)) : undefined} label="Open" />
    </tr>
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
      <form
        method="post"
        action={`${companyPath(company.id, 'reconciliation')}/bring-forward`}
        class="act-line noprint"
      >
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
