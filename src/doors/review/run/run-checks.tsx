import { dayInLondon, nextMinute } from '../../../ground/london.js';
import { hasRole } from '../../../access/principal.js';
import { checkInParts } from '../../../views/checks/check-words.js';
import { type Answer, type CheckName, checkNames, type RunChecks } from '../../../views/checks/checks.js';
import type { Part } from '../../../views/words/figures.js';
import type { RunPageProps } from './run-props.js';
import { setInWords } from '../../../views/log/log-words.js';
import { Parted, Said } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { dueInWords, moment, monthAt, weekday } from '../frame/words.js';
import { ActForm } from '../kit/act-form.js';
import { Tick, tickClass } from '../kit/tick.js';

interface Check {
  readonly finding: Answer;
  readonly words: readonly Part[];
  /** When the books were read. */
  readonly at?: Date;
  readonly rechecks?: boolean;
}

/** What a reviewer would check first, already checked; or one sentence on why there is nothing to check. */
export function RunChecks(props: RunPageProps) {
  const sentence = sentenceFor(props);
  // Of what another source pays there is nothing to check here.
  const checks = props.view.row.state === 'moved' ? [] : checksOf(props);
  return (
    <section class="checks" aria-label="Checks" data-of={monthAt(props.view.row)}>
      {sentence === undefined ? null : <p>{sentence}</p>}
      <ul>
        {checks.map((check) => (
          <li key={check.words.join()} class={tickClass({ ...check, now: props.now })}>
            <Tick {...check} words={undefined} now={props.now} /> <Parted of={check.words} />
            {check.rechecks && hasRole(props.principal, 'reviewer') ? <Recheck {...props} /> : null}
          </li>
        ))}
      </ul>
      {(props.view.mapped?.warnings ?? []).map((warning) => (
        <p key={warning.message} class="warning">
          <span aria-hidden="true">⚠</span> <Said>{warning.message}</Said>
        </p>
      ))}
    </section>
  );
}

function Recheck({ view }: RunPageProps) {
  return <ActForm to={`${runPath(view.row)}/recheck`} class="in-line noprint" act="Recheck" button="secondary small" />;
}

function sentenceFor({ view, now }: RunPageProps): string | undefined {
  const { row, plan } = view;
  switch (row.state) {
    case 'in_doubt': {
      const by = plan?.kind === 'in_doubt' && plan.settledBy ? ` until ${moment(new Date(plan.settledBy), now)}` : '';
      return `The service did not answer. We look for the journal${by} and send nothing meanwhile. Nothing to do.`;
    }
    case 'refused':
      if (plan?.kind === 'refused' && plan.checked)
        return `The books refused the change: “${plan.words}”. It may have been made anyway, so it is being checked, and nothing else is sent to that journal until then. Nothing to do.`;
      if (plan?.kind === 'refused' && (plan.until ?? plan.byItselfAt) !== undefined) return refusedForNow(plan, now);
      return plan?.kind === 'refused'
        ? `The books refused the journal: “${plan.words}”. ${plan.again === 'next_sync' ? 'It is tried again at every sync.' : 'It is tried again when payroll or the policy changes, or when you decide something.'}`
        : undefined;
    case 'overdue':
      return `Pay date ${weekday(row.datedOn)} has passed, and no FPS is accepted yet. Nothing is posted until payroll is filed.`;
    case 'not_ready':
      return 'Payroll is not filed yet. It is posted when it is.';
    case 'nothing':
      return 'Every figure on these payslips is nil: there is nothing to post.';
    case 'before_cutover':
      return 'Paid before this client’s cut-over. It is shown here, and never posted or amended.';
    case 'moved':
      return 'Payroll moved, and another source pays on this day. It is shown here, and never posted.';
    case 'ignored':
      return row.inBooks
        ? ignoredInBooks(view)
        : 'Someone decided to leave this pay run alone. Nothing is posted for it.';
    default:
      return undefined;
  }
}

function refusedForNow({ words, until, byItselfAt, asked }: RefusedPlan, now: Date): string {
  const at = (time: string) => moment(nextMinute(new Date(time)), now);
  const refused = `The books refused the journal: “${words}”.`;
  if (until === undefined)
    return `${refused} Payroll or the policy has changed since. It is sent by itself after ${at(byItselfAt ?? '')}, or when you post it.`;
  const then = asked
    ? 'Then it is sent again by itself. Nothing to do.'
    : 'What you decide before then is kept, and sent then.';
  return `${refused} The service may still make it, so it is being checked, and nothing is sent for this pay run until ${at(until)}. ${then}`;
}

type RefusedPlan = Extract<RunPageProps['view']['plan'], { kind: 'refused' }>;

/** Ignoring a run does not take anything out of the books. */
function ignoredInBooks({ postings }: RunPageProps['view']): string {
  const sets = postings.filter(({ state }) => state === 'in_books').map(({ journalSet }) => setInWords(journalSet));
  return `Someone decided to leave this pay run alone. What was posted for it is still in the books (${sets.join(', ')}), counts in the tax year, and is no longer checked or changed.`;
}

/** There is nothing to check about a run that is left alone. */
function checksOf({ view, now, hmrcDueOn }: RunPageProps): Check[] {
  const { row, checks } = view;
  const say = { at: (time: Date) => moment(time, now), due: dueInWords(hmrcDueOn, dayInLondon(now)) };
  const shown = checkNames.filter((name) => isShown(name, checks));
  const found = shown.map((name): Check => {
    const { answer, of, asAt } = checks[name];
    const words = checkInParts(name, checks, say);
    if (name !== 'books' || of !== 'posted')
      return { finding: name === 'books' && answer === 'no' ? 'not_known' : answer, words };
    // A check of the books is shown with its time, because they may have changed since.
    return { finding: answer, words, at: asAt, rechecks: true };
  });
  if (row.state !== 'changed' || !row.inBooks) return found;
  return [...found, { finding: 'no', words: ['Payroll has changed since it was posted'] }];
}

/** What is not posted here is only compared with the books, if at all. */
function isShown(name: CheckName, checks: RunChecks): boolean {
  const { of, answer } = checks[name];
  return (
    of !== 'payroll' ||
    (name === 'books' && answer !== 'not_known') ||
    (checks.paye.tie !== undefined && name === 'paye')
  );
}
