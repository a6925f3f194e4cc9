import { isOnlyPaid } from '../../../audit/answer.js';
import { isWrong } from '../../../audit/judged.js';
import { causesInWords, runInWords } from '../../../audit/words.js';
import { pick } from '../../../ground/pick.js';
import { momentInWords, nextMinute } from '../../../ground/london.js';
import { addDays, dayInWords } from '../../../journal/nouns/dates.js';
import type { Verdict } from '../../../journal/decide/decide.js';
import { payDateIn } from '../../../journal/nouns/identity.js';
import { Money } from '../../../journal/nouns/money.js';
import type { AdjustmentFacts } from '../../../record/runs/adjustment.js';
import type { PayRunRecord, Plan, RunState, StoredMapping, StoredRemark } from '../../../record/runs/pay-run.entity.js';
import type { Posting } from '../../../record/runs/posting.entity.js';
import { longPart } from '../../facts/content.js';
import { judgedJournal } from './judged-journal.js';
import { planOf, refusalChecked, refusalWaiting } from './plan.js';
import type { Facts } from '../../facts/facts.js';
import { effectivePosting, fingerprintShown, type RunFacts } from '../../facts/run-facts.js';

const overdueAfterDays = 1;

/** What a row depends on besides facts and verdict. */
export interface ShownAt {
  readonly today: string;
  readonly settleWindowSeconds: number;
}

/** A run's row without its kind, and without the times at which it is written. */
export type ShownRow = Omit<PayRunRecord, 'firstSeenAt' | 'updatedAt' | keyof AdjustmentFacts>;

/** A run as lists and pages show it, derived from payroll, the record and what was decided. */
export function shownRow(facts: Facts, run: RunFacts, verdict: Verdict, at: ShownAt): ShownRow {
  const {
    payroll: { mapped },
  } = run;
  const posting = effectivePosting(run);
  const holds = holdsShown(run, verdict);
  const isWaiting = refusalWaiting(facts, run) !== undefined;
  const state = stateOf(run, verdict, { holds, today: at.today, isWaiting });
  const plan = planOf({ facts, run, verdict, state, settleWindowSeconds: at.settleWindowSeconds });
  const totals = mapped?.totals;
  const fingerprint = fingerprintShown(run);
  // A changed run loses its sign-off.
  const signedOff =
    state === 'posted' && fingerprint !== null && run.recorded.row?.signedOffFingerprint === fingerprint;
  return {
    companyId: facts.company.id,
    ...pick(run, ['tag', 'year', 'period', 'datedOn', 'policyVersion']),
    state,
    reason: reasonOf(state, plan, holds, run),
    payslips: mapped?.payRun.payslips.length ?? run.recorded.row?.payslips ?? 0,
    gross: totals?.gross ?? run.recorded.row?.gross ?? Money.zero,
    net: totals?.netPay ?? run.recorded.row?.net ?? Money.zero,
    taxAuthority: totals?.taxAuthority ?? run.recorded.row?.taxAuthority ?? Money.zero,
    pension: totals?.pension ?? run.recorded.row?.pension ?? Money.zero,
    other: totals?.other ?? run.recorded.row?.other ?? Money.zero,
    ...judgedJournal(facts, run, posting),
    fingerprint,
    mapped: mapped
      ? storedMapping(run, { holds, posting: state === 'posted' ? posting : undefined })
      : (run.recorded.row?.mapped ?? null),
    holdCodes: [...new Set(holds.map((hold) => hold.code))],
    warningCodes: [...new Set([...(mapped?.warnings ?? []), ...run.looked.remarks].map((warning) => warning.code))],
    plan,
    roles: mapped?.roles ?? run.recorded.row?.roles ?? {},
    journalSet: posting?.journalSet ?? null,
    postedOn: posting?.datedOn ?? null,
    postedAt: posting?.createdAt ?? null,
    origin: posting?.origin ?? null,
    signedOffBy: signedOff ? (run.recorded.row?.signedOffBy ?? null) : null,
    signedOffAt: signedOff ? (run.recorded.row?.signedOffAt ?? null) : null,
    signedOffFingerprint: signedOff ? (run.recorded.row?.signedOffFingerprint ?? null) : null,
    gone: !run.payroll.inPayroll,
  };
}

function holdsShown(run: RunFacts, verdict: Verdict): readonly StoredRemark[] {
  if (verdict.do !== 'held' && verdict.do !== 'post') return run.payroll.holds;
  const reversed: StoredRemark = {
    code: 'reversed',
    message: `${run.adjustment ? 'It' : 'This pay run'} was posted and reversed. Nothing is posted in its place until you ask for it.`,
  };
  return verdict.do === 'held' && verdict.reversed ? [reversed] : [...run.payroll.holds, ...run.looked.guardHolds];
}

