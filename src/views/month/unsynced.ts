import { IsNull, LessThan, MoreThanOrEqual } from 'typeorm';
import type { Viewer } from '../../access/viewer.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { firingsBefore } from '../../ground/cron-firings.js';
import type { ReadRows } from '../../ground/rows.js';
import { LogEntry } from '../../record/log/log-entry.entity.js';

/** A company about which we know nothing new: what payroll and the books say may be days old. */
export interface Unsynced {
  readonly companyId: string;
  readonly company: string;
  /** When a sync last ended well, or since when one could have. */
  readonly since: Date;
  readonly lastSyncedAt: Date | null;
  /** What its last sync said, if there was one. */
  readonly problem: string | null;
}

/** A practice's collection of some thousand clients has ended by then; of a schedule of minutes, by its next firing. */
const collectedWithinMs = 3_600_000;
const beganToWork = ['connect', 'resume'];

/**
 * Since when a sync of each company must have ended well: twice the schedule. Two firings, each with the time that a
 * collection takes. Daily at 05:30, on Wednesday at noon: since Tuesday 05:30; at 06:00, while Wednesday's may still run:
 * since Monday's. On weekdays only, on Sunday: since Thursday's.
 */
export function mustHaveSyncedSince(syncCron: string, now: Date): Date {
  const [last, before, earlier] = firingsBefore(syncCron, now, 3);
  const never = new Date(0);
  if (last === undefined || before === undefined) return never;
  const isCollected = now.getTime() - last.getTime() >= Math.min(collectedWithinMs, last.getTime() - before.getTime());
  return isCollected ? before : (earlier ?? never);
}

/** The working companies of which no sync has ended well since then, though they were there and not paused. */
export async function unsyncedSince(
  rows: ReadRows,
  then: Date,
  { companies }: Pick<Viewer, 'companies'> = { companies: null },
): Promise<readonly Unsynced[]> {
  const old = { life: 'working', createdAt: LessThan(then) } as const;
  const found = await rows.find(CompanyRow, {
    where: [
      { ...old, lastSyncedAt: LessThan(then) },
      { ...old, lastSyncedAt: IsNull() },
    ],
    order: { name: 'ASC', id: 'ASC' },
  });
  if (found.length === 0) return [];
  const begun = await rows.select(LogEntry, ['companyId'], {
    where: beganToWork.map((act) => ({ act, at: MoreThanOrEqual(then) })),
  });
  const since = new Set(begun.map(({ companyId }) => companyId));
  return found
    .filter(({ id }) => !since.has(id) && (companies === null || companies.includes(id)))
    .map(({ id, name, lastSyncedAt, createdAt, problem }) => ({
      companyId: id,
      company: name,
      since: lastSyncedAt ?? createdAt,
      lastSyncedAt,
      problem,
    }));
}
