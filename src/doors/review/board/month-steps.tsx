import { type ComponentChildren, Fragment } from 'preact';
import { dayInLondon } from '../../../ground/london.js';
import { hasRole } from '../../../access/principal.js';
import type { MonthSteps } from '../../../views/month/month-steps.js';
import type { BoardMonth } from '../../../views/month/board.js';
import { needYou } from './board-attention.js';
import type { BoardProps } from './board-props.js';
import { clientAnswersPath, companyPath, signOffPath, withQuery } from '../frame/paths.js';
import { count, moment, payByInWords } from '../frame/words.js';
import { ActForm } from '../kit/act-form.js';

/**
 * How far the month is. HMRC is paid long after everything else, so a month with only that left counts as closed but
 * for HMRC; after the due day the control accounts say whether it was paid.
 */
export function closeInWords(
  { clients, closed, toReconcile, neverRead }: MonthSteps,
  { hmrcDueOn, today }: { readonly hmrcDueOn: string; readonly today: string },
): string {
  if (clients === 0) return '';
  if (closed < clients) return `${Math.floor((closed * 100) / clients)} % closed · ${clients - closed} left`;
  if (toReconcile + neverRead > 0) return 'closed but for Reconciliation';
  return today <= hmrcDueOn ? 'closed but for HMRC' : 'closed';
}

/** The close as a checklist: what is left of each step, where to do it, and its act for many at once. */
export function Steps({ month, filter, principal, now }: BoardProps) {
  const { steps, counts, summary, hmrcDueOn } = month;
  const mayAct = hasRole(principal, 'reviewer');
  const of = { year: String(filter.year), month: String(filter.period + 1) };
  // These two act on all clients, whichever are shown.
  const all = filter.mode === undefined ? '' : ' all clients';
  const isIn = steps.payrollIn === steps.clients;
  const needed = needYou(month);
  const toDecide = needed - month.overdue;
  const time = (at: Date | undefined) => (at === undefined ? undefined : moment(at, now));
  return (
    <ol class="steps" aria-label="Steps of the month">
      <Step
        name="Payroll in"
        left={`${steps.payrollIn} of ${steps.clients}`}
        isDone={isIn}
        doneAt={time(summary.lastSyncedAt)}
        href="#year"
        note={`${month.overdue === 0 ? '' : `${month.overdue} overdue · `}${
          summary.lastSyncedAt === undefined ? 'not synced yet' : `synced ${moment(summary.lastSyncedAt, now)}`
        }`}
      >
        <Awaited clients={steps.awaited} />
        {mayAct ? <Act to="/syncs" words={`Sync${all || ' now'}`} /> : null}
      </Step>
      <Step
        name="Decide"
        left={String(toDecide)}
        isDone={isIn && toDecide === 0}
        doneAt={time(steps.at.decided)}
        href={toDecide > 0 ? '#needs-you' : undefined}
        isLoud={toDecide > 0}
        note={checkingNote(counts.checking.runs)}
      />
      <Step
        name="Post"
        left={String(counts.ready.runs)}
        isDone={isIn && needed + counts.ready.runs + counts.checking.runs === 0}
        doneAt={time(steps.at.posted)}
        href={counts.ready.runs > 0 ? '#ready' : undefined}
        note={`${counts.done.runs} posted`}
      />
      <Step
        name="Sign off"
        left={String(counts.done.unsigned)}
        isDone={steps.clients > 0 && steps.closed === steps.clients}
        doneAt={time(steps.at.signedOff)}
        href={counts.done.unsigned > 0 && mayAct ? signOffPath(filter) : undefined}
        note={`${counts.done.runs - counts.done.unsigned} signed off`}
      />
      <Step
        name="Due"
        left={`HMRC ${steps.owing}`}
        href="/hmrc-due"
        note={`${dayInLondon(now) > hmrcDueOn ? 'was due' : 'usually due'} ${payByInWords(hmrcDueOn)}${steps.told === 0 ? '' : ` · ${count(steps.told, 'client')} told`}`}
      >
        {steps.payrollIn === 0 ? null : (
          <a class="button secondary noprint" href={clientAnswersPath(filter)}>
            {mayAct ? 'Ask clients' : 'Answers'}
          </a>
        )}
      </Step>
      <Step
        name="Reconcile"
        left={`${steps.toReconcile} open`}
        isDone={steps.clients > 0 && steps.toReconcile + steps.neverRead === 0}
        doneAt={time(steps.at.read)}
        href="/reconciliation"
        note={steps.neverRead === 0 ? 'as last read' : `${count(steps.neverRead, 'client')} never read`}
      >
        {mayAct ? <Act to="/reconciliation/read" words={`Read${all || ' now'}`} /> : null}
      </Step>
      <Step
        name="Files"
        left={`${steps.files} of ${steps.clients}`}
        isDone={steps.clients > 0 && steps.files === steps.clients}
        doneAt={time(steps.at.filesTaken)}
        note="downloaded"
      >
        {counts.done.runs === 0 ? null : (
          <a class="button secondary noprint" href={withQuery('/month-files', of)}>
            All{all === '' ? '' : ' clients'}, ZIP
          </a>
        )}
      </Step>
    </ol>
  );
}

