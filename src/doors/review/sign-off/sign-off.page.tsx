import { paidInWords } from '../../../journal/nouns/pay-key.js';
import { hash } from 'node:crypto';
import type { Problem } from '../../../ground/problem.js';
import { Money } from '../../../journal/nouns/money.js';
import { checkInParts } from '../../../views/checks/check-words.js';
import { isNotable, type Obstacle, type ToSignOff } from '../../../views/month/sign-off.js';
import type { Part } from '../../../views/words/figures.js';
import { ErrandStatus } from '../frame/errand.js';
import { Reloaded } from '../frame/going.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, Parted, Parts } from '../frame/marks.js';
import { inPart, partsOf } from '../frame/parts.js';
import { boardPath, clientsOnly, monthActPath, monthKept, runPath, signOffPath } from '../frame/paths.js';
import {
  count,
  joined,
  moment,
  monthAt,
  monthOfModeInWords,
  notableInParts,
  payeTroubleInParts,
} from '../frame/words.js';
import { ActForm } from '../kit/act-form.js';
import { NextStep } from '../kit/next-step.js';
import type { NextAct } from '../kit/next-step.js';
import { PageHeading, ProblemNote, Row, Section } from '../kit/section.js';
import { seenOf } from '../posting/ready-table.js';
import { type ErrandShown, isGoing } from '../frame/runs-at-work.js';
import { RunCells, runHeadings } from '../frame/run-cells.js';

interface SignOffProps extends Pick<ErrandShown, 'month' | 'now'> {
  readonly recheck: ErrandShown;
  readonly signing: ErrandShown;
  readonly runs: readonly ToSignOff[];
  /** Which part of its lists is shown, from 0. */
  readonly part: number;
  readonly problem?: Problem;
  /** What comes next in the month, once what was signed off here has ended. */
  readonly next?: NextAct;
}

/** Signs off at once all runs that are posted, agreed to the PAYE due and rechecked; lists the others, and why not. */
export function SignOffPage({ month, runs, part, now, problem, recheck, signing, next }: SignOffProps) {
  const whole = wholeAmong(runs);
  const listed = wholeIn(runs, part);
  const workedOut = whole.filter(({ checks }) => checks.paye.isWorkedOut);
  const notable = whole.filter(isNotable).length;
  const exceptions = runs.filter((run) => run.obstacles.length > 0);
  const unread = exceptions.filter((run) => run.obstacles.includes('not_rechecked'));
  return (
    <>
      <PageHeading words="Sign off" small={monthOfModeInWords(month)}>
        <a href={boardPath(month, clientsOnly(month))} class="button secondary">
          Back to Month
        </a>
      </PageHeading>
      <ProblemNote problem={problem} />
      <Signed {...signing} />
      <Recheck {...recheck} />
      <NextStep act={next} />
      <Section
        id="exceptions"
        heading="Exceptions"
        count={exceptions.length}
        isLoud={exceptions.length > 0}
        aside={
          <>
            {unread.length === 0 ? null : (
              <ActForm
                to="/runs/recheck"
                act={`Recheck the books of ${count(new Set(unread.map((run) => run.companyId)).size, 'client')}`}
                button="secondary"
                sends={monthKept(month)}
              />
            )}
          </>
        }
      >
        {exceptions.length === 0 ? (
          <p>None.</p>
        ) : (
          <ul>
            {shownOf(exceptions, part).map((run) => (
              <Row
                key={`${run.companyId} ${run.tag}`}
                data-of={monthAt(run)}
                who={run.company}
                when={paidInWords(run)}
                href={runPath(run)}
                act="Open"
              >
                <Parted
                  of={joined(
                    run.obstacles.map((one) => obstacleInParts(one, run, now)),
                    ' · ',
                  )}
                />
              </Row>
            ))}
          </ul>
        )}
        <Parts label="Exceptions" {...partsShown(exceptions, part)} path={signOffPath(month)} />
      </Section>
      <Section
        id="whole"
        heading={
          <>
            To sign off <span class="figure">{whole.length}</span>
            {workedOut.length === 0 ? null : <small> {workedOut.length} on worked-out figures</small>}
            {notable === 0 ? null : (
              <small> · {notable} to look at first: starters, leavers, directors’ changes, and what varies</small>
            )}
          </>
        }
      >
        {whole.length === 0 ? (
          <p>
            {exceptions.length === 0 ? 'Nothing to sign off.' : 'Nothing that is agreed to the PAYE due and rechecked.'}
          </p>
        ) : (
          <Whole runs={whole} listed={listed} now={now} />
        )}
        <Parts label="To sign off" {...partsShown(whole, part, signedAtOnce)} path={signOffPath(month)} />
      </Section>
      {whole.length === 0 ? null : (
        <ActForm
          to="/runs/sign-off"
          class="act-line noprint"
          sends={{ ...monthKept(month), part: part + 1, seen: seenTogether(listed) }}
          reason={{}}
          act={listed.length === whole.length ? `Sign off ${whole.length}` : `Sign off these ${listed.length}`}
        >
          {listed.length === whole.length ? null : (
            <p>
              This page signs off the {listed.length} that it lists: {whole.length - listed.length} are left for the
              other pages.
            </p>
          )}
        </ActForm>
      )}
    </>
  );
}

