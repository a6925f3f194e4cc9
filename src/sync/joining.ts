import type { SyncRequest } from '../record/runs/sync-record.entity.js';

/** A request that another sync of the same books would not answer. */
export const standsAlone = ({ trigger, recheck, dryRun }: SyncRequest): boolean =>
  trigger === 'act' || recheck === true || dryRun === true;

/** Whether a sync that waits or runs does everything that another is asked to do, which may then take its result. */
export function covers(going: SyncRequest, asked: SyncRequest): boolean {
  if (standsAlone(going) || standsAlone(asked)) return false;
  // To settle, nothing is sent again that was refused for want of access.
  const settlesOnly = going.trigger === 'settle' && asked.trigger !== 'settle';
  // Without a year only open years are read, so that a sync of all of them does not answer for one.
  const reaches = going.year === asked.year && (going.period === undefined || going.period === asked.period);
  return !settlesOnly && reaches && (going.full === true || asked.full !== true);
}
