import { eachItsOwn, early, again, notJudged, ourOwn, several } from './exact.js';
import { byCauses } from './fewest.js';
import type { Fit } from './fit.js';
import type { AuditRun } from './run.js';
import type { BookedSet } from './set.js';
import { begin, type Year } from './work.js';

export interface Shared {
  readonly fits: readonly Fit[];
  readonly open: readonly AuditRun[];
  readonly left: readonly BookedSet[];
  /** Sets near a run that cannot be judged, which it takes. */
  readonly taken: ReadonlyMap<AuditRun, readonly BookedSet[]>;
}

/** Which sets carry which run: passes, each by exactness, from the surest to the least sure. */
export function share(year: Year): Shared {
  const work = begin(year);
  ourOwn(work);
  eachItsOwn(work, true);
  several(work, true);
  early(work);
  notJudged(work);
  byCauses(work, 1, false);
  eachItsOwn(work, false);
  several(work, false);
  again(work);
  byCauses(work, 3, false);
  byCauses(work, 1, true);
  byCauses(work, 3, true);
  return {
    fits: work.fits,
    open: [...work.open],
    left: work.year.sets.filter((set) => work.free.has(set) || work.again.has(set)),
    taken: work.taken,
  };
}
