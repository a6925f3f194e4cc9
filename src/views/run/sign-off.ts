import type { ReadRows } from '../../ground/rows.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Viewer } from '../../access/viewer.js';
import { monthQuery, type TaxMonth } from '../board/board-lists.js';
import { type BooksAsRead, booksAsRead, isFresh, readKey } from './books-as-read.js';
import { namedRuns, type RunRow, runRow } from './run-row.js';
import { type HmrcTie, tiesOf } from './tie.js';

/** Why a posted run cannot be signed off together with others. */
export type Obstacle = 'not_posted' | 'not_agreed' | 'not_rechecked' | 'differs';

export interface ToSignOff extends RunRow {
  readonly tie?: HmrcTie;
  readonly books?: BooksAsRead;
  readonly obstacles: readonly Obstacle[];
}

/** Further runs are signed off in a second round. */
const runsMax = 1000;

/** Posted runs of a month that nobody has signed off, sorted by company. */
export async function toSignOff(
  rows: ReadRows,
  viewer: Viewer,
  { month, now }: { readonly month: TaxMonth; readonly now: Date },
): Promise<readonly ToSignOff[]> {
  const query = monthQuery(rows, viewer, month).andWhere(`r.state = 'posted' AND r.signedOffAt IS NULL`);
  const named = await namedRuns(query.orderBy('c.name').addOrderBy('r.tag').limit(runsMax));
  const runs = named.map(({ run }) => run);
  const ties = await tiesOf(rows, [...new Set(runs.map((run) => run.companyId))], month);
  const read = await booksAsRead(rows, runs);
  return named.map((one) => {
    const { run } = one;
    const known = { tie: ties.get(run.companyId), books: read.get(readKey(run)) };
    const row = runRow(one, viewer);
    return { ...row, ...known, tie: row.totals && known.tie, obstacles: obstaclesTo(run, { ...known, now }) };
  });
}

/** The act checks by the same rule as the page that everything signed off together has nothing open. */
export async function obstaclesNow(rows: ReadRows, run: PayRunRecord, now: Date): Promise<readonly Obstacle[]> {
  const ties = await tiesOf(rows, [run.companyId], run);
  const read = await booksAsRead(rows, [run]);
  return obstaclesTo(run, { tie: ties.get(run.companyId), books: read.get(readKey(run)), now });
}

interface Known {
  readonly tie?: HmrcTie;
  readonly books?: BooksAsRead;
  readonly now: Date;
}

function obstaclesTo({ state }: Pick<PayRunRecord, 'state'>, { tie, books, now }: Known): readonly Obstacle[] {
  const agrees = tie?.verdict === 'agrees' || tie?.verdict === 'explained';
  return [
    ...(state === 'posted' ? [] : ['not_posted' as const]),
    ...(agrees ? [] : ['not_agreed' as const]),
    ...(books?.finding === undefined ? [] : ['differs' as const]),
    ...(books !== undefined && isFresh(books, now) ? [] : ['not_rechecked' as const]),
  ];
}
