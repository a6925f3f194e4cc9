import { paidInWords } from '../../../journal/nouns/pay-key.js';
import type { Principal } from '../../../access/principal.js';
import { hasRole } from '../../../access/principal.js';
import { monthInWords } from '../../../journal/nouns/dates.js';
import type { BoardFilter } from '../../../views/month/board-lists.js';
import { dayInLondon } from '../../../ground/london.js';
import { AdjustmentList } from './board-adjustments.js';
import { AttentionList, ElsewhereList, needYou } from './board-attention.js';
import { DoneList, ReadyList } from './board-lists.js';
import { BoardYear } from './board-year.js';
import { MonthFilter } from './month-filter.js';
import { closeInWords, recheckedWords, Steps } from './month-steps.js';
import { nextAct } from './next-act.js';
import { State } from '../frame/marks.js';
import { boardPath, clientsOnly, runPath } from '../frame/paths.js';
import { dueInWords, moment, taxMonthDays } from '../frame/words.js';
import { NextStep } from '../kit/next-step.js';
import { Row, Section } from '../kit/section.js';
import type { BoardProps } from './board-props.js';

export function BoardPage(props: BoardProps) {
  const { month, filter, principal } = props;
  const nothingYet = month.summary.companies === 0 && filter.mode === undefined;
  return (
    <>
      <MonthHeading {...props} />
      {nothingYet ? (
        <NothingYet {...props} />
      ) : (
        <>
          <div class="leads">
            <NextStep act={hasRole(principal, 'reviewer') ? nextAct(props) : undefined} />
            <MonthFilter {...props} />
          </div>
          <Steps {...props} />
          <OtherStates {...props} />
        </>
      )}
      {needYou(month) > 0 || (!nothingYet && (filter.reason || filter.assignee)) ? <AttentionList {...props} /> : null}
      <CheckingList {...props} />
      {month.counts.ready.runs > 0 ? <ReadyList {...props} /> : null}
      {month.counts.done.runs > 0 ? <DoneList {...props} /> : null}
      <AdjustmentList adjustment={props.month.adjustment} />
      <ElsewhereList {...props} />
      {nothingYet ? null : <BoardYear {...props} />}
    </>
  );
}

function MonthHeading({ filter, month, now }: BoardProps) {
  const [before, after] = [neighbourMonth(filter, -1), neighbourMonth(filter, 1)];
  const today = dayInLondon(now);
  return (
    <header class="month">
      <div class="month-turn">
        <a
          href={boardPath(before, clientsOnly(filter))}
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
        <a
          href={boardPath(after, clientsOnly(filter))}
          rel="next"
          aria-label={`To ${monthInWords(after.year, after.period)}`}
        >
          ›
        </a>
      </div>
      <p class="due">
        <strong>{closeInWords(month.steps, { hmrcDueOn: month.hmrcDueOn, today })}</strong>
        <br />
        HMRC {dueInWords(month.hmrcDueOn, today)}
      </p>
    </header>
  );
}

/** Runs that are neither left to do nor done. */
function OtherStates(props: BoardProps) {
  const { counts, summary } = props.month;
  const others = [
    ...(counts.notDue.runs > 0 ? [`${counts.notDue.runs} not due`] : []),
    ...(counts.nothing.runs > 0 ? [`${counts.nothing.runs} nil`] : []),
    ...(counts.aside.runs > 0 ? [`${counts.aside.runs} set aside`] : []),
  ];
  const lines = [
    others.length === 0 ? '' : `Pay runs besides: ${others.join(', ')}`,
    recheckedWords(summary, props.now),
  ];
  return <p class="sum">{lines.filter((one) => one !== '').join(' · ')}</p>;
}

/** That no work is a person's does not mean that there is no client. */
function NothingYet({ filter, principal }: BoardProps) {
  if (filter.assignee === undefined) return <FirstSteps principal={principal} />;
  return (
    <section class="empty">
      <h2>Nothing is assigned to {filter.assignee === principal.person ? 'you' : 'this person'}</h2>
      <p>
        <a href={boardPath(filter, {})}>All of {monthInWords(filter.year, filter.period)}</a>
      </p>
    </section>
  );
}

function FirstSteps({ principal }: { readonly principal: Principal }) {
  return (
    <section class="empty">
      <h2>{principal.companies === null ? 'No client yet' : 'No client that you may see'}</h2>
      {hasRole(principal, 'admin') ? (
        <p>
          <a href="/clients" class="button noprint">
            Connect a client
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
    <Section id="checking" heading="Checking" count={month.counts.checking.runs}>
      <ul>
        {month.checking.rows.map((row) => (
          <Row
            key={`${row.companyId} ${row.tag}`}
            who={row.company}
            when={paidInWords(row)}
            href={runPath(row)}
            act="Open"
          >
            <State state="in_doubt" />
            {checkingWords(row.settledBy, now)}
          </Row>
        ))}
      </ul>
    </Section>
  );
}

function checkingWords(settledBy: Date | undefined, now: Date): string {
  const until = settledBy === undefined ? '' : ` until ${moment(settledBy, now)}`;
  return `The service did not answer. We look for the journal${until} and send nothing meanwhile. Nothing to do.`;
}

function neighbourMonth({ year, period }: BoardFilter, step: 1 | -1) {
  const index = year * 12 + period + step;
  return { year: Math.floor(index / 12), period: index % 12 };
}
