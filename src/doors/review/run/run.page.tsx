import { sourceIn } from '../../../journal/nouns/identity.js';
import { monthInWords, monthName } from '../../../journal/nouns/dates.js';
import type { RunView } from '../../../views/run/run-view.js';
import type { RunState } from '../../../record/runs/pay-run.entity.js';
import { SetLink } from '../frame/set-link.js';
import { hasRole } from '../../../access/principal.js';
import { AskClient, OpenClientLinks } from '../client/ask-client.js';
import { MonthFileLinks } from '../frame/month-file-links.js';
import { companyPath, runPath } from '../frame/paths.js';
import { likelyAct, Offered, RunActs } from './run-acts.js';
import { RunClient } from './run-client.js';
import { RunAdjustments } from './run-adjustments.js';
import { RunChecks } from './run-checks.js';
import { RunDecisions } from './run-decisions.js';
import { RunDifference } from './run-difference.js';
import { RunHistory } from './run-history.js';
import { RunJournal } from './run-journal.js';
import { RunLiabilities } from './run-liabilities.js';
import { RunPaid } from './run-paid.js';
import { WorkOnRun } from './run-work.js';
import type { RunPageProps } from './run-props.js';
import { Figure } from '../frame/marks.js';
import { ProblemNote } from '../kit/section.js';
import { isUnfiled } from './run-parts.js';
import { AnotherAccount, RunQuestions } from './run-questions.js';
import { moment, stateInWords, weekday } from '../frame/words.js';

/** In these states people decide by the difference, so it comes first; in others the figures do. */
const decidedAtOnce: readonly RunState[] = ['changed', 'drift', 'refused'];

/** One pay run: the checks or the question first, then what was paid and what was posted. */
export function RunPage(props: RunPageProps) {
  const { view, problem } = props;
  const { row } = view;
  const actsFirst = decidedAtOnce.includes(row.state);
  return (
    <>
      <Heading {...props} />
      <Bar {...props} />
      <ProblemNote problem={problem} />
      <RunClient {...props} />
      {row.state === 'held' ? <RunQuestions {...props} /> : <RunChecks {...props} />}
      <RunDifference {...props} />
      {actsFirst ? <RunActs {...props} /> : null}
      {row.totals === undefined && view.mapped === undefined ? (
        <section>
          <p class="muted">Amounts are shown to people who may see pay. An administrator can give you that right.</p>
        </section>
      ) : null}
      <RunPaid {...props} />
      <div class="beside">
        <div>
          <RunJournal {...props} />
          <RunAdjustments {...props} />
        </div>
        <div>
          <RunLiabilities {...props} />
          <RunDecisions {...props} />
          <RunHistory {...props} />
          <WorkOnRun {...props} />
        </div>
      </div>
      {actsFirst ? null : <RunActs {...props} />}
      {row.state === 'held' || row.state === 'ready' ? <AnotherAccount {...props} /> : null}
    </>
  );
}

/**
 * State, figures and the act stay in sight, however far the reader scrolls. They are the pay run's own: what is due to
 * HMRC, and when, is the month's, and the checks say it.
 */
function Bar({ view, principal, now }: RunPageProps) {
  const { row } = view;
  const act = row.state === 'held' ? { words: 'Decide' } : likelyAct(view);
  const { totals } = row;
  return (
    <div class="run-bar" data-of={row.tag}>
      <p class="run-state">
        <span class={`state is-${row.state}`}>{stateInWords(row)}</span>
        {standing(view, now)}
      </p>
      {isUnfiled(row) ? (
        <p class="run-figures muted">Pay and what HMRC is due are known once payroll is filed</p>
      ) : totals === undefined || row.state === 'moved' ? null : (
        <p class="run-figures">
          <span>
            gross <Figure is="run.gross" of={totals.gross} />
          </span>
          <span>
            net <Figure is="run.net" of={totals.net} />
          </span>
          <span>
            PAYE and NI of this pay run <Figure is="run.paye" of={totals.taxAuthority} />
          </span>
        </p>
      )}
      {hasRole(principal, 'reviewer') && act !== undefined ? (
        <a class="button noprint" href={row.state === 'held' ? '#questions' : '#acts'}>
          <Offered {...act} />
        </a>
      ) : null}
    </div>
  );
}

function Heading({ view, now, principal }: RunPageProps) {
  const { row, before, after } = view;
  const which = sourceIn(row.tag);
  return (
    <header class="page-heading">
      <div>
        <p class="crumbs">
          <a href={companyPath(row.companyId)}>{row.company}</a> ›{' '}
          <a href={`/?year=${row.year}&month=${row.period + 1}`}>{monthInWords(row.year, row.period)}</a> › tax month{' '}
          {row.period + 1}
        </p>
        <h1>
          {row.company}, paid {weekday(row.datedOn)} {row.datedOn.slice(0, 4)}
          {which === undefined ? '' : ` (${which})`}
        </h1>
        <p>
          <MonthFileLinks {...row} />
        </p>
        {hasRole(principal, 'reviewer') && view.mapped !== undefined ? (
          <>
            <AskClient {...row} />
            <OpenClientLinks run={row} links={view.clientLinks} now={now} />
          </>
        ) : null}
      </div>
      <nav class="beside-runs noprint" aria-label="Pay runs of this client">
        {before === undefined ? null : (
          <a href={runPath({ companyId: row.companyId, ...before })} rel="prev">
            ‹ {monthName(before.period).slice(0, 3)}
          </a>
        )}
        {after === undefined ? null : (
          <a href={runPath({ companyId: row.companyId, ...after })} rel="next">
            {monthName(after.period).slice(0, 3)} ›
          </a>
        )}
        <button type="button" class="secondary" data-prints hidden>
          Print
        </button>
      </nav>
    </header>
  );
}

function standing(view: RunView, now: Date) {
  const { row, postings, origin, policyVersion } = view;
  const effective = postings.find((posting) => posting.state === 'in_books' && posting.kind === 'post');
  const marks = [
    row.postedAt === undefined ? undefined : postedWords(row, origin, now),
    effective === undefined ? undefined : <SetLink url={effective.journalSet} />,
    signedOff(view, now),
    `policy v${policyVersion}`,
  ].filter((one) => one !== undefined);
  return marks.map((one) => <> · {one}</>);
}

function postedWords({ state, postedAt }: RunView['row'], origin: RunView['origin'], now: Date): string {
  const at = postedAt === undefined ? '' : moment(postedAt, now);
  if (origin === 'adopted') return `found in books ${at}`;
  return state === 'posted' ? at : `posted ${at}`;
}

/** A sign-off that fell is told, also while what changed is still to be decided. */
function signedOff({ row, signedOffAt: at, signOffFallen: fallen }: RunView, now: Date) {
  if (fallen !== undefined)
    return (
      <strong class="loud">
        the sign-off by {fallen.by} fell, figures have changed since ({moment(fallen.at, now)})
      </strong>
    );
  if (row.state !== 'posted') return undefined;
  return row.signedOffBy === undefined || at === undefined
    ? 'not yet signed off'
    : `signed off by ${row.signedOffBy}, ${moment(at, now)}`;
}
