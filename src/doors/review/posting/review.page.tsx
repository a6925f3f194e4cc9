import { paidInWords } from '../../../journal/nouns/pay-key.js';
import type { Problem } from '../../../ground/problem.js';
import { Money } from '../../../journal/nouns/money.js';
import type { MonthOfMode } from '../../../views/month/board.js';
import type { Ready } from '../../../views/month/board-lists.js';
import { Figure, Parted } from '../frame/marks.js';
import { boardPath, clientsOnly, monthKept, runPath } from '../frame/paths.js';
import { count, joined, monthAt, monthOfModeInWords, uncleanInParts } from '../frame/words.js';
import { ActForm } from '../kit/act-form.js';
import { PageHeading, ProblemNote, Row, Section } from '../kit/section.js';
import { ReadyTable, seenOf } from './ready-table.js';

interface ReviewProps {
  readonly month: MonthOfMode;
  readonly picked: readonly Ready[];
  readonly leftOut: readonly Ready[];
  /** How many ticked runs are no longer ready as they were shown. */
  readonly moved: number;
  readonly problem?: Problem;
}

/**
 * What would be posted, what is odd about it and what is left out. Runs of several companies are posted only from here.
 */
export function ReviewPage({ month, picked, leftOut, moved, problem }: ReviewProps) {
  const back = boardPath(month, clientsOnly(month));
  const exceptions = picked.filter((row) => row.unclean.length > 0);
  return (
    <>
      <PageHeading words={`Review ${count(picked.length, 'pay run')}`} small={monthOfModeInWords(month)}>
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
      <Totals picked={picked} />
      <Section id="exceptions" heading="Exceptions" count={exceptions.length} isLoud={exceptions.length > 0}>
        {exceptions.length === 0 ? (
          <p>
            None: no hold, no warning but those the policy expects, agreed to the PAYE due or not due yet, within the
            policy’s variance.
          </p>
        ) : (
          <Reasons rows={exceptions} />
        )}
      </Section>
      {picked.length === 0 ? null : (
        <Section id="posts" heading="To post" class="page-wide">
          <ReadyTable month={month} labelledBy="posts-heading" rows={picked} />
        </Section>
      )}
      <Section id="left-out" heading="Left out" count={leftOut.length}>
        {leftOut.length === 0 ? <p>Nothing: all that is ready this month is ticked.</p> : <Reasons rows={leftOut} />}
      </Section>
      {picked.length === 0 ? null : (
        <ActForm
          to="/runs/post"
          class="act-line noprint"
          sends={monthKept(month)}
          reason={{}}
          act={`Post ${picked.length}`}
        >
          {picked.map((row) => (
            <input key={seenOf(row)} type="hidden" name="runs" value={seenOf(row)} />
          ))}
        </ActForm>
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
        <Row
          key={`${row.companyId} ${row.tag}`}
          data-of={monthAt(row)}
          who={row.company}
          when={paidInWords(row)}
          href={runPath(row)}
          act="Open"
        >
          {row.unclean.length === 0 ? 'Not ticked' : <Parted of={joined(row.unclean.map(uncleanInParts), ' · ')} />}
        </Row>
      ))}
    </ul>
  );
}
