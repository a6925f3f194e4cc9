import type { ReadRows } from '../../ground/rows.js';
import type { Viewer } from '../../access/viewer.js';
import { monthQuery, type TaxMonth } from './board-lists.js';
import { namedRuns, type RunRow, runRow } from '../lists/run-row.js';
import { isFresh, readKey } from '../checks/books-as-read.js';
import { checksOf, checksOfOne, type RunChecks, type ToCheck, withoutAmounts } from '../checks/checks.js';

/** Why a posted run cannot be signed off together with others. */
export type Obstacle = 'not_posted' | 'not_balanced' | 'not_treated' | 'not_agreed' | 'not_rechecked' | 'differs';

export interface ToSignOff extends RunRow {
  readonly checks: RunChecks;
  readonly obstacles: readonly Obstacle[];
}

/** Further runs are signed off in a second round. */
const runsMax = 1000;

/** Posted runs of a month that no one has signed off, sorted by company. */
export async function toSignOff(
  rows: ReadRows,
  viewer: Viewer,
  { month, now }: { readonly month: TaxMonth; readonly now: Date },
): Promise<readonly ToSignOff[]> {
  const query = monthQuery(rows, viewer, month).andWhere(`r.state = 'posted' AND r.signedOffAt IS NULL`);
  const named = await namedRuns(query.orderBy('c.name').addOrderBy('r.tag').limit(runsMax));
  const checks = await checksOf(
    rows,
    named.map(({ run }) => run),
  );
  return named.map((one) => {
    const row = runRow(one, viewer);
    const all = checks.get(readKey(one.run)) as RunChecks;
    return {
      ...row,
      checks: viewer.pay ? all : withoutAmounts(all),
      obstacles: obstaclesTo(one.run, all, now),
    };
  });
}

/** The act checks by the same rule as the page that everything signed off together has nothing open. */
export async function obstaclesNow(rows: ReadRows, run: ToCheck, now: Date): Promise<readonly Obstacle[]> {
  return obstaclesTo(run, await checksOfOne(rows, run), now);
}

export function obstaclesTo(
  { state }: Pick<ToCheck, 'state'>,
  { balanced, items, books, paye }: RunChecks,
  now: Date,
): readonly Obstacle[] {
  // What will agree once another run of the month is posted is not agreed.
  const isAgreed = (paye.answer === 'yes' || paye.isWorkedOut === true) && paye.of === 'posted';
  const isRead = books.asAt !== undefined && isFresh({ at: books.asAt }, now);
  return [
    ...(state === 'posted' ? [] : ['not_posted' as const]),
    ...(balanced.answer === 'yes' ? [] : ['not_balanced' as const]),
    ...(items.answer === 'yes' ? [] : ['not_treated' as const]),
    ...(isAgreed ? [] : ['not_agreed' as const]),
    ...(books.answer === 'no' ? ['differs' as const] : []),
    ...(isRead ? [] : ['not_rechecked' as const]),
  ];
}
