import type { ReadRows } from '../../ground/rows.js';
import { defaultPolicy } from '../../journal/policy/policy.js';
import { paidBefore, paidIn } from '../checks/pay-before.js';
import { type Employer, employersOf } from '../checks/scheme-years.js';
import { signOffsFallen } from '../checks/sign-offs-fallen.js';
import { type Notable, notableOf } from './notable.js';
import type { Viewer } from '../../access/viewer.js';
import { monthQuery, type TaxMonth } from './board-lists.js';
import { type NamedRun, namedRuns, type RunRow, runRow } from '../lists/run-row.js';
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
const companiesPerRead = 50;

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
  const notable = await notableAmong(rows, named, { month, employers, pay: viewer.pay });
  const found = named.map((one): ToSignOff => {
    const { run } = one;
    const all = checks.get(readKey(run)) as RunChecks;
    const by = fell.get(readKey(run))?.by;
    const differs = notable.get(readKey(run)) ?? [];
    return {
      ...runRow(one, viewer),
      checks: viewer.pay ? all : withoutAmounts(all),
      obstacles: obstaclesTo(run, all, now),
      notable: by === undefined ? differs : [{ is: 'fell', by }, ...differs],
    };
  });
  return [...found.filter(isNotable), ...found.filter((run) => !isNotable(run))];
}

/** Whom each pays, and paid the month before. Payslips are long: they are read of some companies at a time. */
async function notableAmong(
  rows: ReadRows,
  named: readonly NamedRun[],
  { month, employers, pay }: { month: TaxMonth; employers: ReadonlyMap<string, Employer>; pay: boolean },
): Promise<ReadonlyMap<string, readonly Notable[]>> {
  const notable = new Map<string, readonly Notable[]>();
  for (let from = 0; from < named.length; from += companiesPerRead) {
    const some = named.slice(from, from + companiesPerRead).map(({ run }) => run);
    const companyIds = some.map(({ companyId }) => companyId);
    const paid = await paidIn(rows, companyIds, month);
    const before = await paidBefore(rows, companyIds, month);
    for (const { companyId, tag, gross } of some) {
      const { variance } = employers.get(companyId)?.policy ?? defaultPolicy;
      const now = { gross, paid: paid.get(readKey({ companyId, tag })) ?? [] };
      notable.set(readKey({ companyId, tag }), notableOf(now, before.get(companyId), { variance, pay }));
    }
  }
  return notable;
}

/** That there is nothing to compare with is told, and is no reason to look first. */
export const isNotable = ({ notable }: Pick<ToSignOff, 'notable'>): boolean =>
  notable.some(({ is }) => is !== 'not_compared');

/** The act checks by the same rule as the page that everything signed off together has nothing open. */
export async function obstaclesNow(rows: ReadRows, run: ToCheck, now: Date): Promise<readonly Obstacle[]> {
  return obstaclesTo(run, await checksOfOne(rows, run), now);
}

interface SeenNow {
  readonly state: ToCheck['state'];
  readonly checks: RunChecks;
  readonly now: Date;
}

const isIn: { readonly [One in Obstacle]: (seen: SeenNow) => boolean } = {
  not_posted: ({ state }) => state !== 'posted',
  not_balanced: ({ checks: { balanced } }) => balanced.answer !== 'yes',
  not_treated: ({ checks: { items } }) => items.answer !== 'yes',
  // What will agree once another run of the month is posted is not agreed.
  not_agreed: ({ checks: { paye } }) => !(paye.answer === 'yes' || paye.isWorkedOut === true) || paye.of !== 'posted',
  differs: ({ checks: { books } }) => books.answer === 'no',
  not_rechecked: ({ checks: { books }, now }) => books.asAt === undefined || !isFresh({ at: books.asAt }, now),
};
const obstacles = Object.keys(isIn) as readonly Obstacle[];

export const obstaclesTo = ({ state }: Pick<ToCheck, 'state'>, checks: RunChecks, now: Date): readonly Obstacle[] => {
  const seen = { state, checks, now };
  return obstacles.filter((one) => isIn[one](seen));
};
