import { whatIsLeft, type RunCase, type Verdict } from '../../../journal/decide/decide.js';
import { isLeftInDoubt, redateTo } from '../../../journal/decide/decide-together.js';
import { diff } from '../../../journal/nouns/diff.js';
import type { Plan, RunState } from '../../../record/runs/pay-run.entity.js';
import { fingerprint } from '../../../journal/nouns/identity.js';
import { isInItsMinute, runAsSent, type Write } from '../../../record/runs/write.entity.js';
import { contentOf, linesOf, recordedSet } from '../../facts/content.js';
import type { Facts } from '../../facts/facts.js';
import { type RefusedAct, refusalIn } from '../../facts/refusal.js';
import {
  beingChecked,
  effectivePosting,
  isNextToUnread,
  mappedOf,
  payRunsOf,
  refusedPost,
  type RunFacts,
  standing,
  triedAgain,
  waitsAfterRefusal,
} from '../../facts/run-facts.js';
import { judge } from '../../facts/judged.js';
import { minuteEndsAt } from '../../facts/settle-window.js';

interface Planned {
  readonly facts: Facts;
  readonly run: RunFacts;
  readonly verdict: Verdict;
  readonly state: RunState;
  readonly settleWindowSeconds: number;
}

/** Why a run waits and what can be done about it, with the figures side by side. */
export function planOf(planned: Planned): Plan | null {
  const ofState = planOfState[planned.state]?.(planned);
  return ofState === undefined ? planOfVerdict(planned) : ofState;
}

/** Undefined where the verdict says it. */
const planOfState: Readonly<Partial<Record<RunState, (planned: Planned) => Plan | null | undefined>>> = {
  in_doubt: ({ run, settleWindowSeconds }) => run.recorded.open && inDoubtPlan(run.recorded.open, settleWindowSeconds),
  refused: ({ facts, run }) => waitingPlan(facts, run) ?? refusedPlan(run),
  agrees: ({ run }) => checkPlan(run),
  differs: ({ run }) => checkPlan(run),
};

function inDoubtPlan(open: Readonly<Write>, settleWindowSeconds: number): Plan {
  const { lookedAt, sendBy, waitedMs } = open;
  const settledBy = new Date((lookedAt ?? sendBy).getTime() + settleWindowSeconds * 1000 - waitedMs);
  return {
    kind: 'in_doubt',
    write: open.id,
    since: open.createdAt.toISOString(),
    settledBy: settledBy.toISOString(),
    sent: runAsSent(open),
  };
}

function waitingPlan(facts: Facts, run: RunFacts): Plan | undefined {
  const waiting = refusalWaiting(facts, run);
  if (waiting === undefined) return undefined;
  const { act, status, words, write } = waiting;
  const isAsked = run.thisSync.isAskedAgain;
  const refused = { kind: 'refused' as const, act, status, words, again: triedAgain(status), write: write.id };
  if (!isInItsMinute(write) && !isAsked)
    return { ...refused, ...(write.lookAgainAt && { byItselfAt: write.lookAgainAt.toISOString() }) };
  // Once the minute is over, it is sent at any moment.
  const until = isInItsMinute(write) ? minuteEndsAt(write).toISOString() : untilShown(run);
  return { ...refused, ...(until && { until }), ...(isAsked && { asked: true as const }) };
}

function refusedPlan(run: RunFacts): Plan | undefined {
  const checked = refusalChecked(run);
  const refusal = checked ?? run.thisSync.refusal;
  if (refusal === undefined) return undefined;
  const { act, status, words } = refusal;
  return {
    kind: 'refused',
    act,
    status,
    words,
    again: triedAgain(status),
    ...(checked && { checked: true as const, sent: beingChecked(run)?.targetFingerprint }),
  };
}

const checkPlan = ({ looked: { check }, payroll, recorded }: RunFacts): Plan | null =>
  check === undefined
    ? (recorded.row?.plan ?? null)
    : { kind: 'check', fingerprint: payroll.mapped?.fingerprint, ...check };

function planOfVerdict({ facts, run, verdict, state }: Planned): Plan | null {
  switch (verdict.do) {
    case 'drift':
      return driftPlan(run, verdict);
    case 'give_up':
      return driftPlan(run, { what: 'missing', urls: verdict.urls });
    case 'remove':
      return driftPlan(run, { what: 'doubled', urls: [verdict.url], removable: verdict.url });
    case 'post':
    case 'ready':
      return state === 'ready' && isNextToUnread(facts.unread, run) ? { kind: 'unread', ...freeBefore(run) } : null;
    case 'changed':
    case 'amend':
    case 'reverse':
      return changedPlan(facts, run, verdict);
    default:
      return null;
  }
}

/** The refusal of a write that needs a second look before anything else is sent to its set. */
export function refusalChecked(run: RunFacts): RefusedAct | undefined {
  const write = beingChecked(run);
  const refusal = write && refusalIn(write.answer);
  return refusal && { ...refusal, act: write.kind };
}

