import { paidInWords } from '../../../journal/nouns/pay-key.js';
import type { Problem } from '../../../ground/problem.js';
import { Money } from '../../../journal/nouns/money.js';
import { shortDay } from '../../../journal/nouns/dates.js';
import type { NotShown, Review } from '../../../views/month/board.js';
import type { BoardFilter, Ready } from '../../../views/month/board-lists.js';
import { Figure, Parted, Parts } from '../frame/marks.js';
import { boardPath, clientsOnly, monthKept, reviewPath, runPath } from '../frame/paths.js';
import { count, joined, monthAt, monthOfModeInWords, uncleanInParts } from '../frame/words.js';
import { ActForm, ReasonBox, TickBox } from '../kit/act-form.js';
import { PageHeading, ProblemNote, Row, Section } from '../kit/section.js';
import { ReadyTable, seenOf } from './ready-table.js';

interface ReviewProps {
  readonly filter: BoardFilter;
  readonly review: Review;
  /** Undefined: all that is clean. */
  readonly isTicked: ((run: NotShown) => boolean) | undefined;
  /** How many ticked runs are no longer ready as they were shown. */
  readonly moved: number;
  readonly problem?: Problem;
}

/**
 * What would be posted, what is odd about it and what is left out. Runs of several companies are posted only from here,
 * and only those that the page lists. What has a warning comes first, each with its tick: it is posted only if it is
 * ticked.
 */
export function ReviewPage({ filter, review, isTicked, moved, problem }: ReviewProps) {
  const back = boardPath(filter, clientsOnly(filter));
  const isOdd = (row: Ready) => row.unclean.length > 0;
  const isChosen = (row: Ready) => isTicked?.(row) === true;
  const odd = review.rows.filter(isOdd).sort((a, b) => a.company.localeCompare(b.company, 'en'));
  const clean = review.rows.filter((row) => !isOdd(row));
  const left = review.leftOut;
  return (
    <>
      <PageHeading words={`Review ${count(review.picked, 'pay run')}`} small={monthOfModeInWords(filter)}>
        <a href={back} class="button secondary">
          Back to Month
        </a>
      </PageHeading>
      <ProblemNote problem={problem} />
      {moved === 0 ? null : (
        <p class="warning">
          {count(moved, 'pay run')} changed since you ticked {moved === 1 ? 'it' : 'them'}, and{' '}
          {moved === 1 ? 'is' : 'are'} not among these.
        </p>
      )}
      <WhichPart of={review} />
      <Totals
        picked={[...odd.filter(isChosen), ...clean]}
        isPart={review.parts > 1}
        hasMore={odd.some((row) => !isChosen(row))}
      />
      <ActForm to="/runs/post" data-picks={clean.length} sends={{ ...monthKept(filter), reason: undefined }}>
        {clean.map((row) => (
          <input key={seenOf(row)} type="hidden" name="runs" value={seenOf(row)} />
        ))}
        <Section id="exceptions" heading="To look at first" count={odd.length} isLoud={odd.length > 0}>
          {odd.length === 0 ? (
            <p>
              None: no hold, no warning but those the policy expects, agreed to the PAYE due or not due yet, within the
              policy’s variance.
            </p>
          ) : (
            <>
              <p class="muted">Tick those that you have looked at and want to post as well.</p>
              <ul>
                {odd.map((row) => (
                  <Odd key={seenOf(row)} row={row} isTicked={isChosen(row)} />
                ))}
              </ul>
            </>
          )}
        </Section>
        {clean.length === 0 ? null : (
          <Section id="posts" heading="To post" count={clean.length} class="page-wide">
            <ReadyTable month={filter} labelledBy="posts-heading" rows={clean} />
          </Section>
        )}
        {left.length === 0 ? null : (
          <Section id="left-out" heading="Left out" count={left.length}>
            <ul>
              {left.slice(0, leftOutShown).map((row) => (
                <Row
                  key={`${row.companyId} ${row.tag}`}
                  data-of={monthAt(row)}
                  who={row.company}
                  when={paidInWords(row)}
                  href={runPath(row)}
                  act="Open"
                >
                  Not ticked
                </Row>
              ))}
            </ul>
            {left.length <= leftOutShown ? null : <p class="muted">And {left.length - leftOutShown} more.</p>}
          </Section>
        )}
        {/* An address has no ticks. */}
        {isTicked !== undefined && left.length > 0 ? null : (
          <Parts label="Pay runs to review" part={review.part} parts={review.parts} path={reviewPath(filter)} />
        )}
        <div class="act-line act-bar noprint">
          <ReasonBox typed={{}} />
          <button type="submit">
            Post{' '}
            <span data-picked-words="what is ticked">
              {odd.length === 0
                ? clean.length
                : clean.length === 0
                  ? 'what is ticked'
                  : `${clean.length} and what is ticked`}
            </span>
          </button>
        </div>
      </ActForm>
    </>
  );
}

const leftOutShown = 25;

/** Where not all fit on a page: which they are, and that the others are not posted with them. */
function WhichPart({ of: { rows, from, listed, parts } }: { readonly of: Review }) {
  if (parts === 1) return null;
  return (
    <p>
      <strong>
        {from + 1} to {from + rows.length} of {listed.toLocaleString('en-GB')}
      </strong>
      . This page posts what it lists and nothing else: the others stay ready.
    </p>
  );
}

/** A run with a warning: its figures, why, and the tick that posts it. */
function Odd({ row, isTicked }: { readonly row: Ready; readonly isTicked: boolean }) {
  const { totals } = row;
  return (
    <li class="row odd" data-of={row.tag}>
      <TickBox
        name="runs"
        value={seenOf(row)}
        checked={isTicked}
        disabled={row.fingerprint === undefined}
        data-net={totals?.net.toPence().toString()}
        class="row-who"
      >
        {row.company}
      </TickBox>
      <span class="row-when">{paidInWords(row)}</span>
      <span class="row-what">
        <Parted of={joined(row.unclean.map(uncleanInParts), ' · ')} />
        {totals === undefined ? null : (
          <span class="muted" data-is="run">
            {' '}
            gross <Figure is="run.gross" of={totals.gross} />, net <Figure is="run.net" of={totals.net} />
          </span>
        )}
      </span>
      <a class="row-act" href={runPath(row)}>
        Open<span class="sr-only">{` ${row.company}, paid ${shortDay(row.datedOn)}`}</span>
      </a>
    </li>
  );
}

interface TotalsProps {
  readonly picked: readonly Ready[];
  /** There are more of them on other pages. */
  readonly isPart: boolean;
  readonly hasMore: boolean;
}

function Totals({ picked, isPart, hasMore }: TotalsProps) {
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
      {hasMore || isPart ? (
        <p class="muted">
          Of {isPart ? `the ${picked.length} on this page` : `these ${picked.length}`}.
          {hasMore ? ' What you tick below is added to them.' : null}
        </p>
      ) : null}
      {hidden === 0 ? null : <p class="muted">Without {count(hidden, 'pay run')} whose totals you may not see.</p>}
    </section>
  );
}