const inWords = (time: string): string => momentInWords(nextMinute(new Date(time)));

/** In the service's words, and when it is tried again. */
function refusedInWords({ words, checked, until, byItselfAt, asked }: Extract<Plan, { kind: 'refused' }>): string {
  if (byItselfAt !== undefined)
    return `${words} (changed since: sent after ${inWords(byItselfAt)}, or when you post it)`;
  if (until === undefined) return checked ? `${words} (being checked)` : words;
  return `${words} (being checked${asked ? `; sent again after ${inWords(until)}` : ` until ${inWords(until)}`})`;
}

function storedMapping(
  run: RunFacts,
  { holds, posting }: { readonly holds: readonly StoredRemark[]; readonly posting: Readonly<Posting> | undefined },
): StoredMapping {
  const mapped = run.payroll.mapped as NonNullable<RunFacts['payroll']['mapped']>;
  // A found set does not show what its lines were made from.
  const isInPosting = posting?.fingerprint === mapped.fingerprint && posting?.lines.every(({ from }) => from);
  return {
    ...(run.payroll.longPart ?? longPart(mapped)),
    ...(isInPosting ? linesInPosting : {}),
    holds,
    warnings: [...mapped.warnings, ...run.looked.remarks],
  };
}

/** One object, so that comparing rows is a comparison of references. */
const linesInPosting: Pick<StoredMapping, 'lines' | 'inPosting'> = { lines: [], inPosting: true };

/** A run in doubt, or altered in the books, is shown as that. */
const shownAsChecked: ReadonlySet<Verdict['do']> = new Set(['posted', 'amend', 'reverse', 'changed', 'post', 'held']);

function stateOf(
  run: RunFacts,
  verdict: Verdict,
  { holds, today, isWaiting }: { holds: readonly StoredRemark[]; today: string; isWaiting: boolean },
): RunState {
  const isRefused = run.thisSync.refusal?.act === verdict.do;
  if (refusalChecked(run) && shownAsChecked.has(verdict.do)) return 'refused';
  switch (verdict.do) {
    case 'wait':
    case 'record':
      return run.recorded.open ? 'in_doubt' : 'posted';
    case 'post':
      if (isRefused) return 'refused';
      if (holds.length > 0) return 'held';
      return isWaiting ? 'refused' : 'ready';
    case 'amend':
    case 'reverse':
    case 'changed':
      return isRefused ? 'refused' : 'changed';
    case 'remove':
    case 'give_up':
    case 'drift':
      return 'drift';
    case 'check':
      if (run.looked.check) return isWrong(run.looked.check) && !isOnlyPaid(run.looked.check) ? 'differs' : 'agrees';
      return run.recorded.row?.state ?? 'ready';
    case 'not_ready':
      return addDays(run.datedOn, overdueAfterDays) < today ? 'overdue' : 'not_ready';
    default:
      return verdict.do;
  }
}

function reasonOf(state: RunState, plan: Plan | null, holds: readonly StoredRemark[], run: RunFacts): string | null {
  const [hold] = holds;
  if (state === 'held' && hold) return hold.code.replaceAll('_', ' ');
  if (plan?.kind === 'refused') return refusedInWords(plan);
  if (plan?.kind === 'check') return plan.verdict === 'right' ? causesInWords(plan) || null : runInWords(plan);
  if (plan?.kind === 'unread') return 'payroll of a period next to it could not be read: it waits for that';
  if (plan?.kind === 'drift') return `the journal set was ${plan.what} in the books`;
  if (plan?.kind === 'changed') {
    if (plan.mayPost)
      return 'someone in it may be paid already by the journal of a pay run that is ignored, or of before the cut-over';
    if (plan.mayCome) return 'the journal of the pay run next to it may still reach the books: we are looking for it';
    if (plan.redateTo) return `the pay date moved to ${dayInWords(payDateIn(plan.redateTo))}`;
    return {
      amount: 'payroll has changed',
      hold: 'payroll has changed, and something in it needs a decision',
      nothing: 'payroll has nothing to post any more',
      gone: 'payroll no longer has this pay run',
      not_filed: 'payroll is no longer filed',
      neighbour: 'deal with the pay run next to it first',
    }[plan.why];
  }
  if (state === 'posted' && run.recorded.row === undefined && effectivePosting(run)?.origin === 'adopted')
    return 'found in the books';
  return null;
}
