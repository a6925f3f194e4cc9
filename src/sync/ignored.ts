import { sameTotals } from '../journal/diff.js';
import { parseTag } from '../journal/identity.js';
import type { Decision } from '../record/decision.entity.js';
import { linesOf } from './content.js';
import { periodIndex, type Run } from './runs.js';
import { saidBy, type Session } from './session.js';
import type { World } from './world.js';

/** Ignored is ignored, also when its pay date moves: the decision goes along to the run that took its place. */
export async function keepIgnoring(session: Session, world: World): Promise<void> {
  const ignored = world.decisions.filter(
    ({ kind, companyId }) => kind === 'ignore' && companyId === session.company.id,
  );
  for (const decision of ignored) {
    const to = successor(session, world, decision);
    if (to) world.decisions = [...world.decisions, await ignore(session, decision, to)];
  }
}

/**
 * The one run that came into its period as it went, or one beside it that says the same. What comes later is another
 * month's pay, although it may say the same to the penny.
 */
function successor({ company }: Session, world: World, { tag, at }: Decision): Run | undefined {
  const place = parseTag(company.prefix, tag ?? undefined);
  const from = world.runs.get(tag ?? '');
  if (!place || from?.inPayroll || from?.row?.gone) return undefined;
  const isIgnored = (run: Run) => world.decisions.some((one) => one.kind === 'ignore' && one.tag === run.tag);
  const isNew = ({ row }: Run) => row === undefined || row.firstSeenAt > at;
  const came = [...world.runs.values()].filter(
    (run) => run.inPayroll && run.postings.length === 0 && isNew(run) && !isIgnored(run),
  );
  const distance = (run: Run) => Math.abs(periodIndex(run) - periodIndex(place));
  const lines = linesOf(from?.row?.mapped?.lines ?? []);
  const saysTheSame = (run: Run) => lines.length > 0 && sameTotals(run.mapped?.journal?.entries ?? [], lines);
  return (
    only(came.filter((run) => distance(run) === 0)) ??
    only(came.filter((run) => distance(run) === 1 && saysTheSame(run)))
  );
}

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

async function ignore(session: Session, { reason, actor, companyId }: Decision, { tag }: Run): Promise<Decision> {
  const decision = { companyId, scope: 'run' as const, kind: 'ignore' as const, tag, reason, actor };
  if (session.request.dryRun) return Object.assign({} as Decision, decision);
  return session.db.work(async (em) => {
    const recorded = await session.decisions.record(em, decision);
    const { id } = recorded;
    const entry = { ...saidBy(session), act: 'ignore', outcome: 'done', tag, ref: id };
    await session.log.append(em, { ...entry, carries: [['decision', id]] });
    return recorded;
  });
}
