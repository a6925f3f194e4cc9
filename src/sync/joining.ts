import type { SyncRequest } from '../record/runs/sync-record.entity.js';

/** Thrown where another sync of the same books would not answer this request. */
export const standsAlone = ({ trigger, recheck, dryRun, audit }: SyncRequest): boolean =>
  trigger === 'act' || recheck === true || dryRun === true || audit !== undefined;

/**
 * Whether a sync that is waiting or running does everything this request asks, so that the request can share its
 * result.
 */
export function covers(going: SyncRequest, asked: SyncRequest): boolean {
  if (standsAlone(going) || standsAlone(asked)) return false;
  // A sync that only settles sends nothing again that was refused for want of access.
  const settlesOnly = going.trigger === 'settle' && asked.trigger !== 'settle';
  // Without a year only open years are read, so a sync of all of them does not answer for one.
  const reaches = going.year === asked.year && (going.period === undefined || going.period === asked.period);
  return !settlesOnly && reaches && (going.full === true || asked.full !== true);
}