interface RefusalWaiting extends RefusedAct {
  readonly write: Readonly<Write>;
}

/** The refusal of a post after which nothing is sent yet, or after which someone has asked for it again. */
export function refusalWaiting({ request }: Pick<Facts, 'request'>, run: RunFacts): RefusalWaiting | undefined {
  // Verify sends nothing, and shows what a sync would leave.
  const by = request.trigger === 'verify' ? { ...request, trigger: 'settle' as const } : request;
  const write = run.thisSync.isAskedAgain ? refusedPost(run) : waitsAfterRefusal(run, by);
  const refusal = write && refusalIn(write.answer);
  // The same again is sent only if someone asks, whatever the time.
  if (!refusal || (!isInItsMinute(write) && run.thisSync.refusal)) return undefined;
  return { ...refusal, act: 'post', write };
}

const untilShown = ({ recorded: { row } }: RunFacts): string | undefined =>
  row?.plan?.kind === 'refused' ? row.plan.until : undefined;

type DriftPlan = Extract<Plan, { kind: 'drift' }>;

/** Without a new look, as it was last seen. */
function driftPlan(
  run: RunFacts,
  {
    what,
    urls,
    removable,
    late,
  }: Pick<DriftPlan, 'what' | 'removable' | 'late'> & { readonly urls: readonly string[] },
): DriftPlan {
  const known = run.recorded.row?.plan;
  const now = mappedOf(run);
  const payroll = now.is === 'post' ? undefined : now.is;
  if (!run.looked.seen && known?.kind === 'drift' && known.what === what && what !== 'doubled')
    return { ...known, payroll };
  const left = what === 'missing' ? whatIsLeft(standing(run).map(recordedSet), urls) : undefined;
  const differences = driftDifferences(run);
  return { kind: 'drift', what, sets: urls, removable, ...(late && { late }), left, payroll, differences };
}

/** What we posted against what the books hold now. */
function driftDifferences(run: RunFacts): DriftPlan['differences'] {
  const posting = effectivePosting(run);
  const seen = run.looked.seen?.find((set) => set.url === posting?.journalSet);
  if (!run.looked.seen) return run.recorded.row?.plan?.kind === 'drift' ? run.recorded.row.plan.differences : [];
  if (!posting) return [];
  const there = seen ?? { datedOn: posting.datedOn, lines: [] };
  return differences({ datedOn: posting.datedOn, lines: linesOf(posting.lines) }, there);
}

function changedPlan({ runs, company }: Facts, run: RunFacts, verdict: Verdict): Plan {
  const posting = effectivePosting(run);
  const cases = run.adjustment ? [] : payRunsOf(runs.values()).map((one) => judge(one, company.policy).case);
  const own = judge(run, company.policy).case;
  const now = mappedOf(run);
  const why = verdict.do === 'changed' ? verdict.why : now.is === 'post' ? 'amount' : now.is;
  const target = redateTo(cases, own);
  const expected =
    target?.mapped.is === 'post' ? target.mapped : now.is === 'post' ? now : { datedOn: run.datedOn, lines: [] };
  const before = posting
    ? contentOf({ datedOn: posting.datedOn, lines: posting.lines })
    : { datedOn: run.datedOn, lines: [] };
  const { ignored, waitsFor } = verdict.do === 'changed' ? verdict : {};
  return {
    kind: 'changed',
    why,
    differences: posting ? differences(before, expected) : [],
    redateTo: target?.tag,
    ...(waitsFor ? toWaitFor(cases, waitsFor) : {}),
    ...(ignored ? { waitsFor: ignored, mayPost: true as const } : {}),
    ...freeBefore(run),
  };
}

/** Whether it was free to be posted with the content that payroll has now. */
function freeBefore(run: RunFacts): { readonly wasFree?: true } {
  const now = mappedOf(run);
  if (run.recorded.lastFreeLines === undefined || now.is !== 'post') return {};
  return fingerprint(now.datedOn, run.recorded.lastFreeLines) === now.fingerprint ? { wasFree: true } : {};
}

/** The neighbours that may still reach the books; if there are none, those that a person can deal with. */
function toWaitFor(cases: readonly RunCase[], waitsFor: readonly string[]) {
  const inDoubt = cases.filter((one) => waitsFor.includes(one.tag) && isLeftInDoubt(one));
  return inDoubt.length > 0 ? { waitsFor: inDoubt.map(({ tag }) => tag), mayCome: true as const } : { waitsFor };
}

function differences(before: Parameters<typeof diff>[0], after: Parameters<typeof diff>[1]) {
  const { byAccount, datedOn } = diff(before, after);
  const accounts = byAccount.map(({ code, user, before: was, after: is }) => ({
    account: code,
    user,
    before: was.toString(),
    after: is.toString(),
  }));
  return datedOn ? [{ account: 'date', before: datedOn.before, after: datedOn.after }, ...accounts] : accounts;
}
