import type { ReadRows } from '../../ground/rows.js';
import { defaultPolicy } from '../../journal/policy/policy.js';
import { paidBefore, paidIn } from '../checks/pay-before.js';
import { employersOf } from '../checks/scheme-years.js';
import { signOffsFallen } from '../checks/sign-offs-fallen.js';
import { type Notable, notableOf } from './notable.js';
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
  /** What to look at first. */
  readonly notable: readonly Notable[];
}

/** Further runs are signed off in a second round. */
const runsMax = 1000;

/** Posted runs of a month that no one has signed off: those that differ from the month before first, then by company. */
export async function toSignOff(
  rows: ReadRows,
  viewer: Viewer,
  { month, now }: { readonly month: TaxMonth; readonly now: Date },
): Promise<readonly ToSignOff[]> {
  const query = monthQuery(rows, viewer, month)
    .andWhere(`r.state = 'posted' AND r.signedOffAt IS NULL`)
    .orderBy('c.name')
    .addOrderBy('r.tag')
    .limit(runsMax);
  const named = await namedRuns(query);
  const companyIds = named.map(({ run }) => run.companyId);
  // Apart: payslips are long, and would be sorted with the rest.
  const paid = await paidIn(rows, companyIds, month);
  const before = await paidBefore(rows, companyIds, month);
  const employers = await employersOf(rows, companyIds);
  const fell = await signOffsFallen(
    rows,
    named.map(({ run }) => run),
  );
  const checks = await checksOf(
    rows,
    named.map(({ run }) => run),
    employers,
  );
  const found = named.map((one): ToSignOff => {
    const { run } = one;
    const all = checks.get(readKey(run)) as RunChecks;
    const { variance } = employers.get(run.companyId)?.policy ?? defaultPolicy;
    const by = fell.get(readKey(run))?.by;
    return {
      ...runRow(one, viewer),
      checks: viewer.pay ? all : withoutAmounts(all),
      obstacles: obstaclesTo(run, all, now),
      notable: [
        ...(by === undefined ? [] : [{ is: 'fell', by } as const]),
        ...notableOf({ gross: run.gross, paid: paid.get(readKey(run)) ?? [] }, before.get(run.companyId), {
          variance,
          pay: viewer.pay,
        }),
      ],
    };
  });
  return [...found.filter(isNotable), ...found.filter((run) => !isNotable(run))];
}

/** That there is nothing to compare with is told, and is no reason to look first. */
export const isNotable = ({ notable }: Pick<ToSignOff, 'notable'>): boolean =>
  notable.some(({ is }) => is !== 'not_compared');

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
