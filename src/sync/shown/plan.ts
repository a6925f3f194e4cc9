import type { RunCase, Verdict } from '../../journal/decide.js';
import { isLeftInDoubt, isNeighbour, redateTo } from '../../journal/decide-together.js';
import { diff } from '../../journal/diff.js';
import type { Plan, RunState } from '../../record/pay-run.entity.js';
import { fingerprint } from '../../journal/identity.js';
import { runAsSent } from '../../record/write.entity.js';
import { contentOf, linesOf } from '../content.js';
import type { Facts } from '../facts.js';
import { caseOf, effectivePosting, mappedOf, payRunsOf, type RunFacts, triedAgain } from '../run-facts.js';

/** Why a run waits and what can be done about it, with the figures side by side. */
export function planOf(
  facts: Facts,
  run: RunFacts,
  {
    verdict,
    state,
    settleWindowSeconds,
  }: { readonly verdict: Verdict; readonly state: RunState; readonly settleWindowSeconds: number },
): Plan | null {
  if (state === 'in_doubt' && run.open) {
    const { lookedAt, sendBy, waitedMs } = run.open;
    const settledBy = new Date((lookedAt ?? sendBy).getTime() + settleWindowSeconds * 1000 - waitedMs);
    return {
      kind: 'in_doubt',
      write: run.open.id,
      since: run.open.createdAt.toISOString(),
      settledBy: settledBy.toISOString(),
      sent: runAsSent(run.open),
    };
  }
  if (state === 'refused' && run.refusal) {
    const { act, status, words } = run.refusal;
    return { kind: 'refused', act, status, words, again: triedAgain(status) };
  }
  if (state === 'agrees' || state === 'differs') {
    return run.check
      ? { kind: 'check', fingerprint: run.mapped?.fingerprint, expected: run.check.expected, found: run.check.found }
      : (run.row?.plan ?? null);
  }
  if (verdict.do === 'drift' || verdict.do === 'remove') {
    const what = verdict.do === 'drift' ? verdict.what : 'doubled';
    const removable = verdict.do === 'drift' ? verdict.removable : verdict.url;
    const sets = verdict.do === 'drift' ? verdict.urls : [verdict.url];
    return { kind: 'drift', what, sets, removable, differences: driftDifferences(run) };
  }
  if (verdict.do === 'changed' || verdict.do === 'amend' || verdict.do === 'reverse')
    return changedPlan(facts, run, verdict);
  return null;
}

/** What we posted against what the books hold now; without a new look, the differences that were last seen. */
function driftDifferences(run: RunFacts): Extract<Plan, { kind: 'drift' }>['differences'] {
  const posting = effectivePosting(run);
  const seen = run.seen?.find((set) => set.url === posting?.journalSet);
  if (!run.seen) return run.row?.plan?.kind === 'drift' ? run.row.plan.differences : [];
  if (!posting) return [];
  const there = seen ?? { datedOn: posting.datedOn, lines: [] };
  return differences({ datedOn: posting.datedOn, lines: linesOf(posting.lines) }, there);
}

function changedPlan({ runs, company }: Facts, run: RunFacts, verdict: Verdict): Plan {
  const posting = effectivePosting(run);
  const cases = run.beside ? [] : payRunsOf(runs.values()).map((one) => caseOf(one, company.policy));
  const own = caseOf(run, company.policy);
  const now = mappedOf(run);
  const why = verdict.do === 'changed' ? verdict.why : now.is === 'post' ? 'amount' : now.is;
  const target = redateTo(cases, own);
  const expected =
    target?.mapped.is === 'post' ? target.mapped : now.is === 'post' ? now : { datedOn: run.datedOn, lines: [] };
  const before = posting
    ? contentOf({ datedOn: posting.datedOn, lines: posting.lines })
    : { datedOn: run.datedOn, lines: [] };
  const ignored = verdict.do === 'changed' ? verdict.ignored : undefined;
  const beside = why === 'neighbour' && !ignored ? neighbours(cases, own) : { waitsFor: ignored };
  const wasFree =
    run.passed !== undefined && now.is === 'post' && fingerprint(now.datedOn, run.passed) === now.fingerprint;
  return {
    kind: 'changed',
    why,
    differences: posting ? differences(before, expected) : [],
    redateTo: target?.tag,
    ...beside,
    ...(ignored ? { mayPost: true as const } : {}),
    ...(wasFree ? { wasFree } : {}),
  };
}

/** The runs next to it that may still come into the books; if there is none, those that a person can deal with. */
function neighbours(cases: readonly RunCase[], own: RunCase) {
  const beside = cases.filter((one) => isNeighbour(one, own));
  const mayCome = beside.filter(isLeftInDoubt).map(({ tag }) => tag);
  if (mayCome.length > 0) return { waitsFor: mayCome, mayCome: true as const };
  return { waitsFor: beside.flatMap(({ tag, recorded }) => (recorded.length > 0 ? [tag] : [])) };
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
