import { paidInWords } from '../../../journal/nouns/pay-key.js';
import { dayInWords, monthInWords, shortDay } from '../../../journal/nouns/dates.js';
import { unassigned } from '../../../views/lists/assignees.js';
import { clientReasons, type WaitingMonth } from '../../../views/month/board.js';
import type { Attention } from '../../../views/month/board-lists.js';
import { clientInWords, type ClientWait } from '../../../views/company/client-answers.js';
import type { BoardProps } from './board-props.js';
import { MonthKept } from './month-kept.js';
import { Figure, More, Said, State } from '../frame/marks.js';
import { boardPath, clientsOnly, companyPath, runPath } from '../frame/paths.js';
import { actionWords, dealtWithFirst, stateInWords } from '../frame/words.js';
import { holdWords, stateWords } from '../../../views/words/words.js';

const states = ['held', 'changed', 'drift', 'refused', 'overdue', 'differs'] as const;

/** What needs a person, in words, each with a link to the action. */
export function AttentionList(props: BoardProps) {
  const { month, filter, places } = props;
  const { needsYou, summary } = month;
  const showsTroubled = filter.reason === undefined && places.needsYou === undefined;
  return (
    <section id="needs-you" aria-labelledby="needs-you-heading">
      <div class="section-line">
        <h2 id="needs-you-heading">
          Needs you <span class="figure loud">{needYou(month)}</span>
        </h2>
        <ReasonFilter {...props} />
      </div>
      <ul>
        {showsTroubled
          ? summary.troubled.map((company) => (
              <li key={company.id} class="row">
                <span class="row-who">{company.name}</span>
                <span class="row-when">all months</span>
                <span class="row-what">
                  <span class="state is-refused">Not synced</span>
                  {company.problem}
                </span>
                <a class="row-act" href={companyPath(company.id, 'connection')}>
                  Open<span class="sr-only"> {company.name}</span>
                </a>
              </li>
            ))
          : null}
        {places.needsYou === undefined
          ? month.clients.map((one) => <ClientRow key={`${one.companyId} client`} of={one} />)
          : null}
        {needsYou.rows.map((row) => (
          <AttentionRow key={`${row.companyId} ${row.tag}`} row={row} />
        ))}
      </ul>
      {needsYou.rows.length + month.clients.length + summary.troubled.length === 0 ? <p>Nothing matches.</p> : null}
      <More
        href={
          needsYou.next &&
          boardPath(filter, {
            ...clientsOnly(filter),
            reason: filter.reason,
            needs: needsYou.next,
          })
        }
        words="More that needs you"
      />
    </section>
  );
}

function AttentionRow({ row }: { readonly row: Attention }) {
  return (
    <li class="row" data-of={row.tag}>
      <span class="row-who">{row.company}</span>
      <span class="row-when">{paidInWords(row)}</span>
      <span class="row-what">
        <State state={row.state} words={stateInWords(row)} />
        <Words row={row} />
        {row.assignee === undefined ? null : <span class="muted"> {row.assignee}’s work</span>}
      </span>
      <a class="row-act" href={runPath(row)}>
        {actionWords[row.state] ?? 'Open'}
        <span class="sr-only">
          {' '}
          {row.company}, paid {shortDay(row.datedOn)}
        </span>
      </a>
    </li>
  );
}

/** Pay runs, clients who ask something or have not answered, and companies that cannot be synced. */
export const needYou = ({ counts, clients, summary }: BoardProps['month']): number =>
  counts.needsYou.runs + clients.length + summary.troubled.length;

function ClientRow({ of }: { readonly of: ClientWait }) {
  return (
    <li class="row">
      <span class="row-who">{of.company}</span>
      <span class="row-when">{dayInWords(of.datedOn)}</span>
      <span class="row-what">
        <span class={`state is-${of.says === 'asks' ? 'held' : 'not_ready'}`}>{clientInWords({ says: of.says })}</span>
        {of.words === undefined ? '' : `“${of.words}”`}
      </span>
      <a class="row-act" href={`${runPath(of)}#client`}>
        {of.says === 'asks' ? 'Answer' : 'Open'}
        <span class="sr-only">
          {' '}
          {of.company}, paid {shortDay(of.datedOn)}
        </span>
      </a>
    </li>
  );
}