const namedAtOnce = 5;

/** Whose file has not come: the first few at once, all of them by opening it. */
function Awaited({ clients }: { readonly clients: MonthSteps['awaited'] }) {
  if (clients.length === 0) return null;
  const named = clients.map(({ companyId, company, sources }, index) => (
    <Fragment key={companyId}>
      {index === 0 ? '' : ', '}
      <a href={companyPath(companyId, 'payroll-in')}>{company}</a>
      {sources.length === 0 ? '' : ` (${sources.join(', ')})`}
    </Fragment>
  ));
  if (clients.length <= namedAtOnce) return <p class="muted">File not come: {named}</p>;
  return (
    <details class="muted">
      <summary>Files of {count(clients.length, 'client')} have not come</summary>
      <p>{named}</p>
    </details>
  );
}

interface StepProps {
  readonly name: string;
  readonly left: string;
  readonly isDone?: boolean;
  /** When the last of it was done, in words. */
  readonly doneAt?: string;
  readonly isLoud?: boolean;
  readonly href?: string;
  readonly note: string;
  readonly children?: ComponentChildren;
}

/** A step that is done is folded to its tick and its time. */
function Step({ name, left, isDone = false, doneAt, isLoud = false, href, note, children }: StepProps) {
  const figure = <strong>{left}</strong>;
  const whole = (
    <>
      <p>{href === undefined ? figure : <a href={href}>{figure}</a>}</p>
      <p class="muted">{note}</p>
      {children}
    </>
  );
  if (!isDone)
    return (
      <li class={isLoud ? 'loud' : undefined}>
        <h2>{name}</h2>
        {whole}
      </li>
    );
  return (
    <li class="is-done">
      <details>
        <summary>
          <h2>{name}</h2>
          <span class="done-mark">
            <span aria-hidden="true">✓</span>
            <span class="sr-only">done</span> {doneAt}
          </span>
        </summary>
        {whole}
      </details>
    </li>
  );
}

const Act = ({ to, words }: { readonly to: string; readonly words: string }) => (
  <ActForm to={to} class="noprint" act={words} button="secondary" />
);

const checkingNote = (runs: number): string => (runs === 0 ? 'nothing being checked' : `${runs} being checked`);

/**
 * "Books rechecked since 26 Nov 18:11: 1 difference". A journal is read as it is posted, which is what the tick on its
 * page and at sign-off says, so books that were never rechecked are not unread.
 */
export function recheckedWords(summary: BoardMonth['summary'], now: Date): string {
  const { verifiedSince, neverVerified, findings } = summary;
  const never =
    neverVerified === 0
      ? ''
      : `Books of ${count(neverVerified, 'client')} read as they were posted, not rechecked since`;
  if (verifiedSince === undefined) return never;
  const differences = findings === 0 ? 'no difference' : count(findings, 'difference');
  const since = `${summary.companies > 1 ? 'since ' : ''}${moment(verifiedSince, now)}`;
  return `Books rechecked ${since}: ${differences}${never && ` · ${never}`}`;
}
