import { paidInWords } from '../../../journal/nouns/pay-key.js';
import { hash } from 'node:crypto';
import type { Principal } from '../../../access/principal.js';
import type { Problem } from '../../../ground/problem.js';
import { Money } from '../../../journal/nouns/money.js';
import type { MonthOfMode } from '../../../views/month/board.js';
import { checkInParts } from '../../../views/checks/check-words.js';
import type { Obstacle, ToSignOff } from '../../../views/month/sign-off.js';
import type { Part } from '../../../views/words/figures.js';
import { ErrandStatus } from '../frame/errand.js';
import { Reloaded } from '../frame/going.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Amount, Csrf, Parted, Parts } from '../frame/marks.js';
import { inPart, partsOf } from '../frame/parts.js';
import { boardPath, clientsOnly, monthActPath, runPath, signOffPath } from '../frame/paths.js';
import { ProblemNote } from '../frame/problem-note.js';
import { ReasonBox } from '../frame/reason-box.js';
import { count, joined, moment, monthAt, monthOfModeInWords, payeTroubleInParts } from '../frame/words.js';
import { seenOf } from './ready-table.js';
import { MonthKept } from './month-kept.js';
import { type ErrandShown, isGoing } from './runs-at-work.js';
import { RunCells, runHeadings } from './run-cells.js';

interface SignOffProps extends Pick<AtWorkProps, 'month' | 'now'> {
  readonly recheck: ErrandShown;
  readonly signing: ErrandShown;
  readonly runs: readonly ToSignOff[];
  /** Which part of its lists is shown, from 0. */
  readonly part: number;
  readonly principal: Principal;
  readonly problem?: Problem;
}

