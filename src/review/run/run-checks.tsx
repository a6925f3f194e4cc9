import { leavesItemOpen } from '../../journal/holds.js';
import { hasRole } from '../../access/principal.js';
import { Money } from '../../journal/money.js';
import type { Cause } from '../../journal/mapping/tie-out.js';
import { type BooksAsRead, isFresh } from '../../views/run/books-as-read.js';
import type { HmrcTie } from '../../views/run/tie.js';
import type { RunPageProps } from './run-props.js';
import { setInWords } from '../../views/log/log-words.js';
import { Csrf } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { amount, dueInWords, foundWords, moment, recoveryInWords, signed, weekday } from '../frame/words.js';

interface Check {
  readonly good: boolean | undefined;
  readonly words: string;
  /** The books were read more than a day ago. */
  readonly stale?: boolean;
  readonly rechecks?: boolean;
}

/** What a reviewer would check first, already checked; or one sentence on why there is nothing to check. */
export function RunChecks(props: RunPageProps) {
  const sentence = sentenceFor(props);
  const checks = checksOf(props);
  return (
    <section class="checks" aria-label="Checks">
      {sentence === undefined ? null : <p>{sentence}</p>}
      <ul>
        {checks.map((check) => (
          <li key={check.words} class={classOf(check)}>
            <span aria-hidden="true">{check.good === undefined ? '·' : check.good ? '✓' : '≠'}</span> {check.words}
            {check.rechecks && hasRole(props.principal, 'reviewer') ? <Recheck {...props} /> : null}
          </li>
        ))}
      </ul>
      {(props.view.mapped?.warnings ?? []).map((warning) => (
        <p key={warning.message} class="warning">
          <span aria-hidden="true">⚠</span> {warning.message}
        </p>
      ))}
    </section>
  );
}

function classOf({ good, stale }: Check): string {
  if (good === undefined || stale) return 'is-not_ready';
  return good ? 'is-posted' : 'is-held';
}

function Recheck({ view, principal }: RunPageProps) {
  return (
    <form method="post" action={`${runPath(view.row)}/recheck`} class="in-line noprint">
      <Csrf token={principal.csrf} />
      <button type="submit" class="secondary small">
        Recheck
      </button>
    </form>
  );
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
        return `The books refused the change: “${plan.words}”. It may have been made all the same, so it is being checked, and nothing else is sent to that journal until then. Nothing to do.`;
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
      return 'Paid before this company’s cut-over. It is shown here, and never posted or amended.';
    case 'ignored':
      return row.inBooks
        ? ignoredInBooks(view)
        : 'Somebody decided to leave this pay run alone. Nothing is posted for it.';
    default:
      return undefined;
  }
}

/** Ignoring a run does not take anything out of the books. */
function ignoredInBooks({ postings }: RunPageProps['view']): string {
  const sets = postings.filter(({ state }) => state === 'in_books').map(({ journalSet }) => setInWords(journalSet));
  return `Somebody decided to leave this pay run alone. What was posted for it is still in the books (${sets.join(', ')}), counts in the tax year, and is no longer checked or changed.`;
}

function checksOf({ view, now, hmrcDueOn }: RunPageProps): Check[] {
  const { row, mapped, tie, books } = view;
  const checks: Check[] = [];
  if (mapped !== undefined && mapped.lines.length > 0) {
    const sum = Money.sum(mapped.lines.map((line) => Money.parse(line.debit)));
    checks.push({ good: sum.isZero(), words: sum.isZero() ? 'Balanced' : `Out of balance by ${sum.inPounds()}` });
    const treated = !mapped.holds.some(({ code }) => leavesItemOpen(code));
    checks.push({ good: treated, words: treated ? 'All payslip items posted' : 'A payslip item is not coded' });
  }
  const inBooks = row.state === 'posted' || row.state === 'changed' || row.state === 'drift';
  if (inBooks && books !== undefined) checks.push(booksCheck(view, books, now));
  if (row.state === 'ready') checks.push({ good: undefined, words: 'Not in the books yet' });
  if (row.state === 'changed' && row.inBooks)
    checks.push({ good: false, words: 'Payroll has changed since it was posted' });
  if (tie !== undefined) checks.push(hmrcCheck(tie, dueInWords(hmrcDueOn)));
  return checks;
}

/** A check of the books is shown with its time, because they may have changed since. */
function booksCheck({ row, plan, postings }: RunPageProps['view'], books: BooksAsRead, now: Date): Check {
  const asAt = `, as at ${moment(books.at, now)}`;
  const rechecks = true;
  const found = plan?.kind === 'drift' ? plan.what : books.finding;
  const sets = postings.filter((posting) => posting.state === 'in_books' && posting.kind === 'post').length;
  if (found !== undefined) return { good: false, words: `${foundWords[found]}${asAt}`, rechecks };
  if (row.state === 'drift' || sets !== 1) return { good: false, words: `Altered in the books${asAt}`, rechecks };
  return { good: true, words: `In books once, unaltered${asAt}`, stale: !isFresh(books, now), rechecks };
}

const causeWords = {
  on_other_accounts: 'what is owed to HMRC on other accounts than PAYE and NI',
  levy: 'the apprenticeship levy',
  quarterly_payer: 'HMRC being paid quarterly',
  late_correction: 'a late correction',
  nil_due: 'nil being due',
} as const;

function causeInWords({ owedElsewhere }: HmrcTie, cause: Cause): string {
  const sum = cause === 'on_other_accounts' && owedElsewhere ? `${amount(owedElsewhere)}: ` : '';
  return `${sum}${causeWords[cause]}`;
}

/** ": 1,028.63 per payroll − 688.82 recovered" */
function sumInWords({ sum }: HmrcTie): string {
  if (sum === undefined) return '';
  const parts = [
    `${amount(sum.payroll)} per payroll`,
    ...(sum.recovered.isZero() ? [] : [`− ${amount(sum.recovered)} statutory pay recovered`]),
    ...(sum.cisSuffered.isZero() ? [] : [`− ${amount(sum.cisSuffered)} CIS suffered`]),
    ...(sum.adjustments.isZero() ? [] : [`+ ${amount(sum.adjustments)} adjustments`]),
  ];
  return `: ${parts.join(' ')}`;
}

function hmrcCheck(tie: HmrcTie, on: string): Check {
  const due = tie.due === undefined ? '' : amount(tie.due);
  switch (tie.verdict) {
    case 'agrees':
      return { good: true, words: `Agrees to PAYE due per payroll: ${due} (${on})${sumInWords(tie)}` };
    case 'explained':
      return {
        good: true,
        words: `Agrees to PAYE due per payroll: ${due} (${on}), ${recoveryInWords(tie.recoveryRate ?? '')} of ${signed(tie.difference)}`,
      };
    case 'unexplained': {
      const causes = tie.causes.map((cause) => causeInWords(tie, cause)).join(' or ');
      return {
        good: false,
        words: `Does not agree to PAYE due per payroll: ${due} due (${on}), the journals come to ${amount(tie.expected)}: ${signed(tie.difference)} unexplained${causes === '' ? '' : `, perhaps ${causes}`}`,
      };
    }
    case 'cannot_tell':
      return {
        good: undefined,
        words: `PAYE due per payroll is nil (${on}), the journals come to ${amount(tie.expected)}: statutory pay was recovered, at a rate that cannot be worked out`,
      };
    default:
      return {
        good: undefined,
        words: `PAYE of ${amount(tie.expected)} expected; payroll has no payment for it yet (${on})`,
      };
  }
}