const wholeAmong = (runs: readonly ToSignOff[]) => runs.filter((run) => run.obstacles.length === 0);

/** What is signed off at once is on one page: 50 are 40 KB. */
const signedAtOnce = 50;

/** What one page offers to sign off. */
export function wholeIn(runs: readonly ToSignOff[], part: number): readonly ToSignOff[] {
  const whole = wholeAmong(runs);
  return inPart(whole, partsShown(whole, part, signedAtOnce).part, signedAtOnce);
}

/** One hash for everything that a page offers to sign off: it differs when any figure or run does. */
export const seenTogether = (runs: readonly ToSignOff[]): string => hash('sha256', runs.map(seenOf).sort().join('\n'));

/** The shorter list ends with its last part while the longer goes on. */
const partsShown = (all: readonly ToSignOff[], part: number, size?: number) => ({
  part: Math.min(part, partsOf(all, size) - 1),
  parts: partsOf(all, size),
});

const shownOf = (all: readonly ToSignOff[], part: number) => inPart(all, partsShown(all, part).part);

function Whole({ runs, listed, now }: Pick<SignOffProps, 'runs' | 'now'> & { listed: SignOffProps['runs'] }) {
  return (
    <FiguresTable
      kind="cards"
      is="run"
      sorts
      name={{ labelledBy: 'whole-heading' }}
      headings={[...runHeadings, 'Since the month before', 'Books']}
      foot={<Sums runs={runs} />}
    >
      {listed.map((run) => (
        <tr key={`${run.companyId} ${run.tag}`} data-of={run.tag}>
          <RunCells row={run} checks={run.checks} />
          <td class="note" data-label="Since the month before">
            <Parted of={joined(run.notable.map(notableInParts), ' · ')} />
          </td>
          <td class="note nowrap is-posted" data-label="Books">
            {run.checks.books.asAt === undefined ? '' : `✓ as at ${moment(run.checks.books.asAt, now)}`}
          </td>
        </tr>
      ))}
    </FiguresTable>
  );
}

/** The totals that are signed for, if the viewer may see all of them. */
function Sums({ runs }: { readonly runs: readonly ToSignOff[] }) {
  const totals = runs.flatMap((run) => run.totals ?? []);
  if (totals.length < runs.length) return null;
  return (
    <tr>
      <th scope="row">All {runs.length}</th>
      <td class="corner" />
      <td class="n" data-label="Payslips">
        {runs.reduce((sum, { payslips }) => sum + payslips, 0)}
      </td>
      <Amount is="runs.gross" of={Money.sum(totals.map(({ gross }) => gross))} label="Gross" />
      <Amount is="runs.net" of={Money.sum(totals.map(({ net }) => net))} label="Net" />
      <Amount is="runs.paye" of={Money.sum(totals.map(({ taxAuthority }) => taxAuthority))} label="HMRC" />
      <td />
      <td />
    </tr>
  );
}

function obstacleInParts(obstacle: Obstacle, { checks }: ToSignOff, now: Date): readonly Part[] {
  const say = { at: (time: Date) => moment(time, now) };
  switch (obstacle) {
    case 'not_agreed':
      return payeTroubleInParts(checks.paye);
    case 'not_rechecked':
      return [
        checks.books.asAt === undefined
          ? 'Books not read yet'
          : `Books not read within a day: last ${say.at(checks.books.asAt)}`,
      ];
    case 'differs':
      return checkInParts('books', checks, say);
    case 'not_balanced':
      return checkInParts('balanced', checks, say);
    case 'not_treated':
      return checkInParts('items', checks, say);
    default:
      return ['Not posted'];
  }
}

const recheckId = 'recheck-status';
const signingId = 'signing-status';

/** Fetched again and again: once the work has ended, the whole page is read again. */
export function Rechecking(props: ErrandShown) {
  return isGoing(props) ? <Recheck {...props} /> : <Reloaded id={recheckId} page={signOffPath(props.month)} />;
}

export function Signing(props: ErrandShown) {
  return isGoing(props) ? <Signed {...props} /> : <Reloaded id={signingId} page={signOffPath(props.month)} />;
}

function Recheck({ month, errand, names, now }: ErrandShown) {
  if (errand === undefined) return null;
  const path = monthActPath('/runs/recheck/status', month);
  const found = errand.found === 0 ? 'no difference' : count(errand.found, 'difference');
  return <ErrandStatus id={recheckId} noun="client" verb={`read: ${found}`} {...{ errand, names, path, now }} />;
}

function Signed({ month, errand, names, now }: ErrandShown) {
  if (errand === undefined) return null;
  const path = monthActPath('/runs/sign-off/status', month);
  return <ErrandStatus id={signingId} noun="pay run" verb="signed off" {...{ errand, names, path, now }} />;
}
