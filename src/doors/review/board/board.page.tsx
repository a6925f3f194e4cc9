import type { Principal } from '../../../access/principal.js';
import { hasRole } from '../../../access/principal.js';
import { dayInWords, monthInWords } from '../../../journal/nouns/dates.js';
import type { BoardFilter } from '../../../views/board/board-lists.js';
import type { BoardMonth } from '../../../views/board/board.js';
import { AdjustmentList } from './board-adjustments.js';
import { AttentionList, ElsewhereList, needYou } from './board-attention.js';
import { DoneList, ReadyList } from './board-lists.js';
import { BoardYear } from './board-year.js';
import { Csrf, State } from '../frame/marks.js';
import { boardPath, runPath } from '../frame/paths.js';
import { count, dueInWords, moment, taxMonthDays } from '../frame/words.js';
import type { BoardProps } from './board-props.js';

export function BoardPage(props: BoardProps) {
  const { month, filter, principal } = props;
  const nothingYet = month.summary.companies === 0;
  return (
    <>
      <MonthHeading {...props} />
      {nothingYet ? <FirstSteps principal={principal} /> : <Tally {...props} />}
      {needYou(month) > 0 || filter.reason || filter.mine ? <AttentionList {...props} /> : null}
      <CheckingList {...props} />
      {month.counts.ready.runs > 0 ? <ReadyList {...props} /> : null}
      {month.counts.done.runs > 0 ? <DoneList {...props} /> : null}
      <AdjustmentList adjustment={props.month.adjustment} />
      <ElsewhereList {...props} />
      {nothingYet ? null : <BoardYear {...props} />}
    </>
  );
}

function MonthHeading({ filter, month }: BoardProps) {
  const [before, after] = [monthBeside(filter, -1), monthBeside(filter, 1)];
  const { search } = filter;
  return (
    <header class="month">
      <div class="month-turn">
        <a
          href={boardPath(before, { search })}
          rel="prev"
          aria-label={`To ${monthInWords(before.year, before.period)}`}
        >
          ‹
        </a>
        <h1>
          {monthInWords(filter.year, filter.period)}
          <small>
            tax month {filter.period + 1} ({taxMonthDays(filter.year, filter.period)})
          </small>
        </h1>
        <a href={boardPath(after, { search })} rel="next" aria-label={`To ${monthInWords(after.year, after.period)}`}>
          ›
        </a>
      </div>
      <p class="due">
        HMRC <strong>{dueInWords(month.hmrcDueOn)}</strong>
      </p>
    </header>
  );
}

function Tally({ month, principal, now }: BoardProps) {
  const { counts, summary } = month;
  const figures = [
    { number: summary.companies, words: summary.companies === 1 ? 'company' : 'companies', href: '/clients' },
    { number: counts.done.runs, words: 'posted', href: '#done' },
    { number: counts.ready.runs, words: 'ready', href: '#ready' },
    {
      number: needYou(month),
      words: needYou(month) === 1 ? 'needs you' : 'need you',
      href: '#needs-you',
      loud: true,
    },
    { number: counts.checking.runs, words: 'being checked', href: '#checking', onlyIfAny: true },
    { number: counts.notDue.runs, words: 'not due' },
    { number: counts.nothing.runs, words: 'nil' },
    { number: counts.aside.runs, words: 'set aside', onlyIfAny: true },
  ].filter((one) => !one.onlyIfAny || one.number > 0);
  return (
    <div class="tally">
      <ul aria-label="This month">
        {figures.map(({ number, words, href, loud }) => (
          <li key={words} class={loud && number > 0 ? 'loud' : undefined}>
            {href === undefined || number === 0 ? (
              <>
                <strong>{number}</strong> {words}
              </>
            ) : (
              <a href={href}>
                <strong>{number}</strong> {words}
              </a>
            )}
          </li>
        ))}
      </ul>
      <div class="synced">
        <p>{syncedWords(summary, now)}</p>
        {hasRole(principal, 'reviewer') ? (
          <form method="post" action="/syncs">
            <Csrf token={principal.csrf} />
            <button type="submit" class="secondary">
              Sync now
            </button>
          </form>
        ) : null}
      </div>
    </div>
  );
}

function syncedWords(summary: BoardMonth['summary'], now: Date): string {
  const { lastSyncedAt, verifiedSince, neverVerified, findings } = summary;
  if (lastSyncedAt === undefined) return 'Not synced yet';
  const synced = `Synced ${moment(lastSyncedAt, now)}`;
  const never =
    neverVerified === 0 ? '' : ` · books of ${count(neverVerified, 'company', 'companies')} not rechecked yet`;
  if (verifiedSince === undefined) return `${synced}${never}`;
  const differences = findings === 0 ? 'no difference' : count(findings, 'difference');
  const since = `${summary.companies > 1 ? 'since ' : ''}${moment(verifiedSince, now)}`;
  return `${synced} · books rechecked ${since}: ${differences}${never}`;
}

function FirstSteps({ principal }: { readonly principal: Principal }) {
  return (
    <section class="empty">
      <h2>{principal.companies === null ? 'No company yet' : 'No company that you may see'}</h2>
      {hasRole(principal, 'admin') ? (
        <p>
          <a href="/clients" class="button">
            Connect a company
          </a>
        </p>
      ) : (
        <p>Ask an administrator to connect one, or to give you access to an existing one.</p>
      )}
    </section>
  );
}

function CheckingList({ month, now }: BoardProps) {
  if (month.checking.rows.length === 0) return null;
  return (
    <section id="checking" aria-labelledby="checking-heading">
      <h2 id="checking-heading">
        Checking <span class="figure">{month.counts.checking.runs}</span>
      </h2>
      <ul>
        {month.checking.rows.map((row) => (
          <li key={`${row.companyId} ${row.tag}`} class="row">
            <span class="row-who">{row.company}</span>
            <span class="row-when">{dayInWords(row.datedOn)}</span>
            <span class="row-what">
              <State state="in_doubt" />
              {checkingWords(row.settledBy, now)}
            </span>
            <a class="row-act" href={runPath(row)}>
              Open<span class="sr-only"> {row.company}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function checkingWords(settledBy: Date | undefined, now: Date): string {
  const until = settledBy === undefined ? '' : ` until ${moment(settledBy, now)}`;
  return `The service did not answer. We look for the journal${until} and send nothing meanwhile. Nothing to do.`;
}

function monthBeside({ year, period }: BoardFilter, step: 1 | -1) {
  const index = year * 12 + period + step;
  return { year: Math.floor(index / 12), period: index % 12 };
}
