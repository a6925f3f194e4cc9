import type { EntityManager } from 'typeorm';
import { adoptYear } from './adopt.js';
import { carryOut } from './carry-out.js';
import { type FetchedYear, fetchYears } from './fetch.js';
import type { PayPeriodRecord } from '../postings/pay-period.entity.js';
import type { Session } from './session.js';
import { settle } from './settle.js';
import { type Found, plannedCounts, recordedCounts } from './summary.js';
import { loadWorld } from './world.js';
import { somethingToDecide, yearsToLookAt } from './years.js';

/**
 * The story of a sync, under the lease of the company's books:
 * settle what is in doubt, adopt what is ours, fetch what is new, map it, decide, and carry out what is due.
 */
export async function syncBooks(session: Session): Promise<Found> {
  await session.progress({ step: 'settling', done: 0, total: 0 });
  await settle(session);
  if (session.company.life !== 'working') return recordedCounts(session);

  const years = await yearsToLookAt(session);
  for (const year of years) {
    await session.progress({ step: 'adopting', year, done: 0, total: 0 });
    await adoptYear(session, year);
  }
  const fetched = await fetchYears(session, years);
  const keep = async () => session.db.work((em) => keepAll(em, fetched));
  if (!(await somethingToDecide(session, fetched))) {
    await keep();
    return recordedCounts(session);
  }

  const world = await loadWorld(
    session,
    years,
    fetched.flatMap((one) => one.periods),
  );
  const decisions = await carryOut(session, world, keep);
  return session.request.dryRun ? plannedCounts(world, decisions, session.request) : recordedCounts(session);
}

async function keepAll(em: EntityManager, fetched: readonly FetchedYear[]): Promise<readonly PayPeriodRecord[]> {
  const kept: PayPeriodRecord[] = [];
  for (const { keep } of fetched) kept.push(...(await keep(em)));
  return kept;
}
