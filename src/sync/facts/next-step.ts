import { guardSees } from '../../journal/allocation/cost-accounts.js';
import { contentKey, type Verdict } from '../../journal/decide/decide.js';
import { redateTo } from '../../journal/decide/decide-together.js';
import type { Write } from '../../record/runs/write.entity.js';
import { linesOf } from './content.js';
import type { Verdicts } from './decide.js';
import type { Facts } from './facts.js';
import {
  beingChecked,
  decisionFor,
  effectivePosting,
  isAskedFor,
  isNextToUnread,
  mappedOf,
  mayYetShow,
  ofPeriod,
  payRunsOf,
  type RunFacts,
  triedAgain,
  waitsAfterRefusal,
} from './run-facts.js';
import { judge } from './judged.js';

/** One thing to do. Afterwards everything is decided again. */
export type Step =
  /** Reads the record and maps payroll again. */
  | { readonly do: 'gather' }
  /** What a person asked for is in the books already. */
  | { readonly do: 'spend'; readonly tag: string; readonly kinds: readonly ('post' | 'amend')[] }
  | { readonly do: 'record' | 'give_up'; readonly tag: string; readonly urls: readonly string[] }
  | {
      readonly do: 'look';
      readonly tag: string;
      readonly alsoOn: readonly string[];
      readonly serves: readonly string[];
    }
  | { readonly do: 'guard'; readonly tag: string }
  | { readonly do: 'post'; readonly tag: string; readonly generation: number }
  | { readonly do: 'amend'; readonly tag: string; readonly moveTo?: string }
  | { readonly do: 'reverse'; readonly tag: string }
  | { readonly do: 'remove'; readonly tag: string; readonly url: string }
  /** The year is judged as a whole: `serves` are its runs that are checked. */
  | { readonly do: 'compare'; readonly tag: string; readonly serves: readonly string[] };

/** How often one sync tries a run before leaving it to the next sync. */
const triesMax = 3;

/** Corrections before posts, earlier pay dates before later. */
const order: readonly Verdict['do'][] = [
  ...(['record', 'give_up', 'remove', 'amend', 'reverse'] as const),
  ...(['post', 'drift', 'posted', 'check'] as const),
];

export function nextStep(facts: Facts, verdicts: Verdicts): Step | undefined {
  if (facts.brokenOff) return undefined;
  if (facts.outdated) return { do: 'gather' };
  const runs = [...facts.runs.values()];
  const moot = runs.flatMap((run) => mootDecisions(run, verdicts.get(run.tag)))[0];
  if (moot) return moot;
  const rank = ({ tag }: RunFacts) => order.indexOf(verdicts.get(tag)?.do ?? 'nothing');
  const isAfter = ({ adjustment }: RunFacts) => Number(adjustment !== undefined);
  const [next] = runs
    .filter((run) => isDue(facts, run, verdicts.get(run.tag)))
    .sort((a, b) => rank(a) - rank(b) || isAfter(a) - isAfter(b) || (a.datedOn < b.datedOn ? -1 : 1));
  if (next) return stepOf(facts, next, verdicts) ?? lookFor(facts, next, verdicts);
  return facts.isFollowed ? { do: 'gather' } : undefined;
}

function mootDecisions(run: RunFacts, verdict: Verdict | undefined): readonly Step[] {
  if (verdict?.do !== 'posted' || run.recorded.decided.length === 0) return [];
  const key = contentKey(mappedOf(run));
  const kinds = (['post', 'amend'] as const).filter((kind) =>
    run.recorded.decided.some((one) => one.kind === kind && one.fingerprint === key),
  );
  return kinds.length > 0 ? [{ do: 'spend', tag: run.tag, kinds }] : [];
}

function isDue(facts: Facts, run: RunFacts, verdict: Verdict | undefined): boolean {
  const { request } = facts;
  if (run.thisSync.doneForNow || !isAskedFor(request, run)) return false;
  if (run.thisSync.tries >= triesMax && !isUnderWay(facts, run)) return false;
  switch (verdict?.do) {
    case 'record':
    case 'give_up':
      return true;
    case 'post':
    case 'amend':
      return !isNextToUnread(facts.unread, run) && maySend(facts, run, verdict);
    case 'reverse':
    case 'remove':
      return maySend(facts, run, verdict);
    // Books that were altered, or that a person asks about, are looked at once more.
    case 'drift':
      return run.looked.seen === undefined;
    case 'posted':
      return run.looked.seen === undefined && request.recheck === true;
    case 'check':
      return run.looked.check === undefined && (request.full === true || !isCompared(run));
    default:
      // Whatever it waits for: verify found something about it in the books.
      return request.recheck === true && run.looked.seen === undefined && !run.recorded.open;
  }
}

/** A look was taken for it, or the guard was asked: something is about to be sent. */
const isUnderWay = ({ look, guarded }: Facts, { tag }: RunFacts) => look?.tag === tag || guarded?.tag === tag;

function maySend(facts: Facts, run: RunFacts, verdict: Verdict): boolean {
  const { request } = facts;
  if (waitsAfterRefusal(run, request)) return request.recheck === true && run.looked.seen === undefined;
  if (isRefusedStill(facts, run, verdict) || beingChecked(run)) return false;
  return run.looked.seen === undefined || isLeftToSend(facts, run, verdict);
}

