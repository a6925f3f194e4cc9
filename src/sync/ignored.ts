import { sameTotals } from '../journal/diff.js';
import type { Decision } from '../postings/decision.entity.js';
import { linesOf } from './content.js';
import { periodIndex, type Run } from './runs.js';
import type { Session } from './session.js';
import type { World } from './world.js';

/** Ignored is ignored, also when its pay date moves: the decision goes along to the run that took its place. */
export async function keepIgnoring(session: Session, world: World): Promise<void> {
  for (const ignored of world.decisions.filter((one) => one.kind === 'ignore')) {
    const from = world.runs.get(ignored.tag ?? '');
    const to = from && successor(world, from);
    if (!to) continue;
    world.decisions = [...world.decisions, await ignore(session, ignored, to)];
  }
}

function successor(world: World, from: Run): Run | undefined {
  const lines = linesOf(from.row?.mapped?.lines ?? []);
  if (from.inPayroll || lines.length === 0) return undefined;
  const same = [...world.runs.values()].filter(
    (run) =>
      Math.abs(periodIndex(run) - periodIndex(from)) <= 1 &&
      run.inPayroll &&
      run.row === undefined &&
      run.postings.length === 0 &&
      sameTotals(run.mapped?.journal?.entries ?? [], lines),
  );
  return same.length === 1 ? same[0] : undefined;
}

async function ignore(session: Session, { reason, actor, companyId }: Decision, { tag }: Run): Promise<Decision> {
  const decision = { companyId, scope: 'run' as const, kind: 'ignore' as const, tag, reason, actor };
  if (session.request.dryRun) return Object.assign({} as Decision, decision);
  return session.db.work((em) => session.decisions.record(em, decision));
}
