import { paidInWords } from '../../../journal/nouns/pay-key.js';
import { dayInWords, monthInWords, shortDay } from '../../../journal/nouns/dates.js';
import type { WaitingMonth } from '../../../views/month/board.js';
import type { Attention, TaxMonth } from '../../../views/month/board-lists.js';
import { clientInWords, type ClientWait } from '../../../views/company/client-answers.js';
import type { BoardProps } from './board-props.js';
import { Figure, More, Said, State } from '../frame/marks.js';
import { boardPath, clientAnswersPath, clientsOnly, companyPath, runPath } from '../frame/paths.js';
import { actionWords, dealtWithFirst, stateInWords } from '../frame/words.js';
import { Row, Section } from '../kit/section.js';
import { holdWords, stateWords } from '../../../views/words/words.js';

/** What needs a person, in words, each with a link to the action. */
export function AttentionList(props: BoardProps) {
  const { month, filter, places } = props;
  const { needsYou, summary } = month;
  const showsTroubled = filter.reason === undefined && places.needsYou === undefined;
  return (
    <Section
      id="needs-you"
      heading="Needs you"
      count={needYou(month)}
      isLoud
      aside={month.clients.length === 0 ? undefined : <ClientAnswers month={filter} clients={month.clients} />}
    >
      <ul>
        {showsTroubled
          ? summary.troubled.map((company) => (
              <Row
                key={company.id}
                who={company.name}
                when="all months"
                href={companyPath(company.id, 'connection')}
                act="Open"
              >
                <span class="state is-refused">Not synced</span>
                {company.problem}
              </Row>
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
    </Section>
  );
}

function AttentionRow({ row }: { readonly row: Attention }) {
  return (
    <Row
      data-of={row.tag}
      who={row.company}
      when={paidInWords(row)}
      href={runPath(row)}
      act={actionWords[row.state] ?? 'Open'}
      which={`, paid ${shortDay(row.datedOn)}`}
    >
      <State state={row.state} words={stateInWords(row)} />
      <Words row={row} />
      {row.assignee === undefined ? null : <span class="muted"> {row.assignee}’s work</span>}
    </Row>
  );
}

/** Pay runs, clients who ask something or have not answered, and companies that cannot be synced. */
export const needYou = ({ counts, clients, summary }: BoardProps['month']): number =>
  counts.needsYou.runs + clients.length + summary.troubled.length;

function ClientRow({ of }: { readonly of: ClientWait }) {
  return (
    <Row
      who={of.company}
      when={dayInWords(of.datedOn)}
      href={`${runPath(of)}#client`}
      act={of.says === 'asks' ? 'Answer' : 'Open'}
      which={`, paid ${shortDay(of.datedOn)}`}
    >
      <span class={`state is-${of.says === 'asks' ? 'held' : 'not_ready'}`}>{clientInWords({ says: of.says })}</span>
      {of.words === undefined ? '' : `“${of.words}”`}
    </Row>
  );
}

/** "2 clients ask · 3 have not answered", each with the list of all their answers. */
function ClientAnswers({ month, clients }: { readonly month: TaxMonth; readonly clients: readonly ClientWait[] }) {
  const asking = clients.filter(({ says }) => says === 'asks').length;
  const silent = clients.length - asking;
  return (
    <p class="sum">
      {asking === 0 ? null : (
        <a href={clientAnswersPath(month, 'asks')}>{asking === 1 ? '1 client asks' : `${asking} clients ask`}</a>
      )}
      {asking > 0 && silent > 0 ? ' · ' : ''}
      {silent === 0 ? null : (
        <a href={clientAnswersPath(month, 'no_answer')}>
          {silent === 1 ? '1 has not answered' : `${silent} have not answered`}
        </a>
      )}
    </p>
  );
}

/** Runs left open in other months: months are closed one at a time, and these would be forgotten. */
export function ElsewhereList({ month, filter }: BoardProps) {
  const { months, latest, clients } = month.elsewhere;
  if (months.length === 0) return null;
  const waits = (group: 'needsYou' | 'ready') => months.filter((one) => one.group === group);
  return (
    <Section
      id="elsewhere"
      heading="Other months"
      aside={
        <>
          <p class="sum">
            <MonthLinks words="need you" of={waits('needsYou')} filter={filter} />
            {waits('needsYou').length > 0 && waits('ready').length > 0 ? ' · ' : ''}
            <MonthLinks words="ready" of={waits('ready')} filter={filter} />
          </p>
        </>
      }
    >
      <ul>
        {clients.map((one) => (
          <ClientRow key={`${one.companyId} ${one.datedOn} client`} of={one} />
        ))}
        {latest.map((row) => (
          <AttentionRow key={`${row.companyId} ${row.tag}`} row={row} />
        ))}
      </ul>
    </Section>
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

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