/** Whether a look could lead to sending something. If not, the run waits whatever the look would show. */
function isLeftToSend(facts: Facts, run: RunFacts, verdict: Verdict): boolean {
  // Verify only compares the books with the record: nothing is sent.
  if (facts.request.trigger === 'verify') return false;
  if (verdict.do === 'post') {
    // What may still turn up is looked for once more: until then only the guard can tell whether it is there.
    const own = run.adjustment && (run.payroll.mapped?.journal?.entries ?? []);
    const isSeen = ({ target }: Readonly<Write>) => guardSees(facts.company.policy, linesOf(target.lines), own);
    if (!mayYetShow(run).every(isSeen)) return false;
    // An adjustment in doubt does not hold back a pay run.
    return !ofPeriod(facts.runs, run.tag).some(
      ({ adjustment, recorded }) => recorded.open && (run.adjustment || !adjustment),
    );
  }
  if (verdict.do === 'amend') return mappedOf(run).is === 'post' || movesTo(facts, run) !== undefined;
  return true;
}

/**
 * Content that the service refused is sent again only when payroll or policy changes, or a person acts. What it refused
 * for want of access is sent at the next schedule, but not by a sync that only settles.
 */
function isRefusedStill({ request }: Facts, { thisSync: { refusal } }: RunFacts, verdict: Verdict): boolean {
  if (refusal?.act !== verdict.do) return false;
  return triedAgain(refusal.status) === 'on_change' ? request.trigger !== 'act' : request.trigger === 'settle';
}

/** Figures that agreed are compared again once they change; figures that differ may be put right any day. */
const isCompared = ({ recorded: { row }, payroll: { mapped } }: RunFacts): boolean =>
  row?.state === 'agrees' && row.plan?.kind === 'check' && row.plan.fingerprint === mapped?.fingerprint;

/** Steps that need no look, or can use the one that was taken. Undefined: look first. */
function stepOf(facts: Facts, run: RunFacts, verdicts: Verdicts): Step | undefined {
  const { tag } = run;
  const verdict = verdicts.get(tag);
  if (verdict?.do === 'record') return { do: 'record', tag, urls: verdict.sets.map(({ url }) => url) };
  if (verdict?.do === 'give_up') return { do: 'give_up', tag, urls: verdict.urls };
  if (verdict?.do === 'check') return { do: 'compare', tag, serves: checkedWith(facts, run, verdicts) };
  const { look, guarded, company } = facts;
  if (verdict?.do === 'post' && look?.serves.has(tag)) {
    const isGuarded = company.policy.guard === 'off' || (guarded?.tag === tag && guarded.passed);
    return isGuarded ? { do: 'post', tag, generation: verdict.generation } : { do: 'guard', tag };
  }
  if (look?.tag !== tag) return undefined;
  if (verdict?.do === 'amend') return { do: 'amend', tag, moveTo: movesTo(facts, run)?.tag };
  if (verdict?.do === 'reverse') return { do: 'reverse', tag };
  if (verdict?.do === 'remove') return { do: 'remove', tag, url: verdict.url };
  return undefined;
}

const checkedWith = ({ runs, request }: Facts, { year }: RunFacts, verdicts: Verdicts): readonly string[] =>
  [...runs.values()]
    .filter((run) => run.year === year && isAskedFor(request, run) && verdicts.get(run.tag)?.do === 'check')
    .map(({ tag }) => tag);

/**
 * One look for everything to be posted now, if the guard reads the movement before each post; else for this run alone.
 */
function lookFor(facts: Facts, run: RunFacts, verdicts: Verdicts): Step {
  const { tag } = run;
  const verdict = verdicts.get(tag);
  const moveTo = verdict?.do === 'amend' ? movesTo(facts, run) : undefined;
  const reversedOn = verdict?.do === 'reverse' ? decisionFor(run, 'reverse')?.onDate : undefined;
  const isShared = verdict?.do === 'post' && isGuardedAndFirst(facts, tag) && facts.request.trigger !== 'verify';
  const others = isShared
    ? [...facts.runs.values()].filter((other) => {
        const its = verdicts.get(other.tag);
        return other !== run && its?.do === 'post' && isDue(facts, other, its);
      })
    : [];
  const alsoOn = [moveTo?.datedOn, reversedOn].filter((day) => typeof day === 'string');
  return { do: 'look', tag, alsoOn, serves: [tag, ...others.map((one) => one.tag)] };
}

/** If the guard was unsure about a run, the next look is for that run alone. */
const isGuardedAndFirst = ({ company, guarded }: Facts, tag: string) =>
  company.policy.guard === 'on' && guarded?.tag !== tag;

/** The run that takes this run's place, if only the pay date moved. */
function movesTo({ runs, company }: Facts, run: RunFacts): RunFacts | undefined {
  if (run.adjustment || !effectivePosting(run)) return undefined;
  const cases = payRunsOf(runs.values()).map((one) => judge(one, company.policy).case);
  const target = redateTo(cases, judge(run, company.policy).case);
  return target && runs.get(target.tag);
}
