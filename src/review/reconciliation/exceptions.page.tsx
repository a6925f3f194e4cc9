import { needsSomebody } from '../../controls/answer.js';
import type { ReadingShown } from '../../controls/show/readings.js';
import { dayInWords, shortDay } from '../../journal/dates.js';
import { hasRole, type Principal } from '../../access/principal.js';
import type { ReadingAll } from '../../runner/read-all.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Amount, Csrf } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { count, moment } from '../frame/words.js';
import { CauseAccounts, OpenState } from './reconciliation.page.js';
import { reconciliationPath } from './roll-forward-table.js';

interface ExceptionsProps {
  readonly readings: readonly ReadingShown[];
  /** Companies whose control accounts nobody has read yet. */
  readonly unread: readonly { readonly id: string; readonly name: string }[];
  /** A reading of all that is going on. */
  readonly going?: ReadingAll;
  readonly principal: Principal;
  readonly now: Date;
}

/** All clients: what somebody needs to look at, and when each was read. */
export function ExceptionsPage({ readings, unread, going, principal, now }: ExceptionsProps) {
  const open = readings.filter(({ exceptions, problem }) => exceptions > 0 || problem !== undefined);
  const clear = readings.filter(({ state, problem }) => state === 'clear' && problem === undefined);
  return (
    <>
      <header class="page-heading">
        <h1>
          Reconciliation
          <small>
            {clear.length} of {count(readings.length + unread.length, 'client')} clear
            {unread.length === 0 ? '' : `, ${unread.length} not read yet`}
          </small>
        </h1>
        <div class="files">
          <a href="/hmrc-due" class="button secondary">
            HMRC due
          </a>
          <ReadAll going={going} principal={principal} />
        </div>
      </header>
      {going === undefined ? null : <Progress going={going} />}
      {open.map((reading) => (
        <Client key={reading.companyId} reading={reading} now={now} />
      ))}
      {open.length === 0 ? <p>{noneInWords(readings.length, unread.length)}</p> : null}
      {unread.length === 0 ? null : (
        <section aria-labelledby="unread-heading">
          <h2 id="unread-heading">Not read yet</h2>
          <ul class="plain">
            {unread.map(({ id, name }) => (
              <li key={id}>
                <a href={reconciliationPath(id)}>{name}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {clear.length === 0 ? null : (
        <section aria-labelledby="clear-heading">
          <h2 id="clear-heading">Clear</h2>
          <ul class="plain">
            {clear.map((reading) => (
              <li key={reading.companyId}>
                <a href={reconciliationPath(reading.companyId)}>{reading.company}</a> as at {dayInWords(reading.asOn)},
                read {moment(reading.readAt, now)}
                {reading.since === undefined ? '' : ', changed since'}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function ReadAll({ going, principal }: Pick<ExceptionsProps, 'going' | 'principal'>) {
  if (!hasRole(principal, 'reviewer')) return null;
  return (
    <form method="post" action="/reconciliation/read">
      <Csrf token={principal.csrf} />
      <button type="submit" disabled={going !== undefined}>
        Read all now
      </button>
    </form>
  );
}

function Progress({ going: { done, of } }: { readonly going: ReadingAll }) {
  return (
    <p role="status">
      <progress max={of} value={done} /> {done} of {count(of, 'client')} read.
    </p>
  );
}

/** Where nobody looked, nothing is known: that is not the same as nothing to look at. */
function noneInWords(read: number, unread: number): string {
  if (read === 0) return unread === 0 ? 'There is no client yet.' : 'Not read yet.';
  return unread === 0
    ? 'Nothing to look at.'
    : `Nothing to look at in the ${count(read, 'client')} that could be read.`;
}

/** Keeps the list of all clients short; the client's own page has everything. */
const shownMax = 3;

function Client({ reading, now }: { readonly reading: ReadingShown; readonly now: Date }) {
  const { companyId, company, causes, accounts, problem } = reading;
  const open = accounts.flatMap((place) => place.open.filter(needsSomebody).map((part) => ({ place, part })));
  const id = `client-${companyId}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        <a href={reconciliationPath(companyId)}>{company}</a>{' '}
        <small>
          read {moment(reading.readAt, now)}
          {reading.since === undefined ? '' : ', changed since'}
        </small>
      </h2>
      {problem === undefined ? null : <p class="is-held">The books could not be read: {problem}</p>}
      <ul class="plain causes">
        {causes.slice(0, shownMax).map((cause) => (
          <li key={`${cause.what} ${cause.run?.datedOn ?? ''}`}>
            <strong>
              {cause.run === undefined ? cause.what : <a href={runPath({ companyId, ...cause.run })}>{cause.what}</a>}
            </strong>
            <p>{cause.todo}</p>
            <CauseAccounts cause={cause} />
          </li>
        ))}
      </ul>
      {open.length === 0 ? null : (
        <FiguresTable
          kind="dense cards"
          name={{ labelledBy: id }}
          headings={['Account', 'Item', 'Due', { n: 'Amount' }, 'State']}
        >
          {open.slice(0, shownMax).map(({ place, part }) => (
            <tr key={`${place.account} ${place.user ?? ''} ${part.id}`}>
              <th scope="row">
                {place.account} {place.name}
              </th>
              <td data-label="Item">{part.item}</td>
              <td class="nowrap" data-label="Due">
                {shortDay(part.due)}
              </td>
              <Amount of={part.amount} label="Amount" />
              <td class="note">
                <OpenState part={part} />
              </td>
            </tr>
          ))}
        </FiguresTable>
      )}
      {causes.length <= shownMax && open.length <= shownMax ? null : (
        <p>
          <a href={reconciliationPath(companyId)}>
            {count(Math.max(0, causes.length - shownMax) + Math.max(0, open.length - shownMax), 'more')}
          </a>
        </p>
      )}
    </section>
  );
}
