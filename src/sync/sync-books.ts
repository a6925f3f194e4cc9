import type { Rows } from '../ground/rows.js';
import { adoptYear } from './steps/adopt.js';
import { carryOut } from './carry-out.js';
import { decide } from './decide.js';
import { type FetchedYear, fetchYears } from './steps/fetch.js';
import type { PayPeriodRecord } from '../record/pay-period.entity.js';
import { PayRunRecord } from '../record/pay-run.entity.js';
import { isAskedFor, periodIndex, type Run } from './runs.js';
import type { Session } from './session.js';
import { settle } from './steps/settle.js';
import { show } from './show.js';
import { type Found, plannedCounts, recordedCounts } from './summary.js';
import { loadWorld, type World } from './world.js';
import { somethingToDecide, yearsToLookAt } from './years.js';

/**
 * The story of a sync, under the lease of the company's books:
 * settle what is in doubt, adopt what is ours, fetch what is new, map it, decide, and carry out what is due.
 */
export async function syncBooks(session: Session): Promise<Found> {
  await session.progress({ step: 'settling', done: 0, total: 0 });
  await settle(session);
  if (session.company.life !== 'working') {
    await showSettled(session);
    return recordedCounts(session);
  }

  const years = await yearsToLookAt(session);
  for (const year of years) {
    await session.progress({ step: 'adopting', year, done: 0, total: 0 });
    await adoptYear(session, year);
  }
  let fetched = await fetchYears(session, years);
  const keep = async () => session.db.work((em) => keepAll(em, fetched));
  if (!(await somethingToDecide(session, fetched))) {
    await keep();
    return recordedCounts(session);
  }

  let world = await worldOf(session, fetched);
  const old = duePeriodsNotRead(session, world, fetched);
  if (old.length > 0) {
    const all = [...new Set([...years, ...old.map(({ year }) => year)])].sort((a, b) => a - b);
    fetched = await fetchYears(session, all, new Set(old.map(periodIndex)));
    world = await worldOf(session, fetched);
  }
  const decisions = await carryOut(session, world, keep);
  return session.request.dryRun ? plannedCounts(world, decisions, session.request) : recordedCounts(session);
}

/** A company that rests is shown what came of its writes in doubt, from what was last read of its payroll. */
async function showSettled(session: Session): Promise<void> {
  const { db, company, writes } = session;
  const open = await writes.open(company.id);
  const rows = await db.read((em) => em.findBy(PayRunRecord, { companyId: company.id, state: 'in_doubt' }));
  const settled = rows.filter((row) => !open.some((write) => write.runTag === row.tag));
  if (settled.length === 0) return;
  const world = await loadWorld(session, [...new Set(settled.map(({ year }) => year))], []);
  await show(session, world, decide(session, world));
}

const worldOf = (session: Session, fetched: readonly FetchedYear[]) =>
  loadWorld(
    session,
    fetched.map(({ year }) => year),
    fetched.flatMap(({ periods }) => periods),
  );

/** What waited is posted as payroll says it now, not as it said when it was last read. */
function duePeriodsNotRead(session: Session, world: World, fetched: readonly FetchedYear[]): readonly Run[] {
  const isRead = (run: Run) => fetched.some(({ read }) => read.has(periodIndex(run)));
  const decisions = decide(session, world);
  return [...world.runs.values()].filter(
    (run) => decisions.get(run.tag)?.do === 'post' && isAskedFor(session.request, run) && !isRead(run),
  );
}

async function keepAll(em: Rows, fetched: readonly FetchedYear[]): Promise<readonly PayPeriodRecord[]> {
  const kept: PayPeriodRecord[] = [];
  for (const { keep } of fetched) kept.push(...(await keep(em)));
  return kept;
}
