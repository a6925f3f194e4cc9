import { type Decision, redateTo } from '../journal/decide.js';
import { diff } from '../journal/diff.js';
import type { Plan, RunState } from '../record/pay-run.entity.js';
import { contentOf, linesOf } from './content.js';
import { effectivePosting, decidingPolicy, factsOf, mappedOf, type Run, triedAgain } from './runs.js';
import type { Session } from './session.js';
import type { World } from './world.js';

/** Why a run waits and what may be done about it, with the figures side by side. */
export function planOf(session: Session, world: World, run: Run, decision: Decision, state: RunState): Plan | null {
  if (state === 'in_doubt' && run.open) {
    const { lookedAt, sendBy, waitedMs } = run.open;
    const settledBy = new Date((lookedAt ?? sendBy).getTime() + session.limits.settleWindowSeconds * 1000 - waitedMs);
    return {
      kind: 'in_doubt',
      write: run.open.id,
      since: run.open.createdAt.toISOString(),
      settledBy: settledBy.toISOString(),
    };
  }
  if (state === 'refused' && run.refusal) {
    const { status, words } = run.refusal;
    return { kind: 'refused', status, words, again: triedAgain(status) };
  }
  if (state === 'agrees' || state === 'differs') {
    return run.check
      ? { kind: 'check', fingerprint: run.mapped?.fingerprint, expected: run.check.expected, found: run.check.found }
      : (run.row?.plan ?? null);
  }
  if (decision.do === 'drift' || decision.do === 'remove') {
    const what = decision.do === 'drift' ? decision.what : 'doubled';
    const removable = decision.do === 'drift' ? decision.removable : decision.url;
    const sets = decision.do === 'drift' ? decision.urls : [decision.url];
    return { kind: 'drift', what, sets, removable, differences: driftDifferences(run) };
  }
  if (decision.do === 'changed' || decision.do === 'amend' || decision.do === 'reverse')
    return changedPlan(session, world, run, decision);
  return null;
}

/** What we posted against what the books hold now; without a look, as it was last seen. */
function driftDifferences(run: Run): Extract<Plan, { kind: 'drift' }>['differences'] {
  const posting = effectivePosting(run);
  const seen = run.seen?.find((set) => set.url === posting?.journalSet);
  if (!run.seen) return run.row?.plan?.kind === 'drift' ? run.row.plan.differences : [];
  if (!posting) return [];
  const now = seen ?? { datedOn: posting.datedOn, lines: [] };
  return differences({ datedOn: posting.datedOn, lines: linesOf(posting.lines) }, now);
}

function changedPlan(session: Session, world: World, run: Run, decision: Decision): Plan {
  const posting = effectivePosting(run);
  const facts = [...world.runs.values()].map((one) => factsOf(one, decidingPolicy(session.company)));
  const own = facts.find((one) => one.tag === run.tag);
  const said = mappedOf(run);
  const why = decision.do === 'changed' ? decision.why : said.is === 'post' ? 'amount' : said.is;
  const target = own && redateTo(facts, own);
  const expected =
    target?.mapped.is === 'post' ? target.mapped : said.is === 'post' ? said : { datedOn: run.datedOn, lines: [] };
  const before = posting
    ? contentOf({ datedOn: posting.datedOn, lines: posting.lines })
    : { datedOn: run.datedOn, lines: [] };
  const ignored = decision.do === 'changed' ? decision.ignored : undefined;
  const waitsFor = ignored
    ? ignored
    : why === 'neighbour'
      ? facts
          .filter(
            (one) =>
              Math.abs(one.periodIndex - (own?.periodIndex ?? 0)) <= 1 &&
              one.tag !== run.tag &&
              one.recorded.length > 0,
          )
          .map((one) => one.tag)
      : undefined;
  return {
    kind: 'changed',
    why,
    differences: posting ? differences(before, expected) : [],
    redateTo: target?.tag,
    waitsFor,
    ...(ignored ? { mayPost: true as const } : {}),
  };
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
