import { Money } from '../../journal/money.js';
import type { Cause } from '../../journal/tie-out.js';
import type { HmrcTie } from '../../views/tie.js';
import type { RunPageProps } from './run-props.js';
import { amount, hmrcDueOn, moment, signed, weekday } from '../frame/words.js';

interface Check {
  readonly good: boolean | undefined;
  readonly words: string;
}

const decisionHolds = ['ambiguous_field', 'unknown_money_field', 'not_exact_money'];

/** What a reviewer would check first, checked; or in one sentence why there is nothing to check. */
export function RunChecks(props: RunPageProps) {
  const sentence = sentenceFor(props);
  const checks = checksOf(props);
  return (
    <section class="checks" aria-label="Checks">
      {sentence === undefined ? null : <p>{sentence}</p>}
      <ul>
        {checks.map(({ good, words }) => (
          <li key={words} class={good === undefined ? 'is-not_ready' : good ? 'is-posted' : 'is-held'}>
            <span aria-hidden="true">{good === undefined ? '·' : good ? '✓' : '≠'}</span> {words}
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

function sentenceFor({ view, now }: RunPageProps): string | undefined {
  const { row, plan } = view;
  switch (row.state) {
    case 'in_doubt': {
      const by = plan?.kind === 'in_doubt' && plan.settledBy ? ` until ${moment(new Date(plan.settledBy), now)}` : '';
      return `The service did not answer. We look for the journal${by} and send nothing meanwhile. Nothing to do.`;
    }
    case 'refused':
      return plan?.kind === 'refused'
        ? `The books refused the journal: “${plan.words}”. ${plan.again === 'next_sync' ? 'It is tried again at every sync.' : 'It is tried again when payroll, the policy or you change something.'}`
        : undefined;
    case 'overdue':
      return `Paid on ${weekday(row.datedOn)}, and payroll is still not filed. Nothing is posted before it is.`;
    case 'not_ready':
      return 'Payroll is not filed yet. It is posted when it is.';
    case 'nothing':
      return 'Every figure of these payslips is nil: there is nothing to post.';
    case 'before_cutover':
      return 'Paid before this company’s cut-over. It is shown here, and never posted or amended.';
    case 'ignored':
      return 'Somebody decided to leave this pay run alone. Nothing is posted for it.';
    default:
      return undefined;
  }
}

function checksOf({ view }: RunPageProps): Check[] {
  const { row, mapped, tie, postings } = view;
  const inBooks = postings.filter((posting) => posting.state === 'in_books' && posting.kind === 'post').length;
  const checks: Check[] = [];
  if (mapped !== undefined && mapped.lines.length > 0) {
    const sum = Money.sum(mapped.lines.map((line) => Money.parse(line.debit)));
    checks.push({ good: sum.isZero(), words: sum.isZero() ? 'Balanced' : `Out of balance by ${sum.inPounds()}` });
    const treated = !mapped.holds.some((hold) => decisionHolds.includes(hold.code));
    checks.push({ good: treated, words: treated ? 'Every payslip figure treated' : 'A payslip figure is not decided' });
  }
  if (row.state === 'posted') checks.push({ good: inBooks === 1, words: 'In books once, unaltered' });
  if (row.state === 'ready') checks.push({ good: undefined, words: 'Not in the books yet' });
  if (row.state === 'drift') checks.push({ good: false, words: 'The books no longer say what was posted' });
  if (row.state === 'changed') checks.push({ good: false, words: 'Payroll no longer says what was posted' });
  if (tie !== undefined) checks.push(hmrcCheck(tie, hmrcDueOn(row.year, row.period)));
  return checks;
}

const causeWords = {
  on_other_accounts: 'what is owed to HMRC on other accounts than 814',
  levy: 'the apprenticeship levy',
  quarterly_payer: 'HMRC being paid by the quarter',
  late_correction: 'a late correction',
  nil_due: 'nothing being due',
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

function hmrcCheck(tie: HmrcTie, dueOn: string): Check {
  const on = `due ${weekday(tie.dueOn ?? dueOn)}`;
  const due = tie.due === undefined ? '' : amount(tie.due);
  switch (tie.verdict) {
    case 'agrees':
      return { good: true, words: `HMRC agrees: ${due} (${on})${sumInWords(tie)}` };
    case 'explained':
      return {
        good: true,
        words: `HMRC agrees: ${due} (${on}), with statutory pay recovered at ${tie.recoveryRate}: ${signed(tie.difference)}`,
      };
    case 'unexplained': {
      const causes = tie.causes.map((cause) => causeInWords(tie, cause)).join(' or ');
      return {
        good: false,
        words: `HMRC: ${due} ${on}, the journals say ${amount(tie.expected)}: ${signed(tie.difference)} unexplained${causes === '' ? '' : `, perhaps ${causes}`}`,
      };
    }
    case 'cannot_tell':
      return {
        good: undefined,
        words: `HMRC: nothing is ${on}, the journals show ${amount(tie.expected)}: statutory pay was recovered, at a rate that cannot be told`,
      };
    default:
      return { good: undefined, words: `HMRC: ${amount(tie.expected)} expected, nothing said yet (${on})` };
  }
}