/** Runs left open in other months: months are closed one at a time, and these would be forgotten. */
export function ElsewhereList({ month, filter }: BoardProps) {
  const { months, latest, clients } = month.elsewhere;
  if (months.length === 0) return null;
  const waits = (group: 'needsYou' | 'ready') => months.filter((one) => one.group === group);
  return (
    <section aria-labelledby="elsewhere-heading">
      <div class="section-line">
        <h2 id="elsewhere-heading">Other months</h2>
        <p class="sum">
          <MonthLinks words="need you" of={waits('needsYou')} filter={filter} />
          {waits('needsYou').length > 0 && waits('ready').length > 0 ? ' · ' : ''}
          <MonthLinks words="ready" of={waits('ready')} filter={filter} />
        </p>
      </div>
      <ul>
        {clients.map((one) => (
          <ClientRow key={`${one.companyId} ${one.datedOn} client`} of={one} />
        ))}
        {latest.map((row) => (
          <AttentionRow key={`${row.companyId} ${row.tag}`} row={row} />
        ))}
      </ul>
    </section>
  );
}

interface MonthLinksProps extends Pick<BoardProps, 'filter'> {
  readonly words: string;
  readonly of: readonly WaitingMonth[];
}

function MonthLinks({ words, of, filter }: MonthLinksProps) {
  if (of.length === 0) return null;
  return (
    <>
      {words}:{' '}
      {of.map((one, index) => (
        <>
          {index > 0 ? ', ' : ''}
          <a href={boardPath(one, clientsOnly(filter))}>
            {monthInWords(one.year, one.period)} ({one.runs})
          </a>
        </>
      ))}
    </>
  );
}

function Words({ row }: { readonly row: Attention }) {
  if (row.waitsFor !== undefined) return <>{dealtWithFirst(row)}</>;
  const message = row.message ?? holdWords[row.holdCodes[0] ?? ''] ?? sentence(row.reason ?? '');
  const [difference, ...others] = row.differences;
  if (difference === undefined) return message === stateWords[row.state] ? null : <Said>{message}</Said>;
  const more =
    others.length === 0 ? '' : others.length === 1 ? ', one other account' : `, ${others.length} other accounts`;
  const account = difference.name || difference.account;
  return (
    <>
      <Said>{message === '' ? '' : `${message.replace(/\.$/, '')}: `}</Said>
      {account} <Figure is="difference" of={difference.by} signed="pounds" />
      {more}
    </>
  );
}

function ReasonFilter({ filter, principal, month: { colleagues } }: BoardProps) {
  return (
    <form class="filter" method="get" action="/" data-submits-itself>
      <MonthKept filter={{ year: filter.year, period: filter.period, mode: filter.mode }} />
      <label>
        <span class="sr-only">Reason</span>
        <select name="reason">
          <option value="">Every reason</option>
          <optgroup label="State">
            {states.map((state) => (
              <option key={state} value={state} selected={filter.reason === state}>
                {stateWords[state]}
              </option>
            ))}
          </optgroup>
          <optgroup label="Client">
            {Object.entries(clientReasons).map(([reason, says]) => (
              <option key={reason} value={reason} selected={filter.reason === reason}>
                {clientInWords({ says })}
              </option>
            ))}
          </optgroup>
          <optgroup label="Held because">
            {Object.entries(holdWords).map(([code, words]) => (
              <option key={code} value={code} selected={filter.reason === code}>
                {words}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <label>
        <span class="sr-only">Client</span>
        <input type="search" name="search" value={filter.search ?? ''} placeholder="Client" autocomplete="off" />
      </label>
      {principal.person === undefined && colleagues.length === 0 ? null : (
        <label>
          <span class="sr-only">Assigned to</span>
          <select name="assignee">
            <option value="">Anyone’s</option>
            {principal.person === undefined ? null : (
              <option value="me" selected={filter.assignee === principal.person}>
                Mine
              </option>
            )}
            <option value={unassigned} selected={filter.assignee === unassigned}>
              No one’s
            </option>
            {colleagues
              .filter(({ id }) => id !== principal.person)
              .map(({ id, name }) => (
                <option key={id} value={id} selected={filter.assignee === id}>
                  {name}’s
                </option>
              ))}
          </select>
        </label>
      )}
      <button type="submit" class="secondary">
        Filter
      </button>
    </form>
  );
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