/** Signs off at once all runs that are posted, agreed to the PAYE due and rechecked; lists the others, and why not. */
export function SignOffPage({ month, runs, part, principal, now, problem, recheck, signing }: SignOffProps) {
  const whole = wholeAmong(runs);
  const workedOut = whole.filter(({ checks }) => checks.paye.isWorkedOut);
  const exceptions = runs.filter((run) => run.obstacles.length > 0);
  const unread = exceptions.filter((run) => run.obstacles.includes('not_rechecked'));
  const place = (
    <>
      <Csrf token={principal.csrf} />
      <MonthKept filter={month} />
    </>
  );
  return (
    <>
      <header class="page-heading">
        <h1>
          Sign off
          <small>{monthOfModeInWords(month)}</small>
        </h1>
        <a href={boardPath(month, clientsOnly(month))} class="button secondary">
          Back to Month
        </a>
      </header>
      {problem === undefined ? null : <ProblemNote problem={problem} />}
      <Signed {...signing} {...{ month, now }} />
      <Recheck {...recheck} {...{ month, now }} />
      <section aria-labelledby="exceptions-heading">
        <div class="section-line">
          <h2 id="exceptions-heading">
            Exceptions <span class={exceptions.length > 0 ? 'figure loud' : 'figure'}>{exceptions.length}</span>
          </h2>
          {unread.length === 0 ? null : (
            <form method="post" action="/runs/recheck">
              {place}
              <button type="submit" class="secondary">
                Recheck the books of {count(new Set(unread.map((run) => run.companyId)).size, 'client')}
              </button>
            </form>
          )}
        </div>
        {exceptions.length === 0 ? (
          <p>None.</p>
        ) : (
          <ul>
            {shownOf(exceptions, part).map((run) => (
              <li key={`${run.companyId} ${run.tag}`} class="row" data-of={monthAt(run)}>
                <span class="row-who">{run.company}</span>
                <span class="row-when">{paidInWords(run)}</span>
                <span class="row-what">
                  <Parted
                    of={joined(
                      run.obstacles.map((one) => obstacleInParts(one, run, now)),
                      ' · ',
                    )}
                  />
                </span>
                <a class="row-act" href={runPath(run)}>
                  Open<span class="sr-only"> {run.company}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
        <Parts label="Exceptions" {...partsShown(exceptions, part)} path={signOffPath(month)} />
      </section>
      <section aria-labelledby="whole-heading">
        <h2 id="whole-heading">
          To sign off <span class="figure">{whole.length}</span>
          {workedOut.length === 0 ? null : <small>{workedOut.length} on worked-out figures</small>}
        </h2>
        {whole.length === 0 ? (
          <p>Nothing that is posted, agreed to the PAYE due and rechecked.</p>
        ) : (
          <Whole runs={whole} part={part} now={now} />
        )}
        <Parts label="To sign off" {...partsShown(whole, part)} path={signOffPath(month)} />
      </section>
      {whole.length === 0 ? null : (
        <form method="post" action="/runs/sign-off" class="act-line noprint">
          {place}
          <input type="hidden" name="seen" value={seenTogether(whole)} />
          <ReasonBox typed={{}} />
          <button type="submit">Sign off {whole.length}</button>
        </form>
      )}
    </>
  );
}

export const wholeAmong = (runs: readonly ToSignOff[]) => runs.filter((run) => run.obstacles.length === 0);

/** One hash for everything that a page offers to sign off, however much: it differs when any figure or run does. */
export const seenTogether = (runs: readonly ToSignOff[]): string => hash('sha256', runs.map(seenOf).join('\n'));

/** The shorter list ends with its last part while the longer goes on. */
const partsShown = (all: readonly ToSignOff[], part: number) => ({
  part: Math.min(part, partsOf(all) - 1),
  parts: partsOf(all),
});

const shownOf = (all: readonly ToSignOff[], part: number) => inPart(all, partsShown(all, part).part);

function Whole({ runs, part, now }: Pick<SignOffProps, 'runs' | 'part' | 'now'>) {
  return (
    <FiguresTable
      kind="cards"
      is="run"
      sorts
      name={{ labelledBy: 'whole-heading' }}
      headings={[...runHeadings, 'Books']}
      foot={<Sums runs={runs} />}
    >
      {shownOf(runs, part).map((run) => (
        <tr key={`${run.companyId} ${run.tag}`} data-of={run.tag}>
          <RunCells row={run} checks={run.checks} />
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
    </tr>
  );
}

function obstacleInParts(obstacle: Obstacle, { checks }: ToSignOff, now: Date): readonly Part[] {
  const say = { at: (time: Date) => moment(time, now) };
  switch (obstacle) {
    case 'not_agreed':
      return payeTroubleInParts(checks.paye);
    case 'not_rechecked':
      return [checks.books.asAt === undefined ? 'Books not read yet' : `Books last read ${say.at(checks.books.asAt)}`];
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

interface AtWorkProps extends ErrandShown {
  readonly month: MonthOfMode;
  readonly now: Date;
}

const recheckId = 'recheck-status';
const signingId = 'signing-status';

/** Fetched again and again: once the work has ended, the whole page is read again. */
export function Rechecking(props: AtWorkProps) {
  return isGoing(props) ? <Recheck {...props} /> : <Reloaded id={recheckId} page={signOffPath(props.month)} />;
}

export function Signing(props: AtWorkProps) {
  return isGoing(props) ? <Signed {...props} /> : <Reloaded id={signingId} page={signOffPath(props.month)} />;
}

function Recheck({ month, errand, names, now }: AtWorkProps) {
  if (errand === undefined) return null;
  const path = monthActPath('/runs/recheck/status', month);
  const found = errand.found === 0 ? 'no difference' : count(errand.found, 'difference');
  return <ErrandStatus id={recheckId} noun="client" verb={`read: ${found}`} {...{ errand, names, path, now }} />;
}

function Signed({ month, errand, names, now }: AtWorkProps) {
  if (errand === undefined) return null;
  const path = monthActPath('/runs/sign-off/status', month);
  return <ErrandStatus id={signingId} noun="pay run" verb="signed off" {...{ errand, names, path, now }} />;
}
