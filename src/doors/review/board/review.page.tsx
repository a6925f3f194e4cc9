import { paidInWords } from '../../../journal/nouns/pay-key.js';
import type { Principal } from '../../../access/principal.js';
import type { Problem } from '../../../ground/problem.js';
import { Money } from '../../../journal/nouns/money.js';
import type { MonthOfMode } from '../../../views/month/board.js';
import type { Ready } from '../../../views/month/board-lists.js';
import { Csrf, Figure, Parted } from '../frame/marks.js';
import { boardPath, clientsOnly, runPath } from '../frame/paths.js';
import { ProblemNote } from '../frame/problem-note.js';
import { ReasonBox } from '../frame/reason-box.js';
import { count, joined, monthAt, monthOfModeInWords, uncleanInParts } from '../frame/words.js';
import { MonthKept } from './month-kept.js';
import { ReadyTable, seenOf } from './ready-table.js';

interface ReviewProps {
  readonly month: MonthOfMode;
  readonly picked: readonly Ready[];
  readonly leftOut: readonly Ready[];
  /** How many ticked runs are no longer ready as they were shown. */
  readonly moved: number;
  readonly principal: Principal;
  readonly problem?: Problem;
}

/**
 * What would be posted, what is odd about it and what is left out. Runs of several companies are posted only from here.
 */
export function ReviewPage({ month, picked, leftOut, moved, principal, problem }: ReviewProps) {
  const back = boardPath(month, clientsOnly(month));
  const exceptions = picked.filter((row) => row.unclean.length > 0);
  return (
    <>
      <header class="page-heading">
        <h1>
          Review {count(picked.length, 'pay run')}
          <small>{monthOfModeInWords(month)}</small>
        </h1>
        <a href={back} class="button secondary">
          Back to Month
        </a>
      </header>
      {problem === undefined ? null : <ProblemNote problem={problem} />}
      {moved === 0 ? null : (
        <p class="warning">
          {count(moved, 'pay run')} changed since you ticked {moved === 1 ? 'it' : 'them'}, and{' '}
          {moved === 1 ? 'is' : 'are'} not among these.
        </p>
      )}
      <Totals picked={picked} />
      <section aria-labelledby="exceptions-heading">
        <h2 id="exceptions-heading">
          Exceptions <span class={exceptions.length > 0 ? 'figure loud' : 'figure'}>{exceptions.length}</span>
        </h2>
        {exceptions.length === 0 ? (
          <p>
            None: no hold, no warning but those the policy expects, agreed to the PAYE due or not due yet, within the
            policy’s variance.
          </p>
        ) : (
          <Reasons rows={exceptions} />
        )}
      </section>
      {picked.length === 0 ? null : (
        <section aria-labelledby="posts-heading" class="page-wide">
          <h2 id="posts-heading">To post</h2>
          <ReadyTable month={month} labelledBy="posts-heading" rows={picked} />
        </section>
      )}
      <section aria-labelledby="left-out-heading">
        <h2 id="left-out-heading">
          Left out <span class="figure">{leftOut.length}</span>
        </h2>
        {leftOut.length === 0 ? <p>Nothing: all that is ready this month is ticked.</p> : <Reasons rows={leftOut} />}
      </section>
      {picked.length === 0 ? null : (
        <form method="post" action="/runs/post" class="act-line noprint">
          <Csrf token={principal.csrf} />
          <MonthKept filter={month} />
          {picked.map((row) => (
            <input key={seenOf(row)} type="hidden" name="runs" value={seenOf(row)} />
          ))}
          <ReasonBox typed={{}} />
          <button type="submit">Post {picked.length}</button>
        </form>
      )}
    </>
  );
}

function Totals({ picked }: { readonly picked: readonly Ready[] }) {
  const shown = picked.flatMap(({ totals }) => totals ?? []);
  const hidden = picked.length - shown.length;
  const figures = [
    ['Payslips', String(picked.reduce((sum, row) => sum + row.payslips, 0))],
    ['Gross', <Figure is="runs.gross" of={Money.sum(shown.map(({ gross }) => gross))} pounds />],
    ['Net', <Figure is="runs.net" of={Money.sum(shown.map(({ net }) => net))} pounds />],
    ['HMRC', <Figure is="runs.paye" of={Money.sum(shown.map(({ taxAuthority }) => taxAuthority))} pounds />],
  ] as const;
  return (
    <section aria-label="Totals">
      <dl class="totals">
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {hidden === 0 ? null : <p class="muted">Without {count(hidden, 'pay run')} whose totals you may not see.</p>}
    </section>
  );
}

function Reasons({ rows }: { readonly rows: readonly Ready[] }) {
  return (
    <ul>
      {rows.map((row) => (
        <li key={`${row.companyId} ${row.tag}`} class="row" data-of={monthAt(row)}>
          <span class="row-who">{row.company}</span>
          <span class="row-when">{paidInWords(row)}</span>
          <span class="row-what">
            {row.unclean.length === 0 ? 'Not ticked' : <Parted of={joined(row.unclean.map(uncleanInParts), ' · ')} />}
          </span>
          <a class="row-act" href={runPath(row)}>
            Open<span class="sr-only"> {row.company}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
